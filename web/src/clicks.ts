// From clicks to moves: a move is known by the places it changes, so that every ruleset can be played
// without a word about it.
import type { Figure, Move, Part, PlayerName } from "./protocol";

/** A place: the summand, the figure within it, the place within that. */
export type Place = readonly [number, number, number];

const key = (place: Place) => place.join();

function hasAll(changed: readonly Place[], wanted: readonly Place[]) {
  const own = new Set(changed.map(key));
  return wanted.every((one) => own.has(key(one)));
}

/** Whether a move is chosen with places: those that it changes, or those on the other side of a row. */
const fits = ({ changed, mirrored }: Move, places: readonly Place[]) =>
  hasAll(changed, places) || (mirrored ? hasAll(mirrored, places) : false);

/** The places that have been chosen of a move under way, and the moves that change all of them. */
export class Picker<M extends Move> {
  private chosen: Place[] = [];

  constructor(readonly moves: readonly M[]) {}

  /** The moves that are still possible. */
  get candidates(): M[] {
    return this.moves.filter((move) => fits(move, this.chosen));
  }

  /** The moves that would be left if a place were chosen: none where it would be given up. */
  after(place: Place): M[] {
    if (this.has(place)) return [];
    const all = (places: readonly Place[]) => this.moves.filter((move) => fits(move, places));
    const found = all([...this.chosen, place]);
    return found.length > 0 ? found : all([place]);
  }

  get isEmpty() {
    return this.chosen.length === 0;
  }

  /** How many places are chosen. */
  get size() {
    return this.chosen.length;
  }

  /** Whether a place is chosen. */
  has(place: Place): boolean {
    return this.chosen.some((one) => key(one) === key(place));
  }

  /** Whether another place would say more of the move. */
  get goesOn(): boolean {
    return this.candidates.some(({ changed }) => changed.some((place) => !this.has(place)));
  }

  clear() {
    this.chosen = [];
  }

  /** Chooses a place. Returns the move when only one is left that changes no more than what was chosen, or only one at all. */
  choose(place: Place): { move: M } | { several: M[] } | "none" {
    if (this.has(place)) {
      this.chosen = this.chosen.filter((one) => key(one) !== key(place));
      return { several: this.isEmpty ? [] : this.candidates };
    }
    this.chosen.push(place);
    let found = this.candidates;
    if (found.length === 0) {
      // Another move begins here.
      this.chosen = [place];
      found = this.candidates;
    }
    if (found.length === 0) {
      this.chosen = [];
      return "none";
    }
    if (found.length === 1) {
      this.chosen = [];
      return { move: found[0]! };
    }
    return { several: found };
  }

  /** The chosen places in one figure. */
  chosenIn(part: number, figure: number): Set<number> {
    return within(this.chosen, part, figure);
  }

  /** The places in one figure with which a move can begin or go on. */
  openIn(part: number, figure: number): Set<number> {
    const done = new Set(this.chosen.map(key));
    const ways = this.candidates.flatMap(({ changed, mirrored }) => [changed, ...(mirrored ? [mirrored] : [])]);
    const open = ways
      .filter((way) => hasAll(way, this.chosen))
      .flat()
      .filter((place) => !done.has(key(place)));
    return within(open, part, figure);
  }
}

/** The places of a list that are in one figure. */
export function within(places: readonly Place[], part: number, figure: number): Set<number> {
  return new Set(places.filter((one) => one[0] === part && one[1] === figure).map((one) => one[2]));
}

/** Where a move is on the first figure that it changes: where its piece lands, the edge that it cuts, or all that it covers. */
export function spot(
  move: Move,
  by: "left" | "right",
  before: readonly Part[],
): { part: number; figure: number; places: number[]; cut?: "upright" | "flat" } | null {
  const [first] = move.changed;
  if (!first) return null;
  const [part, figure] = first;
  const places = [...within(move.changed, part, figure)];
  const there = before[part]?.figures[figure];
  const after = before.length === move.parts.length ? move.parts[part]?.figures[figure] : undefined;
  if (there?.kind === "board" && isCut(there, part, before, move.parts)) {
    const isUpright = there.columns > 1 && places.every((place) => place % there.columns === places[0]! % there.columns);
    return { part, figure, places, cut: isUpright ? "upright" : "flat" };
  }
  if (places.length < 2 || !there) return { part, figure, places };
  const one =
    there.kind === "board"
      ? onBoard(there, after, places, by)
      : there.kind === "graph"
        ? onGraph(there, places)
        : // The last coin that is turned, the highest counter; of a row all that are taken.
          there.kind === "heap" && there.isRow
          ? null
          : Math.max(...places);
  return { part, figure, places: one === null ? places : [one] };
}

/** Whether a board falls into pieces and loses no cell. */
function isCut(there: Board, part: number, before: readonly Part[], after: readonly Part[]): boolean {
  const count = after.length - before.length;
  const size = ({ figures }: Part) => figures.reduce((sum, one) => sum + (one.kind === "board" ? one.cells.length : 0), 0);
  const pieces = after.slice(part, part + count + 1).reduce((sum, one) => sum + size(one), 0);
  return count > 0 && pieces === there.cells.length;
}

type Board = Extract<Figure, { kind: "board" }>;
type Graph = Extract<Figure, { kind: "graph" }>;

/** The only one of a list. */
const only = <T>(all: readonly T[]): T | null => (all.length === 1 ? all[0]! : null);

