// Positions edited by hand: symbols painted onto boards, coins turned, heaps made larger and smaller, graphs drawn. Every
// change is a text in which one part of the position is written anew; the engine says whether it is a position.
import { button, h, icon, shape } from "../dom";
import { drawFigure } from "../board";
import { within, type Place } from "../clicks";
import type { Figure, Part } from "../protocol";

export type Board = Extract<Figure, { kind: "board" }>;
export type Graph = Extract<Figure, { kind: "graph" }>;

export interface Hand {
  parts: Part[];
  isOn: boolean;
  /** The symbol or label that is drawn with; "" takes edges away. */
  tool: string | undefined;
  toggle: (isOn: boolean, tool?: string) => void;
  /** Goes on to another position. */
  replace: (text: string, name: string) => void;
  /** The labels that vertices have, here or after a move, with their symbols. */
  signs: ReadonlyMap<string, number>;
  negative: () => void;
  /** Takes the whole apart; undefined while no way is known. */
  apart: (() => void) | undefined;
}

/** The tool that takes places out of a part. */
export const SCISSORS = "scissors";

export interface Editing {
  palette: HTMLElement;
  /** What stands beneath a figure. */
  beneath: (part: number, figure: number) => HTMLElement | null;
  /** Chooses a tool by its sign or its number. Returns false where there is none. */
  key: (key: string) => boolean;
  /** What a click on a place does. */
  says: (place: Place) => string;
  /** Paints places of one figure. */
  paint: (places: readonly Place[]) => void;
  /** A board on which these places are painted, before it is a position. */
  painted: (part: number, figure: number, places: ReadonlySet<number>) => Figure | null;
  /** The graph of a figure, where it can be drawn. */
  graph: (part: number, figure: number) => Drawing | null;
}

/** The board as it is typed, without quotes. */
export function typed({ cells, columns }: Board): string {
  const letters = cells.map(([, letter]) => letter);
  return Array.from({ length: Math.ceil(letters.length / columns) }, (_, row) =>
    letters.slice(row * columns, (row + 1) * columns).join(""),
  ).join("|");
}

const once = (text: string, piece: string) => text.split(piece).length === 2;

/** What of a part can be written anew: the piece of its text, and how. */
export function boardOf({ text, figures }: Part, n: number): Board | null {
  const figure = figures[n];
  return figure?.kind === "board" && once(text, `"${typed(figure)}"`) ? figure : null;
}

/** The row of coins in the text of a part, with the letters of heads and tails. */
function coinsOf({ text, figures }: Part, n: number): { heads: boolean[]; piece: string } | null {
  const figure = figures[n];
  if (figure?.kind !== "coins") return null;
  const piece = figure.heads.map((head) => (head ? "H" : "T")).join("");
  return once(text, `"${piece}"`) ? { heads: figure.heads, piece } : null;
}

/** The heap of a figure, and the part with another one in its place: of equal heaps the one that is meant. */
function heapOf({ text, figures }: Part, n: number): { size: number; change: (size: number) => string } | null {
  const figure = figures[n];
  if (figure?.kind !== "heap") return null;
  const pieces = text.split(new RegExp(`(?<![\\w.])${figure.size}(?![\\w.])`));
  const isEqual = (other: Figure) => other.kind === "heap" && other.size === figure.size;
  if (pieces.length - 1 !== figures.filter(isEqual).length) return null;
  const at = figures.slice(0, n).filter(isEqual).length + 1;
  const [before, after] = [pieces.slice(0, at), pieces.slice(at)].map((some) => some.join(String(figure.size)));
  return { size: figure.size, change: (size) => `${before}${size}${after}` };
}

/* Graphs */

/** An edge as it is typed: its ends by name, and its label. */
type Edge = readonly [number, number, string | null];

/** A graph while it is drawn. */
export interface Drawing {
  /** The labels that an edge can have; none where edges have none. */
  labels: string[];
  /** A name for another vertex. */
  fresh: number;
  add: (from: number, to: number) => void;
  cut: (edge: number) => void;
  /** Gives a vertex the label that is chosen, or takes it away again. */
  mark: (vertex: number) => void;
}

/** What a tool for labels of vertices is called: edges may have the same ones. */
const VERTEX = "vertex ";

