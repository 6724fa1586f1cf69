// <upstar-explorer>: a position, the options of both players, what each is worth, and the way to the
// canonical form. It asks for everything by messages, so that any engine that answers them will do.
import { add, h, icon, keepFocus, reveal, say, set } from "../dom";
import { drawFigure, figuresOf, group, isTurn, lookAt, type Laid } from "../board";
import { Picker, within, type Place } from "../clicks";
import type { Desk } from "../study/desk";
import { path, PLAYER, type Side, type Study, type Way } from "../study/study";
import { stays } from "../figures";
import { picture } from "../picture";
import { pointing } from "../pointing";
import {
  isLimit,
  type Comparisons,
  type Diagnostic,
  type Fact,
  type Figure,
  type Found,
  type Move,
  type Moves,
  type Part,
  type Position,
} from "../protocol";
import { folded, outcome, outcomeWords, who } from "../values";
import { asSentence } from "../worksheet/output";
import { decide, isBare } from "./decided";
import { Drawers } from "./drawers";
import { FACTS, GETS, POINTS, SIDES } from "./facts";
import { engines } from "./how";
import { Hold } from "./hold";
import { drawLine } from "./line";
import { allApart, falling, out, pieceAt, placesOf, type Cut, type Proposal } from "./apart";
import { editing, SCISSORS, type Editing } from "./editing";
import { drawSide, legend, pointAt } from "./options";
import { Pencil } from "./pencil";
import { pins } from "./pins";
import { afterPress } from "./press";
import { endedLine, runningLine } from "./running";
import { naming, sayChoice, sayMoves, several, signs, type Called } from "./saying";
import { thermograph, type Thermograph } from "./thermograph";
import { adder, drawSum, ofNumber, partName, tally, told, winningSpots } from "./total";

/** The questions of an explorer, as messages. */
export type Question =
  | { kind: "position"; text: string }
  | { kind: "fact"; text: string; name: string; seconds?: number }
  | { kind: "certificate"; text: string; name: string; seconds?: number }
  | { kind: "compare"; text: string; seconds?: number };

/** Why a text is no position; `again` reads the text that was meant. */
export type Refused = Diagnostic & { text: string; again: ((text: string) => void) | undefined };

/** What answers them: the engine of this page, or that of a notebook. */
export interface Answerer {
  ask: (question: Question) => Promise<Found<unknown> | null>;
  /** Ends what is being computed. */
  stop: () => void;
  /** Steps of the computation that goes on. */
  steps?: () => number;
}

/** So many positions are remembered with what is known of them. */
const MOST_KNOWN = 80;
/** A question takes at most so many seconds before it is left, to be asked again on demand. */
const SECONDS = 10;
/** Of a position that came by a link. */
const SECONDS_OF_GUESTS = 2;

/** What is known of a position. */
interface Known {
  position: Position;
  facts: Map<string, Found<Fact>>;
  compared: Comparisons | undefined;
  /** The parts that fall apart, by their numbers. */
  falls: Map<number, Cut> | undefined;
}

