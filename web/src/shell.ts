// What all pages have in common: the engine, the bar at the top, themes, help, being kept for use without a
// network, and how a position goes from one page to another.
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./style.css";
import "./pages.css";
import { add, button, h, icon, say } from "./dom";
import { Engine, LIMITS, type Input } from "./engine";
import { unpacked } from "./links";
import type { PlayerName } from "./protocol";
import { lay, surroundings } from "./study/browser";
import { toData, whole } from "./study/codec";
import { Desk } from "./study/desk";
import { begin as begin_, fingerprint, root, type Study } from "./study/study";
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
    h("header", { class: "top" },
      brand(),
      h("nav", { class: "nav", "aria-label": "Parts of Upstar" }, ...PAGES.map(link)),
      h("div", { class: "top-end" },
        h("button", { type: "button", class: "btn line", "aria-label": "Help", click: ask }, icon("search"), h("span", { class: "lbl" }, "Help"), h("kbd", {}, "/")),
        button("", { icon: "gear", kind: "icon", label: "Settings" }, () => settings(engine)))),
    h("main", { id: "main" }, ...content),
    h("div", { id: "said", class: "sr", role: "status", "aria-live": "polite" }),
  );
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || isTyping(event) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    ask();
  });
}

/** Help that puts its examples nowhere. */
export function helpOnly(engine: Engine, sheet: string, name?: string) {
  help(engine, sheet, (text) => void navigator.clipboard.writeText(text), name);
}

export function isTyping(event: Event) {
  return event.composedPath().some((one) => one instanceof HTMLElement && (one.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(one.tagName)));
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

/* Studies */

/** Opens the study of the address, or the last one of the page; Back and Forward of the browser walk in it. */
export async function atDesk(name: string, fresh: (id: string) => Study) {
  await fromOldLink();
  const outside = surroundings();
  const opened = await Desk.begin(outside, name, () => fresh(outside.random()));
  const { desk, came } = opened;
  if (came === "broken") dialog("This link is broken", h("p", {}, "It does not contain a study, or names one that is not in this browser. Perhaps it was cut off on its way."));
  window.addEventListener("popstate", () => {
    void fromOldLink().then(async () => {
      if (!(await desk.arrive()) && location.hash !== "") dialog("This link is broken", h("p", {}, "It does not contain a study."));
    });
  });
  window.addEventListener("pageshow", ({ persisted }) => void (persisted && desk.reread()));
  document.addEventListener("keydown", (event) => {
    if (isTyping(event) || document.querySelector("dialog[open]") || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) desk.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) desk.redo();
    else return;
    event.preventDefault();
  });
  return opened;
}

const isText = (one: unknown): one is string => typeof one === "string";
const isPlayer = (one: unknown): one is PlayerName => one === "Left" || one === "Right";

/** Makes a study of a link that an earlier version of this page has given. */
async function fromOldLink() {
  const link = /^#(?:position|match)=(.+)$/.exec(location.hash)?.[1];
  if (!link) return;
  const { text, start, definitions, first, machine } = ((await unpacked(link)) ?? {}) as Record<string, unknown>;
  const position = isText(text) ? text : start;
  const inputs = Array.isArray(definitions) ? definitions.filter((one): one is Input => isText(one?.name) && isText(one?.text)) : [];
  if (!isText(position)) return;
  const study = begin_(fingerprint(link), position, inputs);
  const at = root(study).id;
  const match = isPlayer(first) ? { value: { from: at, first, machine: isPlayer(machine) ? machine : null }, at: 1 } : study.match;
  history.replaceState(null, "", await whole({ study: { ...study, match }, at }));
}

/** Opens a page with a position and the inputs that define its ruleset: always the same study. */
export async function hand(page: "explorer" | "play", text: string, definitions: Input[]) {
  const study = begin_(fingerprint(JSON.stringify([text, definitions])), text, definitions);
  const at = root(study).id;
  const opened = { study: page === "play" ? { ...study, match: { value: { from: at, first: "Left" as const, machine: "Right" as const }, at: Date.now() } } : study, at };
  location.assign(`${page}.html${await lay(opened, toData(opened))}`);
}

/** A window with a link. */
export async function shareDialog(title: string, about: string, hash: Promise<string>) {
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

/** Definitions that came by a link are evaluated for at most so many seconds each. */
const SECONDS_TO_DEFINE = 10;

/** Puts the inputs that define a ruleset in place. */
export function recall(engine: Engine, sheet: string, definitions: Input[]) {
  if (definitions.length > 0) engine.recall(sheet, definitions, SECONDS_TO_DEFINE);
}
