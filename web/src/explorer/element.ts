// <upstar-explorer>: a position, the options of both players, what each is worth, and the way to the
// canonical form. It asks for everything by messages, so that any engine that answers them will do.
import { button, download, h, icon, set } from "../dom";
import { drawFigure, drawPart, type Owner, type Shown } from "../board";
import { Picker, within } from "../clicks";
import { picture } from "../picture";
import type { Compared, Fact, Move, Moves, Part, Position, Found, Comparisons, Diagnostic } from "../protocol";
import { outcome, outcomeWords, val, who } from "../values";
import { explanation, prose } from "../worksheet/output";
import { engines } from "./how";
import { painter } from "./painter";
import { thermograph, type Thermograph } from "./thermograph";
import { adder, changedPart, drawSum } from "./total";
import { zoomed } from "./tree";

/** The questions of an explorer, as messages. */
export type Question =
  | { kind: "position"; text: string }
  | { kind: "fact"; text: string; name: string; seconds?: number }
  | { kind: "compare"; text: string; seconds?: number };

/** What answers them: the engine of this page, or that of a notebook. */
export interface Answerer {
  ask: (question: Question) => Promise<Found<unknown> | null>;
  /** Ends what is being computed. */
  stop: () => void;
}

/** A step on the way to the position that is shown. */
interface Step {
  text: string;
  /** Whose move led there, what it is called, and what it changed. */
  by?: Side;
  name?: string;
  changed?: Move["changed"];
}

type Side = "left" | "right";
const PLAYER = { left: "Left", right: "Right" } as const;
const OTHER = { left: "Right", right: "Left" } as const;

/** Facts of a position, with their labels; the first two have places of their own. */
const FACTS: [string, string][] = [
  ["outcome", ""],
  ["canonical", ""],
  ["mean", "Mean"],
  ["temperature", "Temperature"],
  ["stops", "Stops"],
  ["birthday", "Birthday"],
  ["nimber", "Nimber"],
  ["atomic_weight", "Atomic weight"],
  ["thermograph", ""],
];
/** Facts of values that have two sides, because play can go on forever. */
const SIDES: [string, string][] = [["onside", "Onside"], ["offside", "Offside"]];
/** A question takes at most so many seconds before it is left, to be asked again on demand. */
const SECONDS = 10;

