// What is said of moves that a click makes or begins, and the labels that vertices may get.
import { h } from "../dom";
import type { Picker, Place } from "../clicks";
import type { Move, Part, Position } from "../protocol";
import { PLAYER, type Side } from "../study/study";
import { who } from "../values";

/** So many moves are named of those that a click leaves. */
const MOST_NAMED = 4;

/** The moves that are left after a click on a place. */
export function sayMoves(moves: readonly (Move & { side: Side })[], isImpartial: boolean): (Node | string)[] {
  const name = ({ side, name }: Move & { side: Side }) => [...(isImpartial ? [] : [who(PLAYER[side]), " "]), h("code", {}, name)];
  const [only] = moves;
  if (!only) return ["No move here."];
  if (moves.length === 1) return [isImpartial ? "Moves to " : "", ...name(only)];
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
