// Sentences for those who answer: how an answer of each kind is written, and why a wrong one is wrong. No sentence says
// the right answer.
import type { Question, QuestionKind } from "../protocol";

const HOW: Record<QuestionKind, string> = {
  value: "A number, a star, an arrow, a bracket, or a sum of these",
  form: "A bracket with the options that remain",
  outcome: "Who wins: Left, Right, the next or the previous player; D for a draw",
  number: "A whole number, or a fraction with a slash",
  order: "The first is less than, equal to, greater than or confused with the second",
  choice: "One of these",
  move: "The position after the move",
  moves: "The positions after the moves, with commas in square brackets",
  table: "A list, with commas in square brackets",
  ruleset: "Rules, as a worksheet reads them",
  strategy: "A function from a position to the position after the move",
};

/** How an answer is written, and what it may mention. */
export function howTo({ kind, how }: Question): string {
  const more = /(?:by any expression|it may mention .*)$/.exec(how)?.[0];
  return `${HOW[kind]}${more ? `; ${more}` : ""}.`;
}

const WRONG: Record<QuestionKind, string> = {
  value: "The value is another one.",
  form: "The value of this form is another one.",
  outcome: "Somebody else wins when both play well.",
  number: "The number is another one.",
  order: "They compare in another way.",
  choice: "It is another one.",
  move: "This is another move, or none.",
  moves: "A move is missing, or one too many is there.",
  table: "At least one entry is another one.",
  ruleset: "A position has other moves.",
  strategy: "It does not win every time.",
};

/** Why an answer is wrong, where its verdict comes without a remark. */
export const whyWrong = ({ kind }: Question) => WRONG[kind];
