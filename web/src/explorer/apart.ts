// Positions taken apart by hand. A piece is proposed from the figure alone: cells between cells of one symbol, what of a
// graph hangs together, or places that the reader has chosen. Whether the pieces are worth the whole is for the engine.
import { boardOf, graphOf, graphText, typed, type Board, type Graph } from "./editing";
import type { Moves, Part, Position } from "../protocol";
import { letter } from "./total";

/** One way to take a part apart: the places of each piece in its figure, and each piece as it is typed. */
export interface Cut {
  figure: number;
  pieces: { places: ReadonlySet<number>; text: string }[];
}

type Step = readonly [number, number];
const BESIDE: Step[] = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];
const AROUND: Step[] = [...BESIDE, [1, 1], [1, -1], [-1, 1], [-1, -1]];

/** The groups of what is connected. */
function groups(all: readonly number[], beside: (one: number) => number[]): Set<number>[] {
  const rest = new Set(all);
  const found: Set<number>[] = [];
  for (const first of all) {
    if (!rest.delete(first)) continue;
    const group = new Set([first]);
    for (const one of group) for (const next of beside(one)) if (rest.delete(next)) group.add(next);
    found.push(group);
  }
  return found;
}

/** The places of a board with all others filled, and cut to the rows and columns that are needed. */
function cropped(board: Board, places: ReadonlySet<number>, filling: Board["cells"][number], isWhole: boolean): string {
  const at = [...places].map((place) => [Math.floor(place / board.columns), place % board.columns] as const);
  const [top, left, bottom, right] = isWhole
    ? [0, 0, board.cells.length / board.columns - 1, board.columns - 1]
    : [
        Math.min(...at.map(([row]) => row)),
        Math.min(...at.map(([, column]) => column)),
        Math.max(...at.map(([row]) => row)),
        Math.max(...at.map(([, column]) => column)),
      ];
  const columns = right - left + 1;
  const cells = Array.from({ length: (bottom - top + 1) * columns }, (_, n) => {
    const place = (top + Math.floor(n / columns)) * board.columns + left + (n % columns);
    return places.has(place) ? board.cells[place]! : filling;
  });
  return typed({ ...board, columns, cells });
}

/** Cuts of a board into these groups of places, which are filled up with one symbol. */
function boardCuts(
  { text }: Part,
  figure: number,
  board: Board,
  all: readonly ReadonlySet<number>[],
  filling: Board["cells"][number],
): Cut[] {
  return [false, true].map((isWhole) => ({
    figure,
    pieces: all.map((places) => ({
      places,
      text: text.replace(`"${typed(board)}"`, () => `"${cropped(board, places, filling, isWhole)}"`),
    })),
  }));
}

/** Graphs that have only the ground in common; the places of edges follow on those of vertices. */
function graphCut(part: Part, figure: number, graph: Graph, quoted: string, all: Set<number>[]): Cut {
  const { nodes, edges, ground } = graph;
  const pieces = all.map((vertices) => {
    const has = (one: number) => one === ground || vertices.has(one);
    const own = edges.flatMap((edge, n) =>
      has(edge.from) && has(edge.to) && (vertices.has(edge.from) || vertices.has(edge.to)) ? [n] : [],
    );
    const said = graphText(
      { ...graph, nodes: nodes.filter((_, n) => vertices.has(n) || (n === ground && nodes[n]!.label !== null)) },
      own.map((n) => [nodes[edges[n]!.from]!.name, nodes[edges[n]!.to]!.name, edges[n]!.label] as const),
    );
    return { places: new Set([...vertices, ...own.map((n) => nodes.length + n)]), text: part.text.replace(quoted, () => `"${said}"`) };
  });
  return { figure, pieces };
}

/** The vertices that hang together without the ground. */
function bushes({ nodes, edges, ground }: Graph): Set<number>[] {
  const beside = (one: number) =>
    edges.flatMap(({ from, to }) => (from === one ? [to] : to === one ? [from] : [])).filter((next) => next !== ground);
  return groups(
    nodes.map((_, n) => n).filter((n) => n !== ground),
    beside,
  );
}

/** The ways in which a part may fall apart by itself, the one with most pieces first. */
export function cuts(part: Part): Cut[] {
  const found = part.figures.flatMap((_, figure) => {
    const board = boardOf(part, figure);
    if (board) {
      const rows = board.cells.length / board.columns;
      const places = board.cells.map((_, place) => place);
      return (board.symbols ?? []).flatMap((filling) =>
        [BESIDE, AROUND].flatMap((steps) => {
          const isFree = (place: number) => board.cells[place]![1] !== filling[1];
          const beside = (place: number) =>
            steps.flatMap(([down, on]) => {
              const [row, column] = [Math.floor(place / board.columns) + down, (place % board.columns) + on];
              const next = row * board.columns + column;
              return row >= 0 && row < rows && column >= 0 && column < board.columns && isFree(next) ? [next] : [];
            });
          return boardCuts(part, figure, board, groups(places.filter(isFree), beside), filling);
        }),
      );
    }
    const graph = graphOf(part, figure);
    return graph ? [graphCut(part, figure, graph.graph, graph.quoted, bushes(graph.graph))] : [];
  });
  const isNew = ({ pieces }: Cut, n: number) => found.findIndex((one) => texts(one) === pieces.map(({ text }) => text).join()) === n;
  return found.filter((one, n) => one.pieces.length > 1 && isNew(one, n)).sort((a, b) => b.pieces.length - a.pieces.length);
}

