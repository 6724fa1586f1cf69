// A worksheet as data: its cells, how it is kept in the browser, as a file, and as a link.
import { packed, unpacked } from "../links";
import type { Diagnostic, Reply } from "../protocol";
import { head, settle } from "./joined";

/** The texts that a cell has had, as `joined.ts` names them, and the last one of them. */
interface Branch {
  line?: string[];
  said?: string;
}

export interface CodeCell extends Branch {
  id: string;
  kind: "code";
  text: string;
  /** What came of it, and the text that it was. */
  ran?: { text: string; reply?: Reply; ended?: string; order: number };
}

export interface TextCell extends Branch {
  id: string;
  kind: "text";
  text: string;
}

export type Cell = CodeCell | TextCell;

export interface Sheet {
  id: string;
  title: string;
  cells: Cell[];
  /** When it was last changed, in milliseconds. */
  changed: number;
  /** The inputs that bound names, in order: they are evaluated again before others. */
  bound: { name: string; text: string }[];
  /** The texts that were deleted with their cells, as `joined.ts` names them. */
  gone?: string[];
  /** When cells were last moved, in milliseconds. */
  moved?: number;
  /** Whether it came by a link and has not been run. */
  isGuest?: boolean;
  /** Whether it came by a link or is an example, and the reader has changed nothing: it can be opened again. */
  isUntouched?: boolean;
}

let last = 0;

/** A name that no other cell or worksheet has. */
export function fresh(): string {
  last += 1;
  return `${Date.now().toString(36)}${last.toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
}

export const code = (text = ""): CodeCell => ({ id: fresh(), kind: "code", text });
export const words = (text = ""): TextCell => ({ id: fresh(), kind: "text", text });

export function sheet(title: string, cells: Cell[]): Sheet {
  return { id: fresh(), title, cells, changed: Date.now(), bound: [] };
}

/** A worksheet that the reader has not made. */
export function untouched(title: string, cells: Cell[]): Sheet {
  return { ...sheet(title, cells), isUntouched: true };
}

/** The worksheet that greets those who come for the first time. */
export function greeting(): Sheet {
  return untouched("First games", [
    words("Type a game the way a book prints it, or a ruleset the way its rules are spoken."),
    code("<0,*|0> + *2"),
    code(
      "/// Slide a toad right or a frog left; hop over one of the other kind.\n" +
        'game Pond(s: strip of ".TF") {\n' +
        '  left  "T." -> ".T" ; "TF." -> ".FT"\n' +
        '  right ".F" -> "F." ; ".TF" -> "FT."\n' +
        "}",
    ),
    code('canonical(Pond("TTT..FFF"))'),
    code("draw(Domineering(3, 4))"),
    code("thermograph(<5||3|2>)"),
    code("explain(<0,*|*>)"),
    code(),
  ]);
}

/* Kept in the browser */

export const KEY = "upstar.sheets";
const CURRENT = "upstar.current";
/** So many worksheets are kept. Guests and examples that the reader has not changed go first, then those that were not changed for longest. */
const MOST_KEPT = 30;

/** All worksheets that are kept, the last changed first. */
export function kept(): Sheet[] {
  try {
    const sheets: Sheet[] = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return sheets.filter((one) => Array.isArray(one.cells)).sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

/** A worksheet without its answers. */
function bare(sheet: Sheet): Sheet {
  const cells = sheet.cells.map((cell): Cell => {
    if (cell.kind === "text") return cell;
    const { ran, ...rest } = cell;
    return rest;
  });
  return { ...sheet, cells };
}

/**
 * Keeps a worksheet; false where the browser has no room for it. For room the answers of others go, the oldest first, then
 * its own answers, then others that the reader has not made. Worksheets of the reader stay. `all` are those that are kept now.
 */
export function keep(sheet: Sheet, all = kept()): boolean {
  const others = all.filter(({ id }) => id !== sheet.id);
  /** The one that goes first: the oldest of those that can be opened again. */
  const first = () => others.findLastIndex(({ isUntouched }) => isUntouched);
  while (others.length >= MOST_KEPT) others.splice(first() >= 0 ? first() : others.length - 1, 1);
  const store = (own: Sheet) => {
    try {
      localStorage.setItem(KEY, JSON.stringify([own, ...others]));
      return true;
    } catch {
      return false;
    }
  };
  const isKept = () => {
    if (store(sheet)) return true;
    for (let n = others.length - 1; n >= 0; n -= 1) {
      if (!others[n]!.cells.some((cell) => cell.kind === "code" && cell.ran)) continue;
      others[n] = bare(others[n]!);
      if (store(sheet)) return true;
    }
    while (!store(bare(sheet))) {
      const place = first();
      if (place < 0) return false;
      others.splice(place, 1);
    }
    return true;
  };
  if (!isKept()) return false;
  try {
    localStorage.setItem(CURRENT, sheet.id);
  } catch {
    // The address says which one is open.
  }
  return true;
}

export function dropKept(id: string) {
  localStorage.setItem(KEY, JSON.stringify(kept().filter((one) => one.id !== id)));
}

/** The worksheet that was open last. */
export function current(): Sheet | undefined {
  const id = localStorage.getItem(CURRENT);
  return kept().find((one) => one.id === id);
}

/* As a file */

/** The program: cells between blank lines, words as comments. */
export function program({ cells }: Sheet): string {
  const piece = (cell: Cell) =>
    cell.kind === "code" ? cell.text.trimEnd() : cell.text.split("\n").map((line) => `// ${line}`.trimEnd()).join("\n");
  return `${cells.map(piece).filter((text) => text.trim() !== "").join("\n\n")}\n`;
}

