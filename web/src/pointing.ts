// What a click on a place would do: said in a line beneath the position while the place is pointed at or has the focus.
import { h } from "./dom";
import type { Place } from "./clicks";

/** The line, and what is called when it has to be written anew. */
export interface Pointing {
  line: HTMLElement;
  /** Writes the line anew for the place that is pointed at. */
  again: () => void;
  /** Nothing is pointed at until the pointer moves, or another place has the focus. */
  rest: () => void;
}

/** So many lines have been made. */
let made = 0;

/** `says` has the words for a place, and marks it; without a place it takes all marks away. */
export function pointing(stage: HTMLElement, says: (place: Place | undefined) => (Node | string)[]): Pointing {
  // It describes the place that has the focus, and is not read by itself.
  const id = `does-${(made += 1)}`;
  const line = h("p", { class: "does small", id, "aria-hidden": "true" });
  let there: Place | undefined;
  const write = () => line.replaceChildren(...says(there));
  const placeOf = (target: EventTarget | null): Place | undefined => {
    const one = (target as Element | null)?.closest?.("[data-place]");
    const figure = one?.closest("[data-figure]")?.getAttribute("data-figure")?.split(",").map(Number);
    return figure ? [figure[0]!, figure[1]!, Number(one!.getAttribute("data-place"))] : undefined;
  };
  const point = (place: Place | undefined) => {
    if (String(place) === String(there)) return;
    there = place;
    write();
  };
  // A finger does not point, and after a tap or a click the focus stays without saying anything.
  // A pointer that rests points at nothing, whatever is drawn under it.
  stage.addEventListener("pointermove", (event) => event.pointerType !== "touch" && point(placeOf(event.target)));
  stage.addEventListener("pointerleave", () => point(undefined));
  stage.addEventListener("focusin", ({ target }) => {
    if (!(target as Element).matches(":focus-visible")) return;
    point(placeOf(target));
    (target as Element).closest("[data-place]")?.setAttribute("aria-describedby", id);
  });
  stage.addEventListener("focusout", ({ target }) => {
    (target as Element).closest("[data-place]")?.removeAttribute("aria-describedby");
    point(undefined);
  });
  const rest = () => {
    there = undefined;
    line.replaceChildren();
  };
  return { line, again: write, rest };
}
