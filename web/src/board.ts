// Figures of positions as pictures of the page: boards, coins, heaps, graphs. Places of a figure can be
// clicked and reached by keyboard; what a place means is known by whoever asks for the picture.
import type { Cell, Figure, Part } from "./protocol";
import { shape } from "./dom";
import { picture } from "./picture";
import { val, who } from "./values";

/** Side of a cell, in units of a picture. */
const SIDE = 48;

export type Owner = "l" | "r";

/** A piece that was laid on cells. */
export interface Laid {
  by: Owner;
  places: readonly number[];
}

export interface Shown {
  /** Places that the last move, or the move that is looked at, changes. */
  ringed?: ReadonlySet<number>;
  /** Places that a move under way has chosen. */
  chosen?: ReadonlySet<number>;
  /** Places with which a move can begin or go on. */
  open?: ReadonlySet<number>;
  /** The letters of the parts that places belong to. */
  lettered?: ReadonlyMap<number, string>;
  /** Places that a hint names. */
  hinted?: ReadonlySet<number>;
  /** Moves that win, by the places that they change: each is a dot in their midst. */
  winning?: readonly { side: "left" | "right" | "both"; places: readonly number[]; cut?: "upright" | "flat" }[];
  /** Moves that covered cells, each with the cells that it covered. */
  laid?: readonly Laid[];
  /** What happens when a place is chosen. Only then places can be focused. */
  choose?: (place: number) => void;
  /** Whether coordinates stand beside it. */
  coordinates?: boolean;
  /** Whether a graph has room around it, to be drawn in. */
  roomy?: boolean;
}

/** The name of a column: `a`, ..., `z`, `aa`. */
export function column(n: number): string {
  return (n >= 26 ? column(Math.floor(n / 26) - 1) : "") + String.fromCharCode(97 + (n % 26));
}

type Board = Extract<Figure, { kind: "board" }>;

/** What a cell is called: `b3` on a grid, `3` on a strip. */
function cellName(board: Board, place: number): string {
  const row = Math.floor(place / board.columns);
  const name = column(place % board.columns);
  return board.cells.length === board.columns ? name : `${name}${row + 1}`;
}

const OWNERS = ["empty", "Left’s", "Right’s"];

function cellWords(board: Board, place: number): string {
  const [symbol, letter, glyph] = board.cells[place]!;
  const what = glyph?.trim() ? glyph : letter === "#" ? "gone" : (OWNERS[symbol] ?? letter);
  return `${cellName(board, place)}, ${what}`;
}

/** A stone, a disc with a letter, or what the ruleset draws. */
function piece([symbol, letter, glyph]: Board["cells"][number], x: number, y: number): SVGElement[] {
  if (glyph !== null) {
    const faint = symbol === 0 ? " faint" : "";
    return [shape("text", { class: `b-glyph${faint}`, x, y, "font-size": SIDE * 0.56 }, glyph)];
  }
  if (symbol === 0) return [];
  const owner = symbol === 1 ? "left" : symbol === 2 ? "right" : "both";
  const disc = shape("circle", { class: `b-${owner} b-ring`, cx: x, cy: y, r: SIDE * 0.34, "stroke-width": 1.5 });
  if (symbol === 2) return [disc, shape("circle", { class: "b-onf", cx: x, cy: y, r: SIDE * 0.1 })];
  if (symbol === 1 && letter === "x") return [disc];
  return [disc, shape("text", { class: "b-letter", x, y, "font-size": SIDE * 0.32 }, letter)];
}

/** Marks on a place, below and above what stands there. */
function marks(shown: Shown, place: number, x: number, y: number): SVGElement[] {
  const found: SVGElement[] = [];
  if (shown.hinted?.has(place))
    found.push(shape("circle", { class: "b-hint", cx: x, cy: y, r: SIDE * 0.3, "stroke-dasharray": "5 4", "stroke-width": 2 }));
  const letter = shown.lettered?.get(place);
  if (letter) found.push(shape("text", { class: "b-part-letter", x, y, "font-size": SIDE * 0.4 }, letter));
  if (shown.open?.has(place)) found.push(shape("circle", { class: "b-hintd", cx: x, cy: y, r: 4.5 }));
  return found;
}

/** An element of a picture that can be chosen. */
function choosable(element: SVGElement, shown: Shown, place: number, words: string) {
  if (!shown.choose) return element;
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "-1");
  element.setAttribute("aria-label", words);
  element.setAttribute("data-place", String(place));
  if (shown.chosen?.has(place)) element.setAttribute("aria-pressed", "true");
  element.classList.add("b-place");
  return element;
}

