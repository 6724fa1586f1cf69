// What a click on a place would do: said in a line beneath the position while the place is pointed at or has the focus.
import { h } from "./dom";
import type { Place } from "./clicks";

/** The line, and what is called when it has to be written anew. */
export interface Pointing {
  line: HTMLElement;
  /** Writes the line anew for the place that is pointed at. */
  again: () => void;
}

/** `says` has the words for a place, and marks it; without a place it takes all marks away. */
export function pointing(stage: HTMLElement, says: (place: Place | undefined) => (Node | string)[]): Pointing {
  const line = h("p", { class: "does small", "aria-hidden": "true" });
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
  stage.addEventListener("pointerover", (event) => event.pointerType !== "touch" && point(placeOf(event.target)));
  stage.addEventListener("pointerleave", () => point(undefined));
  stage.addEventListener("focusin", ({ target }) => (target as Element).matches(":focus-visible") && point(placeOf(target)));
  stage.addEventListener("focusout", () => point(undefined));
  return { line, again: write };
}
