// Parts of a sum in the hand: dragged to another place, out of the sum or apart from it, and several chosen at once.
// A text or an option that is dropped on the sum is a part more.
import { button, h } from "../dom";

export interface Held {
  /** Shows the sum of these parts, in this order. */
  sum: (parts: number[], name: string) => void;
  /** Adds a part. */
  add: (text: string) => void;
  /** The name of a part. */
  name: (part: number) => string;
  count: () => number;
}

/** A pointer that goes so many pixels drags. */
const DRAGS_AFTER = 8;

interface Drag {
  pointer: number;
  part: number;
  element: HTMLElement;
  x: number;
  y: number;
  ghost?: HTMLElement;
}

export class Hold {
  /** Buttons for the parts that are chosen. */
  readonly bar = h("div", { class: "held", role: "group", "aria-label": "Chosen parts", hidden: true });
  private readonly apart = h("div", { class: "droparea", "data-drop": "apart" }, "Explore it alone");
  private readonly out = h("div", { class: "droparea", "data-drop": "out" }, "Take it out");
  private readonly areas = h("div", { class: "dropareas", hidden: true, "aria-hidden": "true" }, this.apart, this.out);
  private chosen = new Set<number>();
  private drag: Drag | undefined;
  private hasDragged = false;

  /** `stage` takes texts that are dropped where there is no sum yet. */
  constructor(
    private readonly strip: HTMLElement,
    stage: HTMLElement,
    private readonly held: Held,
  ) {
    strip.addEventListener("pointerdown", (event) => this.down(event));
    strip.addEventListener("pointermove", (event) => this.move(event));
    // A click that ends a drag is none; with a key it chooses the part.
    strip.addEventListener(
      "click",
      (event) => {
        const part = this.partOf(event.target);
        const isChoice = part !== null && (event.shiftKey || event.ctrlKey || event.metaKey);
        if (!this.hasDragged && !isChoice) return;
        event.preventDefault();
        event.stopPropagation();
        if (isChoice && !this.hasDragged) this.toggle(part);
        this.hasDragged = false;
      },
      true,
    );
    strip.addEventListener("dragstart", (event) => event.preventDefault());
    for (const place of [strip, stage]) {
      place.addEventListener("dragover", (event) => {
        if (!event.dataTransfer?.types.includes("text/plain")) return;
        event.preventDefault();
        place.classList.add("takes");
      });
      place.addEventListener("dragleave", () => place.classList.remove("takes"));
      place.addEventListener("drop", (event) => {
        place.classList.remove("takes");
        const text = event.dataTransfer?.getData("text/plain").trim() ?? "";
        if (text === "") return;
        event.preventDefault();
        this.held.add(text);
      });
    }
  }

  /** A button that chooses a part, or chooses it no more. */
  box(part: number): HTMLElement {
    const name = this.held.name(part);
    return h(
      "button",
      {
        type: "button",
        class: "pick",
        "aria-pressed": String(this.chosen.has(part)),
        "aria-label": `Choose ${name}`,
        title: `Choose ${name}`,
        click: () => this.toggle(part),
      },
      h("i", {}),
    );
  }

  /** Another sum is shown: nothing of it is chosen. */
  clear() {
    this.chosen.clear();
    this.end();
    this.show();
  }

  private toggle(part: number) {
    if (!this.chosen.delete(part)) this.chosen.add(part);
    this.show();
  }

  /** Marks what is chosen, after the sum was drawn anew. */
  show() {
    for (const one of this.strip.querySelectorAll<HTMLElement>("[data-part]")) {
      const isChosen = this.chosen.has(Number(one.dataset.part));
      one.classList.toggle("chosen", isChosen);
      one.querySelector(".pick")?.setAttribute("aria-pressed", String(isChosen));
    }
    const rest = this.others(this.chosen);
    this.bar.hidden = this.chosen.size === 0 || rest.length === 0;
    if (this.bar.hidden) return this.bar.replaceChildren();
    const [some] = this.chosen;
    const words = this.chosen.size === 1 ? this.held.name(some!) : `${this.chosen.size} parts`;
    this.bar.replaceChildren(
      h("span", { class: "small" }, `${words} chosen`),
      button("Explore alone", { kind: "line sm" }, () => this.held.sum(this.others(new Set(rest)), `${words} alone`)),
      button("Take out", { kind: "line sm" }, () => this.held.sum(rest, `without ${words}`)),
      button("Choose none", { kind: "sm" }, () => this.clear()),
    );
  }

