// From clicks to moves: a move is known by the places it changes, so that every ruleset can be played
// without a word about it.
import type { Move } from "./protocol";

/** A place: the summand, the figure within it, the place within that. */
export type Place = readonly [number, number, number];

const key = (place: Place) => place.join();

/** The places that have been chosen of a move under way, and the moves that change all of them. */
export class Picker<M extends Move> {
  private chosen: Place[] = [];

  constructor(readonly moves: readonly M[]) {}

  /** The moves that are still possible. */
  get candidates(): M[] {
    const wanted = this.chosen.map(key);
    return this.moves.filter(({ changed }) => {
      const own = new Set(changed.map(key));
      return wanted.every((one) => own.has(one));
    });
  }

  get isEmpty() {
    return this.chosen.length === 0;
  }

  clear() {
    this.chosen = [];
  }

  /** Chooses a place. Returns the move when only one is left that changes no more than what was chosen, or only one at all. */
  choose(place: Place): { move: M } | { several: M[] } | "none" {
    if (this.chosen.some((one) => key(one) === key(place))) {
      this.chosen = this.chosen.filter((one) => key(one) !== key(place));
      return { several: this.isEmpty ? [] : this.candidates };
    }
    this.chosen.push(place);
    let found = this.candidates;
    if (found.length === 0) {
      // Another move begins here.
      this.chosen = [place];
      found = this.candidates;
    }
    if (found.length === 0) {
      this.chosen = [];
      return "none";
    }
    if (found.length === 1) {
      this.chosen = [];
      return { move: found[0]! };
    }
    return { several: found };
  }

  /** The chosen places in one figure. */
  chosenIn(part: number, figure: number): Set<number> {
    return within(this.chosen, part, figure);
  }

  /** The places in one figure with which a move can begin or go on. */
  openIn(part: number, figure: number): Set<number> {
    const done = new Set(this.chosen.map(key));
    const open = this.candidates.flatMap(({ changed }) => changed).filter((place) => !done.has(key(place)));
    return within(open, part, figure);
  }
}

/** The places of a list that are in one figure. */
export function within(places: readonly Place[], part: number, figure: number): Set<number> {
  return new Set(places.filter((one) => one[0] === part && one[1] === figure).map((one) => one[2]));
}

/** The texts of a list of positions. */
export function listed(text: string): string[] {
  const found: string[] = [];
  const at = { depth: 0, isQuoted: false, from: 1 };
  [...text].forEach((sign, n) => {
    if (sign === '"') at.isQuoted = !at.isQuoted;
    if (at.isQuoted) return;
    if ("([{".includes(sign)) at.depth += 1;
    if (")]}".includes(sign)) at.depth -= 1;
    if ((sign === "," && at.depth === 1) || (sign === "]" && at.depth === 0)) {
      found.push([...text].slice(at.from, n).join("").trim());
      at.from = n + 1;
    }
  });
  return found;
}
