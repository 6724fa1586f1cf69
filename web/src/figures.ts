// Figures of positions that the engine writes as words. Numbers are heaps, lists of numbers are heaps in a row, numbers
// that the ruleset calls `rows` and `columns` are cells, tables and texts are boards, and a position within another one is
// drawn as it is. What is drawn follows from the arguments and the names of the parameters: no ruleset is named.
import { callArguments, listed, type Place } from "./clicks";
import type { Cell, Figure, Move, Moves, Part, Position } from "./protocol";

/** What is asked of the engine about positions of other positions and about parameters. */
export interface Source {
  /** The parameters of a position of a ruleset; none where they are not known. */
  parameters: (ruleset: string) => string[];
  /** The summands of a position that is an argument of another one. */
  parts: (text: string) => Part[] | undefined;
  /** Whether moves take counters from within a heap that is written so. */
  isRow: (text: string) => boolean;
}

/** Longer rows are heaps. */
const MOST_IN_ROW = 40;

/** Larger figures are left as words: so many figures, and so many cells. */
const [MOST_FIGURES, MOST_CELLS] = [24, 400];

const FREE: Cell = [0, ".", null];
const GONE: Cell = [1, "#", null];

const isNumber = (text: string) => /^\d{1,9}$/.test(text);
const isList = (text: string) => text.startsWith("[") && text.endsWith("]");
const isCall = (text: string) => /^[A-Z]\w*\(.*\)$/s.test(text);

/** Rows of cells, so many in each; what a row has less than the longest is gone. */
function rows(lengths: number[]): Figure[] {
  const columns = Math.max(0, ...lengths);
  if (columns * lengths.length > MOST_CELLS) return [];
  if (columns === 0) return [{ kind: "heap", size: 0 }];
  return [
    {
      kind: "board",
      columns,
      slanted: false,
      cells: lengths.flatMap((length) => cells(columns, (place) => (place < length ? FREE : GONE))),
    },
  ];
}

const cells = (count: number, cell: (place: number) => Cell) => Array.from({ length: count }, (_, place) => cell(place));

/** A table of short texts, as cells with what is written in them. */
function table(lines: string[][]): Figure[] {
  const columns = lines[0]!.length;
  const isTable = columns > 0 && lines.length * columns <= MOST_CELLS && lines.every((line) => line.length === columns);
  if (!isTable || lines.flat().some((sign) => [...sign].length > 3)) return [];
  return [
    { kind: "board", columns, slanted: false, cells: lines.flat().map((sign): Cell => [sign === "." || sign === " " ? 0 : 3, sign, sign]) },
  ];
}

/** An argument as figures: none where there is nothing to draw. */
function argument(text: string, name: string, { parts }: Source): Figure[] {
  if (isNumber(text)) return [{ kind: "heap", size: Number(text) }];
  if (isList(text)) {
    const items = listed(text);
    if (items.length > 0 && items.every(isList)) return table(items.map((one) => listed(one)));
    if (!items.every(isNumber)) return [];
    return name === "rows"
      ? rows(items.map(Number))
      : items.slice(0, MOST_FIGURES + 1).map((one): Figure => ({ kind: "heap", size: Number(one) }));
  }
  if (/^"[^"\\]+"$/.test(text))
    return table(
      text
        .slice(1, -1)
        .split("|")
        .map((line) => [...line]),
    );
  if (isCall(text)) return (parts(text) ?? []).flatMap(({ figures }) => figures);
  return [];
}

/** The figures of a position that is written as a call; none where there is nothing to draw. */
export function ofCall(text: string, ruleset: string | null, source: Source): Figure[] {
  const all = callArguments(text);
  if (!all) return [];
  const names = ruleset === null ? [] : source.parameters(ruleset);
  const named = (name: string) => (names.length === all.length ? all[names.indexOf(name)] : undefined);
  const [high, wide] = [named("rows"), named("columns")];
  if (all.length === 2 && high && wide && isNumber(high) && isNumber(wide) && Number(high) * Number(wide) <= MOST_CELLS)
    return Number(high) * Number(wide) === 0 ? [{ kind: "heap", size: 0 }] : rows(cells(Number(high), () => FREE).map(() => Number(wide)));
  const drawn = all.map((one, n) => argument(one, names.length === all.length ? names[n]! : "", source));
  if (drawn.every((figures) => figures.length === 0)) return [];
  // Beside figures, what is none is read.
  const figures = drawn.flatMap((one, n): Figure[] => (one.length > 0 || all[n] === "[]" ? one : [{ kind: "words", words: all[n]! }]));
  return figures.length <= MOST_FIGURES ? figures : [];
}

