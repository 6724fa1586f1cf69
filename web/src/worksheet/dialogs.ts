// Windows above the page: lists to open something from, help, settings.
import { button, h, icon, remember, set } from "../dom";
import type { Engine, Limits } from "../engine";
import type { Piece } from "../protocol";
import { blocks } from "./output";

/** A window with a title; it is gone when it is closed. */
export function dialog(title: string, ...children: Node[]): HTMLDialogElement {
  const close = button("", { kind: "icon", icon: "close", label: "Close" }, () => window.close());
  const window: HTMLDialogElement = h(
    "dialog",
    { "aria-label": title, close: () => window.remove(), click: (event: MouseEvent) => event.target === window && window.close() },
    h("div", { class: "window" }, h("header", {}, h("h2", {}, title), close), ...children),
  );
  document.body.append(window);
  window.showModal();
  return window;
}

export interface Choice {
  title: string;
  about: string;
  choose: () => void;
  /** Deletes it, and brings it back. */
  remove?: () => void;
  restore?: () => void;
}

/** The text of a file; none, and a window that says why, where it is too long or no text. */
export async function textOf(file: File, longest: number): Promise<string | null> {
  const refuse = (title: string, why: string) => void dialog(title, h("p", {}, `${file.name} ${why}`));
  if (file.size > longest) {
    refuse("This file is too long", `has ${file.size.toLocaleString("en")} bytes. At most ${longest.toLocaleString("en")} are read.`);
    return null;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes("\0")) return text;
  } catch {
    // Bytes that are no text.
  }
  refuse("This file is no program", "is not a text. A program is a text file, with a name such as rules.game.");
  return null;
}

/** A window to choose from lists. */
export function choose(title: string, lists: { title: string; choices: Choice[] }[], ...before: Node[]) {
  const window = dialog(
    title,
    ...before,
    ...lists
      .filter(({ choices }) => choices.length > 0)
      .map((list) =>
        h(
          "section",
          {},
          h("h3", {}, list.title),
          h("ul", { class: "choices" }, ...list.choices.map((one) => item(one, () => window.close()))),
        ),
      ),
  );
  return window;
}

function item({ title, about, choose, remove, restore }: Choice, close: () => void) {
  const row = h("li", {});
  const there = [
    h(
      "button",
      { type: "button", class: "choice", click: () => (close(), choose()) },
      h("b", {}, title),
      h("span", { class: "muted small" }, about),
    ),
    remove &&
      button("", { kind: "icon sm", icon: "bin", label: `Delete ${title}` }, () => {
        remove();
        const undo = button("Undo", { kind: "line sm", icon: "undo", label: `Bring back ${title}` }, () => {
          restore?.();
          set(row, ...there);
          row.querySelector("button")?.focus();
        });
        set(row, h("span", { class: "choice muted", role: "status" }, `${title} is deleted.`), undo);
        undo.focus();
      }),
  ];
  set(row, ...there);
  return row;
}

const pieceText = (piece: Piece | undefined) => (typeof piece === "object" ? piece.text : piece);

/** Help: a question finds names, a name has a page. The button of an example says `words`. */
export function help(engine: Engine, sheet: string, insert: (text: string) => void, name?: string, words = "Put the example into a cell") {
  const place = h("div", { class: "help-page", "aria-live": "polite" });
  const input = h("input", { type: "search", placeholder: "A name, a word or a question", "aria-label": "Search help" });
  const window = dialog("Help", h("label", { class: "field" }, icon("search"), input), place);
  const show = async (name: string) => {
    const page = await engine.aside<"page">({ kind: "page", sheet, name });
    if (!page) return find(name);
    const tried = page.examples?.[0];
    set(
      place,
      // Related names are buttons here.
      ...blocks(page.blocks.filter((block) => !("line" in block) || pieceText(block.line[0]) !== "See also: ")),
      tried ? button(words, { kind: "line sm" }, () => (window.close(), insert(tried))) : null,
      page.see_also && page.see_also.length > 0
        ? h("p", {}, ...page.see_also.map((other) => button(other, { kind: "sm line" }, () => void show(other))))
        : null,
    );
    place.scrollTop = 0;
  };
  const find = async (question: string) => {
    const found = question.trim() === "" ? [] : await engine.aside<"find">({ kind: "find", sheet, question });
    if (question !== input.value && question !== name) return;
    const hit = (one: { name: string; summary: string }) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "choice", click: () => void show(one.name) },
          h("b", {}, one.name),
          h("span", { class: "muted small" }, one.summary.replaceAll("`", "")),
        ),
      );
    set(
      place,
      found.length > 0
        ? h("ul", { class: "choices" }, ...found.slice(0, 30).map(hit))
        : h(
            "p",
            { class: "muted" },
            question.trim() === "" ? "Type what you are looking for, for instance temperature." : "Nothing was found.",
          ),
    );
  };
  input.addEventListener("input", () => void find(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") place.querySelector<HTMLElement>("button")?.click();
  });
  if (name === undefined) {
    void find("");
    input.focus();
  } else {
    void show(name);
  }
}

const THEME = "upstar.theme";
const LIMITS = "upstar.limits";

export function keptTheme() {
  return localStorage.getItem(THEME) ?? "";
}

export function applyTheme(theme: string) {
  document.documentElement.dataset.theme = theme;
  remember(THEME, theme);
}

/** The limits that were chosen, on top of the usual ones. */
export function keptLimits(usual: Limits): Limits {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(LIMITS) ?? "{}") };
  } catch {
    return usual;
  }
}

/** Looks and limits. */
export function settings(engine: Engine) {
  const theme = h(
    "select",
    { id: "theme", change: () => applyTheme(theme.value) },
    ...[
      ["", "As the system says"],
      ["light", "Light"],
      ["dark", "Dark"],
    ].map(([value, text]) => h("option", { value }, text)),
  );
  theme.value = keptTheme();
  const { limits } = engine;
  const number = (id: string, value: number | null, most: number) =>
    h("input", { id, type: "number", min: 1, max: most, value: value ?? "", placeholder: "none", inputmode: "numeric", change: apply });
  const seconds = number("seconds", limits.seconds, 86_400);
  const memory = number("memory", limits.bytes === null ? null : limits.bytes / 2 ** 20, 4000);
  const calls = number("calls", limits.calls, 10_000);
  // What holds when nothing is chosen is known to the engine alone.
  calls.placeholder = "";
  void engine.aside<"hello">({ kind: "hello" }).then(({ calls: usual }) => (calls.placeholder = String(usual)));
  function apply() {
    const of = ({ value }: HTMLInputElement) => (value === "" ? null : Math.max(1, Number(value)));
    const bytes = of(memory);
    const chosen: Limits = { seconds: of(seconds), bytes: bytes === null ? null : bytes * 2 ** 20, calls: of(calls) };
    remember(LIMITS, JSON.stringify(chosen));
    void engine.limit(chosen);
  }
  const row = (id: string, text: string, input: Node) => h("div", { class: "row" }, h("label", { for: id }, text), input);
  dialog(
    "Settings",
    h(
      "div",
      { class: "form" },
      row("theme", "Light or dark", theme),
      row("seconds", "Seconds for a cell", seconds),
      row("memory", "Megabytes of memory", memory),
      row("calls", "Nested calls", calls),
    ),
    h(
      "p",
      { class: "muted small" },
      "A cell that passes a limit is stopped, and the names that are bound stay. Where rules and builtins call each other more deeply than the browser allows, the engine begins again and binds them anew.",
    ),
  );
}
