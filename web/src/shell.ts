// What all pages have in common: the engine, the bar at the top, themes, help, links to share, and being kept for use
// without a network.
import "@fontsource-variable/inter/wght.css";
import "@fontsource/jetbrains-mono/400.css";
import "./style.css";
import "./pages.css";
import { add, button, h, icon, say } from "./dom";
import { Engine, LIMITS } from "./engine";
import { packed } from "./links";
import { applyTheme, dialog, help, keptLimits, keptTheme, settings } from "./worksheet/dialogs";

export type PageName = "worksheet" | "explorer" | "play" | "exercises" | "book";

const PAGES: [PageName, string, string, Parameters<typeof icon>[0]][] = [
  ["worksheet", "./", "Worksheet", "cells"],
  ["explorer", "explorer.html", "Explorer", "tree"],
  ["play", "play.html", "Play", "stones"],
  ["exercises", "exercises.html", "Exercises", "tick"],
  ["book", "book.html", "Book", "book"],
];

function brand() {
  const mark = new DOMParser().parseFromString(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22" aria-hidden="true"><path class="stem" d="M11 19V4.5M5 10L11 3.5 17 10"/><path class="star" d="M16.5 13.5v6M13.9 15l5.2 3M13.900 18l5.200-3"/></svg>',
    "image/svg+xml",
  ).documentElement;
  return h("a", { class: "brand", href: "./" }, document.importNode(mark, true), "Upstar");
}

export function newEngine(): Engine {
  applyTheme(keptTheme());
  const engine = new Engine(new URL("upstar.wasm", document.baseURI).href);
  engine.limits = keptLimits(LIMITS);
  return engine;
}

/** Builds a page: the bar at the top and its content. `ask` opens help. */
export function build(page: PageName, engine: Engine, ask: () => void, ...content: Node[]) {
  const link = ([name, href, words, mark]: (typeof PAGES)[number]) =>
    h("a", { href, "aria-current": name === page ? "page" : null }, icon(mark), words);
  add(
    document.body,
    h(
      "header",
      { class: "top" },
      brand(),
      h("nav", { class: "nav", "aria-label": "Parts of Upstar" }, ...PAGES.map(link)),
      h(
        "div",
        { class: "top-end" },
        h(
          "button",
          { type: "button", class: "btn line", "aria-label": "Help", click: ask },
          icon("search"),
          h("span", { class: "lbl" }, "Help"),
          h("kbd", {}, "/"),
        ),
        button("", { icon: "gear", kind: "icon", label: "Settings" }, () => settings(engine)),
      ),
    ),
    h("main", { id: "main" }, ...content),
    h("div", { id: "said", class: "sr", role: "status", "aria-live": "polite" }),
  );
  onKey((event) => {
    if (event.key !== "/") return false;
    ask();
    return true;
  });
}

/** Help where there are no cells: an example is opened in a worksheet of its own. */
export function helpOnly(engine: Engine, sheet: string, name?: string) {
  const cells = (text: string) => [text, ""].map((one) => ["code", one]);
  const open = async (text: string) => location.assign(`./#sheet=${await packed({ version: 1, title: "Example", cells: cells(text) })}`);
  help(engine, sheet, (text) => void open(text), name, "Open the example in a worksheet");
}

/** Hears keys where nothing is typed and no window is open; `pressed` says whether the key was for it. */
function onKey(pressed: (event: KeyboardEvent) => boolean) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event
      .composedPath()
      .some((one) => one instanceof HTMLElement && (one.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(one.tagName)));
    if (!isTyping && !document.querySelector("dialog[open]") && pressed(event)) event.preventDefault();
  });
}

/** Takes steps back and forward by the keys that do so in other programs. */
export function onUndo(undo: () => void, redo: () => void) {
  onKey((event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return false;
    if (key === "z" && !event.shiftKey) undo();
    else redo();
    return true;
  });
}

/** Begins the engine; a page that was built is kept for use without a network, and not before it works. */
export function begin(engine: Engine, begun: () => void) {
  void engine.begin().then(
    () => {
      begun();
      if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js", { type: "module" });
    },
    (why: unknown) => dialog("The engine did not start", h("p", {}, `This browser could not load it: ${String(why)}`)),
  );
  document.documentElement.dataset.ready = "true";
}

/** A window with a link. */
export async function shareDialog(title: string, about: string, hash: string | Promise<string>) {
  const link = new URL(await hash, location.href).href;
  const field = h("input", { readonly: true, value: link, "aria-label": "The link", class: "link" });
  const copied = button("Copy the link", { kind: "main", icon: "link" }, () => {
    void navigator.clipboard.writeText(link).then(() => {
      copied.textContent = "Copied";
      say("The link is copied.");
    });
  });
  dialog(title, h("p", { class: "muted" }, about), h("p", { class: "row" }, field, copied));
  field.select();
}