/** The arrow keys move the focus between the places of a picture, to the nearest in their direction. */
function rove(svg: SVGElement, shown: Shown) {
  const places = [...svg.querySelectorAll<SVGGElement>("[data-place]")];
  const first = places.find((one) => one.getAttribute("aria-pressed") === "true") ?? places[0];
  first?.setAttribute("tabindex", "0");
  const act = (event: Event) => {
    const one = (event.target as Element).closest("[data-place]");
    if (one) shown.choose?.(Number(one.getAttribute("data-place")));
  };
  svg.addEventListener("click", act);
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act(event);
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = (event.target as Element).closest<SVGGElement>("[data-place]");
    if (!step || !from) return;
    event.preventDefault();
    const middle = (one: Element) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as const;
    };
    const [x, y] = middle(from);
    let best: SVGGElement | undefined;
    let least = Infinity;
    for (const one of places) {
      const [toX, toY] = middle(one);
      const along = (toX - x) * step[0]! + (toY - y) * step[1]!;
      const aside = Math.abs((toX - x) * step[1]!) + Math.abs((toY - y) * step[0]!);
      if (along < 2 || along + 3 * aside >= least) continue;
      least = along + 3 * aside;
      best = one;
    }
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  });
}

function frame(width: number, height: number, words: string, isOpen: boolean): SVGSVGElement {
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "board" }) as SVGSVGElement;
  svg.setAttribute("role", isOpen ? "group" : "img");
  svg.setAttribute("aria-label", words);
  svg.style.setProperty("--wide", String(width));
  return svg;
}

/** Where the cells of a board are. */
interface Ground {
  wide: number;
  high: number;
  centre: (place: number) => readonly [number, number];
  /** Width and height of a cell. */
  size: (place: number) => readonly [number, number];
}

/** A dot between cells, and the line that joins two of them. */
const [DOT, LINE, UPRIGHT] = ["•", "─", "│"];
/** Room for dots and for what is between them, in units of a picture. */
const [NARROW, BROAD] = [16, 54];

const rowsOf = ({ cells, columns }: Board) => Math.ceil(cells.length / columns);

/** Whether every other cell of every other row is a dot. */
export function isLattice({ cells, columns }: Board): boolean {
  if (cells.length <= columns) return false;
  return cells.every(([, , glyph], place) => (glyph === DOT) === (Math.floor(place / columns) % 2 === 0 && (place % columns) % 2 === 0));
}

function ground(figure: Board, edge: number): Ground {
  const rows = rowsOf(figure);
  const of = (place: number) => [Math.floor(place / figure.columns), place % figure.columns] as const;
  if (isLattice(figure)) {
    const length = (n: number) => Math.ceil(n / 2) * NARROW + Math.floor(n / 2) * BROAD;
    const side = (n: number) => (n % 2 === 0 ? NARROW : BROAD);
    return {
      wide: length(figure.columns) + edge + 3,
      high: length(rows) + edge + 3,
      centre: (place) => {
        const [row, column] = of(place);
        return [edge + length(column) + side(column) / 2, edge + length(row) + side(row) / 2];
      },
      size: (place) => {
        const [row, column] = of(place);
        return [side(column), side(row)];
      },
    };
  }
  const slant = (row: number) => (figure.slanted ? (row * SIDE) / 2 : 0);
  // Cells of slanted boards are hexagons.
  const tall = figure.slanted ? (SIDE * Math.sqrt(3)) / 2 : SIDE;
  return {
    wide: figure.columns * SIDE + slant(rows - 1) + edge + (figure.slanted ? 10 : 3),
    high: rows * tall + edge + (figure.slanted ? SIDE * 0.3 + 6 : 3),
    centre: (place) => {
      const [row, column] = of(place);
      return [edge + column * SIDE + slant(row) + SIDE / 2, edge + row * tall + tall / 2 + (figure.slanted ? SIDE * 0.1 + 2 : 0)];
    },
    size: () => [SIDE, SIDE],
  };
}

/** Names of columns and rows. */
function coordinates(figure: Board, { centre }: Ground): SVGElement[] {
  const rows = rowsOf(figure);
  const across = Array.from({ length: figure.columns }, (_, n) =>
    shape("text", { class: "b-lab", x: centre(n)[0], y: 12, "aria-hidden": "true" }, column(n)),
  );
  if (rows < 2) return across;
  const down = Array.from({ length: rows }, (_, n) => {
    const [x, y] = centre(n * figure.columns);
    return shape("text", { class: "b-lab", x: figure.slanted ? x - SIDE * 0.76 : 12, y, "aria-hidden": "true" }, String(n + 1));
  });
  return [...across, ...down];
}

