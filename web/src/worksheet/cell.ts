// A cell on the page: its editor, its output, and what it is doing.
import { button, h, set } from "../dom";
import { Editor, type EditorOptions } from "../editor";
import type { Diagnostic, Preview } from "../protocol";
import { isUnfinished, output, previewed, stale, type Actions, type Notation } from "./output";
import type { Cell, CodeCell, TextCell } from "./sheet";

/** A preview is asked for when nothing was typed for so many milliseconds. */
const PREVIEW_AFTER = 350;

export type Doing = "nothing" | "waiting" | "running";

/** What a cell asks of its worksheet. */
export interface Around {
  number: (id: string) => number;
  run: (id: string) => void;
  runOn: (id: string) => void;
  stop: (id: string) => void;
  remove: (id: string) => void;
  move: (id: string, by: -1 | 1) => void;
  leave: (id: string, to: -1 | 1) => boolean;
  changed: (id: string, text: string) => void;
  focused: (id: string) => void;
  page: (name: string) => void;
  insertBelow: (id: string, text: string) => void;
  hand: (page: "explorer" | "play", text: string) => void;
  /** The answer that the text of a cell would have; null while something else is computed. */
  preview: (text: string) => Promise<Preview | null>;
  steps: () => number;
  notation: () => Notation;
  staleness: (id: string) => "edited" | number | null;
  editor: Pick<EditorOptions, "engine" | "sheet" | "own">;
}

abstract class View {
  readonly element: HTMLElement;
  protected readonly gutter = h("div", { class: "gut" });
  protected readonly body = h("div", { class: "body" });

  constructor(
    readonly id: string,
    protected readonly around: Around,
  ) {
    this.element = h("section", { class: "cellrow" }, this.gutter, this.body);
  }

  /** The number of the cell has changed. */
  place() {
    const number = this.around.number(this.id);
    this.element.setAttribute("aria-label", `Cell ${number}`);
    const { remove, move } = this.around;
    set(
      this.gutter,
      h("span", { class: "no" }, String(number)),
      h(
        "div",
        { class: "tools", role: "group", "aria-label": `Cell ${number}: order` },
        button("", { kind: "icon sm", icon: "up", label: `Move cell ${number} up` }, () => move(this.id, -1)),
        button("", { kind: "icon sm", icon: "down", label: `Move cell ${number} down` }, () => move(this.id, 1)),
        button("", { kind: "icon sm", icon: "bin", label: `Delete cell ${number}` }, () => remove(this.id)),
      ),
    );
  }

  abstract focus(): void;
  /** Shows a text that came from elsewhere. */
  abstract write(text: string): void;
  destroy() {
    this.element.remove();
  }
}

export class TextView extends View {
  private readonly area: HTMLTextAreaElement;

  constructor(cell: TextCell, around: Around) {
    super(cell.id, around);
    this.element.classList.add("words");
    this.area = h("textarea", {
      rows: 1,
      placeholder: "Words between the cells",
      input: () => {
        this.fit();
        around.changed(cell.id, this.area.value);
      },
      focus: () => around.focused(cell.id),
    });
    this.area.value = cell.text;
    this.body.append(this.area);
    requestAnimationFrame(() => this.fit());
  }

  override place() {
    super.place();
    this.area.setAttribute("aria-label", `Words of cell ${this.around.number(this.id)}`);
  }

  write(text: string) {
    this.area.value = text;
    this.fit();
  }

  private fit() {
    this.area.rows = Math.max(1, this.area.value.split("\n").length);
  }

  focus() {
    this.area.focus();
  }
}

export class CodeView extends View {
  readonly editor: Editor;
  doing: Doing = "nothing";
  private readonly live = h("div", { class: "live", hidden: true, role: "note", "aria-label": "What this input would answer" });
  private readonly out = h("div", { class: "result" });
  private asking: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private begun = 0;

  constructor(
    private readonly cell: CodeCell,
    around: Around,
  ) {
    super(cell.id, around);
    this.editor = new Editor({
      ...around.editor,
      label: "Input",
      text: cell.text,
      placeholder: "Type a game, such as <1|-1>, or a question about one",
      keys: [
        { key: "Shift-Enter", run: () => (around.runOn(cell.id), true) },
        { key: "Mod-Enter", run: () => (around.run(cell.id), true) },
        { key: "Escape", run: () => this.doing !== "nothing" && (around.stop(cell.id), true) },
        { key: "ArrowUp", run: (view) => view.state.selection.main.head === 0 && around.leave(cell.id, -1) },
        { key: "ArrowDown", run: (view) => view.state.selection.main.head === view.state.doc.length && around.leave(cell.id, 1) },
      ],
      changed: (text) => {
        around.changed(cell.id, text);
        this.later();
      },
      focused: () => around.focused(cell.id),
    });
    this.body.append(this.editor.element, this.live, this.out);
  }

