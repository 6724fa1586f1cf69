// Two versions of a worksheet as one, so that two tabs lose nothing: a cell goes only where a tab says that it has
// deleted it, and of two texts that were typed at the same time both stay.
import { fingerprint } from "../study/study";
import type { Cell, Sheet } from "./sheet";

/** Puts cells that are not in a list behind those that stand before them in another. */
export function placed(cells: readonly Cell[], others: readonly Cell[], isWanted: (cell: Cell) => boolean): Cell[] {
  const all = [...cells];
  others.forEach((cell, n) => {
    if (all.some(({ id }) => id === cell.id) || !isWanted(cell)) return;
    const before = others.slice(0, n).findLast(({ id }) => all.some((one) => one.id === id));
    all.splice(before ? all.findIndex(({ id }) => id === before.id) + 1 : 0, 0, cell);
  });
  return all;
}

/** The worksheet of this tab together with that of another one; `base` is what both began with, as far as it is known. */
export function joinedSheets(base: Sheet | undefined, mine: Sheet, theirs: Sheet): Sheet {
  const old = new Map(base?.cells.map((cell) => [cell.id, cell.text]));
  const other = new Map(theirs.cells.map((cell) => [cell.id, cell]));
  const own = new Map(mine.cells.map((cell) => [cell.id, cell]));
  const gone = new Set([...(mine.gone ?? []), ...(theirs.gone ?? [])]);
  // What was deleted in one tab and edited in the other stays.
  for (const id of gone) {
    const there = own.get(id) ?? other.get(id);
    const isEdited = there && old.has(id) && there.text !== old.get(id);
    // It was gone, and the other tab has brought it back.
    const isBack = base?.gone?.includes(id) && !theirs.gone?.includes(id);
    if (isEdited || isBack) gone.delete(id);
  }
  const taken = mine.cells.flatMap((cell): Cell[] => {
    const there = other.get(cell.id);
    if (!there || there.text === cell.text || there.text === old.get(cell.id)) return [cell];
    if (cell.text === old.get(cell.id)) return [there];
    // Of two texts the longer one has both, where it contains the other.
    if (cell.text.trim() === "" || cell.text.includes(there.text) || there.text.includes(cell.text)) return [there.text.length > cell.text.length ? there : cell];
    if (mine.cells.some(({ text }) => text === there.text)) return [cell];
    return [cell, { id: `${cell.id}~${fingerprint(there.text)}`, kind: there.kind, text: there.text }];
  });
  const stays = ({ id }: Cell) => !gone.has(id);
  // The order is that of the other tab, unless cells were moved in this one.
  const common = (one: readonly Cell[], two: ReadonlySet<string> | ReadonlyMap<string, unknown>) => one.filter(({ id }) => two.has(id)).map(({ id }) => id).join();
  const isMoved = base === undefined || common(mine.cells, old) !== common(base.cells, own);
  const present = new Map(taken.map((cell) => [cell.id, cell]));
  const cells = (isMoved ? placed(taken, theirs.cells, stays) : placed(theirs.cells.map((cell) => present.get(cell.id) ?? cell), taken, stays)).filter(stays);
  const title = mine.title === base?.title ? theirs.title : mine.title;
  return { ...mine, title, cells, gone: [...gone], changed: Math.max(mine.changed, theirs.changed) };
}
