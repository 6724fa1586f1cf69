// A worksheet as data: its cells, how it is kept in the browser, as a file, and as a link.
import { packed, unpacked } from "../links";
import type { Diagnostic, Reply } from "../protocol";
import { isText } from "../study/codec";
import { readKey, type Address, type Kind } from "../study/keeper";
import { fingerprint } from "../study/study";
import { head, joinedSheets, knowsMore, settle } from "./joined";

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
  /** When cells were last moved, and when the title was last changed, in milliseconds. */
  moved?: number;
  named?: number;
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

/* As a file */

/** The program: cells between blank lines, words as comments. */
export function program({ cells }: Sheet): string {
  const piece = (cell: Cell) =>
    cell.kind === "code"
      ? cell.text.trimEnd()
      : cell.text
          .split("\n")
          .map((line) => `// ${line}`.trimEnd())
          .join("\n");
  return `${cells
    .map(piece)
    .filter((text) => text.trim() !== "")
    .join("\n\n")}\n`;
}

/* As an address, and as it is kept in the browser */

/** Longer worksheets are sent as files: addresses that are longer are cut off on their way. */
export const MOST_IN_LINK = 16_000;

/** The address that says all of a worksheet, with the texts of its cells as `joined.ts` names them. */
async function whole({ id, title, cells }: Sheet): Promise<string> {
  return `#sheet=${await packed({ version: 2, id, title, cells: cells.map((cell) => [cell.kind, cell.text, head(cell)]) })}`;
}

/** Reads an address; null when it names no worksheet, undefined when it should and does not. */
async function read(hash: string): Promise<Address<Sheet> | null | undefined> {
  const key = readKey(hash);
  if (key) return key;
  const link = /^#sheet=(.+)$/.exec(hash)?.[1];
  if (link === undefined) return null;
  const { version, id, title, cells } = ((await unpacked(link)) ?? {}) as Record<string, unknown>;
  if ((version !== 1 && version !== 2) || !isText(title) || !Array.isArray(cells)) return undefined;
  const made = (cells as unknown[]).map((row): Cell | null => {
    const [kind, text, last] = Array.isArray(row) ? (row as unknown[]) : [];
    if (!isText(text)) return null;
    const cell = kind === "text" ? words(text) : code(text);
    return isText(last) ? { ...cell, line: [last], said: fingerprint(text) } : cell;
  });
  if (made.includes(null)) return undefined;
  const work = sheet(
    title.slice(0, 200),
    made.flatMap((cell) => cell ?? []),
  );
  return { kind: "whole", work: isText(id) && /^[\w-]{1,40}$/.test(id) ? { ...work, id } : work };
}

/** What came by an address is a guest, unless all of it is here, or it is the reader's own and could not be kept. */
function received(own: Sheet | null, came: Sheet, isOwn: boolean): Sheet {
  const guest: Sheet = { ...came, isUntouched: true, isGuest: true };
  if (!own) return isOwn ? came : guest;
  const known = new Set([...(own.gone ?? []), ...own.cells.flatMap((cell) => settle(cell).line)]);
  if (came.cells.every((cell) => known.has(head(cell)))) return own;
  if (!isOwn) return { ...guest, id: fresh() };
  // What is kept is earlier than what this tab had to put into the address. Cells that were empty then have their texts now.
  const empty = own.cells.filter(({ text }) => text.trim() === "");
  return joinedSheets({ ...own, gone: [...(own.gone ?? []), ...empty.flatMap((cell) => settle(cell).line)] }, came, undefined);
}

/** Longer worksheets are written to the journal without their answers, for which there would be no room. */
const LONGEST_WITH_ANSWERS = 300_000;

/** A worksheet without its answers. */
function bare(sheet: Sheet): Sheet {
  const cells = sheet.cells.map((cell): Cell => {
    const { ran, ...rest } = cell as CodeCell;
    return rest;
  });
  return { ...sheet, cells };
}

function fromData(data: unknown): Sheet | null {
  const { id, title, cells, changed, bound } = (data ?? {}) as Partial<Sheet>;
  const isCell = (cell: Partial<Cell> | null) => isText(cell?.id) && isText(cell.text) && (cell.kind === "code" || cell.kind === "text");
  const isInput = (input: { name?: unknown; text?: unknown } | null) => isText(input?.name) && isText(input.text);
  const isSheet =
    isText(id) &&
    isText(title) &&
    typeof changed === "number" &&
    Array.isArray(cells) &&
    cells.every(isCell) &&
    Array.isArray(bound) &&
    bound.every(isInput);
  return isSheet ? (data as Sheet) : null;
}

/** Worksheets as work: they are changed where they are, so that an editor knows its cell. */
export const SHEETS: Kind<Sheet> = {
  name: "sheets",
  id: ({ id }) => id,
  at: () => "",
  moved: (sheet) => sheet,
  joined: joinedSheets,
  knowsMore,
  received,
  toData: (sheet) => {
    sheet.cells.forEach(settle);
    return structuredClone(sheet);
  },
  written: (sheet) => (JSON.stringify(sheet).length > LONGEST_WITH_ANSWERS ? bare(sheet) : sheet),
  fromData,
  whole,
  read,
};

/* What is known of a cell */

/** The names in a text, as far as they are those of a worksheet. */
const namesIn = (text: string) => text.match(/[\p{L}_][\p{L}\d_]*/gu) ?? [];

/** The names that a cell has bound: those it declares and those before a sign of definition, or else any in it. */
function bindings({ text, reply }: NonNullable<CodeCell["ran"]>): string[] {
  if (!reply?.binds) return [];
  const defined = [...text.matchAll(/([\p{L}_][\p{L}\d_]*)\s*(?:\([^()]*\)\s*)*:=/gu)].map(([, name]) => name!);
  const all = [...reply.declares.map(({ name }) => name), ...defined];
  return all.length > 0 ? all : namesIn(text);
}

/** Whether the text is not the one that was evaluated, or the cell above whose new names it uses, at once or by others. */
export function isStale(sheet: Sheet, at: number): "edited" | number | null {
  const cell = sheet.cells[at];
  if (cell?.kind !== "code" || !cell.ran) return null;
  if (cell.ran.text.trimEnd() !== cell.text.trimEnd()) return "edited";
  /** When each name was bound last, and the cell that has changed it. */
  const bound = new Map<string, { order: number; by: number; isLate: boolean }>();
  for (const [place, { kind, ...one }] of sheet.cells.slice(0, at + 1).entries()) {
    const ran = kind === "code" ? (one as CodeCell).ran : undefined;
    if (!ran) continue;
    const late = namesIn(ran.text)
      .map((name) => bound.get(name))
      .find((name) => name && (name.isLate || name.order > ran.order));
    if (place === at) return late?.by ?? null;
    for (const name of bindings(ran)) bound.set(name, { order: ran.order, by: late?.by ?? place, isLate: late !== undefined });
  }
  return null;
}

/** A fix that can be applied by a click: the place, and what to type there. */
export function fix({ helps, places }: Diagnostic): { from: number; to: number; insert: string } | null {
  const place = places[0];
  const meant = helps.map((help) => /^did you mean `([^`]+)`\?$/.exec(help)?.[1]).find(Boolean);
  if (!meant || place?.from === undefined || place.to === undefined || place.from === place.to) return null;
  return { from: place.from, to: place.to, insert: meant };
}
