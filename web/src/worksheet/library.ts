// The library beside a worksheet: rulesets to be found by name or by what happens in them.
import { h, icon, set } from "../dom";
import type { Engine } from "../engine";
import { drawPart, type Laid } from "../board";
import { listed } from "../clicks";
import type { Answer, Entry, Figure, Part, Position } from "../protocol";
import { choose } from "./dialogs";

/** The file of a ruleset, as a word: `Library: heaps.game` to `Heaps`. */
function group({ topic }: Entry) {
  const word = topic.replace("Library: ", "").replace(".game", "");
  return word[0]!.toUpperCase() + word.slice(1);
}

/** The rulesets that are listed at first: well-known ones of every kind. */
const FIRST = ["Domineering", "TopplingDominoes", "Clobber", "Amazons", "Hackenbush", "ToadsAndFrogs", "Nim", "Hex"];

/** So many examples are drawn to find a picture; the richest one is shown that has no more cells, edges or counters. */
const MOST_TRIED = 5;
export const LARGEST_SAMPLE = 24;

/** Longer rows are small in a small picture. */
const WIDEST_SAMPLE = 6;

/** How much there is to see of a position. */
export function extent(parts: Part[]): number {
  const of = (figure: Figure) => {
    switch (figure.kind) {
      case "board":
        // Of rows of cells only those that are there.
        return figure.symbols
          ? figure.cells.length + 2 * figure.cells.filter(([symbol]) => symbol > 0).length
          : figure.cells.filter(([symbol]) => symbol !== 1).length;
      case "graph":
        return figure.nodes.length + figure.edges.length;
      case "coins":
        return figure.heads.length;
      case "heap":
        return figure.size;
      default:
        return 1;
    }
  };
  return parts.reduce((sum, { figures }) => sum + figures.reduce((all, figure) => all + of(figure), 0), 0);
}

/** Where the call of a ruleset is within an example. */
function call(name: string, example: string): [from: number, to: number] | null {
  const start = example.search(new RegExp(`\\b${name}\\(`));
  if (start < 0) return null;
  let depth = 0;
  let quoted = false;
  for (let at = start + name.length; at < example.length; at += 1) {
    const c = example[at];
    if (c === '"') quoted = !quoted;
    if (quoted) continue;
    if (c === "(") depth += 1;
    if (c === ")") depth -= 1;
    // A family has two lists of arguments.
    if (depth === 0 && example[at + 1] !== "(") return [start, at + 1];
  }
  return null;
}

/** The loops around a call in an example, from the outermost to the innermost: they follow it, or end in a condition that contains it. */
function loops(before: string, after: string): string {
  const bare = (text: string) => / for .*$/.exec(text)?.[0].replace(/ (?:if|while) .*$/, "") ?? "";
  const behind = after.split("]").map(bare).reverse().join("");
  return behind + (/ if /.test(before) ? bare(before) : "");
}

/** Positions that may be drawn: those of the examples, alone or as lists, and a heap or coins. */
export function positions({ name, signature, examples = [] }: Entry): string[] {
  // A row of coins says more than the number of its last head.
  if (/\(\w+: coins\)$/.test(signature)) return [`${name}("HTHH")`];
  const heap = /\(\w+: heap\)$/.test(signature) ? [`${name}(4)`] : [];
  const found = examples.flatMap((example) => {
    const at = call(name, example);
    if (!at) return [];
    const text = example.slice(...at);
    const over = loops(example.slice(0, at[0]), example.slice(at[1]));
    return [over === "" ? text : `[${text}${over}]`];
  });
  return [...found, ...heap];
}

/** A position of a ruleset, to be drawn and to begin with. */
export interface Sample {
  text: string;
  parts: Part[];
}

/** The position of the examples in which there is most to see, as long as it is small. */
export async function sample(entry: Entry, ask: (text: string) => Promise<Answer | undefined>): Promise<Sample | undefined> {
  let best: Sample | undefined;
  const isWide = (figure: Figure) => figure.kind === "board" && figure.columns > WIDEST_SAMPLE;
  const worth = (of: Sample | undefined) => {
    if (of === undefined) return -1;
    const seen = extent(of.parts);
    return seen > LARGEST_SAMPLE ? 0 : of.parts.some(({ figures }) => figures.some(isWide)) ? 1 : 1 + seen;
  };
  for (const of of positions(entry).slice(0, MOST_TRIED)) {
    // Of a list the last ones are tried, which are the largest.
    const all = of.startsWith("[") ? listed((await ask(of))?.text ?? "").slice(-MOST_TRIED) : [of];
    for (const one of all) {
      const parts = (await ask(`draw(${one})`))?.parts;
      if (parts && worth({ text: one, parts }) > worth(best)) best = { text: one, parts };
    }
  }
  return best;
}