/** A part with figures in the place of words. */
function drawnPart(part: Part, source: Source): Part {
  const figures = part.figures.flatMap((figure) => {
    if (figure.kind !== "words" || !isCall(figure.words)) return [figure];
    const found = ofCall(figure.words, part.ruleset, source);
    return found.length > 0 ? found : [figure];
  });
  return figures.every((one, n) => one === part.figures[n]) ? part : { ...part, figures };
}

/** Whether a part is written as words and nothing else. */
export const isPlain = ({ figures }: Part) => figures.every(({ kind }) => kind === "words");

/** A heap as a row, where its moves take counters from within. */
function inRow(part: Part, source: Source): Part {
  const [figure] = part.figures;
  const isShort = part.figures.length === 1 && figure!.kind === "heap" && figure!.size > 0 && figure!.size <= MOST_IN_ROW;
  return isShort && source.isRow(part.text) ? { ...part, figures: [{ ...figure!, isRow: true } as Figure] } : part;
}

/** Moves on rows, each with the places that it takes: what stays on either side are its pieces. */
function onRows<M extends Moves | null>(moves: M, before: Part[]): M {
  const of = (move: Move): Move => {
    const [p = 0, f = 0] = move.changed[0] ?? [];
    const row = before[p]?.figures[f];
    if (row?.kind !== "heap" || !row.isRow) return move;
    const pieces = move.parts
      .slice(p, p + 1 + move.parts.length - before.length)
      .map(({ figures: [one] }) => (one?.kind === "heap" ? one.size : 0));
    const taken = row.size - pieces.reduce((sum, size) => sum + size, 0);
    const from = pieces.length > 1 ? pieces[0]! : 0;
    const places = (start: number) => Array.from({ length: taken }, (_, n): [number, number, number] => [p, f, start + n]);
    return { ...move, changed: places(from), mirrored: places(row.size - taken - from) };
  };
  return moves && { ...moves, moves: moves.moves.map(of) };
}

/** Parts with figures in the place of words; the same ones where there is nothing to draw. */
export function drawnParts(parts: Part[], source: Source): Part[] {
  const found = parts.map((part) => (isPlain(part) ? drawnPart(part, source) : inRow(part, source)));
  return found.every((one, n) => one === parts[n]) ? parts : found;
}

/** The places that a move changes of a figure: of a heap the first counter that is taken, of rows the first cell. */
function changedPlaces(before: Figure, after: Figure): number[] {
  if (before.kind === "heap" && after.kind === "heap") return after.size < before.size ? [after.size] : [];
  if (before.kind === "coins" && after.kind === "coins")
    return before.heads.flatMap((head, n) => (head === (after.heads[n] ?? false) ? [] : [n]));
  // Of rows of cells nothing may be left.
  if (before.kind !== "board" || (after.kind !== "board" && after.kind !== "heap")) return [];
  const isSame = after.kind === "board" && after.columns === before.columns && after.cells.length === before.cells.length;
  const at = (place: number): string | undefined => {
    if (after.kind !== "board") return undefined;
    const [row, column] = [Math.floor(place / before.columns), place % before.columns];
    return column < after.columns ? after.cells[row * after.columns + column]?.[1] : undefined;
  };
  const other = before.cells.flatMap(([, letter], place) =>
    letter === (isSame ? after.cells[place]![1] : (at(place) ?? "#")) ? [] : [place],
  );
  const isRows = before.symbols === undefined && before.cells.every(([, letter]) => letter === "." || letter === "#");
  if (!isRows) return isSame ? other : [];
  const column = Math.min(...other.map((place) => place % before.columns));
  return other.length === 0 ? [] : [Math.floor(Math.min(...other) / before.columns) * before.columns + column];
}

