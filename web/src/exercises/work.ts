// A sheet of exercises and what was typed into it, as work: of two answers to a question the later one is kept.
import type { Result } from "../protocol";
import { isText } from "../study/codec";
import { byKey, readKey, type Kind } from "../study/keeper";
import { fingerprint, type Stamped } from "../study/study";

/** What was typed, and what came of it. */
export interface Typed extends Stamped<string> {
  result?: Result;
}

export interface Work {
  name: string;
  text: string;
  answers: Record<string, Typed>;
  student: Stamped<string>;
}

export const work = (name: string, text: string): Work => ({ name, text, answers: {}, student: { value: "", at: 0 } });

/** The name of a sheet in its store. */
export const keyOf = (name: string) => fingerprint(name);

/** Whether an answer is later than another one, or the same and judged. */
const isLater = (one: Typed, other: Typed | undefined) =>
  !other || one.at > other.at || (one.at === other.at && one.result !== undefined && other.result === undefined);

const isStamped = (one: unknown) => isText((one as Partial<Typed> | null)?.value) && typeof (one as Typed).at === "number";

/** The address names the key of a sheet, because its text may say what is right. */
const address = ({ name }: Work) => byKey(keyOf(name), "");

export const ANSWERS: Kind<Work> = {
  name: "answers",
  id: ({ name }) => keyOf(name),
  at: () => "",
  moved: (one) => one,
  joined: (mine, theirs) => {
    const answers = { ...mine.answers };
    for (const [name, typed] of Object.entries(theirs.answers)) if (isLater(typed, answers[name])) answers[name] = typed;
    return { ...mine, answers, student: theirs.student.at > mine.student.at ? theirs.student : mine.student };
  },
  knowsMore: (mine, theirs) =>
    mine.student.at > theirs.student.at || Object.entries(mine.answers).some(([name, typed]) => isLater(typed, theirs.answers[name])),
  received: (own, came) => own ?? came,
  toData: (one) => structuredClone(one),
  written: (one) => one,
  fromData: (data) => {
    const { name, text, answers, student } = (data ?? {}) as Partial<Work>;
    const isWork =
      isText(name) &&
      isText(text) &&
      isStamped(student) &&
      typeof answers === "object" &&
      answers !== null &&
      Object.values(answers).every(isStamped);
    return isWork ? (data as Work) : null;
  },
  whole: (one) => Promise.resolve(address(one)),
  read: (hash) => Promise.resolve(readKey(hash)),
};
