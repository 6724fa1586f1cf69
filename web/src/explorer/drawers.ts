// Drawers below a position: why it is worth that, the tree of its canonical form, certificates.
import { button, download, h, set, shape } from "../dom";
import { picture } from "../picture";
import type { Fact, Found } from "../protocol";
import { inPicture, val } from "../values";
import { asSentence, explanation, type Naming } from "../worksheet/output";
import type { Side } from "../study/study";
import { certificates } from "./certificate";
import type { Question } from "./element";
import { GETS } from "./facts";
import { zoomed } from "./tree";

/** A question takes at most so many seconds. */
const SECONDS = 10;
/** The code of the error of a question about the last move, where a goal or points decide. */
const NOT_BY_LAST_MOVE = "G0411";

export class Drawers {
  readonly element = h("div", { class: "more" });
  /** The position that they are about. */
  private text = "";
  private naming: Naming | undefined;
  private mover: Side = "left";
  /** What is to be explained of the position, when its explanation is there: a step by the player and the value it is about. */
  private wanted: { by: string; value: string } | undefined;
  /** The drawers that are open. */
  private readonly opened = new Set<string>();

  constructor(private readonly ask: <T>(question: Question) => Promise<Found<T> | null>) {}

  /** Opens a drawer. */
  open(name: string) {
    const one = this.element.querySelector<HTMLDetailsElement>(`[data-name=${name}]`);
    if (one) one.open = true;
  }

  /** Draws the drawers of a position; an open one stays open. */
  draw(text: string, isTree: boolean, naming: Naming, mover: Side) {
    this.text = text;
    this.naming = naming;
    this.mover = mover;
    const drawer = (title: string, name: string) => {
      const place = h("div", { class: "inside" });
      const details: HTMLDetailsElement = h(
        "details",
        {
          class: "treebox",
          open: this.opened.has(name) || (isTree && name === "tree"),
          toggle: () => {
            if (details.open) this.opened.add(name);
            else this.opened.delete(name);
            if (details.open && place.childElementCount === 0) void this.fill(place, name);
          },
        },
        h("summary", {}, title),
        place,
      );
      details.dataset.name = name;
      return details;
    };
    set(this.element, drawer("Why", "explain"), drawer("Game tree of the canonical form", "tree"), drawer("Certificate", "certificate"));
  }

  /** Opens the explanation of the position, at the step that begins so. */
  explain(by: string, value: string) {
    const details = this.element.querySelector<HTMLDetailsElement>("[data-name=explain]");
    if (!details) return;
    this.wanted = { by, value };
    details.open = true;
    details.scrollIntoView({ block: "nearest" });
    details.querySelector("summary")?.focus();
    this.showStep(details);
  }

  /** Opens and marks the step that was asked for, when it is there. */
  private showStep(place: HTMLElement) {
    const { wanted } = this;
    if (!wanted) return;
    const found = [...place.querySelectorAll<HTMLElement>("[data-about]")].find(
      (one) => one.dataset.by === wanted.by && one.dataset.about === wanted.value,
    );
    place.querySelectorAll(".asked").forEach((one) => one.classList.remove("asked"));
    if (!found) return;
    this.wanted = undefined;
    found.classList.add("asked");
    for (let up = found.parentElement; up && up !== place; up = up.parentElement) if (up instanceof HTMLDetailsElement) up.open = true;
    if (found.parentElement instanceof HTMLDetailsElement) found.parentElement.open = true;
    found.scrollIntoView({ block: "nearest" });
  }

  private async fill(place: HTMLElement, name: string) {
    const { text } = this;
    if (name === "certificate")
      return set(
        place,
        certificates((of) => this.ask({ kind: "certificate", text, name: of, seconds: 3 * SECONDS })),
      );
    set(place, h("span", { class: "muted small" }, "…"));
    const ask = (of: string, builtin: string) => this.ask<Fact>({ kind: "fact", text: of, name: builtin, seconds: SECONDS });
    let reply = await (name === "tree" ? ask(`tree(canonical(${text}))`, "draw") : ask(text, "explain"));
    // A game about points has no value, but what it gives is explained.
    if (name === "explain" && reply?.error?.code === NOT_BY_LAST_MOVE) {
      const gives = await ask(`explain(value(${text}, ${GETS[this.mover]}))`, "");
      if (gives?.found) reply = gives;
    }
    if (!reply) return set(place, h("span", { class: "muted small" }, "Stopped."));
    if (reply.error) return set(place, h("p", { class: "muted small" }, ...asSentence(reply.error.message)));
    const { why, svg, text: said } = reply.found;
    if (why) {
      set(place, h("div", { class: "why" }, explanation(why.title, why.steps, true, this.naming)));
      return this.showStep(place);
    }
    const drawn = svg ? picture(svg, said) : null;
    if (!drawn) return set(place, val(said));
    for (const one of drawn.querySelectorAll("text")) {
      const pieces = inPicture(one.textContent.trim()).split(/(\d+\/\d+)/);
      one.replaceChildren(...pieces.map((piece, n) => (n % 2 === 1 ? shape("tspan", { class: "fr" }, piece) : piece)));
      one.removeAttribute("textLength");
    }
    set(
      place,
      ...zoomed(drawn),
      h(
        "p",
        { class: "row" },
        button("SVG", { kind: "sm line", icon: "save" }, () => download("tree.svg", svg ?? "", "image/svg+xml")),
        button("LaTeX (TikZ)", { kind: "sm line", icon: "save" }, () => download("tree.tex", reply.found.latex ?? "")),
      ),
    );
  }
}
