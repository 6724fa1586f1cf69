// The outputs of cells, as elements.
import { button, download, h, icon } from "../dom";
import { drawPart } from "../board";
import { thermograph, wallsOf } from "../explorer/thermograph";
import { picture } from "../picture";
import { folded, sentence, val, type Reached } from "../values";
import {
  isLimit,
  type Answer,
  type Block,
  type Check,
  type Diagnostic,
  type Line,
  type Part,
  type Place,
  type Preview,
  type Reply,
  type Sentence,
  type Step,
} from "../protocol";
import { fix } from "./sheet";

export type Notation = "text" | "braces" | "ascii" | "latex";

/** Actions from within an output. */
export interface Actions {
  replace: (from: number, to: number, insert: string) => void;
  page: (name: string) => void;
  insert: (text: string) => void;
  /** Opens a position on another page, where there is one for it. */
  hand?: (page: "explorer" | "play", text: string) => void;
}

/** Kinds of values that are what is seen. */
const PICTURES = new Set(["picture", "thermograph"]);

/** Longer values are cut where they are shown; copying gives all of it. */
const LONGEST = 4000;

export function output(reply: Reply, notation: Notation, actions: Actions): Node[] {
  const parts: Node[] = reply.answers.map((one) => answer(one, notation, actions));
  parts.push(...reply.checks.map((one) => check(one, actions)));
  parts.push(...reply.errors.map((one) => message(one, actions)));
  parts.push(...reply.warnings.map((one) => message(one, actions)));
  if (reply.files.length > 0) parts.push(files(reply.files));
  if (parts.length === 0) parts.push(defined(reply, actions));
  return parts;
}