const texts = ({ pieces }: Cut) => pieces.map(({ text }) => text).join();

/** The ways to take these places out of a part as a piece of their own. */
export function lifted(part: Part, figure: number, places: ReadonlySet<number>): Cut[] {
  const board = boardOf(part, figure);
  if (!board || places.size === board.cells.length) return [];
  const rest = new Set(board.cells.map((_, place) => place).filter((place) => !places.has(place)));
  // Filled up with what is there, they would not be taken out.
  const fillings = (board.symbols ?? []).filter(([, letter]) => [...places].some((place) => board.cells[place]![1] !== letter));
  const found = fillings.flatMap((filling) => {
    const [tight, whole] = boardCuts(part, figure, board, [places, rest], filling);
    // The rest stays as it is seen.
    return [{ figure, pieces: [tight!.pieces[0]!, whole!.pieces[1]!] }, whole!];
  });
  return found.filter((one, n) => found.findIndex((other) => texts(other) === texts(one)) === n);
}

/** A sum that may be worth the whole, and what it is called. */
export interface Proposal {
  sum: string;
  name: string;
}

/** At most so many cuts of a part are tried. */
const MOST_TRIED = 6;

const sum = (texts: readonly string[]) => texts.map((text) => `(${text})`).join(" + ");
const replaced = (parts: readonly Part[], by: ReadonlyMap<number, readonly string[]>) =>
  sum(parts.flatMap(({ text }, n) => by.get(n) ?? [text]));

const count = (moves: Moves | null) => (moves ? moves.moves.length + moves.more : null);

/** The parts that fall apart, by what the engine says of the moves: no move is lost, and each piece has one. */
export async function falling(position: Position, ask: (text: string) => Promise<Position | undefined>): Promise<Map<number, Cut>> {
  const found = new Map<number, Cut>();
  for (const [n, part] of position.parts.entries()) {
    for (const cut of cuts(part).slice(0, MOST_TRIED)) {
      const whole = await ask(replaced(position.parts, new Map([[n, cut.pieces.map(({ text }) => text)]])));
      if (!whole || count(whole.left) !== count(position.left) || count(whole.right) !== count(position.right)) continue;
      const moves = [whole.left, whole.right].flatMap((one) => one?.moves ?? []);
      const isListed = [whole.left, whole.right].every((one) => (one?.more ?? 0) === 0);
      const live = new Set(moves.flatMap(({ changed }) => changed.map(([part]) => whole.parts[part]!.text)));
      const pieces = cut.pieces.filter(({ text }) => !isListed || live.has(text));
      if (pieces.length < 2) continue;
      found.set(n, { ...cut, pieces });
      break;
    }
  }
  return found;
}

/** All parts that fall apart, taken apart. */
export function allApart(parts: readonly Part[], falls: ReadonlyMap<number, Cut>): Proposal {
  return { sum: replaced(parts, new Map([...falls].map(([n, { pieces }]) => [n, pieces.map(({ text }) => text)]))), name: "taken apart" };
}

/** The places of a piece that can be taken out by one of them. */
export function pieceAt(falls: ReadonlyMap<number, Cut>, part: number, figure: number, place: number): ReadonlySet<number> | undefined {
  const cut = falls.get(part);
  return cut?.figure === figure ? cut.pieces.find(({ places }) => places.has(place))?.places : undefined;
}

/** The places of all pieces in a figure, each with what its piece is called. */
export const placesOf = (cut: Cut | undefined, figure: number) =>
  new Map(cut?.figure === figure ? cut.pieces.flatMap(({ places }, n) => [...places].map((place) => [place, letter(n)] as const)) : []);

/** The ways to take some places of a part out: the piece that they are, or as the reader has chosen them. */
export function out(
  parts: readonly Part[],
  falls: ReadonlyMap<number, Cut>,
  part: number,
  figure: number,
  places: ReadonlySet<number>,
): Proposal[] {
  const cut = falls.get(part);
  const piece =
    cut && cut.figure === figure
      ? cut.pieces.find((one) => one.places.size === places.size && [...places].every((place) => one.places.has(place)))
      : undefined;
  const ways = piece
    ? [[...cut!.pieces.filter((one) => one !== piece).map(({ text }) => text), piece.text]]
    : lifted(parts[part]!, figure, places).map(({ pieces: [one, rest] }) => [rest!.text, one!.text]);
  return ways.map((texts) => ({ sum: replaced(parts, new Map([[part, texts]])), name: "a part taken out" }));
}