/** The rectangle around cells, smaller than them by an inset. */
function around(places: readonly number[], { centre }: Ground, inset: number) {
  const spots = places.map(centre);
  const [x, y] = [Math.min(...spots.map(([one]) => one)), Math.min(...spots.map(([, one]) => one))];
  const [right, down] = [Math.max(...spots.map(([one]) => one)), Math.max(...spots.map(([, one]) => one))];
  return {
    x: x - SIDE / 2 + inset,
    y: y - SIDE / 2 + inset,
    width: right - x + SIDE - 2 * inset,
    height: down - y + SIDE - 2 * inset,
    rx: 10 - inset / 2,
  };
}

/** A rectangle of cells as one piece: Left's with a line, Right's with two dots. */
function domino(by: Owner, places: readonly number[], columns: number, at: Ground): SVGElement {
  const box = around(places, at, 4);
  const [midX, midY] = [box.x + box.width / 2, box.y + box.height / 2];
  const isTall = box.height > box.width || columns === 1;
  const marks =
    by === "l"
      ? [
          shape("path", {
            class: "b-on",
            d: isTall ? `M${midX} ${midY - 12}V${midY + 12}` : `M${midX - 12} ${midY}H${midX + 12}`,
            "stroke-width": 3.5,
            "stroke-linecap": "round",
          }),
        ]
      : [-1, 1].map((n) => shape("circle", { class: "b-onf", cx: isTall ? midX : midX + n * 9, cy: isTall ? midY + n * 9 : midY, r: 3.6 }));
  return shape("g", { class: "b-piece" }, shape("rect", { class: by === "l" ? "b-left" : "b-right", ...box }), ...marks);
}

/** The pieces that were laid, as far as they lie there as rectangles. */
function pieces(figure: Board, shown: Shown): Laid[] {
  // Of rows of cells nothing was covered.
  if (!figure.symbols) return [];
  const isGone = (place: number) => figure.cells[place]?.[1] === "#" && figure.cells[place]?.[2] === null;
  return (shown.laid ?? []).filter(({ places }) => {
    if (places.length === 0 || !places.every(isGone)) return false;
    const rows = places.map((place) => Math.floor(place / figure.columns));
    const columns = places.map((place) => place % figure.columns);
    const extent = (all: number[]) => Math.max(...all) - Math.min(...all) + 1;
    return extent(rows) * extent(columns) === places.length;
  });
}

/** A cell between dots: a line that is there or may be drawn, or a box. */
function joint([, , glyph]: Cell, [x, y]: readonly [number, number], [wide, high]: readonly [number, number]): SVGElement[] {
  const room = shape("rect", {
    class: "b-room",
    x: x - Math.max(wide, 22) / 2,
    y: y - Math.max(high, 22) / 2,
    width: Math.max(wide, 22),
    height: Math.max(high, 22),
  });
  if (glyph === DOT) return [shape("circle", { class: "b-dot", cx: x, cy: y, r: 5 })];
  if (wide === high) return [];
  const d = wide > high ? `M${x - wide / 2} ${y}H${x + wide / 2}` : `M${x} ${y - high / 2}V${y + high / 2}`;
  const isDrawn = glyph === LINE || glyph === UPRIGHT;
  return [room, shape("path", { class: isDrawn ? "b-ink" : "b-faint", d, "stroke-width": isDrawn ? 5 : 1.5, "stroke-linecap": "round" })];
}

/** A cell with what stands on it. */
function cellElement(figure: Board, place: number, shown: Shown, at: Ground, isPiece: boolean): SVGElement {
  const cell = figure.cells[place]!;
  const [symbol, letter, glyph] = cell;
  const [x, y] = at.centre(place);
  const isGone = letter === "#" && symbol > 0 && glyph === null;
  const odd = (Math.floor(place / figure.columns) + (place % figure.columns)) % 2;
  const fill = isGone && !isPiece ? "b-gone" : odd ? "b-cell2" : "b-cell";
  const lies = figure.slanted
    ? shape("polygon", { class: `${fill} b-grid2`, points: hexagon(x, y) })
    : shape("rect", { class: `${fill} b-grid2`, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE });
  // Where there are pieces too, a cell that was burnt is crossed.
  const isBurnt = isGone && !isPiece && (figure.symbols ?? figure.cells).some(([n, other]) => n > 0 && other !== "#");
  const cross = isBurnt
    ? [
        shape("path", {
          class: "b-burnt",
          d: `M${x - 9} ${y - 9}l18 18M${x + 9} ${y - 9}l-18 18`,
          "stroke-width": 3,
          "stroke-linecap": "round",
        }),
      ]
    : [];
  return shape("g", {}, lies, ...cross, ...(isGone ? [] : piece(cell, x, y)), ...marks(shown, place, x, y));
}