  /** Shows what the text would answer, a moment after it was typed. */
  private later() {
    clearTimeout(this.asking);
    if (!this.editor.hasFocus) return this.unlive();
    this.asking = setTimeout(() => void this.ask(), PREVIEW_AFTER);
  }

  private async ask() {
    const { text } = this.editor;
    if (text.trim() === "" || text === this.cell.ran?.text || this.doing !== "nothing") return this.unlive();
    const reply = await this.around.preview(text).catch(() => null);
    // Meanwhile something else was typed, or the cell has run.
    if (text !== this.editor.text || this.doing !== "nothing" || text === this.cell.ran?.text) return;
    if (!reply || isUnfinished(reply, text)) return this.unlive();
    const shown = previewed(reply, this.around.notation());
    set(this.live, ...shown);
    this.live.hidden = shown.length === 0;
    this.mark(reply.errors);
  }

  /** Underlines the first place of each error. */
  private mark(errors: Diagnostic[]) {
    const places = errors.flatMap(({ places }) => places.slice(0, 1));
    this.editor.underline(places.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [{ from, to }])));
  }

  private unlive() {
    clearTimeout(this.asking);
    this.live.hidden = true;
    set(this.live);
  }

  override place() {
    super.place();
    const number = this.around.number(this.id);
    this.editor.relabel(`Input ${number}`);
    this.gutter
      .querySelector(".tools")
      ?.prepend(button("", { kind: "icon sm", icon: "run", label: `Run cell ${number}` }, () => this.around.run(this.id)));
  }

  /** What it does now: a running cell shows how far it is. */
  does(doing: Doing) {
    this.doing = doing;
    clearInterval(this.timer);
    this.unlive();
    this.element.classList.toggle("running", doing !== "nothing");
    if (doing === "nothing") return this.show();
    if (doing === "waiting") {
      this.showProgress(h("span", {}, "Waits for the cells before it."));
      return;
    }
    this.begun = performance.now();
    this.element.classList.remove("error");
    const far = h("span", { class: "far" });
    // A cell that takes a moment only does not flicker.
    const tick = () => {
      const seconds = (performance.now() - this.begun) / 1000;
      if (!far.isConnected) this.showProgress(far, h("span", { class: "wide" }, "Cells can still be edited."));
      const steps = this.around.steps().toLocaleString("en");
      set(far, h("b", {}, steps), " steps ", h("b", {}, `${Math.floor(seconds)} s`));
    };
    this.timer = setInterval(tick, 200);
  }

  private showProgress(...what: Node[]) {
    // The button stays where it is while it is pressed: a new one would not see the click.
    const shown = this.out.querySelector(".run");
    if (shown?.lastElementChild) {
      while (shown.childNodes.length > 1) shown.firstChild?.remove();
      shown.prepend(...what);
      return;
    }
    const stop = button("Stop", { kind: "line sm", icon: "stop", label: `Stop cell ${this.around.number(this.id)}` }, () =>
      this.around.stop(this.id),
    );
    set(this.out, h("div", { class: "track", "aria-hidden": "true" }, h("i")), h("div", { class: "run" }, ...what, stop));
  }

  /** Shows what came of it. */
  show() {
    const { ran } = this.cell;
    const failed = ran?.reply !== undefined && ran.reply.errors.length > 0;
    this.element.classList.toggle("error", (failed || ran?.ended !== undefined) && ran?.text === this.cell.text);
    if (!ran) {
      set(this.out);
      return this.refresh();
    }
    const actions: Actions = {
      replace: (from, to, insert) => {
        this.editor.replace(from, to, insert);
        this.around.run(this.id);
      },
      page: this.around.page,
      insert: (text) => this.around.insertBelow(this.id, text),
      hand: this.around.hand,
    };
    if (ran.reply) set(this.out, ...output(ran.reply, this.around.notation(), actions));
    else set(this.out, h("div", { class: "msg note", role: "status" }, h("div", {}, ran.ended ?? "")));
    if (ran.text === this.cell.text) this.mark(ran.reply?.errors ?? []);
    this.refresh();
  }

  /** Says whether what is shown is out of date. */
  refresh() {
    const why = this.doing === "nothing" ? this.around.staleness(this.id) : null;
    this.element.classList.toggle("stale", why !== null);
    this.out.querySelector(".stale-tag")?.remove();
    if (why !== null) this.out.prepend(stale(why, () => this.around.run(this.id)));
  }

  focus() {
    this.editor.focus();
  }

  write(text: string) {
    this.editor.text = text;
    this.refresh();
  }

  override destroy() {
    clearInterval(this.timer);
    clearTimeout(this.asking);
    this.editor.destroy();
    super.destroy();
  }
}

export function view(cell: Cell, around: Around): TextView | CodeView {
  return cell.kind === "code" ? new CodeView(cell, around) : new TextView(cell, around);
}
