// What is being computed, and why it has ended.
import { button, h } from "../dom";
import type { Found } from "../protocol";

/** What goes on, and how to stop it. */
export const runningLine = (busy: string, stop: () => void) => [
  h("div", { class: "track", "aria-hidden": "true" }, h("i")),
  h("div", { class: "run" }, h("span", {}, busy), button("Stop", { kind: "line sm", icon: "stop" }, stop)),
];

/** Why it has ended, and how to go on. */
export function endedLine(ended: Found<unknown> | null, limit: number | undefined, goOn: () => void) {
  const words =
    ended?.error?.code === "G0502"
      ? `Not found within ${limit} seconds.`
      : ended?.error?.code === "G0503"
        ? "There is not enough memory to go on."
        : "Stopped.";
  return h("div", { class: "run" }, h("span", {}, words), button("Go on", { kind: "line sm", icon: "run" }, goOn));
}