/** A ring around places that belong together. */
function ring(kind: string, places: readonly number[], figure: Board, at: Ground): SVGElement[] {
  return places.map((place) => {
    const [x, y] = at.centre(place);
    const [wide, high] = at.size(place);
    // Around a line between dots it is wider than the line.
    const inset = Math.min(wide, high) < SIDE / 2 ? -8 : 5;
    return figure.slanted
      ? shape("circle", { class: kind, cx: x, cy: y, r: SIDE * 0.42, "stroke-width": 2.5 })
      : shape("rect", {
          class: kind,
          x: x - (wide - inset) / 2,
          y: y - (high - inset) / 2,
          width: wide - inset,
          height: high - inset,
          rx: Math.min(8, wide / 3),
          "stroke-width": 2.5,
        });
  });
}

/** A dot for each move that wins, in the midst of what it changes. */
function winningDots(
  shown: Shown,
  centre: (place: number) => readonly [number, number],
  alone: (place: number) => readonly [number, number] = centre,
): SVGElement[] {
  // Several moves of a player to one place are one dot, and those of both players stand side by side.
  const there = new Map<string, { x: number; y: number; sides: Set<string> }>();
  for (const { side, places, cut } of shown.winning ?? []) {
    // A cut goes along the side of a line of cells.
    const [left, up] = cut === "upright" ? [SIDE / 2, 0] : cut === "flat" ? [0, SIDE / 2] : [0, 0];
    const spots = places.map(places.length === 1 ? alone : centre).map(([x, y]) => [x - left, y - up] as const);
    const [x, y] = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis]!, 0) / spots.length) as [number, number];
    const key = `${Math.round(x)},${Math.round(y)}`;
    const one = there.get(key) ?? { x, y, sides: new Set() };
    one.sides.add(side);
    there.set(key, one);
  }
  return [...there.values()].flatMap(({ x, y, sides }) =>
    [...sides].map((side, n) =>
      shape("circle", { class: `b-win ${side}`, cx: x + (n - (sides.size - 1) / 2) * 11, cy: y, r: 5, "aria-hidden": "true" }),
    ),
  );
}

function board(figure: Board, shown: Shown, words: string): SVGSVGElement {
  const lattice = isLattice(figure);
  const at = ground(figure, shown.coordinates ? 26 : 3);
  const svg = frame(at.wide, at.high, words, shown.choose !== undefined);
  if (shown.coordinates) svg.append(...coordinates(figure, at));
  if (figure.slanted) svg.append(...sides(figure, rowsOf(figure), at.centre));
  const laid = pieces(figure, shown);
  const covered = new Set(laid.flatMap(({ places }) => places));
  figure.cells.forEach((cell, place) => {
    const group = lattice
      ? shape("g", {}, ...joint(cell, at.centre(place), at.size(place)), ...marks(shown, place, ...at.centre(place)))
      : cellElement(figure, place, shown, at, covered.has(place));
    const isPlace = !lattice || (group.childElementCount > 0 && cell[2] !== DOT);
    svg.append(isPlace ? choosable(group, shown, place, cellWords(figure, place)) : group);
  });
  svg.append(...laid.map(({ by, places }) => domino(by, places, figure.columns, at)));
  if (!figure.slanted && !lattice)
    svg.append(
      shape("rect", {
        class: "b-edge",
        x: at.centre(0)[0] - SIDE / 2,
        y: at.centre(0)[1] - SIDE / 2,
        width: figure.columns * SIDE,
        height: rowsOf(figure) * SIDE,
        "stroke-width": 2,
        rx: 2,
      }),
    );
  const chosen = shown.chosen ?? new Set<number>();
  const ringed = [...(shown.ringed ?? [])].filter((place) => !chosen.has(place));
  const whole = laid.filter(({ places }) => places.every((place) => ringed.includes(place)));
  const rest = ringed.filter((place) => !whole.some(({ places }) => places.includes(place)));
  svg.append(...whole.map(({ places }) => shape("rect", { class: "b-last", ...around(places, at, 2), "stroke-width": 2.5 })));
  svg.append(...ring("b-last", rest, figure, at), ...ring("b-chosen", [...chosen], figure, at));
  // A dot on a stone would be of its colour: it stands in the corner.
  const corner = (place: number): readonly [number, number] => {
    const [x, y] = at.centre(place);
    const isStone = !lattice && figure.cells[place]![0] !== 0;
    return isStone ? [x + SIDE * 0.32, y - SIDE * 0.32] : [x, y];
  };
  svg.append(...winningDots(shown, at.centre, corner));
  return svg;
}

