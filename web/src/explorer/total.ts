// The sum: its parts with their values, a place to add one, and what they are worth together: who wins, and by
// which moves in which parts.
import { bar, button, h, icon, set } from "../dom";
import { drawPart } from "../board";
import { spot } from "../clicks";
import type { Compared, Comparisons, Fact, Part, Position } from "../protocol";
import { PLAYER, type Side } from "../study/study";
import { outcome, outcomeWords, val, who } from "../values";
import type { Hold } from "./hold";
import type { Called } from "./saying";

/** What is known of the whole sum. */
export interface SumFacts {
  /** Null when there is none. */
  value: Fact | null | undefined;
  outcome: Fact | undefined;
  compared: Comparisons | undefined;
  /** Whether both players have the same moves. */
  isImpartial: boolean;
}

/** Most moves that are named of a part. */
const MOST_NAMED = 3;

/** The number of the summand that a move changes; -1 when that is unknown. */
export function changedPart(before: Part[], after: Part[]): number {
  if (before.length === after.length) return before.findIndex((one, n) => one.text !== after[n]!.text);
  // A part that is gone or has fallen apart: the first that is not there any more.
  const left = after.map(({ text }) => text);
  return before.findIndex(({ text }) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What a part is called in the names of moves: A, B, ..., Z, AA. */
export const letter = (n: number): string => (n >= 26 ? letter(Math.floor(n / 26) - 1) : "") + String.fromCharCode(65 + (n % 26));

/** A part in words: its ruleset, with its letter where several have the same. */
export function partName(parts: Part[], n: number): string {
  const { ruleset, text } = parts[n]!;
  const name = ruleset ?? (text.length > 20 ? "the game" : text);
  return parts.filter((one) => (one.ruleset ?? one.text) === (ruleset ?? text)).length > 1 ? `${name} ${letter(n)}` : name;
}

/** With which moves a player wins, or at least draws, by parts. */
function ways({ parts, ...position }: Position, side: "left" | "right", rows: (Compared | null)[], isImpartial: boolean): Node | null {
  const moves = position[side]?.moves ?? [];
  const player = isImpartial ? h("b", {}, "Whoever moves") : who(PLAYER[side]);
  if (rows.length === 0 || rows.some((row) => row?.wins === undefined)) {
    return moves.length === 0 ? h("span", {}, player, " has no move") : null;
  }
  const named = (holds: (row: Compared) => boolean) => {
    const found = new Map<number, string[]>();
    moves.forEach((move, n) => {
      if (!rows[n] || !holds(rows[n])) return;
      const part = changedPart(parts, move.parts);
      // The name of a move in a sum begins with the letter of its part.
      const name = part < 0 ? move.name : move.name.replace(/^[A-Z]+:/, "");
      found.set(part, [...(found.get(part) ?? []), name]);
    });
    return [...found].map(([part, names]) => {
      const some =
        names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(", ")} and ${names.length - MOST_NAMED} more` : names.join(", ");
      return part < 0 ? some : `${some} in ${partName(parts, part)}`;
    });
  };
  const wins = named(({ wins }) => wins === true);
  if (wins.length > 0) return h("span", {}, player, ` wins with ${wins.join(", or ")}`);
  const draws = named(({ draws }) => draws === true);
  if (draws.length > 0) return h("span", {}, player, ` draws with ${draws.join(", or ")}`);
  return h("span", {}, player, " has no winning move");
}

const WHOLE: Record<string, string> = {
  N: "whoever moves first wins",
  P: "whoever moves second wins",
  L: "Left wins, whoever begins",
  R: "Right wins, whoever begins",
  D: "a draw",
};

/** The parts of a sum in a row, each of which can be shown alone, and their total. */
export function drawSum(
  place: HTMLElement,
  position: Position,
  facts: SumFacts,
  alone: (text: string) => void,
  hold: Hold,
  plus: HTMLElement,
) {
  const { parts } = position;
  place.hidden = parts.length < 2;
  if (parts.length < 2) return;
  const one = (part: Part, n: number) => {
    const known = facts.compared?.parts[n];
    return h(
      "span",
      { class: "summand", "data-part": n },
      hold.box(n),
      h(
        "button",
        { type: "button", class: "part", title: "Explore this part alone; drag it to another place", click: () => alone(part.text) },
        drawPart(part),
        h(
          "span",
          {},
          h("span", { class: "t" }, h("b", {}, letter(n)), ` ${part.ruleset ?? "Game"}`),
          h("span", { class: "h" }, val(known?.value ?? part.text), known?.outcome ? outcome(known.outcome) : null),
        ),
      ),
      button("", { kind: "icon", icon: "close", label: `Take ${partName(parts, n)} out of the sum` }, () => hold.takeOut(n)),
    );
  };
  const { value, outcome: wins, compared, isImpartial } = facts;
  const words = wins && (WHOLE[wins.text] ?? outcomeWords(wins.text));
  const sides = isImpartial ? (["left"] as const) : (["left", "right"] as const);
  const both = compared ? sides.map((side) => ways(position, side, compared[side], isImpartial)) : [];
  set(
    place,
    ...parts.flatMap((part, n) => [n > 0 ? h("span", { class: "op" }, "+") : null, one(part, n)]),
    plus,
    h("span", { class: "op" }, "="),
    h(
      "div",
      { class: "part total", role: "group", "aria-label": "The sum" },
      wins ? outcome(wins.text) : null,
      h(
        "span",
        {},
        h("span", { class: "t" }, words ? `The sum: ${words}` : "The sum"),
        value === undefined ? h("span", { class: "val ghost" }, "…") : value && val(value.text),
      ),
      both.some(Boolean) ? h("span", { class: "ways" }, ...both) : null,
    ),
  );
  hold.show();
}

/** A button that opens a line in which a part is typed. */
export function adder(add: (text: string) => void): { plus: (words: string) => HTMLElement; line: HTMLElement; close: () => void } {
  const input = h("input", {
    type: "text",
    "aria-label": "Game or position to add",
    placeholder: "*2, or Nim(3, 5)",
    spellcheck: "false",
    autocapitalize: "off",
  });
  const close = () => {
    line.hidden = true;
    input.value = "";
  };
  const line = h(
    "form",
    {
      class: "adder",
      hidden: true,
      submit: (event: Event) => {
        event.preventDefault();
        if (input.value.trim() !== "") add(input.value);
      },
      keydown: (event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        close();
        input.blur();
      },
    },
    h("span", { class: "op", "aria-hidden": "true" }, "+"),
    input,
    h("button", { type: "submit", class: "btn main" }, "Add"),
    button("Cancel", {}, close),
  );
  const open = () => {
    line.hidden = false;
    input.focus();
  };
  return {
    line,
    close,
    plus: (words) =>
      h(
        "button",
        { type: "button", class: words ? "btn line" : "part add-part", "aria-label": "Add a part", title: "Add a part", click: open },
        icon("plus"),
        words,
      ),
  };
}

/** How many moves of each player win. */
export function tally(position: Position, compared: Comparisons | undefined, called: Called): HTMLElement | null {
  const line = (side: "left" | "right") => {
    const rows = compared?.[side] ?? [];
    if (rows.length === 0 || rows.some((row) => row?.wins === undefined)) return null;
    const wins = rows.filter((row) => row?.wins).length;
    const of = position[side]?.more ? ` of the first ${rows.length}` : ` of ${rows.length}`;
    const meter = h("span", { class: `meter ${side[0]}`, "aria-hidden": "true" }, bar(wins / rows.length));
    return h(
      "span",
      {},
      called(side),
      meter,
      `${wins}${of} ${rows.length === 1 ? "move" : "moves"} ${wins === 1 || rows.length === 1 ? "wins" : "win"}`,
    );
  };
  const lines = called("left") === null ? [line("left")] : [line("left"), line("right")];
  return lines.some(Boolean) ? h("p", { class: "tally" }, ...lines) : null;
}

/** Why options have no marks where the position is a number. */
export function ofNumber(compared: Comparisons | undefined): HTMLElement | null {
  const isNumber = [...(compared?.left ?? []), ...(compared?.right ?? [])].some((row) => row?.is === "number");
  return isNumber ? h("p", { class: "tally" }, "The value is a number: the simplest one between the options decides.") : null;
}

/** The moves that win, by the places they change. */
export function winningSpots(position: Position, compared: Comparisons | undefined, isImpartial: boolean) {
  const found: { side: Side | "both"; part: number; figure: number; places: number[] }[] = [];
  for (const side of isImpartial ? (["left"] as const) : (["left", "right"] as const)) {
    (position[side]?.moves ?? []).forEach((move, n) => {
      const where = compared?.[side][n]?.wins ? spot(move, side, position.parts) : null;
      if (where) found.push({ side: isImpartial ? "both" : side, ...where });
    });
  }
  return found;
}

/** A fact as one says it: both stops, and the day of birth. */
export function told(name: string, text: string): (Node | string)[] {
  const pair = name === "stops" ? /^\(([^,()]+), ([^,()]+)\)$/.exec(text) : null;
  if (pair) return [val(pair[1]!), " and ", val(pair[2]!)];
  return name === "birthday" ? ["day ", val(text)] : [val(text)];
}