export class Explorer extends HTMLElement {
  private answerer: Answerer | undefined;
  private desk: Desk | undefined;
  /** What is known of positions, by their texts: those shown last. */
  private readonly known = new Map<string, Known>();
  /** What is known of the position that is shown. */
  private shown: Known | undefined;
  /** Grows when another position is shown: answers about earlier ones are dropped. */
  private turn = 0;
  private busy = "";
  /** Whether a limit or the reader has ended what was asked of the position. */
  private isEnded = false;
  private picker = new Picker<Move & { side: Side }>([]);
  private looked: (Move & { side: Side }) | undefined;
  /** Position and options. */
  private readonly three = h("div", { class: "three" });
  private isTree = false;
  private readonly view = h(
    "span",
    { class: "seg view", role: "group", "aria-label": "What is shown" },
    ...(
      [
        ["options", "cells", "Options"],
        ["tree", "tree", "Game tree"],
      ] as const
    ).map(([name, mark, words]) =>
      h(
        "button",
        {
          type: "button",
          "data-view": name,
          class: name === "options" ? "on" : null,
          "aria-pressed": String(name === "options"),
          click: () => this.look(name === "tree"),
        },
        icon(mark),
        words,
      ),
    ),
  );
  private readonly stage = h("div", { class: "stage" });
  /** The rulesets that are about points. */
  private readonly byPoints = new Set<string | null>();
  private readonly called: Called = (side) => (this.isImpartial ? null : who(PLAYER[side], (this.isByPoints ? GETS : PLAYER)[side]));
  /** The players all of whose options are drawn. */
  private readonly whole = new Set<Side>();
  private isEditing = false;
  private tool: string | undefined;
  private tools: Editing | undefined;
  private readonly pencil = new Pencil(this.stage, {
    drawing: (part, figure) => (this.isEditing && this.tool !== SCISSORS ? (this.tools?.graph(part, figure) ?? null) : null),
    isOn: () => this.isEditing,
    paint: (places, isOut) => this.paint(places, isOut),
    draw: () => this.drawStage(),
  });
  private readonly pointed = pointing(this.stage, (place) => this.says(place));
  private readonly afterPress = afterPress(this.three);
  /** What is said beneath the position, until another one is shown. */
  private remark = "";
  private limit: number | undefined = SECONDS;
  private page: ((code: string) => void) | undefined;
  private graph: Thermograph | undefined;
  private readonly pinned = pins((text, name) => this.ask<Fact>({ kind: "fact", text, name, seconds: this.limit ?? SECONDS }));
  private readonly strip = h("div", { class: "sum", role: "group", "aria-label": "Parts of the sum" });
  private readonly adder = adder((text) => this.addPart(text));
  private readonly hold = new Hold(this.strip, this.stage, {
    sum: (parts, name) => void this.reach(parts.map((n) => `(${this.position!.parts[n]!.text})`).join(" + "), { kind: "edit", name }),
    add: (text) => this.addPart(text),
    name: (part) => partName(this.position!.parts, part),
    count: () => this.position?.parts.length ?? 0,
  });
  private readonly crumbs = h("nav", { class: "crumbs", "aria-label": "Moves so far" });
  private readonly left = h("section", { class: "col left", "aria-label": "Left’s options" });
  private readonly right = h("section", { class: "col right", "aria-label": "Right’s options" });
  private readonly verdict = h("div", { class: "verdict" });
  private readonly drawers = new Drawers((question) => this.ask(question));
  private readonly how = h("div", {});
  private readonly running = h("div", { class: "working", hidden: true });

  connectedCallback() {
    if (this.childElementCount > 0) return;
    set(this.stage, h("p", { class: "muted small" }, "The engine is on its way."));
    this.stage.addEventListener("keydown", (event) => this.key(event));
    this.classList.add("ex");
    this.append(this.strip, this.hold.bar, this.adder.line, this.crumbs, this.three, legend());
    add(
      this.three,
      this.left,
      h(
        "section",
        { class: "mid card", "aria-label": "Position" },
        this.stage,
        this.running,
        this.verdict,
        this.pinned.element,
        h("div", {}, this.drawers.element, this.how),
      ),
      this.right,
    );
  }

  /** Says who answers, and who shows pages of help, if there are any. */
  connect(answerer: Answerer, page?: (code: string) => void) {
    this.answerer = answerer;
    this.page = page;
  }

  /** The text of the position that is shown. */
  get text(): string {
    return this.desk?.at.text ?? "";
  }

  private get position(): Position | undefined {
    return this.shown?.position;
  }

  private get isByPoints() {
    return this.position!.parts.some(({ ruleset }) => this.byPoints.has(ruleset));
  }

  private get compared(): Comparisons | undefined {
    return this.shown?.compared;
  }

  private get falls(): ReadonlyMap<number, Cut> {
    return this.shown?.falls ?? new Map();
  }

  private get facts(): Known["facts"] {
    return this.shown?.facts ?? new Map();
  }

  /** Says which study is shown, and shows where its reader is. */
  async open(desk: Desk, isGuest = false) {
    this.desk = desk;
    desk.hear((change) => {
      if (change === "walked") void this.show();
      else if (this.position) {
        this.drawLine();
        this.drawPins();
      }
    });
    await this.show(isGuest ? SECONDS_OF_GUESTS : SECONDS);
  }