/** Play begins on boards of so many cells at least, where their sizes are numbers. */
const LEAST_PLAYED = 16;

/** A position to begin with: the sample, or a larger board of the same rules. */
export async function beginning({ text, parts }: Sample, ask: (text: string) => Promise<Answer | undefined>): Promise<string> {
  const [figure] = parts.length === 1 ? parts[0]!.figures : [];
  if (figure?.kind !== "board" || figure.cells.length >= LEAST_PLAYED) return text;
  // The sizes are the last arguments, or those of the family.
  const larger = text.replace(
    /\((\d+(?:, \d+)*)\)(?=(?:\(\))?$)/,
    (_, sizes: string) => `(${sizes.replace(/\d+/g, (n) => String(Number(n) + 1))})`,
  );
  const drawn = larger === text ? undefined : (await ask(`draw(${larger})`))?.parts;
  return drawn ? beginning({ text: larger, parts: drawn }, ask) : text;
}

/** Whether there is nothing to be seen but cells or places of heaps. */
const isEmpty = (figure: Figure) =>
  figure.kind === "heap" ? figure.size === 0 : figure.kind === "board" && figure.symbols && figure.cells.every(([symbol]) => symbol === 0);

/** A sample as it is drawn: where there is nothing to be seen, each player has made a move. */
export async function begun({ text, parts }: Sample, ask: (text: string) => Promise<Position | undefined>): Promise<Begun> {
  const none = { parts, laid: [] };
  const first = parts.length === 1 && parts[0]!.figures.every(isEmpty) ? (await ask(text))?.left?.moves[0] : undefined;
  if (!first) return none;
  const second = (await ask(first.to))?.right?.moves.at(-1);
  const after = second?.parts ?? first.parts;
  if (after.length !== 1 || after[0]!.figures.length !== parts[0]!.figures.length) return none;
  const laid: Laid[] = [first, ...(second ? [second] : [])].map(({ changed }, n) => ({
    by: n === 0 ? "l" : "r",
    places: changed.filter(([part, at]) => part === 0 && at === 0).map(([, , place]) => place),
  }));
  return { parts: after, laid };
}

interface Begun {
  parts: Part[];
  laid: Laid[];
}

/** Asks the engine beside all worksheets; it waits for none of their computations. */
export const ofLibrary = (engine: Engine) => async (text: string) =>
  (await engine.aside<"eval">({ kind: "eval", sheet: "library", name: "library", text })).answers[0];

export class Library {
  readonly element: HTMLElement;
  private readonly list = h("ul", {});
  private readonly filters = h("div", { class: "filters", role: "group", "aria-label": "Kinds" });
  private readonly count = h("span", { class: "muted small" });
  private readonly input: HTMLInputElement;
  private entries: Entry[] = [];
  private kind = "All";
  /** The positions of rulesets, and how they are drawn. */
  private readonly samples = new Map<string, { found: Promise<Sample | undefined>; begun: Promise<Begun> | undefined }>();
  private readonly seen: IntersectionObserver;
  private readonly more = h("button", { type: "button", class: "plain", click: () => ((this.isWhole = true), this.show()) });
  private isWhole = false;

