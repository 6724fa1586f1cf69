// Questions that a reader has pinned, which are answered at every node, and the note of a node.
import { button, h, set } from "../dom";
import { picture } from "../picture";
import { isLimit, type Fact, type Found } from "../protocol";
import type { Desk } from "../study/desk";
import { folded } from "../values";
import { asSentence } from "../worksheet/output";

/** Answers a builtin about a position, or with an empty name the value of a text. */
type Ask = (text: string, name: string) => Promise<Found<Fact> | null>;

/** Questions whose answers are remembered. */
const MOST_REMEMBERED = 300;

/** Where a question says `g`, it is about the position; the name of a builtin asks it of the position. */
function meant(question: string, text: string): [text: string, name: string] {
  if (/^\w+$/.test(question) && question !== "g") return [text, question];
  return [question.replace(/"[^"]*"|\bg\b/g, (one) => (one === "g" ? `(${text})` : one)), ""];
}

const SUGGESTED = ["temperature", "mean", "nimber", "atomic_weight", "birthday", "cool(g, 1)", "g + g", "remoteness"];

export function pins(ask: Ask): { element: HTMLElement; draw: (desk: Desk) => void } {
  const asked = new Map<string, ReturnType<Ask>>();
  const list = h("dl", { class: "facts pinned" });
  const input = h("input", {
    type: "text",
    "aria-label": "A question to pin",
    placeholder: "temperature, or cool(g, 1)",
    spellcheck: "false",
    autocapitalize: "off",
    list: "pinnable",
  });
  const note = h("textarea", { rows: 1, "aria-label": "Note on this position", placeholder: "A note on this position" });
  const state: { desk?: Desk; shown?: string } = {};
  const form = h(
    "form",
    {
      class: "pinning",
      submit: (event: Event) => {
        event.preventDefault();
        const question = input.value.trim();
        const { desk } = state;
        input.value = "";
        if (desk && question !== "" && !desk.study.pins.value.includes(question)) desk.pin([...desk.study.pins.value, question]);
      },
    },
    input,
    h("datalist", { id: "pinnable" }, ...SUGGESTED.map((value) => h("option", { value }))),
    h("button", { type: "submit", class: "btn line" }, "Pin"),
  );
  note.addEventListener("change", () => {
    if (state.desk && note.value !== (state.desk.study.notes.get(state.desk.at.id)?.value ?? "")) state.desk.note(note.value);
  });
  const answer = (place: HTMLElement, reply: Found<Fact>) => {
    if (reply.error) return set(place, h("span", { class: "muted small" }, ...asSentence(reply.error.message)));
    const drawn = reply.found.svg ? picture(reply.found.svg, reply.found.text) : null;
    set(place, drawn ?? folded(reply.found.text));
  };
  /** Asks a question once: only what was ended before there was an answer is asked again. */
  const reply = (question: string, text: string) => {
    const key = `${question}\n${text}`;
    const there = asked.get(key);
    if (there) return there;
    if (asked.size >= MOST_REMEMBERED) asked.clear();
    const coming = ask(...meant(question, text));
    asked.set(key, coming);
    const forget = () => asked.delete(key);
    coming.then((found) => (!found || (found.error && isLimit(found.error))) && forget(), forget);
    return coming;
  };
  const fill = async (place: HTMLElement, question: string, text: string) => {
    set(place, h("span", { class: "ghost" }, "…"));
    const found = await reply(question, text);
    if (found) answer(place, found);
    else
      set(
        place,
        button("Ask again", { kind: "sm line" }, () => void fill(place, question, text)),
      );
  };
  const element = h(
    "div",
    { class: "pins" },
    list,
    h("details", { class: "pinbox" }, h("summary", {}, "Pin a question, add a note"), form, note),
  );
  const draw = (desk: Desk) => {
    state.desk = desk;
    const { at, study } = desk;
    const said = study.notes.get(at.id)?.value ?? "";
    if (document.activeElement !== note || state.shown !== at.id) note.value = said;
    state.shown = at.id;
    const box = element.querySelector("details");
    if (box && said !== "") box.open = true;
    set(
      list,
      ...study.pins.value.flatMap((question) => {
        const place = h("span", {});
        void fill(place, question, at.text);
        return [
          h("dt", {}, h("code", {}, question)),
          h(
            "dd",
            {},
            place,
            button("", { kind: "icon sm", icon: "close", label: `Unpin ${question}` }, () =>
              desk.pin(desk.study.pins.value.filter((one) => one !== question)),
            ),
          ),
        ];
      }),
    );
  };
  return { element, draw };
}