const CORNERS = [
  [0, -0.5774],
  [0.5, -0.2887],
  [0.5, 0.2887],
  [0, 0.5774],
  [-0.5, 0.2887],
  [-0.5, -0.2887],
] as const;

function hexagon(x: number, y: number) {
  return CORNERS.map(([dx, dy]) => `${(x + dx * SIDE).toFixed(1)},${(y + dy * SIDE).toFixed(1)}`).join(" ");
}

/** The sides of a slanted board: above and below Left's, at the left and the right Right's, dotted. */
function sides(figure: Board, rows: number, centre: (place: number) => readonly [number, number]): SVGElement[] {
  const corner = (place: number, n: number) => {
    const [x, y] = centre(place);
    const [dx, dy] = CORNERS[n]!;
    return `${(x + dx * SIDE * 1.08).toFixed(1)} ${(y + dy * SIDE * 1.08).toFixed(1)}`;
  };
  const line = (places: number[], corners: number[]) => `M${places.flatMap((place) => corners.map((n) => corner(place, n))).join("L")}`;
  const along = (from: number, step: number, count: number) => Array.from({ length: count }, (_, n) => from + n * step);
  const { columns } = figure;
  const across = { "stroke-width": 5, "stroke-linejoin": "round", "stroke-linecap": "round" };
  const down = { ...across, "stroke-dasharray": "0.1 9" };
  return [
    shape("path", { class: "b-lines", d: line(along(0, 1, columns), [5, 0, 1]), ...across }),
    shape("path", { class: "b-lines", d: line(along((rows - 1) * columns, 1, columns), [4, 3, 2]), ...across }),
    shape("path", { class: "b-rines", d: line(along(0, columns, rows), [5, 4]), ...down }),
    shape("path", { class: "b-rines", d: line(along(columns - 1, columns, rows), [1, 2]), ...down }),
  ];
}

function coins(heads: boolean[], shown: Shown, words: string): SVGSVGElement {
  const svg = frame(heads.length * SIDE + 6, SIDE + 22, words, shown.choose !== undefined);
  heads.forEach((head, place) => {
    const x = 3 + place * SIDE + SIDE / 2;
    const y = SIDE / 2 + 3;
    const group = shape(
      "g",
      {},
      shape("circle", { class: head ? "b-heads" : "b-tails", cx: x, cy: y, r: SIDE * 0.38, "stroke-width": 2 }),
      shape("text", { class: "b-letter ink", x, y, "font-size": SIDE * 0.34 }, head ? "H" : "T"),
      ...marks(shown, place, x, y - SIDE * 0.38),
    );
    if (shown.ringed?.has(place) || shown.chosen?.has(place)) {
      group.append(
        shape("circle", { class: shown.chosen?.has(place) ? "b-chosen" : "b-last", cx: x, cy: y, r: SIDE * 0.45, "stroke-width": 2.5 }),
      );
    }
    svg.append(choosable(group, shown, place, `coin ${place}, ${head ? "heads" : "tails"}`));
    svg.append(shape("text", { class: "b-lab", x, y: SIDE + 14, "aria-hidden": "true" }, String(place)));
  });
  svg.append(...winningDots(shown, (place) => [3 + place * SIDE + SIDE / 2, 6]));
  return svg;
}

/** So many counters of a heap are drawn at most: large, where they are chosen, and in small pictures. */
const MOST_COUNTERS = { large: 600, small: 24 };

/** Where the counters of a heap are: in columns, which become narrower where there are many. */
export function pile(size: number, isLarge: boolean) {
  const drawn = Math.min(size, isLarge ? MOST_COUNTERS.large : MOST_COUNTERS.small);
  const most = isLarge ? (drawn > 24 ? Math.max(12, Math.ceil(Math.sqrt(drawn))) : drawn > 10 ? 12 : 10) : 6;
  const columns = Math.max(1, Math.ceil(drawn / most));
  const rows = Math.max(1, Math.ceil(drawn / columns));
  const wide = columns > (isLarge ? 2 : 1) ? 26 : 52;
  const step = 22;
  /** The top of the counters: counters that are not drawn are a number above them. */
  const top = drawn < size ? 28 : 4;
  return {
    drawn,
    wide,
    step,
    width: columns * wide + 12,
    floor: top + rows * step,
    /** The upper left corner of a counter; of one that is not drawn, that of the number. */
    at: (place: number): [number, number] =>
      place < drawn ? [6 + Math.floor(place / rows) * wide, top + (rows - 1 - (place % rows)) * step] : [6, 4],
  };
}