/** Where a piece lands, or what begins to fall; null where the places are one piece. */
function onBoard(board: Board, after: Figure | undefined, places: number[], by: "left" | "right"): number | null {
  const { cells, columns } = board;
  if (after?.kind === "board" && after.cells.length === cells.length) {
    const signOf = (all: Board["cells"], place: number) => all[place]!.join();
    const isSame = (place: number) => signOf(after.cells, place) === signOf(cells, place);
    const comesFrom = (from: number, place: number) =>
      from !== place && !isSame(from) && signOf(cells, from) === signOf(after.cells, place);
    const landed = places.filter(
      (place) => after.cells[place]![0] !== 0 && !isSame(place) && places.some((from) => comesFrom(from, place)),
    );
    const own = by === "left" ? 1 : 2;
    const found = only(landed) ?? only(landed.filter((place) => after.cells[place]![0] === own));
    if (found !== null) return found;
    // A row that is gone has fallen away from its first one.
    if (cells.length === columns && places.every((place) => cells[place]![0] !== 0 && after.cells[place]![0] === 0)) {
      const [from, to] = [Math.min(...places), Math.max(...places)];
      const stands = (place: number) => (cells[place]?.[0] ?? 0) !== 0;
      const isOwn = (place: number) => [own, 3].includes(cells[place]![0]);
      if (to - from + 1 === places.length && stands(from - 1) !== stands(to + 1)) return stands(to + 1) ? to : from;
      return isOwn(from) ? from : to;
    }
  }
  const [rows, across] = [places.map((place) => Math.floor(place / columns)), places.map((place) => place % columns)];
  const extent = (all: number[]) => Math.max(...all) - Math.min(...all) + 1;
  if (extent(rows) * extent(across) === places.length) return null;
  // The place that is nearest to their midst.
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [y, x] = [mean(rows), mean(across)];
  const far = places.map((_, n) => (rows[n]! - y) ** 2 + (across[n]! - x) ** 2);
  return places[far.indexOf(Math.min(...far))]!;
}

/** The edge that is cut, where a token goes, or the vertex that has all others beside it. */
function onGraph({ nodes, edges, ground }: Graph, places: number[]): number {
  const changed = new Set(places);
  const vertices = places.filter((place) => place < nodes.length);
  const cut = places.filter((place) => {
    const edge = edges[place - nodes.length];
    return edge && (!changed.has(edge.from) || !changed.has(edge.to));
  });
  const edge = ground !== null || vertices.length === 0 ? only(cut) : null;
  if (edge !== null) return edge;
  const hasToken = vertices.some((place) => nodes[place]!.token);
  const landing = only(vertices.filter((place) => !nodes[place]!.token));
  if (hasToken && landing !== null) return landing;
  const isBeside = (a: number, b: number) => edges.some(({ from, to }) => (from === a && to === b) || (from === b && to === a));
  return vertices.find((one) => vertices.every((other) => other === one || isBeside(one, other))) ?? vertices[0] ?? places[0]!;
}

/** The signs of a text, each with whether it is within quotes. */
function signs(text: string): { sign: string; isQuoted: boolean }[] {
  let [isQuoted, isEscaped] = [false, false];
  return [...text].map((sign) => {
    const isMark = sign === '"' && !isEscaped;
    isEscaped = isQuoted && sign === "\\" && !isEscaped;
    if (isMark) isQuoted = !isQuoted;
    return { sign, isQuoted: isQuoted || isMark };
  });
}

const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}", "<": ">", "⟨": "⟩" };

/** The texts of a list of positions, or of what else stands between separators in brackets. */
export function listed(text: string, separator = ","): string[] {
  const found: string[] = [];
  /** The brackets that are open, by what closes them. */
  const open: string[] = [];
  let part = "";
  for (const { sign, isQuoted } of signs(text)) {
    if (!isQuoted) {
      const isEnd = open.length === 1 && (sign === separator || sign === "]");
      if (isEnd && part.trim() !== "") found.push(part.trim());
      const to = open.lastIndexOf(sign);
      // Of signs that are not always brackets, `->` has none that it closes, and `a < b` is closed by what is around it.
      if (to >= 0 && (sign !== ">" || to === open.length - 1)) open.length = to;
      else if (sign in CLOSING) open.push(CLOSING[sign]!);
      if (isEnd || (open.length === 1 && sign === "[")) {
        part = "";
        continue;
      }
    }
    part += sign;
  }
  return found;
}

/** The arguments of a call, those of its last brackets: `3, 5` of `R(2)(3, 5)`. None where a text is no call. */
export function callArguments(text: string): string[] | null {
  let [depth, from, at] = [0, -1, 0];
  for (const { sign, isQuoted } of signs(text)) {
    if (!isQuoted && "([{".includes(sign)) {
      if (depth === 0) from = sign === "(" ? at : -1;
      depth += 1;
    } else if (!isQuoted && ")]}".includes(sign)) depth -= 1;
    at += sign.length;
  }
  return depth === 0 && from > 0 && text.endsWith(")") ? listed(`[${text.slice(from + 1, -1)}]`) : null;
}

/** A text without the spaces that mean nothing: those within quotes stay. */
export function tight(text: string): string {
  return signs(text)
    .filter(({ sign, isQuoted }) => isQuoted || !/\s/.test(sign))
    .map(({ sign }) => sign)
    .join("");
}

/** The player whose moves a question asks for, where it speaks of one only. */
export function playerAsked(ask: string): PlayerName | null {
  const names = new Set(ask.match(/\b(?:Left|Right)\b/g));
  const [name] = names;
  return names.size === 1 ? (name as PlayerName) : null;
}

/** Whether a move is called by nothing but the position it leads to, so that its name would be the answer; an option of a bracket is there to be read. */
export function isNamedByResult({ name, to }: Move, position: string): boolean {
  const bare = tight(name.replace(/^[A-Z]+:/, ""));
  const results = [tight(to), ...to.split(" + ").map(tight)];
  return results.includes(bare) && !tight(position).includes(bare);
}
