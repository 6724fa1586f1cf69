// What is asked of every position.

/** Facts of a position, with their labels; the first two have places of their own. */
export const FACTS: [string, string][] = [
  ["outcome", ""],
  ["canonical", ""],
  ["mean", "Mean"],
  ["temperature", "Temperature"],
  ["stops", "Stops"],
  ["birthday", "Birthday"],
  ["nimber", "Nimber"],
  ["atomic_weight", "Atomic weight"],
  ["thermograph", ""],
];
/** Facts of values that have two sides, because play can go on forever. */
export const SIDES: [string, string][] = [
  ["onside", "Onside"],
  ["offside", "Offside"],
];
/** What the players of games about points are called. */
export const GETS = { left: "Max", right: "Min" } as const;
/** Facts of games about points: what Max gets when both play well, by who begins. */
export const POINTS: [string, string][] = [
  ["Max", "When Max begins"],
  ["Min", "When Min begins"],
];