/** A heap: choosing a counter leaves those below it. */
function heap(size: number, shown: Shown, words: string): SVGSVGElement {
  const isLarge = shown.coordinates === true || shown.choose !== undefined;
  const { drawn, wide, step, width, floor, at } = pile(size, isLarge);
  const svg = frame(width, floor + 28, words, shown.choose !== undefined);
  svg.classList.add("heap");
  for (let place = 0; place < drawn; place += 1) {
    const [x, y] = at(place);
    const isLast = shown.chosen?.has(place);
    const still = shown.open && shown.open.size > 0 && !shown.open.has(place) ? " b-still" : "";
    const inset = wide > 40 ? 4 : 2;
    const group = shape(
      "g",
      {},
      shape("rect", { class: `b-both b-ring${still}`, x: x + inset, y, width: wide - 2 * inset, height: step - 5, rx: inset * 2 }),
    );
    if (isLast || shown.hinted?.has(place))
      group.append(
        shape("rect", {
          class: isLast ? "b-chosen" : "b-hint2",
          x: x + 1,
          y: y - 2,
          width: wide - 2,
          height: step - 1,
          rx: inset * 2 + 1,
          "stroke-width": 2,
        }),
      );
    svg.append(choosable(group, shown, place, `leave ${place} of ${size}`));
  }
  if (drawn < size) svg.append(shape("text", { class: "b-count", x: width / 2, y: 14, "font-size": 20 }, `+${size - drawn}`));
  svg.append(...winningDots(shown, (place) => [at(place)[0] + wide / 2, at(place)[1] + (step - 5) / 2]));
  svg.append(shape("text", { class: "b-count", x: width / 2, y: floor + 13, "font-size": isLarge ? 17 : 22 }, String(size)));
  return svg;
}

/** Counters in a row, from which moves take some that stand side by side. */
function row(size: number, shown: Shown, words: string): SVGSVGElement {
  const [step, floor] = [30, 54];
  const svg = frame(size * step + 6, floor + (shown.coordinates ? 26 : 4), words, shown.choose !== undefined);
  svg.classList.add("row-of");
  const middle = (place: number) => 3 + place * step + step / 2;
  for (let place = 0; place < size; place += 1) {
    const x = middle(place);
    const mark = shown.chosen?.has(place) ? "b-chosen" : shown.hinted?.has(place) ? "b-hint2" : null;
    const still = shown.open && shown.open.size > 0 && !shown.open.has(place) ? " b-still" : "";
    const group = shape("g", {}, shape("rect", { class: `b-both b-ring${still}`, x: x - 10, y: 4, width: 20, height: floor - 4, rx: 10 }));
    if (mark) group.append(shape("rect", { class: mark, x: x - 13, y: 1, width: 26, height: floor + 2, rx: 12, "stroke-width": 2 }));
    svg.append(choosable(group, shown, place, `${place + 1} of ${size}`));
  }
  svg.append(...winningDots(shown, (place) => [middle(place), floor / 2 + 2]));
  if (shown.coordinates)
    svg.append(shape("text", { class: "b-count", x: 3 + (size * step) / 2, y: floor + 14, "font-size": 17 }, String(size)));
  return svg;
}

type Graph = Extract<Figure, { kind: "graph" }>;
const EDGES: Record<string, string> = { b: "b-lines", r: "b-rines", g: "b-bines" };

/** What of a graph is seen: its vertices with a margin, or all the room that there is. */
function window(figure: Graph, isRoomy: boolean): { x: number; y: number; wide: number; high: number } {
  const { nodes, edges, ground, seen } = figure;
  if (isRoomy || nodes.length === 0) return { x: 0, y: 0, wide: figure.width + 24, high: figure.height + 30 };
  const above = seen ?? nodes.filter((_, n) => n !== ground);
  const across = (above.length > 0 ? above : nodes).map(({ x }) => x + 12);
  const down = [...nodes, ...above].map(({ y }) => y + 12);
  const isLooped = edges.some(({ from, to }) => from === to);
  const [side, top, bottom] = ground === null ? [28, isLooped ? 44 : 28, 28] : [34, isLooped ? 44 : 14, 14];
  const [x, y] = [Math.min(...across) - side, Math.min(...down) - top];
  return { x, y, wide: Math.max(...across) + side - x, high: Math.max(...down) + bottom - y };
}

