// What is said of moves that a click makes or begins, and the labels that vertices may get.
import { button, h } from "../dom";
import type { Laid } from "../board";
import { tight, within, type Picker, type Place } from "../clicks";
import type { Move, Part, Position } from "../protocol";
import { PLAYER, type Side } from "../study/study";
import type { Reached } from "../values";

/** What a player is called, if the moves of both differ. */
export type Called = (side: Side) => HTMLElement | null;

/** So many moves are named of those that a click leaves. */
const MOST_NAMED = 4;

/** The moves that are left after a click on a place. */
export function sayMoves(moves: readonly (Move & { side: Side })[], called: Called): (Node | string)[] {
  const name = ({ side, name }: Move & { side: Side }) => {
    const player = called(side);
    return [...(player ? [player, " "] : []), h("code", {}, name)];
  };
  const [only] = moves;
  if (!only) return ["No move here."];
  if (moves.length === 1) return [called(only.side) ? "" : "Moves to ", ...name(only)];
  const some = moves.slice(0, MOST_NAMED).flatMap((one, n) => [n > 0 ? ", " : "", ...name(one)]);
  return [`${moves.length} moves: `, ...some, moves.length > MOST_NAMED ? ", …" : ""];
}

/** Says how to go on from the places that are chosen; `null` where none is, or the reader points at another place. */
export function sayChoice(picker: Picker<Move>, place: Place | undefined, parts: readonly Part[]): string[] | null {
  if (place ? !picker.has(place) : picker.isEmpty) return null;
  const [[part, figure] = [0, 0]] = picker.candidates[0]?.changed ?? [];
  const noun = parts[part]?.figures[figure]?.kind === "board" ? "cell" : "place";
  const which = noun === "cell" && picker.size === 1 ? "the second" : "another";
  const more = picker.goesOn ? `, or click ${which} ${noun}` : "";
  return [`Choose one of ${picker.candidates.length} moves${more}.`];
}

/** The names of moves from a position, and the pieces that they lay, for its explanation. */
export function naming(
  { text, left, right }: Pick<Position, "text" | "left" | "right">,
  laid: (part: number, figure: number) => Laid[],
): (position: string, by: string | null) => Reached | undefined {
  const found = new Map<string, Reached>();
  found.set(tight(text), { name: null, shown: (part, figure) => ({ laid: laid(part, figure) }) });
  for (const [side, moves] of [
    ["left", left],
    ["right", right],
  ] as const) {
    for (const { to, name, changed } of moves?.moves ?? []) {
      const shown = (part: number, figure: number) => {
        const places = within(changed, part, figure);
        return { ringed: places, laid: [...laid(part, figure), { by: side === "left" ? "l" : "r", places: [...places] } as const] };
      };
      const one = { name, shown };
      found.set(`${PLAYER[side]} ${tight(to)}`, one);
      if (!found.has(tight(to))) found.set(tight(to), one);
    }
  }
  return (position, by) => found.get(`${by} ${tight(position)}`) ?? found.get(tight(position));
}

/** So many moves that change the chosen places are listed. */
const MOST_LISTED = 24;

/** Buttons for the moves that change the chosen places; none where there is no choice. */
export function several<M extends Move & { side: Side }>(
  picker: Picker<M>,
  called: Called,
  make: (move: M) => void,
  unpick: () => void,
): HTMLElement | null {
  if (picker.isEmpty || picker.candidates.length < 2) return null;
  const one = (move: M, n: number) =>
    h(
      "button",
      { type: "button", class: "btn line sm", "aria-keyshortcuts": n < 9 ? String(n + 1) : null, click: () => make(move) },
      n < 9 && h("kbd", { "aria-hidden": "true" }, String(n + 1)),
      called(move.side),
      move.name,
    );
  return h(
    "div",
    { class: "several", role: "group", "aria-label": "Moves that change these places" },
    ...picker.candidates.slice(0, MOST_LISTED).map(one),
    button("None of these", { kind: "sm" }, unpick),
  );
}

/** The labels of vertices with their symbols, as far as the position and its moves show them. */
export function signs({ parts, left, right }: Position): Map<string, number> {
  const found = new Map<string, number>();
  const look = (all: Part[]) => {
    for (const { figures } of all)
      for (const figure of figures)
        if (figure.kind === "graph")
          for (const { label, symbol } of figure.nodes) if (label !== null && symbol !== null) found.set(label, symbol);
  };
  look(parts);
  if (found.size > 0) for (const side of [left, right]) for (const move of side?.moves ?? []) look(move.parts);
  return new Map([...found].sort((a, b) => a[1] - b[1]));
}
