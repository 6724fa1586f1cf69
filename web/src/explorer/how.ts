// How questions about a position are answered: the engines in one line, and more when it is opened.
import { h } from "../dom";
import type { How } from "../protocol";
import { outside, prose } from "../worksheet/output";

/** What `how` says of the summands of a position. Those of which it says the same are one item. */
export function engines(summands: How[]): HTMLElement {
  const names = new Set(summands.map(({ said }) => said[0] ?? ""));
  const line = [h("b", {}, names.size > 1 ? "Engines" : "Engine"), " ", ...prose([...names].join("; "))];
  const items = new Map<string, { games: string[]; how: How }>();
  for (const how of summands) {
    const key = JSON.stringify([how.said, how.evaluated]);
    const there = items.get(key);
    if (there) there.games.push(how.game);
    else items.set(key, { games: [how.game], how });
  }
  const more = [...items.values()].flatMap(({ games, how }) =>
    items.size === 1 ? lines(how, 1) : [h("li", {}, h("code", {}, games.join(", ")), h("ul", {}, ...lines(how, 0)))],
  );
  if (more.length === 0) return h("p", { class: "treebox engine" }, ...line);
  const details = h("details", { class: "treebox engine" }, h("summary", {}, ...line), h("ul", {}, ...more));
  details.dataset.name = "how";
  return details;
}

/** The lines about a summand from one of them on, and the expressions that Upstar evaluates. */
function lines({ said, evaluated }: How, from: number): HTMLElement[] {
  return [
    ...said.slice(from).map((one) => h("li", {}, ...prose(one))),
    ...evaluated.map(({ text, instead, place }) => {
      const where = place && outside(place);
      return h(
        "li",
        {},
        "evaluated: ",
        ...prose(text),
        where && h("div", {}, where),
        instead && h("div", {}, "instead: ", ...prose(instead)),
      );
    }),
  ];
}