/* As an address */

/** Longer worksheets are sent as files: addresses that are longer are cut off on their way. */
export const MOST_IN_LINK = 16_000;
/** Worksheets whose address would be longer are named by their key. */
const LONGEST_ADDRESS = 2000;

/** The address that says all of a worksheet, with the texts of its cells as `joined.ts` names them. */
export async function whole({ id, title, cells }: Sheet): Promise<string> {
  return `#sheet=${await packed({ version: 2, id, title, cells: cells.map((cell) => [cell.kind, cell.text, head(cell)]) })}`;
}

/** The address of a worksheet: all of it, where that is short enough or where it is not kept here. */
export async function address(sheet: Sheet, isKept: boolean): Promise<string> {
  const hash = await whole(sheet);
  return !isKept || hash.length <= LONGEST_ADDRESS ? hash : `#key=${sheet.id}`;
}

/**
 * The worksheet of an address: the one that is kept here if it has all of it, and otherwise a guest, or the reader's own
 * one that could not be kept. Null where there is none, undefined where there should be.
 */
export async function read(hash: string, isOwn: boolean): Promise<Sheet | null | undefined> {
  const key = /^#key=(\w{1,40})$/.exec(hash)?.[1];
  if (key) return kept().find(({ id }) => id === key);
  const link = /^#sheet=(.+)$/.exec(hash)?.[1];
  if (!link) return null;
  const { version, id, title, cells } = ((await unpacked(link)) ?? {}) as Record<string, unknown>;
  if ((version !== 1 && version !== 2) || typeof title !== "string" || !Array.isArray(cells)) return undefined;
  const rows = (cells as unknown[]).map((cell) => (Array.isArray(cell) ? (cell as unknown[]) : []));
  if (rows.some(([, text]) => typeof text !== "string")) return undefined;
  const own = kept().find((one) => one.id === id);
  const known = new Set([...(own?.gone ?? []), ...(own?.cells ?? []).flatMap((cell) => settle(cell).line)]);
  if (own && rows.every(([, , version]) => known.has(String(version)))) return own;
  const made = rows.map(([kind, text]) => (kind === "text" ? words(String(text)) : code(String(text))));
  return isOwn ? sheet(title.slice(0, 200), made) : { ...untouched(title.slice(0, 200), made), isGuest: true };
}

/* What is known of a cell */

/** Whether the text is not the one that was evaluated, or a name it may use was bound again since. */
export function isStale(sheet: Sheet, at: number): "edited" | number | null {
  const cell = sheet.cells[at];
  if (cell?.kind !== "code" || !cell.ran) return null;
  if (cell.ran.text !== cell.text) return "edited";
  const order = cell.ran.order;
  const above = sheet.cells.findIndex(
    (one, place) => place < at && one.kind === "code" && one.ran?.reply?.binds && one.ran.order > order,
  );
  return above < 0 ? null : above;
}

/** A fix that can be applied by a click: the place, and what to type there. */
export function fix({ helps, places }: Diagnostic): { from: number; to: number; insert: string } | null {
  const place = places[0];
  const meant = helps.map((help) => /^did you mean `([^`]+)`\?$/.exec(help)?.[1]).find(Boolean);
  if (!meant || place?.from === undefined || place.to === undefined || place.from === place.to) return null;
  return { from: place.from, to: place.to, insert: meant };
}