export class Explorer extends HTMLElement {
  private answerer: Answerer | undefined;
  private path: Step[] = [];
  private redo: Step[] = [];
  private position: Position | undefined;
  private compared: Comparisons | undefined;
  private facts = new Map<string, Found<Fact>>();
  /** Grows when another position is shown: answers about earlier ones are dropped. */
  private turn = 0;
  private busy = "";
  private picker = new Picker<Move & { side: Side }>([]);
  private looked: (Move & { side: Side }) | undefined;
  private painting = false;
  private symbol: string | undefined;
  private limit: number | undefined = SECONDS;
  private page: ((code: string) => void) | undefined;
  private graph: Thermograph | undefined;
  /** What is to be explained of the position, when its explanation is there: the beginning of a step. */
  private wanted = "";
  private readonly strip = h("div", { class: "sum", role: "group", "aria-label": "Parts of the sum" });
  private readonly adder = adder((text) => void this.go([...this.path, { text: `(${this.text}) + (${text})`, name: "a part added" }]));
  private readonly crumbs = h("nav", { class: "crumbs", "aria-label": "Moves so far" });
  private readonly left = h("section", { class: "col left", "aria-label": "Left’s options" });
  private readonly right = h("section", { class: "col right", "aria-label": "Right’s options" });
  private readonly stage = h("div", { class: "stage" });
  private readonly verdict = h("div", { class: "verdict" });
  private readonly more = h("div", { class: "more" });
  private readonly how = h("div", {});
  private readonly running = h("div", { class: "working", hidden: true });

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.classList.add("ex");
    this.append(
      this.strip,
      this.adder.line,
      this.crumbs,
      h("div", { class: "three" },
        this.left,
        h("section", { class: "mid card", "aria-label": "Position" }, this.stage, this.running, this.verdict, h("div", {}, this.more, this.how)),
        this.right),
      legend(),
    );
  }

  /** Says who answers, and who shows pages of help, if there are any. */
  connect(answerer: Answerer, page?: (code: string) => void) {
    this.answerer = answerer;
    this.page = page;
  }

  /** The text of the position that is shown. */
  get text(): string {
    return this.path.at(-1)?.text ?? "";
  }

  /** Shows a position from the beginning of a new path. */
  start(text: string) {
    this.redo = [];
    return this.go([{ text }]);
  }

  private async go(path: Step[]) {
    const turn = ++this.turn;
    this.answerer?.stop();
    this.limit = SECONDS;
    const reply = await this.ask<Position>({ kind: "position", text: path.at(-1)!.text });
    if (turn !== this.turn || !reply) return;
    if (!reply.found) {
      this.dispatchEvent(new CustomEvent("refused", { detail: reply.error }));
      return;
    }
    path.at(-1)!.text = reply.found.text;
    this.path = path;
    this.position = reply.found;
    this.compared = undefined;
    this.facts.clear();
    this.looked = undefined;
    this.picker = this.newPicker();
    this.graph = undefined;
    this.adder.close();
    this.draw();
    this.dataset.shown = String(turn);
    this.dispatchEvent(new CustomEvent("moved", { detail: this.text }));
    await this.work(turn);
  }

  private newPicker() {
    const { left, right } = this.position!;
    const of = (side: Side, moves: Moves | null) => (moves?.moves ?? []).map((move) => ({ ...move, side }));
    return new Picker([...of("left", left), ...of("right", right)]);
  }

  private async ask<T>(question: Question): Promise<Found<T> | null> {
    return (await this.answerer?.ask(question)) as Found<T> | null;
  }

  /** Asks for everything that is not known; for the engine last, so that no other answer waits for it. */
  private async work(turn: number) {
    await this.search(turn);
    if (turn === this.turn) await this.askHow();
  }

  /** Asks one question after the other, and shows each answer. */
  private async search(turn: number) {
    const { text } = this.position!;
    const seconds = this.limit === undefined ? {} : { seconds: this.limit };
    const doing = (words: string) => {
      this.busy = words;
      this.showRunning();
    };
    for (const [name] of FACTS) {
      if (this.facts.get(name)?.found) continue;
      doing(name === "canonical" ? "Finds the value." : name === "outcome" ? "Finds who wins." : `Finds the ${name.replaceAll("_", " ")}.`);
      const reply = await this.ask<Fact>({ kind: "fact", text, name, ...seconds });
      if (turn !== this.turn) return;
      if (reply) this.facts.set(name, reply);
      this.drawVerdict();
      if (!reply || isOver(reply)) return this.rest(reply);
      if (name !== "canonical") continue;
      // Without a value there is nothing else to be known of it.
      if (reply.error) break;
      if (reply.found!.text.includes(" & ")) {
        for (const [side] of SIDES) {
          const found = await this.ask<Fact>({ kind: "fact", text, name: side, ...seconds });
          if (turn !== this.turn) return;
          if (found) this.facts.set(side, found);
        }
      }
    }
    doing("Compares the options.");
    const reply = await this.ask<Comparisons>({ kind: "compare", text, ...seconds });
    if (turn !== this.turn) return;
    if (reply?.found) this.compared = reply.found;
    this.drawStrip();
    this.drawOptions();
    this.rest(reply && isOver(reply) ? reply : undefined);
  }

  /** Asks which engine answers. A position that is shown meanwhile ends the question. */
  private async askHow() {
    const { turn } = this;
    if (this.facts.get("how")?.found) return;
    const reply = await this.ask<Fact>({ kind: "fact", text: this.position!.text, name: "how", seconds: SECONDS });
    if (turn !== this.turn || !reply) return;
    this.facts.set("how", reply);
    this.drawHow();
  }

  /** Nothing is computed any more: all is known, or a limit or the reader has ended it. */
  private rest(ended: Found<unknown> | null | undefined) {
    this.busy = "";
    this.showRunning();
    if (ended === undefined) return;
    this.running.hidden = false;
    const words = ended?.error?.code === "G0502" ? `Not found within ${this.limit} seconds.` : ended?.error?.code === "G0503" ? "There is not enough memory to go on." : "Stopped.";
    set(this.running, h("div", { class: "run" }, h("span", {}, words), button("Go on", { kind: "line sm", icon: "run" }, () => {
      this.limit = undefined;
      void this.work(++this.turn);
    })));
  }

  private showRunning() {
    this.running.hidden = this.busy === "";
    if (this.busy === "") return;
    set(
      this.running,
      h("div", { class: "track", "aria-hidden": "true" }, h("i")),
      h("div", { class: "run" }, h("span", {}, this.busy), button("Stop", { kind: "line sm", icon: "stop" }, () => {
        this.stop();
        void this.askHow();
      })),
    );
  }

  /** Ends what is computed for the position; it stays. */
  stop() {
    if (this.busy === "") return;
    this.turn += 1;
    this.answerer?.stop();
    this.rest(null);
  }

  /* Drawing */

  private draw() {
    this.drawStrip();
    this.drawCrumbs();
    this.drawStage();
    this.drawOptions();
    this.drawVerdict();
    this.drawHow();
  }

  private drawHow() {
    const how = this.facts.get("how")?.found?.how ?? [];
    // Values have no engine.
    set(this.how, how.length > 0 && engines(how));
  }

  private drawStrip() {
    const fact = (name: string) => this.facts.get(name)?.found ?? undefined;
    drawSum(this.strip, this.position!, { value: this.facts.get("canonical")?.error ? null : fact("canonical"), outcome: fact("outcome"), compared: this.compared }, {
      alone: (text) => void this.go([...this.path, { text, name: "one part" }]),
      sum: (texts, name) => void this.go([...this.path, { text: texts.map((text) => `(${text})`).join(" + "), name }]),
    }, this.adder.plus(""));
  }

  private drawCrumbs() {
    const last = this.path.length - 1;
    const step = ({ text, by, name }: Step, n: number) => [
      n > 0 ? h("span", { class: "gt", "aria-hidden": "true" }, "›") : null,
      h("button", { type: "button", class: "crumb", "aria-current": n === last ? "location" : null, title: text, click: () => n < last && this.back(n) },
        by ? who(PLAYER[by]) : null, by || name ? (name ?? "") : short(text)),
    ];
    // A position that was there before has come again.
    const before = this.path.slice(0, -1).findIndex(({ text }) => text === this.text);
    set(this.crumbs,
      ...this.path.flatMap(step),
      before >= 0 ? h("span", { class: "chip keep" }, icon("back"), before === 0 ? "where this began: a cycle" : `as after move ${before}: a cycle`) : null,
      h("span", { class: "end" },
        button("", { kind: "icon line", icon: "undo", label: "Back by one move" }, () => last > 0 && this.back(last - 1)),
        button("", { kind: "icon line", icon: "run", label: "Forward by one move" }, () => {
          const next = this.redo.pop();
          if (next) void this.go([...this.path, next]);
        })));
  }

  private back(to: number) {
    this.redo = [...this.path.slice(to + 1).reverse()];
    void this.go(this.path.slice(0, to + 1));
  }

  private move(side: Side, { to, name, changed }: Move) {
    this.redo = [];
    void this.go([...this.path, { text: to, by: side, name, changed }]);
  }

  /** Who covered which cells of the position, as far as the path shows. */
  private covered(part: number, figure: number): Map<number, Owner> {
    const by = new Map<number, Owner>();
    for (const step of this.path) {
      if (!step.by || !step.changed) by.clear();
      else for (const place of within(step.changed, part, figure)) by.set(place, step.by === "left" ? "l" : "r");
    }
    return by;
  }

  private drawStage() {
    const { parts } = this.position!;
    const last = this.path.at(-1)?.changed ?? [];
    const looked = this.looked;
    const focused = this.stage.querySelector("[data-place]:focus")?.getAttribute("data-place");
    const figures = parts.flatMap((part, p) =>
      (part.figures.length === 0 ? [{ kind: "words" as const, words: part.text }] : part.figures).map((figure, f) =>
        drawFigure(figure, part.text, {
          coordinates: true,
          by: this.covered(p, f),
          ringed: within(looked?.changed ?? last, p, f),
          chosen: this.picker.chosenIn(p, f),
          open: this.picker.isEmpty || this.painting ? new Set() : this.picker.openIn(p, f),
          choose: (place) => this.chosen([p, f, place]),
        })),
    );
    const row = h("div", { class: parts.length > 1 ? "bigboards many" : "bigboards" }, ...figures.flatMap((one, n) => [n > 0 && parts.length > 1 ? h("span", { class: "op" }, "+") : null, one]));
    const candidates = this.picker.isEmpty ? [] : this.picker.candidates;
    const choose = candidates.length > 1
      ? h("div", { class: "several", role: "group", "aria-label": "Moves that change these places" },
          ...candidates.slice(0, 24).map((move) => h("button", { type: "button", class: "btn line sm", click: () => this.move(move.side, move) }, who(PLAYER[move.side]), move.name)),
          button("None of these", { kind: "sm" }, () => this.unpick()))
      : null;
    const tools = painter(parts, {
      painting: this.painting,
      symbol: this.symbol,
      toggle: (painting, symbol) => {
        this.painting = painting;
        this.symbol = symbol;
        this.drawStage();
      },
      replace: (text) => void this.go([{ text }]),
      negative: () => void this.go([...this.path, { text: `-(${this.text})`, name: "sides changed" }]),
    });
    if (parts.length < 2) tools.palette.append(this.adder.plus("Add a part"));
    set(this.stage, row, choose, tools.palette);
    this.paint = tools.paint;
    if (focused !== null && focused !== undefined) this.stage.querySelector<SVGElement>(`[data-place="${focused}"]`)?.focus();
  }

  private paint: (place: readonly [number, number, number]) => void = () => {};

  private chosen(place: readonly [number, number, number]) {
    if (this.painting) {
      this.paint(place);
      return;
    }
    const found = this.picker.choose(place);
    if (found !== "none" && "move" in found) this.move(found.move.side, found.move);
    else this.drawStage();
  }

  private unpick() {
    this.picker.clear();
    this.drawStage();
  }

  private drawOptions() {
    this.drawSide("left", this.left);
    this.drawSide("right", this.right);
  }

  private drawSide(side: Side, place: HTMLElement) {
    const moves = this.position![side];
    const rows = this.compared?.[side];
    const all = (moves?.moves ?? []).map((move, n) => ({ move, known: rows?.[n] ?? null }));
    const groups = rows ? grouped(all) : all.map((one) => ({ ...one, twins: [] as string[] }));
    const count = (moves?.moves.length ?? 0) + (moves?.more ?? 0);
    const said = moves === null ? "It is not the turn of this player" : `${count} ${count === 1 ? "move" : "moves"}${rows && groups.length < count ? `, ${groups.length} by value` : ""}`;
    set(
      place,
      h("header", {}, h("h2", {}, who(PLAYER[side]), " can move to"), h("span", { class: "small" }, said)),
      ...groups.map(({ move, known, twins }) => this.option(side, move, known, twins)),
      moves && moves.more > 0 ? h("p", { class: "muted small" }, `${moves.more} more are not listed.`) : null,
    );
  }

  private option(side: Side, move: Move, known: Compared | null, twins: string[]) {
    const before = this.position!.parts;
    const changed = changedPart(before, move.parts);
    // A part that is gone, or has become several, is not drawn as one.
    const part = move.parts.length === before.length ? changed : -1;
    const drawn = before.length > 1 && part < 0 ? undefined : move.parts[Math.max(part, 0)];
    const look = (on: boolean) => () => {
      this.looked = on ? { ...move, side } : undefined;
      this.graph?.compare(on ? (known?.walls ?? undefined) : undefined, known?.value ?? "");
      this.drawStage();
    };
    const kind = known?.is === "canonical" ? "canon" : known?.is === "dominated" ? "dom" : known?.is === "reversible" ? "rev" : "";
    const card = h("div", { class: `option ${kind}`.trim() },
      h("button", { type: "button", class: "take", click: () => this.move(side, move), mouseenter: look(true), mouseleave: look(false), focus: look(true), blur: look(false) },
        drawn && drawn.figures.length > 0 ? small(drawn, (f) => this.reached(side, move, Math.max(part, 0), f)) : h("span", { class: "b-part", "aria-hidden": "true" }, "→"),
        h("span", { class: "sr" }, `${PLAYER[side]}: `),
        h("span", { class: "about" },
          h("span", { class: "f mv" }, h("code", {}, move.name), twins.length > 0 ? h("span", { class: "twin" }, `also ${twins.slice(0, 4).join(", ")}${twins.length > 4 ? ", …" : ""}`) : null),
          known ? h("span", { class: "h" }, val(known.value), known.outcome ? outcome(known.outcome) : null) : null,
          known?.mean !== undefined && known.temperature !== undefined
            ? h("span", { class: "f" }, h("span", {}, "mean ", val(known.mean)), h("span", {}, "temperature ", val(known.temperature)), known.hottest ? h("span", { class: "hot" }, icon("flame"), "hottest") : null)
            : null,
          known?.onside !== undefined && known.offside !== undefined
            ? h("span", { class: "f" }, h("span", {}, "onside ", val(known.onside)), h("span", {}, "offside ", val(known.offside)))
            : null,
          known?.incentive !== undefined ? h("span", { class: "f" }, h("span", { title: known.incentive }, "incentive ", val(brief(known.incentive)))) : null)),
      known ? this.fate(side, known) : null);
    return card;
  }

  /** How a position is drawn after a move: what it covers belongs to the one who moved. */
  private reached(side: Side, { changed }: Move, part: number, figure: number) {
    const places = within(changed, part, figure);
    const by = this.covered(part, figure);
    for (const place of places) by.set(place, side === "left" ? "l" : "r");
    return { ringed: places, by };
  }

  /** What becomes of an option on the way to the canonical form, with the reason on a click. */
  private fate(side: Side, known: Compared) {
    const chips = [
      known.is === "canonical" ? h("span", { class: "chip keep" }, icon("tick"), "canonical") : null,
      known.is === "dominated" || known.is === "reversible"
        ? h("button", { type: "button", class: "chip", title: "Explain this", click: () => this.explain(`${PLAYER[side]}’s ${known.value}`) }, known.is === "reversible" ? icon("back") : null, known.is)
        : null,
      known.best ? h("span", { class: "chip" }, icon("star"), "best") : null,
      known.wins ? h("span", { class: "chip win", title: "The player who moves here wins" }, icon("flag"), "wins") : null,
      known.draws ? h("span", { class: "chip", title: "Play goes on forever when both play well" }, icon("cycle"), "draws") : null,
    ];
    const note = known.is === "dominated" && known.by !== undefined
      ? h("div", { class: "note" }, `${PLAYER[side]} does at least as well with `, val(known.by), ", always.")
      : known.is === "reversible" && known.reply !== undefined
        ? h("div", { class: "note" },
            h("span", { class: "chain" }, val(known.value), h("span", { class: "ar" }, "→"), who(OTHER[side]), val(known.reply), h("span", { class: "ar" }, "→"), ...replaced(side, known)),
            h("br"), `${OTHER[side]}’s answer is no worse for ${OTHER[side]} than where we are, so `, ...takes(known))
        : null;
    return chips.some(Boolean) || note ? h("div", { class: "fate" }, h("div", { class: "m" }, ...chips), note) : null;
  }

  private drawVerdict() {
    const fact = (name: string) => this.facts.get(name)?.found ?? undefined;
    const value = fact("canonical");
    const wins = fact("outcome");
    const fault = this.facts.get("canonical")?.error;
    const heat = fact("thermograph");
    if (heat && !this.graph) this.graph = (heat.walls && thermograph(heat.walls, value?.text ?? "the position")) ?? undefined;
    // Numbers that are too large are drawn by the engine, without a reading.
    const drawn = !this.graph && heat?.svg ? picture(heat.svg, `The thermograph of ${value?.text ?? "the position"}`) : null;
    const rows = [...SIDES, ...FACTS].filter(([name, label]) => label !== "" && fact(name)).flatMap(([name, label]) => [h("dt", {}, label), h("dd", {}, val(fact(name)!.text))]);
    set(
      this.verdict,
      h("div", {},
        value ? val(value.text, "big") : fault && !isLimit(fault) ? null : h("span", { class: "val big ghost" }, "…"),
        wins ? h("p", { class: "say" }, outcome(wins.text), h("span", {}, h("b", {}, `${outcomeWords(wins.text)}${/^[LR]$/.test(wins.text) ? "," : "."}`), /^[LR]$/.test(wins.text) ? " whoever begins." : "")) : null,
        fault && !isLimit(fault) ? this.complaint(fault) : null,
        h("dl", { class: "facts" }, ...rows)),
      this.graph?.element ?? (drawn ? h("figure", { class: "mini" }, drawn) : null),
    );
    this.drawStrip();
    set(this.more, ...this.drawers());
  }

  private complaint(fault: Diagnostic) {
    const { page } = this;
    const code = page ? h("button", { type: "button", class: "plain", click: () => page(fault.code) }, fault.code) : fault.code;
    return h("p", { class: "say" }, h("span", {}, ...prose(capital(fault.message)), ". ", code));
  }

  /** What can be opened below: why, the tree. */
  private drawers(): Node[] {
    const drawer = (title: string, name: string) => {
      const place = h("div", { class: "inside" });
      const details: HTMLDetailsElement = h("details", { class: "treebox", toggle: () => details.open && place.childElementCount === 0 && void this.fill(place, name) }, h("summary", {}, title), place);
      details.dataset.name = name;
      return details;
    };
    return [drawer("Why", "explain"), drawer("Game tree of the canonical form", "tree")];
  }

  /** Opens the explanation of the position, at the step that begins so. */
  private explain(step: string) {
    const details = this.more.querySelector<HTMLDetailsElement>("[data-name=explain]");
    if (!details) return;
    this.wanted = step;
    details.open = true;
    details.scrollIntoView({ block: "nearest" });
    details.querySelector("summary")?.focus();
    this.showStep(details);
  }

  /** Opens and marks the step that was asked for, when it is there. */
  private showStep(place: HTMLElement) {
    if (this.wanted === "") return;
    const plain = (text: string) => text.replaceAll("'", "’").replaceAll("option ", "");
    const steps = [...place.querySelectorAll<HTMLElement>("li, summary, p")];
    const found = steps.find((one) => one.childElementCount < 40 && plain(one.textContent ?? "").startsWith(plain(this.wanted)));
    place.querySelectorAll(".asked").forEach((one) => one.classList.remove("asked"));
    if (!found) return;
    this.wanted = "";
    found.classList.add("asked");
    for (let up = found.parentElement; up && up !== place; up = up.parentElement) if (up instanceof HTMLDetailsElement) up.open = true;
    if (found.parentElement instanceof HTMLDetailsElement) found.parentElement.open = true;
    found.scrollIntoView({ block: "nearest" });
  }

  private async fill(place: HTMLElement, name: string) {
    set(place, h("span", { class: "muted small" }, "…"));
    const { text } = this.position!;
    const of = name === "tree" ? `tree(canonical(${text}))` : text;
    const reply = name === "tree"
      ? await this.ask<Fact>({ kind: "fact", text: of, name: "draw", seconds: SECONDS })
      : await this.ask<Fact>({ kind: "fact", text: of, name: "explain", seconds: SECONDS });
    if (!reply) return set(place, h("span", { class: "muted small" }, "Stopped."));
    if (reply.error) return set(place, h("p", { class: "muted small" }, ...prose(capital(reply.error.message)), "."));
    const { why, svg, text: said } = reply.found;
    if (why) {
      set(place, h("div", { class: "why" }, explanation(why.title, why.steps, true)));
      return this.showStep(place);
    }
    const drawn = svg ? picture(svg, `${said}`) : null;
    if (!drawn) return set(place, val(said));
    set(place,
      ...zoomed(drawn),
      h("p", { class: "row" },
        button("SVG", { kind: "sm line", icon: "save" }, () => download("tree.svg", svg ?? "", "image/svg+xml")),
        button("LaTeX (TikZ)", { kind: "sm line", icon: "save" }, () => download("tree.tex", reply.found.latex ?? ""))));
  }
}

