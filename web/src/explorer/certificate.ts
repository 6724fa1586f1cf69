// Certificates of answers about the position that is shown: facts that another program checks by the rules alone.
import { button, download, h, say, set } from "../dom";
import { INTERRUPTED, type Diagnostic, type Found } from "../protocol";
import { asSentence, prose } from "../worksheet/output";

/** Asks for the certificate of the answer of a builtin about the position that is shown. */
export type Certify = (name: string) => Promise<Found<{ text: string }> | null>;

/** The questions whose answers can be certified: the builtin, the words of its button, and the name of the file. */
const QUESTIONS = [
  ["canonical", "The value", "value_certificate.gz"],
  ["outcome", "Who wins", "outcome_certificate.gz"],
] as const;

/** Returns the question and the claim of a certificate, and how many facts it has. */
export function headOf(certificate: string): { question: string; claim: string; facts: number } {
  const lines = certificate.split("\n");
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}\t`))?.slice(name.length + 1) ?? "";
  return { question: field("question"), claim: field("claim"), facts: Number(field("end")) };
}

/** Longer questions and claims are cut where they are shown. */
const LONGEST = 300;

async function compressed(text: string): Promise<Blob> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
}

function size(bytes: number) {
  return bytes < 1000 ? `${bytes} bytes` : bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Buttons that make a certificate, and below them the one that was made. */
export function certificates(certify: Certify): HTMLElement {
  const place = h("div", { class: "certified", role: "status" });
  /** How many were asked for: only the last one is shown. */
  let asked = 0;
  const make = async (name: string, file: string) => {
    const turn = ++asked;
    set(place, h("span", { class: "muted small" }, "Finds the facts."));
    const shown = await certified(certify, name, file);
    if (turn === asked) set(place, ...shown);
  };
  return h(
    "div",
    {},
    h("p", { class: "small muted" }, "A certificate lists the facts that prove an answer. Another program checks them by the rules alone."),
    h(
      "p",
      { class: "row" },
      ...QUESTIONS.map(([name, words, file]) =>
        button(words, { kind: "line sm", icon: "tick", label: `Certificate: ${words.toLowerCase()}` }, () => void make(name, file)),
      ),
    ),
    place,
  );
}

/** Makes a certificate. Returns the elements that show it, or that say why there is none. */
async function certified(certify: Certify, name: string, file: string): Promise<Node[]> {
  const says = (...words: (Node | string)[]) => [h("p", { class: "muted small" }, ...words)];
  try {
    const reply = await certify(name);
    return reply?.found ? await made(reply.found.text, file) : says(...failed(reply?.error));
  } catch (why) {
    return says(`The certificate could not be made: ${why instanceof Error && why.message !== "" ? why.message : String(why)}`);
  }
}

/** Limits that the installed program may not have, by the code of the error. */
const LIMITS: Record<string, string> = {
  G0502: "The facts were not found in time. ",
  G0503: "There is not enough memory for the facts. ",
  G0504: "This goes too deep here. ",
};

/** Why there is no certificate. */
export function failed(error: Diagnostic | undefined): (Node | string)[] {
  if (!error || error.code === INTERRUPTED) return ["Stopped."];
  const limit = LIMITS[error.code];
  if (limit) return [limit, ...prose("Use `upstar certify` of the installed program.")];
  return [error.message, ...error.helps].flatMap((text) => [...asSentence(text), " "]);
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

async function made(text: string, name: string): Promise<Node[]> {
  const { question, claim, facts } = headOf(text);
  const file = await compressed(text);
  const words = `${facts.toLocaleString("en")} ${facts === 1 ? "fact" : "facts"}, ${size(file.size)}`;
  say(`The certificate has ${words}.`);
  return [
    h("p", {}, h("code", {}, cut(question)), " = ", h("code", {}, cut(claim))),
    h(
      "p",
      { class: "row" },
      button(`Download, ${words}`, { kind: "main sm", icon: "save" }, () => download(name, file, "application/gzip")),
    ),
    h("p", { class: "small muted" }, "Verify it by one of these:"),
    h("pre", { tabindex: 0 }, `upstar verify ${name}\npython -m upstar.verify ${name}`),
  ];
}