function graph(figure: Graph, all: Shown, words: string): SVGSVGElement {
  // A move has taken edges away, so places of earlier changes are other places now.
  const shown = figure.isCut || figure.ground !== null ? { ...all, ringed: new Set<number>() } : all;
  const seen = window(figure, shown.roomy === true);
  const svg = frame(seen.wide, seen.high, words, shown.choose !== undefined);
  svg.setAttribute("viewBox", `${seen.x} ${seen.y} ${seen.wide} ${seen.high}`);
  const at = (n: number) => [figure.nodes[n]!.x + 12, figure.nodes[n]!.y + 12] as const;
  const drawn = new Map<string, number>();
  const middles = new Map<number, readonly [number, number]>();
  figure.edges.forEach((edge, n) => {
    const place = figure.nodes.length + n;
    let [x, y] = at(edge.from);
    let [toX, toY] = at(edge.to);
    if (edge.from === figure.ground) x = toX;
    if (edge.to === figure.ground) toX = x;
    const key = [edge.from, edge.to].sort((a, b) => a - b).join();
    const before = drawn.get(key) ?? 0;
    drawn.set(key, before + 1);
    const twins = figure.edges.filter((other) => [other.from, other.to].sort((a, b) => a - b).join() === key).length;
    const aside = (before - (twins - 1) / 2) * 0.5;
    const flip = edge.from > edge.to ? -1 : 1;
    const isLoop = edge.from === edge.to;
    const [byX, byY] = [(x + toX) / 2 - (toY - y) * aside * flip, (y + toY) / 2 + (toX - x) * aside * flip];
    const bend = isLoop ? `M${x} ${y}c-44 -40 44 -40 0 0` : `M${x} ${y}Q${byX} ${byY} ${toX} ${toY}`;
    const middle: [number, number] = isLoop ? [x, y - 30] : [(x + toX + 2 * byX) / 4, (y + toY + 2 * byY) / 4];
    const label = edge.label ?? "";
    const ring = shown.chosen?.has(place) ? " chosen" : shown.ringed?.has(place) ? " last" : "";
    const dash = label === "r" ? { "stroke-dasharray": "9 5" } : {};
    middles.set(place, middle);
    const group = shape(
      "g",
      {},
      shape("path", { class: "b-wide", d: bend, "stroke-width": 18, "stroke-linecap": "round" }),
      shape("circle", { class: "b-wide hit", cx: middle[0], cy: middle[1], r: 9 }),
      shape("path", { class: `${EDGES[label] ?? "b-ink"} b-line${ring}`, d: bend, "stroke-width": EDGES[label] ? 5 : 2.5, ...dash }),
    );
    if (figure.directed) {
      const turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
      group.append(shape("path", { class: "b-head", d: "M-24 -6L-14 0L-24 6z", transform: `translate(${toX} ${toY}) rotate(${turn})` }));
    }
    if (shown.hinted?.has(place)) group.append(shape("circle", { class: "b-hint", cx: middle[0], cy: middle[1], r: 9, "stroke-width": 2 }));
    svg.append(
      choosable(group, shown, place, `edge ${figure.nodes[edge.from]!.name} to ${figure.nodes[edge.to]!.name}${label && `, ${label}`}`),
    );
  });
  figure.nodes.forEach((node, place) => {
    const [x, y] = at(place);
    if (place === figure.ground) {
      svg.append(shape("rect", { class: "b-ground", x: seen.x + 4, y, width: seen.wide - 8, height: 7, rx: 2 }));
      return;
    }
    const rooted = figure.ground !== null;
    const owner = node.symbol === 1 ? "b-left" : node.symbol === 2 ? "b-right" : node.symbol !== null && node.symbol > 2 ? "b-both" : "";
    const group = shape("g", {});
    if (node.token) group.append(shape("circle", { class: "b-token", cx: x, cy: y, r: 23, "stroke-width": 2 }));
    group.append(
      shape("circle", {
        class: rooted && !owner ? "b-dot" : `${owner || "b-cell"} b-node`,
        cx: x,
        cy: y,
        r: rooted ? 5 : 16,
        "stroke-width": 1.8,
      }),
    );
    if (!rooted) group.append(shape("text", { class: owner ? "b-letter" : "b-letter ink", x, y, "font-size": 14 }, String(node.name)));
    else if (shown.coordinates)
      group.append(shape("text", { class: "b-lab", x: x + 13, y: y - 9, "aria-hidden": "true" }, String(node.name)));
    if (shown.chosen?.has(place) || shown.ringed?.has(place))
      group.append(
        shape("circle", { class: shown.chosen?.has(place) ? "b-chosen" : "b-last", cx: x, cy: y, r: rooted ? 9 : 20, "stroke-width": 2.5 }),
      );
    group.append(...marks(shown, place, x, y - (rooted ? 0 : 22)));
    svg.append(choosable(group, shown, place, `vertex ${node.name}${node.token ? ", token" : ""}`));
  });
  svg.append(...winningDots(shown, (place) => middles.get(place) ?? at(place)));
  return svg;
}