/** Whether a figure is the sign of a negative. */
const isSign = (figure: Figure | undefined) => figure?.kind === "words" && figure.words === "−";

/** A whole rectangle of cells as its rows and columns. */
function rectangle(figure: Figure | undefined): [number, number] | null {
  if (figure?.kind === "heap" && figure.size === 0) return [0, 0];
  if (figure?.kind !== "board" || figure.symbols || figure.cells.some(([, letter]) => letter !== ".")) return null;
  return [figure.cells.length / figure.columns, figure.columns];
}

/** The line of cells behind the first cut of a rectangle, or that was taken out of it; where nothing is left, all cells. */
function cutRectangle([rows, columns]: [number, number], pieces: [number, number][]): number[] {
  const all = Array.from({ length: rows * columns }, (_, place) => place);
  const left = pieces.filter(([high, wide]) => high * wide > 0);
  if (left.length === 0) return all;
  const [high, wide] = pieces[0]!;
  if (left.every((one) => one[0] === rows)) return all.filter((place) => place % columns === wide);
  return left.every((one) => one[1] === columns) ? all.filter((place) => Math.floor(place / columns) === high) : [];
}

/** The place at which a figure falls into pieces: of a heap the counter above those that stay, or above the first piece. */
function cutPlaces(before: Figure, pieces: (Figure | undefined)[]): number[] {
  if (before.kind === "heap") {
    const sizes = pieces.map((one) => (one?.kind === "heap" ? one.size : Number.NaN));
    const rest = sizes.reduce((sum, one) => sum + one, 0);
    const place = rest === before.size ? sizes[0]! : rest;
    return place < before.size ? [place] : [];
  }
  const whole = rectangle(before);
  const parts = pieces.map(rectangle);
  return whole && parts.every((one) => one !== null) ? cutRectangle(whole, parts) : [];
}

/** The places of a move by which one part becomes several; figures beside the one that is cut are in each piece. */
function cut(before: Part[], after: Part[]): Place[] {
  const isSame = (n: number, from: number) => before.at(n)?.text === after.at(n)?.text && from < Math.min(before.length, after.length);
  let [front, back] = [0, 0];
  while (isSame(front, front)) front += 1;
  while (isSame(-1 - back, front + back)) back += 1;
  const part = before[front];
  const pieces = after.slice(front, after.length - back);
  if (!part || front + back + 1 !== before.length || pieces.length < 2) return [];
  const look = (figure: Figure | undefined) => JSON.stringify(figure);
  const other = part.figures.flatMap((figure, f) => (pieces.every(({ figures }) => look(figures[f]) === look(figure)) ? [] : [f]));
  if (other.length !== 1) return [];
  const [f] = other as [number];
  const places = cutPlaces(
    part.figures[f]!,
    pieces.map(({ figures }) => figures[f]),
  );
  return places.map((place): Place => [front, f, place]);
}

/** The places that a move changes, where its parts have figures for words. A move may change the sign. */
function changed(before: Part[], after: Part[]): Place[] {
  if (before.length !== after.length) return cut(before, after);
  return before.flatMap((part, p) => {
    const next = after[p]!;
    const [from, to] = [part, next].map(({ figures }) => (isSign(figures[0]) ? 1 : 0)) as [number, number];
    const [old, now] = [part.figures.slice(from), next.figures.slice(to)];
    if (part.text === next.text || old.length !== now.length) return [];
    return old.flatMap((figure, f) => changedPlaces(figure, now[f]!).map((place): Place => [p, f + from, place]));
  });
}

/** Rows of cells as a part of longer ones, so that a place is the same cell in both. */
function within(after: Part[], before: Part[]): Part[] {
  if (after.length !== before.length) return after;
  return after.map((part, p) => {
    const figures = part.figures.map((figure, f) => {
      const around = before[p]!.figures[f];
      if (around?.kind !== "board" || around.symbols || figure.kind !== "board" || figure.columns > around.columns) return figure;
      const place = (n: number) => Math.floor(n / around.columns) * figure.columns + (n % around.columns);
      const all = around.cells.map((_, n) => (n % around.columns < figure.columns ? figure.cells[place(n)] : undefined) ?? GONE);
      return { ...figure, columns: around.columns, cells: all };
    });
    return { ...part, figures };
  });
}