  /** Begins a study of its own with a position. */
  async start(text: string, definitions: Study["definitions"]) {
    const reply = await this.read(text, (meant) => void this.start(meant, definitions));
    if (reply) this.desk?.start(reply.text, definitions);
  }

  /** Goes on from the position that is shown to another one. */
  private async reach(text: string, way: Way) {
    const from = this.desk?.at.id;
    const reply = await this.read(text, (meant) => void this.reach(meant, way));
    if (reply && from !== undefined) this.desk?.grow(reply.text, way, from);
  }

  /** Reads a position; one that cannot be read is reported, and what is shown stays. */
  private async read(text: string, again?: Refused["again"]): Promise<Position | null> {
    const there = this.known.get(text);
    if (there) return there.position;
    const turn = ++this.turn;
    this.answerer?.stop();
    const reply = await this.ask<Position>({ kind: "position", text });
    if (turn !== this.turn || !reply) return null;
    if (!reply.found) {
      this.dispatchEvent(new CustomEvent<Refused>("refused", { detail: { ...reply.error, text, again } }));
      // The painted board is gone, and nothing computes facts about the position any more.
      if (this.position) this.drawStage();
      if (this.busy !== "") this.rest(null);
      return null;
    }
    this.remember(reply.found);
    return reply.found;
  }

  private remember(position: Position): Known {
    const { text } = position;
    const one = this.known.get(text) ?? { position, facts: new Map(), compared: undefined, falls: undefined };
    one.position = position;
    this.known.delete(text);
    this.known.set(text, one);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
    return one;
  }

  /** Shows the node where the reader is, with what is known of it, and asks for the rest. */
  private async show(seconds = SECONDS) {
    const { text } = this;
    const position = await this.read(text);
    if (!position || text !== this.text) return;
    const turn = ++this.turn;
    this.limit = seconds;
    this.shown = this.remember(this.settled(position));
    this.looked = undefined;
    this.pointed.rest();
    this.remark = "";
    this.picker = this.newPicker();
    this.graph = undefined;
    this.whole.clear();
    this.adder.close();
    this.hold.clear();
    this.draw();
    // After a move far below, the board is seen again.
    const { top, bottom } = this.stage.getBoundingClientRect();
    if (top + bottom < 0) this.crumbs.scrollIntoView();
    this.dataset.shown = String(turn);
    this.dispatchEvent(new CustomEvent("moved", { detail: this.text }));
    await this.work(turn);
  }

  /** The position with its vertices where they were before the move that has led to it. */
  private settled(position: Position): Position {
    const parent = this.desk?.study.nodes.get(this.desk.at.parent ?? "");
    return stays(position, (parent && this.known.get(parent.text)?.position.parts) ?? []);
  }

  private newPicker() {
    const { left, right } = this.position!;
    const of = (side: Side, moves: Moves | null) => (moves?.moves ?? []).map((move) => ({ ...move, side }));
    // Where both have the same moves, it is one move, by the one whose turn it is.
    if (this.isImpartial) return new Picker(of(this.turnOf("left"), left));
    return new Picker([...of("left", left), ...of("right", right)]);
  }

  private async ask<T>(question: Question): Promise<Found<T> | null> {
    return (await this.answerer?.ask(question)) as Found<T> | null;
  }

  /** Asks for everything that is not known; for the engine and the pieces last, so that no other answer waits for them. */
  private async work(turn: number) {
    await this.search(turn);
    if (turn === this.turn) await this.askHow();
    if (turn === this.turn) await this.askFalls();
  }

