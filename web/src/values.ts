// Values, outcomes and players as elements: texts of the engine, typeset without being changed. What is copied is what
// the program prints: signs that are drawn differently stand there unseen.
import { button, h } from "./dom";
import { drawPart, type Shown } from "./board";
import type { Sentence } from "./protocol";

/** Longer values are cut where they stand among others, and folded where they stand alone. */
const LONGEST = 120;

/** Names, numbers and fractions, quoted texts, bars, and signs one by one. */
const TOKENS = /"[^"]*"|-?\d+\/\d+|-?\d+|\|+|[A-Za-z_]\w*|\s+|[\s\S]/gu;

/** A sign of the text that is drawn as another one, by the style sheet. */
const drawn = (kind: string, text: string) => h("span", { class: kind }, h("span", { class: "typed-sign" }, text));

function number(text: string): Node[] {
  const digits = text.startsWith("-") ? text.slice(1) : text;
  const sign = digits === text ? [] : [drawn("mi", "-")];
  return [...sign, digits.includes("/") ? h("span", { class: "fr" }, digits) : document.createTextNode(digits)];
}

/** The pieces of a value, which may be broken after commas and bars only. */
function typeset(text: string): Node[] {
  const nodes: Node[] = [];
  let atom: Node[] = [];
  const close = () => {
    if (atom.length > 0) nodes.push(h("span", { class: "atom" }, ...atom));
    atom = [];
  };
  for (const [token] of text.matchAll(TOKENS)) {
    if (/^-?\d/.test(token)) atom.push(...number(token));
    else if (token === "<" || token === ">") atom.push(drawn(token === "<" ? "br open" : "br close", token));
    else if (token === "-") atom.push(drawn("mi", token));
    else if (/^\|+$/.test(token)) {
      atom.push(h("span", { class: `bars n${Math.min(token.length, 4)}` }, token));
      close();
      nodes.push(document.createElement("wbr"));
    } else if (token === ",") {
      atom.push(document.createTextNode(token));
      close();
      nodes.push(document.createElement("wbr"));
    } else if (/^\s+$/.test(token)) {
      close();
      nodes.push(document.createTextNode(token));
    } else atom.push(document.createTextNode(token));
  }
  close();
  return nodes;
}

/** A value in one line of a picture: with the brackets and the minus sign of the books. */
export const inPicture = (text: string) => text.replaceAll("<", "⟨").replaceAll(">", "⟩").replaceAll("-", "−");

/** The place of the last comma or bar before a length. */
function cutAt(text: string, longest: number): number {
  const at = Math.max(text.lastIndexOf("|", longest), text.lastIndexOf(",", longest));
  return at > longest / 2 ? at + 1 : longest;
}

/** A value. */
export function val(text: string, kind = ""): HTMLElement {
  const isLong = text.length > LONGEST;
  const shown = isLong ? `${text.slice(0, cutAt(text, LONGEST))}…` : text;
  return h("span", { class: `val ${kind}`.trim(), title: isLong ? text.slice(0, 2000) : null }, ...typeset(shown));
}

/** A value that stands alone: a long one is folded until it is asked for. */
export function folded(text: string, kind = ""): HTMLElement {
  if (text.length <= 2 * LONGEST || text.includes("\n"))
    return h("span", { class: `val ${kind}`.trim() }, ...(text.includes("\n") ? [text] : typeset(text)));
  const place = h(
    "span",
    { class: `val ${kind}`.trim(), title: text.slice(0, 300) },
    ...typeset(`${text.slice(0, cutAt(text, 2 * LONGEST))}…`),
  );
  const more = button("All of it", { kind: "sm line" }, () => {
    place.replaceChildren(...typeset(text));
    more.remove();
  });
  return h("span", { class: "folded" }, place, " ", more);
}

/** What is known here of a position in a sentence: the move that leads to it, and the pieces that lie on it. */
export interface Reached {
  name: string | null;
  shown: (part: number, figure: number) => Shown;
}

/** A sentence with its values typeset and its positions drawn. */
export function sentence(pieces: Sentence, reached: (position: string) => Reached | undefined = () => undefined): Node[] {
  return pieces.map((piece) => {
    if (typeof piece === "string") return document.createTextNode(piece);
    if ("value" in piece) return val(piece.value);
    const known = reached(piece.position);
    const row = piece.parts.flatMap((part, n) => [n > 0 ? " + " : "", drawPart(part, (figure) => known?.shown(n, figure) ?? {})]);
    row.forEach((one) => one instanceof Element && one.setAttribute("aria-hidden", "true"));
    return h(
      "span",
      { class: "drawn", title: piece.position },
      h("span", { class: "sr" }, piece.position),
      ...row,
      known?.name && h("code", {}, known.name),
    );
  });
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

export function who(player: "Left" | "Right", name: string = player, kind = ""): HTMLElement {
  return h("span", { class: `who ${player === "Left" ? "l" : "r"} ${kind}`.trim() }, name);
}