function shown(answer: Answer, notation: Notation): string {
  const text = answer[notation] ?? answer.text;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Kinds of values that can be explored and played. */
const PLAYABLE = new Set(["position", "sum of positions", "game", "form", "loopy game"]);

/** Buttons that open a position on other pages. */
function elsewhere(one: Answer, { hand }: Actions): Node[] {
  if (!hand || !PLAYABLE.has(one.kind) || one.text.length > LONGEST) return [];
  return [
    button("Explore", { kind: "sm lead", icon: "tree" }, () => hand("explorer", one.text)),
    button("Play", { kind: "sm", icon: "stones" }, () => hand("play", one.text)),
  ];
}

function answer(one: Answer, notation: Notation, actions: Actions): Node {
  if (one.why) return h("div", { class: "why" }, explanation(one.why.title, one.why.steps, true));
  const drawn = drawing(one, one.about ? `${one.text}\n${one.about}` : one.text);
  if (drawn && notation !== "latex") return figure(one, drawn, notation, actions);
  const whole = one[notation] ?? one.text;
  return h(
    "div",
    { class: "out" },
    isCode(notation) || whole.includes("\n")
      ? h("span", { class: "val code", title: whole.slice(0, 300) }, shown(one, notation))
      : folded(whole.length > 20 * LONGEST ? shown(one, notation) : whole),
    h("span", { class: "meta" }, ...elsewhere(one, actions), copy(whole)),
  );
}

/** Whether values are shown as they are typed elsewhere, and not typeset. */
const isCode = (notation: Notation) => notation === "latex" || notation === "ascii";

/** The picture of a value that has one. */
function drawing(one: Answer, about: string): Element | null {
  if (one.parts) return parts(one.parts, about);
  const walls = one.kind === "thermograph" && wallsOf(one.text);
  const drawn = walls && thermograph(walls, "the value");
  if (drawn) return drawn.element;
  return one.svg === null ? null : picture(one.svg, about);
}

/** Longer values are not shown while one types. */
const LONGEST_PREVIEW = 300;

/** The codes of brackets and texts without an end. */
const OPEN = new Set(["G0102", "G0105"]);

/** Whether an input is not typed to its end: then what is missing is no error yet. */
export function isUnfinished({ errors }: Preview, text: string): boolean {
  return errors.some(({ code, places: [place] }) => OPEN.has(code) || (place?.from !== undefined && place.from >= text.trimEnd().length));
}

/** The preview of an input, in a line: values and pictures, or an error. Nothing where that takes longer. */
export function previewed({ answers, checks, errors }: Preview, notation: Notation): Node[] {
  const wrong = errors.filter((one) => !isLimit(one));
  if (wrong.length > 0)
    return wrong
      .slice(0, 1)
      .map(({ message, helps }) =>
        h("span", { class: "wrong" }, ...[message, ...helps.slice(0, 1)].flatMap((text) => [...asSentence(text), " "])),
      );
  if (answers.length === 0) return checks.slice(-1).map(({ verdict }) => h("span", { class: "muted" }, VERDICTS[verdict], "."));
  return answers.slice(-1).flatMap((one) => {
    if (one.why) return [];
    const drawn = drawing(one, one.text);
    if (drawn) return [drawn];
    const whole = one[notation] ?? one.text;
    const isLong = whole.length > LONGEST_PREVIEW || whole.includes("\n");
    if (!isLong && !isCode(notation)) return [val(whole)];
    return [h("span", { class: "val code" }, isLong ? `${whole.slice(0, LONGEST_PREVIEW).split("\n")[0]} …` : whole)];
  });
}

/** Positions, drawn as everywhere on these pages. */
function parts(all: Part[], about: string): Element {
  return h(
    "span",
    { class: "parts", role: "img", "aria-label": about },
    ...all.flatMap((part, n) => [n > 0 ? h("span", { class: "op" }, "+") : null, drawPart(part)]),
  );
}

function figure(one: Answer, drawn: Element, notation: Notation, actions: Actions): Node {
  const facts = one.facts?.flatMap(({ label, text }) => [h("dt", {}, label), h("dd", {}, val(text))]);
  return h(
    "div",
    { class: facts ? "out fig" : "out pic" },
    // Of a position the text is the value; of a picture it is what was asked for.
    h("figure", {}, drawn, PICTURES.has(one.kind) ? null : h("figcaption", {}, folded(shown(one, notation)))),
    facts && h("dl", { class: "facts" }, ...facts),
    h(
      "span",
      { class: "meta" },
      ...elsewhere(one, actions),
      one.svg &&
        button("SVG", { kind: "sm", label: `Keep the picture ${one.text} as an SVG file`, icon: "save" }, () =>
          download("picture.svg", one.svg ?? "", "image/svg+xml"),
        ),
      copy(one[notation] ?? one.text),
    ),
  );
}

function copy(text: string) {
  const copied = button("Copy", { kind: "sm copy", label: "Copy the value" }, () => {
    void navigator.clipboard.writeText(text).then(() => {
      copied.textContent = "Copied";
      setTimeout(() => (copied.textContent = "Copy"), 1500);
    });
  });
  return copied;
}

/** What is known of positions that an explanation speaks of, by who has moved there. */
export type Naming = (position: string, by: string | null) => Reached | undefined;

/** An explanation; each step carries the value that it is about first. */
export function explanation(title: Sentence, steps: Step[], isTop = false, naming?: Naming, mover: string | null = null): Node {
  const about = (said: Sentence) =>
    said.map((piece) => (typeof piece === "object" && "value" in piece ? piece.value : null)).find((one) => one !== null) ?? null;
  const by = (said: Sentence) => (typeof said[0] === "string" ? (/^(Left|Right)\b/.exec(said[0])?.[1] ?? null) : null);
  const marked = (said: Sentence) => ({ "data-about": about(said), "data-by": by(said) });
  const player = by(title) ?? mover;
  const says = (said: Sentence) => sentence(said, (position) => naming?.(position, player));
  const inner = steps.flatMap((step): (Node | string)[] => {
    if (step === null) return [];
    if ("table" in step) return [table(step.table, says)];
    if ("drawing" in step) return [picture(step.drawing, "the walls of a thermograph") ?? ""];
    return [
      step.because.length > 0
        ? explanation(step.says, step.because, false, naming, player)
        : h("div", { class: "leaf", ...marked(step.says) }, h("span", {}, ...says(step.says))),
    ];
  });
  return h("details", { open: isTop || steps.length < 12 }, h("summary", marked(title), h("span", {}, ...says(title))), ...inner);
}

function table(rows: Sentence[][], says: (said: Sentence) => Node[]): Node {
  return h("table", { class: "rows" }, h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...says(cell)))))));
}

