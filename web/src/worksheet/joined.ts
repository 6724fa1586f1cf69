// Two versions of a worksheet as one, so that two tabs lose nothing. A cell is a branch of texts, each of which followed
// on the one before it, as nodes of a study do. What is shown are the last ones: a text goes only where another one
// followed on it, or where a tab says that it has deleted it. So of two texts that followed on the same one both stay,
// and none comes again after it was edited.
import { fingerprint } from "../study/study";
import type { Cell, CodeCell, Sheet } from "./sheet";

/** So many texts before the last one of a cell are remembered, and so many that were deleted. */
const MOST_REMEMBERED = 100;

/** The cell with its text as the last one of its branch. */
export function settle<C extends Cell>(cell: C): C & { line: string[] } {
  const said = fingerprint(cell.text);
  if (cell.line === undefined) Object.assign(cell, { line: [fingerprint(`${cell.id} ${said}`)], said });
  else if (cell.said !== said) follow(cell, said);
  return cell as C & { line: string[] };
}

/** The text that is there now follows on the one before it, also where it is the same: then it is back. */
export function follow(cell: Cell, why: string) {
  const line = cell.line ?? [];
  cell.line = [...line, fingerprint(`${line.at(-1)} ${why}`)].slice(-MOST_REMEMBERED);
  cell.said = fingerprint(cell.text);
}

/** The last text of a branch, as the worksheets of all tabs name it. */
export const head = (cell: Cell) => settle(cell).line.at(-1)!;

/** The worksheet says that a cell is deleted, with all texts that it has had: a journal may still have an earlier one. */
export function forget(sheet: Sheet, cell: Cell) {
  sheet.gone = [...(sheet.gone ?? []), ...settle(cell).line].slice(-10 * MOST_REMEMBERED);
}

/** Puts cells that are not in a list behind those that stand before them in another. */
export function placed(cells: readonly Cell[], others: readonly Cell[]): Cell[] {
  const all = [...cells];
  others.forEach((cell, n) => {
    if (all.some(({ id }) => id === cell.id)) return;
    const before = others.slice(0, n).findLast(({ id }) => all.some((one) => one.id === id));
    all.splice(before ? all.findIndex(({ id }) => id === before.id) + 1 : 0, 0, cell);
  });
  return all;
}

/**
 * Of two texts that followed on the same one, the one that contains the other is both, where both contain the common one
 * too: otherwise what one of them has deleted would be there again. `known` are texts by their names.
 */
function both(mine: Cell, theirs: Cell, known: ReadonlyMap<string, string>): Cell | null {
  const [one, other] = [settle(mine), settle(theirs)];
  const common = known.get(one.line.findLast((version) => other.line.includes(version)) ?? "");
  if (common === undefined || !one.text.includes(common) || !other.text.includes(common)) return null;
  const longer = one.text.includes(other.text) ? one : other.text.includes(one.text) ? other : null;
  if (!longer) return null;
  const line = [...one.line, ...other.line.filter((version) => !one.line.includes(version))];
  const last = fingerprint([one.line.at(-1), other.line.at(-1)].sort().join(" "));
  return { ...longer, id: mine.id, line: [...line, last].slice(-MOST_REMEMBERED), said: fingerprint(longer.text) };
}

/** Of two cells with the same text, the first with the longer memory and the later answer. */
function fuller(mine: Cell, theirs: Cell): Cell {
  const [line, other] = [settle(mine).line, settle(theirs).line];
  const isAnswered = orderOf(theirs) > orderOf(mine);
  if (!isAnswered && other.length <= line.length) return mine;
  const cell = { ...mine, line: other.length > line.length ? other : line };
  return isAnswered ? ({ ...cell, ran: (theirs as CodeCell).ran } as CodeCell) : cell;
}

/** The place of a cell in the order of what has run; 0 where nothing has. */
const orderOf = (cell: Cell) => (cell.kind === "code" ? (cell.ran?.order ?? 0) : 0);

/** The worksheet of this tab together with that of another one; `base` is what both began with, as far as it is known. */
export function joinedSheets(mine: Sheet, theirs: Sheet, base: Sheet | undefined): Sheet {
  const gone = [...new Set([...(mine.gone ?? []), ...(theirs.gone ?? [])])];
  const dead = new Set(gone);
  for (const cell of [...mine.cells, ...theirs.cells]) for (const version of settle(cell).line.slice(0, -1)) dead.add(version);
  const isLast = (cell: Cell) => !dead.has(head(cell));
  const known = new Map((base?.cells ?? []).map((cell) => [head(cell), cell.text]));
  const own = new Map(mine.cells.map((cell) => [cell.id, cell]));
  /** The cells of both that remain, by their names. */
  const now = new Map(mine.cells.filter(isLast).map((cell) => [cell.id, cell]));
  const others = theirs.cells.map((cell): Cell => {
    const same = mine.cells.find((one) => head(one) === head(cell) || settle(one).line.includes(head(cell)));
    if (same) {
      const there = now.get(same.id);
      if (there && head(there) === head(cell)) now.set(same.id, fuller(there, cell));
      return same;
    }
    // It followed on a cell of this tab, which has its place.
    const earlier = mine.cells.find((one) => !now.has(one.id) && settle(cell).line.includes(head(one)));
    if (earlier && isLast(cell)) {
      const later = { ...cell, id: earlier.id };
      now.set(later.id, later);
      return later;
    }
    const [merged] = isLast(cell) ? [...now.values()].flatMap((one) => both(one, cell, known) ?? []) : [];
    if (merged) {
      now.set(merged.id, merged);
      return merged;
    }
    const more = own.has(cell.id) ? { ...cell, id: `${cell.id}~${head(cell)}` } : cell;
    if (isLast(more)) now.set(more.id, more);
    return more;
  });
  const there = (cells: readonly Cell[]) => cells.flatMap(({ id }) => now.get(id) ?? []).filter((cell, n, all) => all.indexOf(cell) === n);
  const [ours, news] = [there(mine.cells), there(others)];
  // The order is that of the tab that has moved cells last.
  const isMoved = (mine.moved ?? 0) > (theirs.moved ?? 0);
  const cells = isMoved ? placed(ours, news) : placed(news, ours);
  const { title } = later(mine.named, theirs.named) ? mine : theirs;
  const { bound } = later(mine.changed, theirs.changed) ? mine : theirs;
  const joined: Sheet = { ...mine, title, cells, gone, bound };
  for (const time of ["moved", "named", "changed"] as const) joined[time] = Math.max(mine[time] ?? 0, theirs[time] ?? 0);
  for (const mark of ["isGuest", "isUntouched"] as const) if (!theirs[mark]) delete joined[mark];
  return joined;
}

/** Whether a time is as late as another one. */
const later = (one = 0, other = 0) => one >= other;

/** Whether a worksheet has a text, a deletion, an order or a title of which another one does not know. */
export function knowsMore(mine: Sheet, theirs: Sheet): boolean {
  const known = new Set(theirs.cells.flatMap((cell) => settle(cell).line));
  return (
    !later(theirs.named, mine.named) ||
    !later(theirs.moved, mine.moved) ||
    mine.cells.some((cell) => !known.has(head(cell))) ||
    theirs.cells.some((cell) => mine.gone?.includes(head(cell)) ?? false)
  );
}
