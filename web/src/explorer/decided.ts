// The options of positions that are decided by goals, or by points: they have no values to compare, but who wins from them
// is known. The engine names the moves that win, or those that are best, and the outcome of each option.
import { listed, tight } from "../clicks";
import type { Compared, Comparisons, Fact, Found, Moves, Position, Sentence } from "../protocol";
import { GETS } from "./facts";
import { PLAYER, type Side } from "../study/study";
import type { Question } from "./element";

/** Of so many options at most the outcomes are found, one after the other. */
const MOST_OUTCOMES = 60;

/** Whether nothing was compared because the options have no values. */
export const isBare = ({ left, right }: Comparisons) => [...left, ...right].length > 0 && [...left, ...right].every((row) => row === null);

type Why = NonNullable<Fact["why"]>;
const valueIn = (said: Sentence) => said.flatMap((piece) => (typeof piece === "object" && "value" in piece ? piece.value : [])).at(-1);

/** What Max gets from a position and after each of its moves, as an explanation of its value says: the first table in it. */
function gains({ title, steps: [first] }: Why): { value: string; after: Map<string, string> } {
  const table = first && "because" in first ? first.because.find((step) => step && "table" in step) : null;
  const after = new Map<string, string>();
  for (const [to = [], ...numbers] of table && "table" in table ? table.table : []) {
    const [piece] = to;
    const text = typeof piece === "object" ? ("position" in piece ? piece.position : piece.value) : undefined;
    const gets = numbers.flatMap((cell) => valueIn(cell) ?? []).at(-1);
    if (text !== undefined && gets !== undefined) after.set(tight(text), gets);
  }
  return { value: valueIn(title) ?? "", after };
}

/**
 * Asks for what is known of the options of a position without a value, and shows it as it comes. Returns the answer that was
 * ended by a limit, null if the reader has stopped, undefined if all is known.
 */
export async function decide(
  { text, left, right }: Position,
  ask: (question: Question) => Promise<Found<Fact> | null>,
  seconds: number | undefined,
  show: (known: Comparisons) => void,
  tell: (name: string, reply: Found<Fact>) => void,
): Promise<Found<Fact> | null | undefined> {
  const limit = seconds === undefined ? {} : { seconds };
  const rows: Comparisons = { left: [], right: [], parts: [] };
  const fact = (of: string, name: string) => ask({ kind: "fact", text: of, name, ...limit });
  const isOver = (reply: Found<Fact> | null) => !reply || (reply.error?.code.startsWith("G05") ?? false);
  const sides: [Side, Moves | null][] = [
    ["left", left],
    ["right", right],
  ];
  for (const [side, moves] of sides) {
    if (!moves || moves.moves.length === 0) continue;
    const reply = await fact(`winning_moves(${text}, ${PLAYER[side]})`, "");
    if (isOver(reply)) return reply;
    const points = reply?.found ? null : await fact(`explain(value(${text}, ${GETS[side]}))`, "");
    if (points && isOver(points)) return points;
    if (reply?.found) {
      const good = new Set(listed(reply.found.text).map(tight));
      rows[side] = moves.moves.map(({ to }): Compared => ({ value: "", wins: good.has(tight(to)) }));
    } else if (points?.found?.why) {
      const { value, after } = gains(points.found.why);
      tell(GETS[side], { found: { ...points.found, text: value, why: null } });
      rows[side] = moves.moves.map(({ to }): Compared => {
        const gets = after.get(tight(to));
        return { value: "", ...(gets === undefined ? {} : { points: gets, best: gets === value }) };
      });
    }
  }
  show(rows);
  for (const [side, moves] of sides) {
    for (const [n, { to }] of (moves?.moves ?? []).slice(0, MOST_OUTCOMES).entries()) {
      const row = rows[side][n];
      if (row?.wins === undefined) break;
      const reply = await fact(to, "outcome");
      if (isOver(reply)) {
        show(rows);
        return reply;
      }
      // Of the last move of a goal there is nothing to be won any more, and no outcome.
      if (reply?.found) row.outcome = reply.found.text;
    }
  }
  show(rows);
  return undefined;
}