/** Texts with `code` in backquotes. */
export function prose(text: string): Node[] {
  return text.split(/`([^`]+)`/).map((part, place) => (place % 2 === 1 ? h("code", {}, part) : document.createTextNode(part)));
}

export function capital(text: string) {
  return /^[a-z]/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** Words of messages about the command line, each with those that fit these pages. */
const ELSEWHERE: [RegExp, string][] = [
  [/allow more with `--timeout [\s\S]*$/, "allow more seconds for a cell in Settings"],
  [/allow more with `--max-memory [\s\S]*$/, "allow more megabytes of memory in Settings"],
  [/type `play\(P\)` at the prompt[\s\S]*$/, "open the page Play"],
];
export const here = (text: string) => ELSEWHERE.reduce((said, [there, words]) => said.replace(there, words), text);

/** A message as a sentence: it begins with a capital letter and ends. */
export function asSentence(text: string): (Node | string)[] {
  const said = here(text);
  return [...prose(capital(said)), /[.?!]$/.test(said) ? "" : "."];
}

/** Where a place in another text is; null for one in the library, which is not edited here. */
export function outside({ file, line, column }: Omit<Place, "text">): string | null {
  return file === undefined || file.startsWith("stdlib/") ? null : `In ${file}, line ${line}, column ${column}.`;
}

function message(one: Diagnostic, actions: Actions): Node {
  const repair = fix(one);
  const elsewhere = one.places.map(outside).filter((place) => place !== null);
  return h(
    "div",
    { class: `msg ${one.severity}`, role: one.severity === "error" ? "alert" : "status" },
    ...what(one, actions.page),
    ...elsewhere.map((place) => h("div", { class: "help" }, place)),
    repair && replacement(repair.insert, () => actions.replace(repair.from, repair.to, repair.insert)),
  );
}

/** An error about a position, outside of a worksheet; `again` reads the text with what was meant. */
export function diagnostic(one: Diagnostic, page: (code: string) => void, text = "", again?: (text: string) => void): Node {
  const repair = again && fix(one);
  const meant = repair && (() => again(text.slice(0, repair.from) + repair.insert + text.slice(repair.to)));
  return h("div", { class: "msg error" }, ...what(one, page), repair && meant && replacement(repair.insert, meant));
}

/** A button that puts what was meant in the place of what was typed. */
function replacement(insert: string, click: () => void): Node {
  return h("div", { class: "acts" }, h("button", { type: "button", class: "btn line sm", click }, "Replace with ", h("code", {}, insert)));
}

/** An error with its page of help, then notes and helps in their order. */
function what({ message, notes, helps, code }: Diagnostic, page: (code: string) => void): Node[] {
  const mark = h(
    "button",
    { type: "button", class: "plain small", "aria-label": `${code}: what this error means`, click: () => page(code) },
    code,
  );
  return [
    h("div", {}, h("b", {}, ...asSentence(message)), " ", mark),
    ...[...notes, ...helps].map((text) => h("div", { class: "help" }, ...asSentence(text))),
  ];
}

const VERDICTS = { passed: "Holds", failed: "Does not hold", blank: "Answer", error: "Could not be judged" } as const;

function check(one: Check, actions: Actions): Node {
  const words = VERDICTS[one.verdict];
  return h(
    "div",
    { class: `check ${one.verdict}` },
    h("div", {}, h("b", {}, words), " ", h("code", {}, one.claim)),
    one.verdict === "failed" &&
      one.got !== null &&
      one.got !== undefined &&
      h(
        "div",
        { class: "muted" },
        "The left side is ",
        h("code", {}, one.got),
        ", the right side ",
        h("code", {}, one.expected ?? ""),
        ".",
      ),
    one.why ? h("div", { class: "muted" }, capital(one.why), ".") : null,
    one.answer ? h("div", {}, h("span", { class: "val" }, one.answer)) : null,
    one.error ? message(one.error, actions) : null,
  );
}

function files(all: Reply["files"]): Node {
  const one = ({ path, text }: Reply["files"][number]) =>
    button(path.split("/").at(-1) ?? path, { kind: "line sm", icon: "save" }, () => download(path.split("/").at(-1) ?? path, text));
  return h("div", { class: "files" }, h("span", { class: "muted small" }, "Written:"), ...all.map(one));
}

function defined({ declares, own }: Reply, actions: Actions): Node {
  if (declares.length === 0) return h("div", { class: "out" }, h("span", { class: "muted small" }, "Done."));
  const names = declares.flatMap(({ name }, place) => [place > 0 ? ", " : null, h("code", {}, name)]);
  const ruleset = declares.find(({ kind }) => kind === "ruleset");
  const signature = own?.find(({ name }) => name === ruleset?.name)?.signature;
  return h(
    "div",
    { class: "out" },
    h("span", { class: "muted small" }, ...names, declares.length > 1 ? " are defined." : " is defined.", " "),
    signature ? h("button", { type: "button", class: "plain small", click: () => actions.insert(`${ruleset?.name}(`) }, "Use it") : null,
  );
}

/* Pages of help */

function line(pieces: Line): Node[] {
  return pieces.map((piece) => {
    if (typeof piece === "string") return document.createTextNode(piece);
    const tag = piece.role === "strong" ? "b" : piece.role === "code" || piece.role === "game" ? "code" : "span";
    return h(tag, { class: `r-${piece.role}` }, piece.text);
  });
}

export function blocks(all: Block[]): Node[] {
  return all.map((block) => {
    switch (block.kind) {
      case "heading":
        return h("h3", {}, ...line(block.line));
      case "line":
      case "paragraph":
        return h("p", {}, ...line(block.line));
      case "item":
        return h("p", { class: "item" }, ...line(block.line));
      case "code":
        return h("pre", { tabindex: 0 }, ...block.lines.flatMap((one) => [...line(one), document.createTextNode("\n")]));
      case "table":
        return h(
          "table",
          { class: "rows" },
          h("tbody", {}, ...block.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...line(cell)))))),
        );
    }
  });
}

/** A sign that says that an output is out of date. */
export function stale(why: "edited" | number, again: () => void): Node {
  const words = why === "edited" ? "Edited since." : `Cell ${why + 1} has changed since.`;
  return h("span", { class: "stale-tag" }, icon("warn"), h("span", {}, words), button("Run again", { kind: "line sm" }, again));
}