/** Whether a question was ended by a limit, or by the reader. */
function isOver(reply: Found<unknown>) {
  return reply.error !== undefined && isLimit(reply.error);
}

function isLimit({ code }: Diagnostic) {
  return code.startsWith("G05");
}

/** The beginning of a long value. */
function brief(text: string) {
  return text.length > 24 ? `${text.slice(0, 22)}…` : text;
}

function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A small picture beside words that say the same. */
function small(part: Part, shown: (figure: number) => Shown) {
  const drawn = drawPart(part, shown);
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

function short(text: string) {
  return text.length > 42 ? `${text.slice(0, 40)}…` : text;
}

function replaced(side: Side, { replaced = [], more = 0 }: Compared): Node[] {
  const player = who(PLAYER[side]);
  if (replaced.length === 0) return [player, h("span", { class: "muted" }, "no move")];
  return [player, ...replaced.flatMap((one, n) => [...(n > 0 ? [document.createTextNode(", ")] : []), val(one)]), ...(more > 0 ? [document.createTextNode(", …")] : [])];
}

function takes({ replaced = [] }: Compared): (Node | string)[] {
  if (replaced.length === 0) return ["it goes, and nothing takes its place."];
  return [...replaced.flatMap((one, n) => [...(n > 0 ? [", "] : []), val(one)]), replaced.length === 1 ? " takes its place." : " take its place."];
}

interface Listed {
  move: Move;
  known: Compared | null;
  twins: string[];
}

const RANK = { canonical: 0, number: 1, reversible: 1, dominated: 2 };

/** Options of equal value together, those of the canonical form first. */
function grouped(all: { move: Move; known: Compared | null }[]): Listed[] {
  const found = new Map<string, Listed>();
  for (const { move, known } of all) {
    const key = known ? known.value : move.name;
    const there = found.get(key);
    if (there) there.twins.push(move.name);
    else found.set(key, { move, known, twins: [] });
  }
  const rank = ({ known }: Listed) => (known?.is ? RANK[known.is] : 3);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

function legend() {
  const item = (mark: Node, words: string) => h("span", {}, mark, words);
  return h("div", { class: "legend" },
    item(h("i", {}), "in the canonical form"),
    item(h("i", { class: "d" }), "dominated: never needed"),
    item(icon("star"), "no other move is better, whatever else is on the table"),
    item(icon("flag"), "wins"),
    item(icon("flame"), "hottest option"),
    ...["L", "R", "N", "P"].map((one) => item(outcome(one), outcomeWords(one))));
}

// A notebook may load this module more than once.
if (!customElements.get("upstar-explorer")) customElements.define("upstar-explorer", Explorer);