  /** Asks one question after the other, and shows each answer. */
  private async search(turn: number) {
    const { text } = this.position!;
    this.isEnded = false;
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
      // A list of branches that is open stays open.
      if (name === "outcome" && !this.crumbs.querySelector("[open]")) this.drawLine();
      if (!reply || isOver(reply)) return this.rest(reply);
      if (name !== "canonical") continue;
      // Without a value there is nothing else to be known of it, but of its options.
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
    const show = (compared: Comparisons) => {
      if (turn !== this.turn) return;
      this.shown!.compared = compared;
      this.drawStrip();
      this.afterPress(() => {
        if (turn !== this.turn) return;
        this.drawOptions();
        if (!this.pencil.isBusy) this.drawStage();
      });
      this.drawVerdict();
    };
    if (reply?.found) show(reply.found);
    let ended: Found<unknown> | null | undefined = reply && isOver(reply) ? reply : undefined;
    if (reply?.found && isBare(reply.found)) {
      doing("Finds the moves that win.");
      const { facts } = this;
      const ask = (question: Question) => (turn === this.turn ? this.ask<Fact>(question) : Promise.resolve(null));
      ended = await decide(this.position!, ask, this.limit, show, (name, fact) => {
        facts.set(name, fact);
        this.position!.parts.forEach(({ ruleset }) => this.byPoints.add(ruleset));
        this.drawLine();
      });
      if (turn !== this.turn) return;
    }
    this.rest(ended);
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

  /** Asks which parts fall apart. */
  private async askFalls() {
    const { turn, shown } = this;
    if (!shown || shown.falls) return;
    const falls = await falling(shown.position, async (text) =>
      turn === this.turn ? ((await this.ask<Position>({ kind: "position", text }))?.found ?? undefined) : undefined,
    );
    // No move may be lost now, and some later.
    const reply = falls.size > 0 ? await this.isWorth(allApart(shown.position.parts, falls).sum, SECONDS_OF_GUESTS) : null;
    if (turn !== this.turn) return;
    shown.falls = reply?.found?.text === "false" || (reply?.error && !isLimit(reply.error)) ? new Map() : falls;
    this.afterPress(() => {
      if (turn === this.turn && shown.falls!.size > 0 && !this.pencil.isBusy) this.drawStage();
    });
  }

  /** Whether the position is worth a sum. */
  private isWorth(sum: string, seconds: number) {
    return this.ask<Fact>({ kind: "fact", text: `(${this.text}) == (${sum})`, name: "", seconds });
  }

  /** Goes on to the first of some sums that is worth the position; otherwise it says why there is none. */
  private async takeApart(proposals: Proposal[]) {
    const turn = ++this.turn;
    this.answerer?.stop();
    let words = "These places are no part of their own: as a sum they are worth something else.";
    for (const { sum, name } of proposals) {
      this.busy = "Checks that the parts are worth the whole.";
      this.showRunning();
      const reply = await this.isWorth(sum, SECONDS);
      if (turn !== this.turn) return;
      this.busy = "";
      this.showRunning();
      if (reply?.found?.text === "true") return void this.reach(sum, { kind: "edit", name });
      if (!reply) words = "Stopped.";
      else if (isOver(reply)) words = "It takes too long to find out whether the parts are worth the whole.";
      else if (reply.error) words = reply.error.message;
    }
    this.remark = words;
    say(words);
    this.drawStage();
    await this.work(turn);
  }

  /** Nothing is computed any more: all is known, or a limit or the reader has ended it. */
  private rest(ended: Found<unknown> | null | undefined) {
    this.busy = "";
    this.showRunning();
    if (ended === undefined) return;
    this.isEnded = true;
    this.drawVerdict();
    this.running.hidden = false;
    set(
      this.running,
      endedLine(ended, this.limit, () => {
        this.limit = undefined;
        void this.work(++this.turn);
      }),
    );
  }

  private showRunning() {
    this.running.hidden = this.busy === "";
    if (this.busy === "") return;
    const stop = () => {
      this.stop();
      void this.askHow();
    };
    set(this.running, ...runningLine(this.busy, this.answerer?.steps, stop));
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
    this.drawOptions();
    this.drawLine();
    this.drawStage();
    this.drawVerdict();
    this.drawHow();
    this.drawPins();
    const names = naming(this.position!, (part, figure) => this.laid(part, figure));
    this.drawers.draw(this.text, this.isTree, names, this.position!.left ? "left" : "right");
  }

  private drawHow() {
    const how = this.facts.get("how")?.found?.how ?? [];
    // Values have no engine.
    set(this.how, how.length > 0 && engines(how));
  }

  private drawStrip() {
    const fact = (name: string) => this.facts.get(name)?.found ?? undefined;
    drawSum(
      this.strip,
      this.position!,
      {
        value: this.facts.get("canonical")?.error ? null : fact("canonical"),
        outcome: fact("outcome"),
        compared: this.compared,
        isImpartial: this.isImpartial,
      },
      (text) => void this.reach(text, { kind: "edit", name: "one part" }),
      this.hold,
      this.adder.plus(""),
    );
  }

  private addPart(text: string) {
    void this.reach(`(${this.text}) + (${text})`, { kind: "edit", name: "a part added" });
  }

  private drawLine() {
    const wins = (text: string) => this.known.get(text)?.facts.get("outcome")?.found?.text;
    if (this.desk) drawLine(this.crumbs, this.desk, this.called, { beside: this.view, wins });
  }

  /** Options beside the position, or the game tree in their place. */
  private look(isTree: boolean) {
    this.isTree = isTree;
    this.three.classList.toggle("as-tree", isTree);
    for (const one of this.view.querySelectorAll("button")) {
      const isOn = (one.dataset.view === "tree") === isTree;
      one.classList.toggle("on", isOn);
      one.setAttribute("aria-pressed", String(isOn));
    }
    if (isTree) this.drawers.open("tree");
  }

  private move(side: Side, { to, name, changed }: Move) {
    void this.reach(to, { kind: "move", by: side, name, changed });
  }

  /** Whether both players have the same moves. */
  private get isImpartial() {
    // Where play is over, it is as it was before.
    const there = this.desk ? path(this.desk.study, this.desk.at.id).flatMap(({ text }) => this.known.get(text)?.position ?? []) : [];
    const { left, right } = there.findLast(({ left, right }) => left?.moves.length || right?.moves.length) ?? this.position!;
    return (
      left !== null &&
      right !== null &&
      left.moves.length > 0 &&
      String(left.moves.map(({ to }) => to)) === String(right.moves.map(({ to }) => to))
    );
  }

  /** Who makes a move of a player: of moves that both have, the one who did not move last. */
  private turnOf(side: Side): Side {
    const way = this.desk?.at.way;
    return !this.isImpartial ? side : way?.kind === "move" && way.by === "left" ? "right" : "left";
  }

  /** The pieces that were laid on the cells of a figure, as far as the path shows. */
  private laid(part: number, figure: number): Laid[] {
    const found: Laid[] = [];
    let before = "";
    for (const { way, text } of this.desk ? path(this.desk.study, this.desk.at.id) : []) {
      // On a board of another size places are other cells; on a painted one pieces stay where their cells are covered.
      const size = text.replace(/[^|"+]/g, ".");
      if (way.kind === "edit" && size !== before) found.length = 0;
      before = size;
      if (way.kind === "move") found.push({ by: way.by === "left" ? "l" : "r", places: [...within(way.changed, part, figure)] });
    }
    return found;
  }

  private drawStage() {
    const { parts } = this.position!;
    const way = this.desk?.at.way;
    const last = way?.kind === "move" ? way.changed : [];
    const { falls } = this;
    const isCut = this.isEditing && this.tool === SCISSORS;
    const tools = (this.tools = editing({
      parts,
      isOn: this.isEditing,
      tool: this.tool,
      toggle: (isOn, tool) => {
        if (!isOn) this.pencil.clear();
        this.isEditing = isOn;
        this.tool = tool;
        this.drawStage();
      },
      replace: (text, name) => void this.reach(text, { kind: "edit", name }),
      signs: signs(this.position!),
      negative: () => void this.reach(`-(${this.text})`, { kind: "edit", name: "sides changed" }),
      apart: falls.size > 0 ? () => void this.takeApart([allApart(parts, falls)]) : undefined,
    }));
    const winning = winningSpots(this.position!, this.compared, this.isImpartial);
    const one = (figure: Figure, part: Part, p: number, f: number) => {
      const drawing = this.isEditing && !isCut ? tools.graph(p, f) : null;
      const placed = drawing && figure.kind === "graph" ? this.pencil.placed(figure) : figure;
      const stroke = this.pencil.stroke(p, f);
      const shown = (stroke.size > 0 && tools.painted(p, f, stroke)) || placed;
      const [only] = stroke.size === 1 ? stroke : [];
      const svg = drawFigure(shown, part.text, {
        coordinates: true,
        roomy: drawing !== null,
        laid: this.laid(p, f),
        ringed: this.isEditing ? new Set() : within(last, p, f),
        chosen: isCut ? (only !== undefined && pieceAt(falls, p, f, only)) || stroke : this.picker.chosenIn(p, f),
        open: this.picker.isEmpty || this.isEditing ? new Set() : this.picker.openIn(p, f),
        lettered: isCut ? placesOf(falls.get(p), f) : new Map(),
        winning: this.isEditing || !this.picker.isEmpty ? [] : winning.filter((move) => move.part === p && move.figure === f),
        choose: (place) => this.chosen([p, f, place]),
      });
      svg.setAttribute("data-figure", `${p},${f}`);
      const beneath = tools.beneath(p, f);
      return beneath ? h("span", { class: "withtools" }, svg, beneath) : svg;
    };
    const { left, right } = this.position!;
    const turn = left === null && right !== null ? "Right" : right === null && left !== null ? "Left" : null;
    const figures = parts.map((part, p) => {
      return group(figuresOf(part).flatMap((figure, f) => (isTurn(figure, part, turn) ? [] : one(figure, part, p, f))));
    });
    const isMany = parts.length > 1 || parts[0]!.figures.length > 1;
    const row = h(
      "div",
      { class: `bigboards${isMany ? " many" : ""}${this.isEditing ? " editing" : ""}` },
      ...figures.flatMap((one, n) => [n > 0 && parts.length > 1 ? h("span", { class: "op" }, "+") : null, one]),
    );
    const choose = several(
      this.picker,
      this.called,
      (move) => this.move(move.side, move),
      () => this.unpick(),
    );
    if (parts.length < 2) tools.palette.append(this.adder.plus("Add a part"));
    const remark = this.remark === "" ? null : h("p", { class: "small hintline", role: "status" }, this.remark);
    const mover = turn && h("p", { class: "small hintline" }, this.called(turn === "Left" ? "left" : "right"), " is to move.");
    const isWithin = keepFocus(this.stage, () => set(this.stage, mover, row, this.pointed.line, choose, tools.palette, remark));
    this.pointed.again();
    const place = isWithin ? null : this.stage.querySelector<SVGElement>("[data-place][tabindex='0']");
    if (place) place.focus({ preventScroll: true });
    else if (!isWithin) this.focusHere();
    this.showLooked();
  }

  /** Moves the focus to the node that is shown. */
  private focusHere() {
    this.crumbs.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
  }

  /** Marks the option that is looked at. Nothing is drawn anew: it may be the beginning of a click on the board. */
  private showLooked() {
    const { looked } = this;
    const { parts } = this.position!;
    for (const svg of this.stage.querySelectorAll("[data-figure]")) {
      const [p, f] = svg.getAttribute("data-figure")!.split(",").map(Number) as [number, number];
      const figure = parts[p]?.figures[f];
      if (!figure) continue;
      const places = within(looked?.changed ?? [], p, f);
      const after = looked?.parts.length === parts.length ? looked.parts[p]?.figures[f] : undefined;
      lookAt(svg, figure, looked && !this.isEditing ? { by: looked.side === "left" ? "l" : "r", places, after } : undefined);
    }
  }

  private chosen(place: Place) {
    if (this.isEditing) return this.paint([place], true);
    const found = this.picker.choose(place);
    if (found !== "none" && "move" in found) return this.move(found.move.side, found.move);
    this.drawStage();
    reveal(this.stage.querySelector(".several"));
  }

  /** Paints places, or takes them out: the whole piece of one of them, unless several were drawn over. */
  private paint(places: readonly Place[], isOut: boolean) {
    if (this.tool !== SCISSORS) return this.tools?.paint(places);
    const [[part, figure, place] = [0, 0, 0]] = places;
    const piece = isOut || places.length === 1 ? pieceAt(this.falls, part, figure, place) : undefined;
    void this.takeApart(out(this.position!.parts, this.falls, part, figure, piece ?? within(places, part, figure)));
  }

  /** What a click on a place does, in words; the move that it makes is marked on the board and among the options. */
  private says(place: Place | undefined): (Node | string)[] {
    if (!this.shown) return [];
    const choice = this.isEditing ? null : sayChoice(this.picker, place, this.position!.parts);
    const moves = place && !this.isEditing ? this.picker.after(place) : [];
    const [only] = moves.length === 1 ? moves : [];
    if (place || this.looked) {
      this.looked = only;
      this.showLooked();
    }
    for (const side of ["left", "right"] as const)
      pointAt(this[side], only && side === (this.isImpartial ? "left" : only.side) ? only.name : undefined);
    if (choice || !place) return choice ?? [];
    return this.isEditing ? [this.tools?.says(place) ?? ""] : sayMoves(moves, this.called);
  }

  /** Keys on the position: tools by their signs, moves of a choice by their numbers. */
  private key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).matches("input, textarea, select")) return;
    if (this.isEditing) {
      if (this.tools?.key(event.key)) event.preventDefault();
      return;
    }
    if (this.picker.isEmpty) return;
    const move = /^[1-9]$/.test(event.key) ? this.picker.candidates[Number(event.key) - 1] : undefined;
    if (event.key === "Escape") this.unpick();
    else if (move) this.move(move.side, move);
    else return;
    event.preventDefault();
  }