/** Moves from a position whose parts have figures for words. */
export function drawnMoves<M extends Moves | null>(moves: M, before: Part[], source: Source): M {
  if (!moves) return moves;
  const drawn = moves.moves.map((move) => {
    const parts = within(drawnParts(move.parts, source), before);
    return { ...move, parts, changed: move.changed.length > 0 ? move.changed : changed(before, parts) };
  });
  return onRows({ ...moves, moves: drawn }, before);
}

/** Moves on graphs, each with the vertex or the edge that it is called by: what falls with these is no choice. */
export function named<M extends Moves | null>(moves: M, parts: Part[]): M {
  const isFree = (figure: Figure) => figure.kind === "graph" && figure.ground === null;
  if (!moves || !parts.some(({ figures }) => figures.some(isFree))) return moves;
  const of = (move: Move): Move => {
    const [p = 0, f = 0] = move.changed[0] ?? [];
    const graph = parts[p]?.figures[f];
    const ends = /^(?:[A-Z]+:)?(\d+)(?:[->](\d+))?$/
      .exec(move.name)
      ?.slice(1)
      .flatMap((one) => (one ? Number(one) : []));
    if (move.changed.length === 0 || graph?.kind !== "graph" || graph.ground !== null || !ends) return move;
    const at = (place: number): [number, number, number] => [p, f, place];
    const vertex = graph.nodes.findIndex(({ name }) => name === ends[0]);
    if (ends.length === 1)
      return vertex < 0 ? move : { ...move, changed: [at(vertex), ...move.changed.filter((one) => one[2] !== vertex)] };
    const isMeant = (place: number) => {
      const edge = graph.edges[place - graph.nodes.length];
      if (!edge) return false;
      const [a, b] = [edge.from, edge.to].map((end) => graph.nodes[end]!.name);
      return (a === ends[0] && b === ends[1]) || (a === ends[1] && b === ends[0]);
    };
    const edges = move.changed.filter(([, , place]) => isMeant(place));
    return edges.length > 0 ? { ...move, changed: edges } : move;
  };
  return { ...moves, moves: moves.moves.map(of) };
}

/** Graphs whose vertices were all there before are drawn where they were. */
export function stay(parts: Part[], before: readonly Part[]): Part[] {
  if (parts.length !== before.length) return parts;
  return parts.map((part, p) => ({
    ...part,
    figures: part.figures.map((figure, f) => {
      const old = before[p]!.figures[f];
      if (figure.kind !== "graph" || old?.kind !== "graph") return figure;
      const places = new Map(old.nodes.map(({ name, x, y }) => [name, { x, y }]));
      if (!figure.nodes.every(({ name }) => places.has(name))) return figure;
      const { width, height, seen = old.nodes.filter((_, n) => n !== old.ground) } = old;
      const isCut = figure.nodes.length < old.nodes.length || figure.edges.length < old.edges.length;
      return { ...figure, isCut, width, height, seen, nodes: figure.nodes.map((node) => ({ ...node, ...places.get(node.name) })) };
    }),
  }));
}

/** A position and its options, drawn where they were in the position before. */
export function stays(position: Position, before: readonly Part[]): Position {
  const parts = stay(position.parts, before);
  const of = (moves: Moves | null) => moves && { ...moves, moves: moves.moves.map((one) => ({ ...one, parts: stay(one.parts, parts) })) };
  return { ...position, parts, left: of(position.left), right: of(position.right) };
}

/** A position with figures in the place of words, and the places with which its moves are chosen. */
export function drawnPosition(position: Position, source: Source): Position {
  const parts = drawnParts(position.parts, source);
  const of = (moves: Moves | null) => named(parts === position.parts ? moves : drawnMoves(moves, parts, source), parts);
  return stays({ ...position, parts, left: of(position.left), right: of(position.right) }, []);
}