/** The label of vertices that is chosen. */
function signOf({ signs, tool }: Hand): string | undefined {
  const all = [...signs].flatMap(([sign, symbol]) => (symbol > 0 ? sign : []));
  return all.find((one) => tool === VERTEX + one) ?? all[0];
}

/** How edges are labelled where both players and both of them cut them. */
const COLOURS = ["b", "r", "g"];

export function graphText({ nodes, directed }: Graph, edges: readonly Edge[]): string {
  const sign = directed ? ">" : "-";
  const said = edges.map(([from, to, label]) => `${from}${sign}${to}${label === null ? "" : `:${label}`}`);
  const ends = new Set(edges.flatMap(([from, to]) => [from, to]));
  const alone = nodes
    .filter(({ name, label, symbol }) => (label !== null && symbol !== 0) || !ends.has(name))
    .map(({ name, label, symbol }) => (label === null || symbol === 0 ? `${name}` : `${name}=${label}`));
  return [...said, ...alone].join(", ");
}

const edgesOf = ({ nodes, edges }: Graph): Edge[] => edges.map(({ from, to, label }) => [nodes[from]!.name, nodes[to]!.name, label]);

/** The graph of a figure, where it is the only text of its part, and that text. */
export function graphOf({ text, figures }: Part, n: number): { graph: Graph; quoted: string } | null {
  const figure = figures[n];
  const quoted = /"[^"]*"/.exec(text)?.[0];
  return figure?.kind === "graph" && quoted && once(text, quoted) ? { graph: figure, quoted } : null;
}

function drawing(part: Part, n: number, hand: Hand, write: (piece: string, next: string, name: string) => void): Drawing | null {
  const found = graphOf(part, n);
  if (!found) return null;
  const { graph: figure, quoted } = found;
  const edges = edgesOf(figure);
  const said = [...new Set(edges.flatMap(([, , label]) => label ?? []))];
  const labels = said.length === 0 && edges.length > 0 ? [] : said.every((one) => COLOURS.includes(one)) ? COLOURS : said.sort();
  const label = labels.length === 0 ? null : labels.includes(hand.tool ?? "") ? hand.tool! : labels[0]!;
  const put = (next: readonly Edge[], name: string, nodes = figure.nodes) =>
    write(quoted, `"${graphText({ ...figure, nodes }, next)}"`, name);
  return {
    labels,
    fresh: Math.max(0, ...figure.nodes.map(({ name }) => name)) + 1,
    add: (from, to) => put([...edges, [from, to, label]], "an edge drawn"),
    mark: (vertex) => {
      const sign = signOf(hand);
      const node = figure.nodes.find(({ name }) => name === vertex);
      if (sign === undefined || !node) return;
      const next = node.label === sign ? { label: null, symbol: 0 } : { label: sign, symbol: hand.signs.get(sign) ?? 1 };
      put(
        edges,
        next.label === null ? `${vertex} without a label` : `${vertex} = ${sign}`,
        figure.nodes.map((one) => (one === node ? { ...one, ...next } : one)),
      );
    },
    cut: (edge) => {
      const rest = edges.filter((_, place) => place !== edge);
      const ends = new Set(rest.flatMap(([from, to]) => [from, to]));
      const cut = edges[edge]!;
      // A vertex that is left with no edge goes with its last one, unless it is the ground or says something.
      const stays = figure.nodes.filter(
        ({ name, symbol }, place) => place === figure.ground || (symbol ?? 0) > 0 || ends.has(name) || (name !== cut[0] && name !== cut[1]),
      );
      put(rest, "an edge taken away", stays);
    },
  };
}

/* The palette */

function stepper(label: string, value: number, least: number, change: (value: number) => void): HTMLElement {
  const by = (step: 1 | -1) => {
    const one = button(
      "",
      { kind: "icon line", icon: step < 0 ? "minus" : "plus", label: `${label}: one ${step < 0 ? "fewer" : "more"}` },
      () => change(value + step),
    );
    one.disabled = value + step < least;
    return one;
  };
  return h(
    "span",
    { class: "stepper", role: "group", "aria-label": label },
    by(-1),
    h("span", { class: "count" }, h("b", {}, String(value)), ` ${label}`),
    by(1),
  );
}