  private unpick() {
    this.picker.clear();
    this.drawStage();
  }

  private drawOptions() {
    this.three.classList.toggle("impartial", this.isImpartial);
    this.left.setAttribute("aria-label", this.isImpartial ? "Options of either player" : "Left’s options");
    for (const side of ["left", "right"] as const) {
      // Where a player has no move any more, the line has the focus.
      if (!keepFocus(this[side], () => this.drawSide(side, this[side]))) this.focusHere();
    }
  }

  private drawSide(side: Side, place: HTMLElement) {
    drawSide(place, {
      side,
      position: this.position!,
      called: this.called,
      rows: this.compared?.[side],
      isWhole: this.whole.has(side),
      showAll: () => {
        this.whole.add(side);
        this.drawOptions();
      },
      move: (move) => this.move(this.turnOf(side), move),
      look: (move, known) => {
        this.looked = move ? { ...move, side } : undefined;
        this.graph?.compare(known?.walls ?? undefined, known?.value ?? "");
        this.showLooked();
      },
      laid: (part, figure) => this.laid(part, figure),
      explain: (value) => this.drawers.explain(PLAYER[side], value),
    });
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
    const rows = [...SIDES, ...POINTS, ...FACTS]
      .filter(([name, label]) => label !== "" && fact(name))
      .flatMap(([name, label]) => [h("dt", {}, label), h("dd", {}, ...told(name, fact(name)!.text))]);
    set(
      this.verdict,
      h(
        "div",
        {},
        value ? folded(value.text, "big") : fault || this.isEnded ? null : h("span", { class: "val big ghost" }, "…"),
        wins
          ? h(
              "p",
              { class: "say" },
              outcome(wins.text),
              h(
                "span",
                {},
                h("b", {}, `${outcomeWords(wins.text)}${/^[LR]$/.test(wins.text) ? "," : "."}`),
                /^[LR]$/.test(wins.text) ? " whoever begins." : "",
              ),
            )
          : null,
        fault && !isLimit(fault) ? this.complaint(fault) : null,
        tally(this.position!, this.compared, this.called),
        ofNumber(this.compared),
        h("dl", { class: "facts" }, ...rows),
      ),
      this.graph?.element ?? (drawn ? h("figure", { class: "mini" }, drawn) : null),
    );
    this.drawStrip();
  }

  /** Questions that are pinned, and the note of the node. */
  private drawPins() {
    if (this.desk) this.pinned.draw(this.desk);
  }

  private complaint(fault: Diagnostic) {
    const { page } = this;
    const code = page ? h("button", { type: "button", class: "plain", click: () => page(fault.code) }, fault.code) : fault.code;
    return h("p", { class: "say" }, h("span", {}, ...asSentence(fault.message), " ", code));
  }
}

/** Whether a question was ended by a limit, or by the reader. */
function isOver(reply: Found<unknown>) {
  return reply.error !== undefined && isLimit(reply.error);
}

// A notebook may load this module more than once.
if (!customElements.get("upstar-explorer")) customElements.define("upstar-explorer", Explorer);
