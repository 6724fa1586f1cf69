// A block of the book: code at the left, what it answers at the right. It can be run and edited.
import { button, h, set } from "../dom";
import { Ended, type Engine } from "../engine";
import { Editor } from "../editor";
import { INTERRUPTED, type Token } from "../protocol";
import { folded } from "../values";
import { output } from "../worksheet/output";
import { helpOnly } from "../shell";
import { SHEETS, sheet, code } from "../worksheet/sheet";

const EXPECTED = /\s*\/\/([=!]) ?(.*)$/;

/** A line of code and what the book says that it answers. */
interface Row {
  code: string;
  value: string | null;
  isError: boolean;
}

function rows(text: string): Row[] {
  const found: Row[] = [];
  for (const line of text.split("\n")) {
    const match = EXPECTED.exec(line);
    const before = match ? line.slice(0, match.index) : line;
    const last = found.at(-1);
    // An expectation on a line of its own belongs to the line above.
    if (match && before.trim() === "" && last) last.value = last.value === null ? match[2]! : `${last.value}\n${match[2]!}`;
    else found.push({ code: before, value: match ? match[2]! : null, isError: match?.[1] === "!" });
  }
  return found;
}

let count = 0;

export class Block {
  readonly element: HTMLElement;
  private readonly name = `block ${++count}`;
  private readonly body = h("div", { class: "rows", tabindex: 0, role: "group", "aria-label": "Example" });
  private readonly results = h("div", { class: "results", "aria-live": "polite" });
  private readonly state = h("span", {});
  private editor: Editor | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly text: string,
  ) {
    const { state } = this;
    this.element = h(
      "div",
      { class: "runb" },
      this.body,
      this.results,
      h(
        "footer",
        {},
        state,
        h(
          "span",
          { class: "end" },
          button("Edit", { kind: "sm", icon: "pen" }, () => this.edit()),
          button("Worksheet", { kind: "sm", icon: "cells", label: "Open in a worksheet" }, () => void this.open()),
          button("Run", { kind: "sm", icon: "run" }, () => void this.run()),
        ),
      ),
    );
    this.draw();
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void this.colour();
    });
    seen.observe(this.element);
  }

  private draw(tokens: Token[] = []) {
    let start = 0;
    const lines = this.text.split("\n");
    const starts = lines.map((line) => {
      const from = start;
      start += line.length + 1;
      return from;
    });
    let line = 0;
    set(
      this.body,
      ...rows(this.text).flatMap((row) => {
        // Lines with nothing but an expectation were joined to the one above.
        while (
          line < lines.length &&
          row.code !== (EXPECTED.exec(lines[line]!) ? lines[line]!.slice(0, EXPECTED.exec(lines[line]!)!.index) : lines[line])
        )
          line += 1;
        const from = starts[line++] ?? 0;
        if (row.code.trim() === "" && row.value === null) return [h("div", { class: "row none" }, "\u00a0")];
        const value =
          row.value === null
            ? null
            : row.isError
              ? h("button", { type: "button", class: "plain small", click: () => helpOnly(this.engine, "book", row.value!) }, row.value)
              : folded(row.value);
        return [
          h(
            "div",
            { class: row.value === null || row.isError ? "row none" : "row" },
            h("code", {}, ...coloured(row.code, from, tokens)),
            value,
          ),
        ];
      }),
    );
  }

  private async colour() {
    try {
      this.draw(await this.engine.aside<"highlight">({ kind: "highlight", text: this.text }));
    } catch {
      // A text without colours is as good.
    }
  }

  private edit() {
    if (this.editor) return this.editor.focus();
    const text = rows(this.text)
      .map(({ code }) => code.trimEnd())
      .join("\n")
      .trim();
    this.editor = new Editor({
      engine: this.engine,
      sheet: this.name,
      label: "Example",
      text,
      placeholder: "",
      own: () => [],
      keys: [
        { key: "Shift-Enter", run: () => (void this.run(), true) },
        { key: "Mod-Enter", run: () => (void this.run(), true) },
      ],
      changed: () => (this.state.textContent = "edited"),
      focused: () => {},
    });
    this.body.replaceWith(this.editor.element);
    this.element.classList.add("edited");
    this.editor.focus();
  }

  /** Runs the statements one after the other in a session of their own; an error does not end that. */
  private async run() {
    const text = this.editor?.text ?? this.text;
    set(this.results);
    this.state.textContent = "runs";
    const stop = button("Stop", { kind: "sm line", icon: "stop" }, () => this.engine.stop());
    this.state.after(stop);
    try {
      await this.engine.forget(this.name);
      const ranges = (await this.engine.aside<"statements">({ kind: "statements", text })) ?? [[0, text.length]];
      for (const [from, to] of ranges) {
        const input = text.slice(from, to);
        const reply = await this.engine.evaluate(this.name, { name: "example", text: input }, () => true);
        if (!reply) continue;
        const stopped = reply.errors[0]?.code === INTERRUPTED;
        this.results.append(
          h(
            "div",
            { class: "ran" },
            h("code", { class: "muted small" }, input.split("\n")[0]!),
            ...output(reply, "text", {
              replace: () => {},
              page: (name) => helpOnly(this.engine, this.name, name),
              insert: () => {},
            }),
          ),
        );
        if (stopped) break;
      }
      this.state.textContent = "";
    } catch (why) {
      this.state.textContent = why instanceof Ended ? "Stopped." : String(why);
    } finally {
      stop.remove();
    }
  }

  private async open() {
    const text = this.editor?.text ?? this.text;
    location.assign(`./${await SHEETS.whole(sheet("From the book", [code(text), code()]))}`);
  }
}

function coloured(text: string, from: number, tokens: Token[]): Node[] {
  const found: Node[] = [];
  let at = 0;
  for (const [start, end, role] of tokens) {
    const begin = Math.max(start - from, at);
    const stop = Math.min(end - from, text.length);
    if (end <= from || begin >= stop) continue;
    found.push(document.createTextNode(text.slice(at, begin)), h("span", { class: `t-${role}` }, text.slice(begin, stop)));
    at = stop;
  }
  found.push(document.createTextNode(text.slice(at)));
  return found;
}