  /** Takes a part out of the sum. */
  takeOut(part: number) {
    this.held.sum(this.others(new Set([part])), `without ${this.held.name(part)}`);
  }

  /** The parts that are not among these, in order. */
  private others(parts: ReadonlySet<number>): number[] {
    return Array.from({ length: this.held.count() }, (_, n) => n).filter((n) => !parts.has(n));
  }

  private partOf(target: EventTarget | null): number | null {
    const one = this.elementOf(target);
    return one && Number(one.dataset.part);
  }

  private elementOf(target: EventTarget | null): HTMLElement | null {
    const one = (target as Element | null)?.closest<HTMLElement>("[data-part]");
    return one && this.strip.contains(one) ? one : null;
  }

  private down(event: PointerEvent) {
    if (this.drag && this.drag.pointer !== event.pointerId) return;
    this.end();
    this.hasDragged = false;
    const element = this.elementOf(event.target);
    if (!element || event.button !== 0 || (event.target as Element).closest(".btn, .pick")) return;
    this.drag = { pointer: event.pointerId, part: Number(element.dataset.part), element, x: event.clientX, y: event.clientY };
    // The button may be let go outside of the sum.
    window.addEventListener("pointerup", this.released);
    window.addEventListener("pointercancel", this.cancelled);
  }

  private move(event: PointerEvent) {
    const { drag } = this;
    if (!drag || drag.pointer !== event.pointerId) return;
    // It was let go where this page hears nothing, as over another window.
    if (event.buttons === 0) return this.end();
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < DRAGS_AFTER) return;
      this.begin(drag);
    }
    drag.ghost?.style.setProperty("transform", `translate(${x}px, ${y}px)`);
    const over = this.over(event);
    for (const one of [...this.strip.querySelectorAll("[data-part]"), this.apart, this.out])
      one.classList.toggle("over", one === over && one !== drag.element);
  }

  private begin(drag: Drag) {
    this.strip.setPointerCapture(drag.pointer);
    const box = drag.element.getBoundingClientRect();
    const ghost = drag.element.cloneNode(true) as HTMLElement;
    ghost.removeAttribute("data-part");
    ghost.classList.add("ghost-part");
    ghost.setAttribute("aria-hidden", "true");
    for (const [name, value] of [
      ["left", box.left],
      ["top", box.top],
      ["width", box.width],
    ] as const)
      ghost.style.setProperty(name, `${value}px`);
    // The sum may be drawn anew meanwhile.
    this.strip.after(this.areas, ghost);
    this.areas.hidden = false;
    drag.element.classList.add("lifted");
    drag.ghost = ghost;
  }

  /** The part or the area under the pointer. */
  private over({ clientX, clientY }: PointerEvent): Element | null {
    const there = (this.strip.getRootNode() as Document | ShadowRoot).elementFromPoint(clientX, clientY);
    return there?.closest("[data-drop], [data-part]") ?? null;
  }

  private up(event: PointerEvent) {
    const { drag } = this;
    const over = drag?.ghost ? this.over(event) : null;
    this.hasDragged = drag?.ghost !== undefined;
    // The click that ends the drag comes at once, if there is one.
    setTimeout(() => (this.hasDragged = false));
    this.end();
    if (!drag || !over) return;
    const name = this.held.name(drag.part);
    if (over === this.apart) return this.held.sum([drag.part], `${name} alone`);
    if (over === this.out) return this.takeOut(drag.part);
    const to = this.partOf(over);
    if (to === null || to === drag.part) return;
    const rest = this.others(new Set([drag.part]));
    rest.splice(to, 0, drag.part);
    this.held.sum(rest, `${name} moved`);
  }

  private readonly released = (event: PointerEvent) => {
    if (event.pointerId === this.drag?.pointer) this.up(event);
  };

  private readonly cancelled = (event: PointerEvent) => {
    if (event.pointerId === this.drag?.pointer) this.end();
  };

  private end() {
    window.removeEventListener("pointerup", this.released);
    window.removeEventListener("pointercancel", this.cancelled);
    this.drag?.ghost?.remove();
    this.drag?.element.classList.remove("lifted");
    this.strip.querySelectorAll(".over").forEach((one) => one.classList.remove("over"));
    this.areas.remove();
    this.areas.hidden = true;
    this.drag = undefined;
  }
}
