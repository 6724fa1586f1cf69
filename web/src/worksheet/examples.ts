// Examples as cards: a picture, a title and the sentence with which the program begins. Loaded when they are asked for.
import { h, icon, say } from "../dom";
import { drawPart } from "../board";
import type { Engine } from "../engine";
import type { Answer, Part } from "../protocol";
import { dialog } from "./dialogs";
import { extent, LARGEST_SAMPLE } from "./library";

export interface Example {
  title: string;
  load: () => Promise<string>;
}

const SHEET = "examples";
/** So many positions of a program are tried to find a picture, each within so many steps and seconds. */
const [MOST_TRIED, STEPS, SECONDS] = [6, 200_000, 0.3];

/** The sentence with which a program begins, without marks. */
export function sentenceOf(text: string): string {
  const lines = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("//") || line.replace(/^\/+!?/, "").trim() === "") break;
    lines.push(line.replace(/^\/+!?\s*/, "").trim());
  }
  const first = /^.*?[.:](?=\s|$)/.exec(lines.join(" "))?.[0] ?? lines.join(" ");
  const whole = /^[^:]{1,40}:$/.test(first) ? (/^.*?\.(?=\s|$)/.exec(lines.join(" "))?.[0] ?? lines.join(" ")) : first;
  return whole.replaceAll("`", "").replace(/:$/, ".");
}

/** Calls of rulesets in a program that may be positions: those without loops, and each once. */
export function callsOf(text: string): string[] {
  const code = text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("//"))
    .join("\n");
  const found = code.match(/(?<!\bgame )\b[A-Z]\w+\((?:[^()"\n]|"[^"\n]*"|\([^()\n]*\))+\)(?:\((?:[^()"\n]|"[^"\n]*")*\))?/g) ?? [];
  return [...new Set(found)].filter((one) => /["\d]/.test(one) && !/ for |->|:=/.test(one));
}

/** Whether there is something to be seen, and not too much. */
const isSmall = (parts: Part[]) =>
  extent(parts) <= 2 * LARGEST_SAMPLE && parts.some(({ figures }) => figures.some(({ kind }) => kind !== "words"));

/** The parts of the first small position of a program that can be drawn. Nothing is bound. */
async function pictureOf(engine: Engine, text: string): Promise<Part[] | undefined> {
  const places = await engine.aside<"statements">({ kind: "statements", text });
  const rules = (places ?? []).map(([from, to]) => text.slice(from, to)).filter((one) => /^(?:\/\/\/[^\n]*\n)*game /.test(one));
  for (const call of callsOf(text).slice(0, MOST_TRIED)) {
    const program = [...rules, `draw(${call})`].join("\n");
    const reply = await engine.aside<"preview">({ kind: "preview", sheet: SHEET, text: program, steps: STEPS, seconds: SECONDS });
    const parts = reply.answers.findLast(({ parts }: Answer) => parts)?.parts;
    if (parts && isSmall(parts)) return parts;
  }
  return undefined;
}

/** A window of examples. */
export function examplesDialog(engine: Engine, examples: Example[], choose: (example: Example, text: string) => void) {
  const card = ({ text, ...example }: Example & { text: string }) => {
    const drawing = h("span", { class: "mini", "aria-hidden": "true" }, icon("tree"));
    // What the title says is not said again.
    const [title, ...rest] = sentenceOf(text).split(": ");
    const isTitle = rest.length > 0 && title!.toLowerCase() === example.title.toLowerCase();
    const said = isTitle ? rest.join(": ").replace(/^./, (c) => c.toUpperCase()) : sentenceOf(text);
    const about = h("span", { class: "muted small" }, said);
    const one = h(
      "button",
      { type: "button", class: "excard card", click: () => (window.close(), choose(example, text)) },
      drawing,
      h("span", {}, h("b", {}, example.title), about),
    );
    return { one, drawing, text };
  };
  const list = h("div", { class: "excards" });
  const window = dialog("Examples", list);
  void Promise.allSettled(examples.map(async (one) => ({ ...one, text: await one.load() }))).then(async (all) => {
    const cards = all.flatMap((one) => (one.status === "fulfilled" ? card(one.value) : []));
    const missing = examples.filter((_, n) => all[n]!.status === "rejected").map(({ title }) => title);
    if (missing.length > 0) say(`These examples cannot be loaded: ${missing.join(", ")}.`);
    list.append(...cards.map(({ one }) => one));
    list.querySelector("button")?.focus();
    for (const { drawing, text } of cards) {
      // Nobody looks any more.
      if (!window.open) return;
      const parts = await pictureOf(engine, text).catch(() => undefined);
      if (parts) drawing.replaceChildren(h("span", { class: "sample" }, ...parts.slice(0, 3).map((part) => drawPart(part))));
    }
  });
  return window;
}
