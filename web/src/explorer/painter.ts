// A board editor: symbols are painted onto the cells of a position whose text contains its board.
import { button, h } from "../dom";
import type { Figure, Part } from "../protocol";

type Board = Extract<Figure, { kind: "board" }>;

export interface Painting {
  painting: boolean;
  symbol: string | undefined;
  toggle: (painting: boolean, symbol: string | undefined) => void;
  /** Shows another position. */
  replace: (text: string) => void;
  negative: () => void;
}

/** The board as it is typed, without quotes. */
function typed({ cells, columns }: Board): string {
  const letters = cells.map(([, letter]) => letter);
  const rows: string[] = [];
  for (let at = 0; at < letters.length; at += columns) rows.push(letters.slice(at, at + columns).join(""));
  return rows.join("|");
}

/** The board of a part that can be edited: it stands once in the text of the part. */
function editable({ text, figures }: Part): Board | undefined {
  return figures.find((figure): figure is Board => figure.kind === "board" && text.split(`"${typed(figure)}"`).length === 2);
}

/** Symbols that rulesets use, as far as this board shows or the usual ones allow. */
const USUAL = [".", "x", "o", "#"];

/** The palette of a position, and what painting a place does. */
export function painter(parts: Part[], { painting, symbol, toggle, replace, negative }: Painting) {
  const boards = parts.map(editable);
  const first = boards.find((one) => one !== undefined);
  const swap = button("", { kind: "icon line", icon: "swap", label: "Change sides: the negative" }, negative);
  if (!first) return { palette: h("div", { class: "palette", role: "toolbar", "aria-label": "Board editor" }, swap), paint: () => {} };
  const found = new Map(first.cells.map(([index, letter]) => [letter, index]));
  const letters = [...new Set([...found.keys(), ...USUAL])].slice(0, 8);
  const current = symbol ?? letters[0]!;
  const with_ = (part: number, figure: Board, next: string) => {
    const texts = parts.map(({ text }, n) => (n === part ? text.replace(`"${typed(figure)}"`, () => `"${next}"`) : text));
    replace(texts.join(" + "));
  };
  const paint = ([part, , place]: readonly [number, number, number]) => {
    const board = boards[part];
    if (!board) return;
    const cells = board.cells.map((cell, n): Board["cells"][number] => (n === place ? [cell[0], current, cell[2]] : cell));
    with_(part, board, typed({ ...board, cells }));
  };
  const rows = first.cells.length / first.columns;
  const at = boards.indexOf(first);
  const resize = (columns: number, high: number) => {
    const empty = ".";
    const next = Array.from({ length: high }, (_, row) =>
      Array.from({ length: columns }, (_, column) => (row < rows && column < first.columns ? first.cells[row * first.columns + column]![1] : empty)).join(""));
    with_(at, first, next.join("|"));
  };
  const number = (label: string, value: number, change: (value: number) => void) => {
    const input = h("input", { type: "number", min: 1, max: 20, value, "aria-label": label, change: () => change(Math.min(20, Math.max(1, Number(input.value) || 1))) });
    return input;
  };
  const tools = painting
    ? [
        ...letters.map((letter) =>
          h("button", { type: "button", class: "btn line tool", "aria-pressed": letter === current ? "true" : "false", "aria-label": `Paint ${letter}`, title: `Paint ${letter}`, click: () => toggle(true, letter) }, h("code", {}, letter))),
        h("span", { class: "sep" }),
        number("Columns", first.columns, (columns) => resize(columns, rows)),
        ...(rows > 1 ? [h("span", { "aria-hidden": "true" }, "×"), number("Rows", rows, (high) => resize(first.columns, high))] : []),
        h("span", { class: "sep" }),
      ]
    : [];
  const edit = h("button", { type: "button", class: "btn line", "aria-pressed": String(painting), click: () => toggle(!painting, current) }, painting ? "Done" : "Edit board");
  return { palette: h("div", { class: "palette", role: "toolbar", "aria-label": "Board editor" }, ...tools, edit, swap), paint };
}