  constructor(
    private readonly engine: Engine,
    private readonly choose: (entry: Entry) => void,
    private readonly page: (name: string) => void,
    words = "Click a ruleset to put an example into a cell.",
  ) {
    this.input = h("input", { type: "search", placeholder: "A name, or what happens in it", input: () => this.show() });
    this.element = h(
      "aside",
      { class: "lib", "aria-label": "Library" },
      h(
        "div",
        { class: "shelf" },
        h("h2", {}, "Library ", this.count),
        h("label", { class: "field" }, icon("search"), h("span", { class: "sr" }, "Search the library"), this.input),
        this.filters,
        this.list,
        h("p", { class: "foot" }, this.more, ` ${words}`),
      ),
    );
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.seen.unobserve(target);
        // A name without a picture is enough.
        this.draw(target as HTMLElement).catch(() => {});
      }
    });
  }

  async load() {
    this.entries = await this.engine.aside<"library">({ kind: "library", sheet: "library" });
    const counts = new Map<string, number>();
    for (const one of this.entries) counts.set(group(one), (counts.get(group(one)) ?? 0) + 1);
    const kinds = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
    for (const word of ["All", ...kinds]) {
      this.filters.append(
        h(
          "button",
          { type: "button", class: "chip", "data-kind": word, click: () => ((this.kind = word), this.show()) },
          word === "All" ? word : `${word} ${counts.get(word)}`,
        ),
      );
    }
    this.count.textContent = `${this.entries.length} rulesets`;
    this.show();
  }

  private show() {
    const typed = this.input.value.trim().toLowerCase();
    const fits = (one: Entry) =>
      (this.kind === "All" || group(one) === this.kind) && `${one.name} ${one.summary}`.toLowerCase().includes(typed);
    for (const chip of this.filters.querySelectorAll("button")) {
      const on = chip.dataset.kind === this.kind;
      chip.classList.toggle("on", on);
      chip.setAttribute("aria-pressed", String(on));
    }
    this.seen.disconnect();
    const found = this.entries.filter(fits);
    const isWhole = this.isWhole || typed !== "" || this.kind !== "All";
    this.more.textContent = `Show all ${found.length}.`;
    this.more.hidden = isWhole;
    const first = FIRST.flatMap((name) => found.find((one) => one.name === name) ?? []);
    set(
      this.list,
      ...(isWhole ? found : first).map((one) => this.row(one)),
      found.length === 0 && h("li", { class: "muted small" }, "No ruleset is like this."),
    );
  }

  private row(one: Entry) {
    const drawing = h("span", { class: "mini", "data-name": one.name });
    this.seen.observe(drawing);
    return h(
      "li",
      { class: "rule" },
      h(
        "button",
        { type: "button", class: "take", click: () => this.choose(one) },
        drawing,
        h("span", {}, h("b", {}, one.name), h("span", { class: "about" }, one.summary.replaceAll("`", ""))),
      ),
      h("button", { type: "button", class: "btn sm icon", "aria-label": `Help on ${one.name}`, click: () => this.page(one.name) }, "?"),
    );
  }

  /** A position of a ruleset to begin with. */
  async beginning(entry: Entry): Promise<string | undefined> {
    const found = await this.kept(entry).found;
    return found && beginning(found, ofLibrary(this.engine));
  }

  private kept(entry: Entry) {
    const there = this.samples.get(entry.name);
    if (there) return there;
    const fresh = { found: sample(entry, ofLibrary(this.engine)), begun: undefined as Promise<Begun> | undefined };
    this.samples.set(entry.name, fresh);
    this.retry(entry, fresh.found);
    return fresh;
  }

  /** What has failed is asked for again, when it is wanted again. */
  private retry({ name }: Entry, of: Promise<unknown>) {
    of.catch(() => this.samples.delete(name));
  }

  private async draw(place: HTMLElement) {
    const entry = this.entries.find(({ name }) => name === place.dataset.name);
    if (!entry) return;
    const kept = this.kept(entry);
    const found = await kept.found;
    if (!found) return;
    const position = async (text: string) => (await this.engine.aside<"position">({ kind: "position", sheet: "library", text })).found;
    if (!kept.begun) this.retry(entry, (kept.begun = begun(found, position)));
    const { parts: all, laid } = await kept.begun!;
    // Beside a picture nothing is read, such as whose turn it is.
    const parts = all.slice(0, 3).map((part) => {
      const drawn = part.figures.filter(({ kind }) => kind !== "words");
      return drawPart(drawn.length > 0 ? { ...part, figures: drawn } : part, () => ({ laid }));
    });
    place.replaceChildren(h("span", { class: "sample", "aria-hidden": "true" }, ...parts));
  }
}

/** What a text begins with: of the bare name of a ruleset of the library, a position. */
export async function meant(engine: Engine, text: string): Promise<string> {
  if (!/^\s*[A-Z]\w*\s*$/.test(text)) return text;
  const entries = await engine.aside<"library">({ kind: "library", sheet: "library" });
  const entry = entries.find(({ name }) => name === text.trim());
  const found = entry && (await sample(entry, ofLibrary(engine)).catch(() => undefined));
  return found ? beginning(found, ofLibrary(engine)) : text;
}

/** A window with the library, below other lists: a click on a ruleset takes a position to begin with. */
export async function libraryDialog(
  engine: Engine,
  { title, words, lists = [] }: { title: string; words: string; lists?: Parameters<typeof choose>[1] },
  page: (name: string) => void,
  take: (text: string) => void,
) {
  const library = new Library(
    engine,
    (entry) => {
      const explain = () => page(entry.name);
      void library
        .beginning(entry)
        .then((text) => {
          if (!window.open) return;
          if (text === undefined) return explain();
          window.close();
          take(text);
        })
        .catch(explain);
    },
    page,
    words,
  );
  const window = choose(title, lists);
  window.querySelector(".window")?.append(library.element);
  library.element.querySelector("input")?.focus();
  await library.load();
}