/** A move that is looked at: the places it changes of a figure, and the figure after it where it has the same places. */
export interface Looked {
  by: Owner;
  places: ReadonlySet<number>;
  after?: Figure | undefined;
}

/** A move as a shade on a board, with its outline. */
function shade(figure: Board, { by, places, after }: Looked): SVGElement[] {
  const at = ground(figure, 26);
  const all = [...places];
  const isSame = after?.kind === "board" && after.cells.length === figure.cells.length;
  const free = isSame ? all.filter((place) => figure.cells[place]?.[0] === 0) : [];
  const [laid] = isSame ? pieces(after, { laid: [{ by, places: all }] }) : [];
  if (laid && all.length > 1 && free.length === all.length)
    return [
      shape("g", { class: "b-ghost" }, domino(by, all, figure.columns, at)),
      shape("rect", { class: "b-last", ...around(all, at, 2) }),
    ];
  const stones = free.flatMap((place) => {
    const cell = (after as Board).cells[place]!;
    return cell[1] === "#" ? [] : piece(cell, ...at.centre(place));
  });
  return [shape("g", { class: "b-ghost" }, ...stones), ...ring("b-last", all, figure, at)];
}

/** Marks a move on a picture of a figure that is there, or takes such marks away; what can be chosen on it stays as it is. */
export function lookAt(svg: Element, figure: Figure, looked: Looked | undefined) {
  svg.querySelector(".b-look")?.remove();
  svg.classList.toggle("looking", looked !== undefined);
  if (!looked) return;
  const outlines = [...looked.places].flatMap((place) => {
    const there = svg.querySelector(`[data-place="${place}"]`);
    const one = (there?.querySelector(".b-line, .b-ink, .b-faint") ?? there?.firstElementChild)?.cloneNode() as SVGElement | undefined;
    one?.setAttribute("class", "b-last");
    one?.removeAttribute("stroke-dasharray");
    return one ?? [];
  });
  const isGrid = figure.kind === "board" && !isLattice(figure);
  svg.append(shape("g", { class: "b-look", "aria-hidden": "true" }, ...(isGrid ? shade(figure, looked) : outlines)));
}

/** A figure as a picture; `words` says to those who cannot see it what it is. */
export function drawFigure(figure: Figure, words: string, shown: Shown = {}): Element {
  const svg = (() => {
    switch (figure.kind) {
      case "board":
        return board(figure, shown, words);
      case "coins":
        return coins(figure.heads, shown, words);
      case "heap":
        return figure.isRow ? row(figure.size, shown, words) : heap(figure.size, shown, words);
      case "graph":
        return graph(figure, shown, words);
      default:
        return null;
    }
  })();
  if (svg) {
    if (shown.choose) rove(svg, shown);
    return svg;
  }
  if (figure.kind === "svg") {
    const drawn = picture(figure.svg, figure.about);
    if (drawn) return drawn;
  }
  const said = figure.kind === "words" ? figure.words : words;
  // A player beside a board is a mark, and no value.
  return said === "Left" || said === "Right" ? who(said, said, "small") : val(said, "b-words");
}

/** Whether a figure beside others says no more than whose turn it is. */
export const isTurn = (figure: Figure, { figures }: Part, turn: string | null) =>
  figures.length > 1 && figure.kind === "words" && figure.words === turn;

/** The figures of a part; where there are none, its text. */
export const figuresOf = ({ figures, text }: Part): Figure[] => (figures.length === 0 ? [{ kind: "words", words: text }] : figures);

/** The pictures of a part, side by side. */
export function group(drawn: readonly Element[]): Element {
  if (drawn.length === 1) return drawn[0]!;
  const place = document.createElement("span");
  place.className = "b-group";
  place.append(...drawn);
  return place;
}

/** A summand in a row of small pictures. */
export function drawPart(part: Part, shown: (figure: number) => Shown = () => ({})): Element {
  const place = document.createElement("span");
  place.className = "b-part";
  figuresOf(part).forEach((figure, n) => place.append(drawFigure(figure, part.text, shown(n))));
  return place;
}