/** A vertex with a label, as it is drawn. */
function vertex(symbol: number): Element {
  const owner = symbol === 1 ? "b-left" : symbol === 2 ? "b-right" : "b-both";
  return shape(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    shape("circle", { class: `${owner} b-node`, cx: 16, cy: 16, r: 11, "stroke-width": 1.8 }),
  );
}

/** A symbol as it is drawn. */
function sample(cell: Board["cells"][number], { slanted, symbols = [] }: Board): Element {
  const drawn = drawFigure({ kind: "board", columns: 1, slanted, cells: [cell], symbols }, "");
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

const COLOUR_NAMES: Record<string, string> = { b: "blue, Left’s", r: "red, Right’s", g: "green, both players’" };

export function editing(hand: Hand): Editing {
  const { parts, isOn } = hand;
  const write = (part: number, change: (text: string) => string, name: string) =>
    hand.replace(parts.map(({ text }, n) => (n === part ? change(text) : text)).join(" + "), name);
  const find = <T>(of: (part: Part, n: number) => T | null) =>
    parts.flatMap((part, p) =>
      part.figures.flatMap((_, f) => {
        const found = of(part, f);
        return found === null ? [] : [{ part: p, figure: f, found }];
      }),
    );
  const boards = find(boardOf);
  const graphs = find((part, n) =>
    drawing(part, n, hand, (piece, next, name) => write(parts.indexOf(part), (text) => text.replace(piece, () => next), name)),
  );
  const first = boards[0];
  const symbols = first ? (first.found.symbols ?? []) : [];
  const current = symbols.find(([, letter]) => letter === hand.tool) ?? symbols[1] ?? symbols[0];
  const change = (part: number, board: Board, next: Board, name: string) =>
    write(part, (text) => text.replace(`"${typed(board)}"`, () => `"${typed(next)}"`), name);
  const cover = (board: Board, places: ReadonlySet<number>): Board => ({
    ...board,
    cells: board.cells.map((cell, place) => (places.has(place) && current ? current : cell)),
  });
  const resized = (columns: number, rows: number) => {
    const board = first!.found;
    const empty = symbols[0] ?? board.cells[0]!;
    const there = board.cells.length / board.columns;
    const cells = Array.from({ length: columns * rows }, (_, place) => {
      const [row, column] = [Math.floor(place / columns), place % columns];
      return row < there && column < board.columns ? board.cells[row * board.columns + column]! : empty;
    });
    change(first!.part, board, { ...board, columns, cells }, `${rows} × ${columns}`);
  };
  const tool = (name: string, words: string, isCurrent: boolean, look: Element, key = "") =>
    h(
      "button",
      {
        type: "button",
        class: "btn line tool",
        "aria-pressed": String(isCurrent),
        "aria-label": words,
        title: key === "" ? words : `${words}: ${key}`,
        "aria-keyshortcuts": key || null,
        click: () => hand.toggle(true, name),
      },
      look,
    );
  const labels = graphs[0]?.found.labels ?? [];
  const label = labels.includes(hand.tool ?? "") ? hand.tool : labels[0];
  const canEdit = boards.length > 0 || graphs.length > 0 || find(coinsOf).length > 0 || find(heapOf).length > 0;
  const words = (letter: string, n: number) =>
    `Paint ${n === 0 ? "the empty cell" : letter === "#" ? "a cell that is gone" : n === 1 ? `Left’s ${letter}` : n === 2 ? `Right’s ${letter}` : letter}`;
  const isCut = hand.tool === SCISSORS;
  const sign = signOf(hand);
  const vertices = graphs.length > 0 ? [...hand.signs].flatMap(([one, symbol]) => (symbol > 0 ? one : [])) : [];
  const rows = first ? first.found.cells.length / first.found.columns : 0;
  const tools = isOn
    ? [
        ...symbols.map((cell, n) => tool(cell[1], words(cell[1], n), cell === current && !isCut, sample(cell, first!.found), cell[1])),
        ...labels.map((one) =>
          tool(one, `Draw ${COLOUR_NAMES[one] ?? one}`, one === label && !isCut, h("span", { class: `edge-look ${one}` }), one),
        ),
        ...vertices.map((one) => tool(VERTEX + one, `Label vertices ${one}`, one === sign && !isCut, vertex(hand.signs.get(one)!), one)),
        ...(first || graphs.length > 0 ? [tool(SCISSORS, "Take a part out", isCut, icon("cut"))] : []),
        ...(first
          ? [
              stepper("columns", first.found.columns, 1, (columns) => resized(columns, rows)),
              ...(rows > 1 || first.found.cells.length === 1
                ? [stepper("rows", rows, 1, (high) => resized(first.found.columns, high))]
                : []),
            ]
          : []),
      ]
    : [];
  const edit = h(
    "button",
    { type: "button", class: "btn line", "data-name": "edit", "aria-pressed": String(isOn), click: () => hand.toggle(!isOn, hand.tool) },
    icon("pen"),
    isOn ? "Done" : "Edit",
  );
  const swap = button(
    "",
    { kind: "icon line", icon: "swap", label: "Change sides: the negative", title: "Change sides: the negative" },
    hand.negative,
  );
  const apart =
    hand.apart &&
    button("Take apart", { kind: "line", icon: "cut", title: "Show the parts that do not touch each other as a sum" }, hand.apart);
  const said = !isOn
    ? ""
    : isCut
      ? "Tap a part or drag it out, or draw over the places that you take out together."
      : graphs.length > 0
        ? `Drag from a vertex to another one, or to an empty place, to draw an edge. Tap an edge to take it away${vertices.length > 0 ? ", or a vertex to label it" : ""}.`
        : "";
  const hint = said === "" ? null : h("p", { class: "muted small hintline" }, said);
  return {
    palette: h("div", { class: "palette", role: "toolbar", "aria-label": "Editor" }, ...tools, canEdit ? edit : null, swap, apart, hint),
    beneath: (part, figure) => {
      const heap = isOn ? heapOf(parts[part]!, figure) : null;
      return heap && stepper("counters", heap.size, 0, (size) => write(part, () => heap.change(size), `a heap of ${size}`));
    },
    paint: (places) => {
      const [where] = places;
      if (!where) return;
      const [part, figure] = where;
      const of = parts[part]!;
      const covered = within(places, part, figure);
      const board = boardOf(of, figure);
      if (board) return change(part, board, cover(board, covered), "painted");
      const coins = coinsOf(of, figure);
      if (coins) {
        const next = coins.heads.map((head, place) => (covered.has(place) !== head ? "H" : "T")).join("");
        return write(part, (text) => text.replace(`"${coins.piece}"`, `"${next}"`), "coins turned");
      }
      const graph = of.figures[figure];
      const drawn = graphs.find((one) => one.part === part && one.figure === figure)?.found;
      if (!drawn || graph?.kind !== "graph") return;
      if (where[2] >= graph.nodes.length) drawn.cut(where[2] - graph.nodes.length);
      else drawn.mark(graph.nodes[where[2]]!.name);
    },
    key: (key) => {
      const [colours, marks] = [[...symbols.map(([, letter]) => letter), ...labels], vertices.map((one) => VERTEX + one)];
      const all = [...colours, ...marks];
      // The letter of the colour that is chosen already means the vertices.
      const inTurn = key === label && !isCut ? [...marks, ...colours] : all;
      const found = inTurn.find((one) => one === key || one === VERTEX + key) ?? (/^[1-9]$/.test(key) ? all[Number(key) - 1] : undefined);
      if (isOn && found !== undefined) hand.toggle(true, found);
      return isOn && found !== undefined;
    },
    says: ([part, figure, place]) => {
      const of = parts[part];
      const at = of?.figures[figure];
      if (isCut) return "Takes this part out.";
      if (of && boardOf(of, figure) && current) return `${words(current[1], symbols.indexOf(current))}.`;
      if (of && coinsOf(of, figure)) return "Turns this coin.";
      if (at?.kind !== "graph" || !graphs.some((one) => one.part === part && one.figure === figure)) return "";
      const node = at.nodes[place];
      if (!node) return "Takes this edge away.";
      if (sign === undefined || place === at.ground) return "Drag from here to draw an edge.";
      return node.label === sign ? `Takes the label ${sign} away.` : `Labels this vertex ${sign}.`;
    },
    painted: (part, figure, places) => {
      const board = boardOf(parts[part]!, figure);
      return board && !isCut ? cover(board, places) : null;
    },
    graph: (part, figure) => graphs.find((one) => one.part === part && one.figure === figure)?.found ?? null,
  };
}
