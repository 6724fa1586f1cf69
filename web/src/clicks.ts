// From clicks to moves: a move is known by the places it changes, so that every ruleset can be played
// without a word about it.
import type { Move, PlayerName } from "./protocol";

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

/** The places that a move changes in the first figure that it changes. */
export function firstChanged({ changed }: Move): { part: number; figure: number; places: number[] } | null {
  const [first] = changed;
  if (!first) return null;
  const [part, figure] = first;
  return { part, figure, places: [...within(changed, part, figure)] };
}

/** The signs of a text, each with whether it is within quotes. */
function signs(text: string): { sign: string; isQuoted: boolean }[] {
  let [isQuoted, isEscaped] = [false, false];
  return [...text].map((sign) => {
    const isMark = sign === '"' && !isEscaped;
    isEscaped = isQuoted && sign === "\\" && !isEscaped;
    if (isMark) isQuoted = !isQuoted;
    return { sign, isQuoted: isQuoted || isMark };
  });
}

const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}", "<": ">", "⟨": "⟩" };

/** The texts of a list of positions. */
export function listed(text: string): string[] {
  const found: string[] = [];
  /** The brackets that are open, by what closes them. */
  const open: string[] = [];
  let part = "";
  for (const { sign, isQuoted } of signs(text)) {
    if (!isQuoted) {
      const isEnd = open.length === 1 && (sign === "," || sign === "]");
      if (isEnd && part.trim() !== "") found.push(part.trim());
      const to = open.lastIndexOf(sign);
      // Of signs that are not always brackets, `->` has none that it closes, and `a < b` is closed by what is around it.
      if (to >= 0 && (sign !== ">" || to === open.length - 1)) open.length = to;
      else if (sign in CLOSING) open.push(CLOSING[sign]!);
      if (isEnd || (open.length === 1 && sign === "[")) {
        part = "";
        continue;
      }
    }
    part += sign;
  }
  return found;
}

/** A text without the spaces that mean nothing: those within quotes stay. */
export function tight(text: string): string {
  return signs(text)
    .filter(({ sign, isQuoted }) => isQuoted || !/\s/.test(sign))
    .map(({ sign }) => sign)
    .join("");
}

/** The player whose moves a question asks for, where it speaks of one only. */
export function playerAsked(ask: string): PlayerName | null {
  const names = new Set(ask.match(/\b(?:Left|Right)\b/g));
  const [name] = names;
  return names.size === 1 ? (name as PlayerName) : null;
}

/** Whether a move is called by nothing but the position it leads to, so that its name would be the answer; an option of a bracket is there to be read. */
export function isNamedByResult({ name, to }: Move, position: string): boolean {
  const bare = tight(name.replace(/^[A-Z]+:/, ""));
  const results = [tight(to), ...to.split(" + ").map(tight)];
  return results.includes(bare) && !tight(position).includes(bare);
}
