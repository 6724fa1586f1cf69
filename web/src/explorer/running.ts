// What is being computed, and why it has ended.
import { button, h, set } from "../dom";
import type { Found } from "../protocol";

/** How far a computation is that begins now: its steps, where they are known, and seconds; nothing for the first one. */
function progress(steps: (() => number) | undefined): HTMLElement {
  const begun = performance.now();
  const far = h("span", { class: "far" });
  const timer = setInterval(() => {
    if (!far.isConnected) return clearInterval(timer);
    const seconds = Math.floor((performance.now() - begun) / 1000);
    if (seconds < 1) return;
    set(far, ...(steps ? [h("b", {}, steps().toLocaleString("en")), " steps "] : []), h("b", {}, `${seconds} s`));
  }, 200);
  return far;
}

/** What goes on, how far it is, and how to stop it. */
export const runningLine = (busy: string, steps: (() => number) | undefined, stop: () => void) => [
  h("div", { class: "track", "aria-hidden": "true" }, h("i")),
  h("div", { class: "run" }, h("span", {}, busy), progress(steps), button("Stop", { kind: "line sm", icon: "stop" }, stop)),
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
