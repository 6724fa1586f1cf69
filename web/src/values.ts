// Values, outcomes and players as elements: texts of the engine, typeset without being changed.
import { h } from "./dom";

/** Longer values are cut where they stand among others. */
const LONGEST = 120;

/** A value: what is copied is what the program prints. */
export function val(text: string, kind = ""): HTMLElement {
  const isLong = text.length > LONGEST;
  return h("span", { class: `val ${kind}`.trim(), title: isLong ? text.slice(0, 2000) : null }, isLong ? `${text.slice(0, LONGEST)}…` : text);
}

const OUTCOMES: Record<string, string> = {
  L: "Left wins",
  R: "Right wins",
  N: "The next player wins",
  P: "The previous player wins",
  D: "A draw",
  "N\u0302": "Left wins moving first; Right moving first draws",
  "\u0147": "Right wins moving first; Left moving first draws",
  "P\u0302": "Left wins moving second, and draws moving first",
  "P\u030c": "Right wins moving second, and draws moving first",
};

export function outcomeWords(outcome: string) {
  return OUTCOMES[outcome] ?? `Outcome ${outcome}`;
}

/** Who wins: a shape, a letter and a colour. */
export function outcome(text: string): HTMLElement {
  // Letters with an accent are those of the outcomes in which one of the two first moves draws.
  const kind = text in OUTCOMES ? text.normalize("NFD").charAt(0) : "D";
  return h("span", { class: `oc ${kind}`, role: "img", "aria-label": outcomeWords(text), title: outcomeWords(text) }, text);
}

export function who(player: "Left" | "Right", name: string = player): HTMLElement {
  return h("span", { class: `who ${player === "Left" ? "l" : "r"}` }, name);
}
