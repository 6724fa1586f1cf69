// The moves so far, those that came after, and the branches beside them.
import { button, h, icon, keepFocus, set } from "../dom";
import type { Desk } from "../study/desk";
import { children, path, type Node } from "../study/study";
import { outcome } from "../values";
import type { Called } from "./saying";

/** More branches at one place are behind a button. */
const MOST_BRANCHES = 4;

/** Longer titles are cut. */
const LONGEST = 42;

/** What a text between quotes is: a board, or a graph. */
function sizeOf(text: string): string {
  const edges = text.match(/\d+[->]\d+/g)?.length;
  if (edges) return ` (${edges} ${edges === 1 ? "edge" : "edges"})`;
  const [row = "", ...more] = text.split("|");
  return more.length > 0 ? ` ${more.length + 1} × ${row.length}` : ` (${row.length} cells)`;
}

/** A position as a title: of long ones the sizes of boards and graphs, in the place of what is on them. */
export function titleOf(text: string): string {
  if (text.length <= LONGEST) return text;
  // A family has its sizes already.
  const said = text
    .replace(/\bgraph\(("[^"]*")\)/g, "$1")
    .replace(/(\)?)\("([^"]*)"[^()]*\)/g, (_, family: string, quoted: string) => family || sizeOf(quoted));
  return said.length > LONGEST ? `${said.slice(0, LONGEST - 2)}…` : said;
}

/** What a node is called: its move, or its position. */
export function nodeName({ way, text }: Node): string {
  switch (way.kind) {
    case "move":
    case "edit":
      return way.name;
    case "resign":
      return "resigns";
    case "start":
      return titleOf(text);
  }
}

/** What a node is called, with its player. */
function nodeWords(node: Node, called: Called): (Node_ | string | null)[] {
  const { way } = node;
  const name = nodeName(node);
  return way.kind === "move" || way.kind === "resign" ? [called(way.by), ` ${name}`] : [name];
}

type Node_ = globalThis.Node;

/** Draws the line of a study; the focus stays on the node that had it. */
export function drawLine(
  place: HTMLElement,
  desk: Desk,
  called: Called,
  { beside, wins }: { beside?: HTMLElement; wins?: (text: string) => string | undefined } = {},
) {
  const { line, study, at } = desk;
  const here = line.findIndex(({ id }) => id === at.id);
  const crumb = (node: Node, kind = "") =>
    h(
      "button",
      {
        type: "button",
        class: `crumb ${kind}`.trim(),
        "data-node": node.id,
        "aria-current": node.id === at.id ? "location" : null,
        title: node.text,
        click: () => desk.visit(node.id),
      },
      ...nodeWords(node, called),
      study.notes.get(node.id)?.value ? h("span", { class: "dot", title: study.notes.get(node.id)!.value }) : null,
    );
  const branches = (node: Node) => {
    const others = children(study, node.parent).filter(({ id }) => id !== node.id);
    if (others.length === 0) return null;
    const more = others.slice(MOST_BRANCHES);
    return h(
      "span",
      { class: "branches", role: "group", "aria-label": `Instead of ${nodeName(node)}` },
      "(",
      ...others.slice(0, MOST_BRANCHES).map((one) => crumb(one, "branch")),
      more.length > 0
        ? h(
            "details",
            { class: "rest" },
            h("summary", {}, `${more.length} more`),
            h("div", { class: "restlist card" }, ...more.map((one) => crumb(one, "branch"))),
          )
        : null,
      ")",
    );
  };
  /** Who wins from there, where that is known. */
  const known = ({ text }: Node) => {
    const found = wins?.(text);
    return found === undefined ? null : outcome(found);
  };
  const texts = path(study, at.id).map(({ text }) => text);
  // A position that was there before has come again.
  const before = texts.slice(0, -1).indexOf(at.text);
  const isAgain = before >= 0 && at.way.kind === "move";
  keepFocus(place, () =>
    set(
      place,
      ...line.flatMap((node, n) => [
        n > 0 ? h("span", { class: "gt", "aria-hidden": "true" }, "›") : null,
        crumb(node, n > here ? "later" : ""),
        known(node),
        n > 0 ? branches(node) : null,
      ]),
      isAgain
        ? h("span", { class: "chip keep" }, icon("cycle"), before === 0 ? "where this began: a cycle" : `as after move ${before}: a cycle`)
        : null,
      h(
        "span",
        { class: "end" },
        beside,
        step("Undo", "undo", desk.canUndo, () => desk.undo()),
        step("Redo", "redo", desk.canRedo, () => desk.redo()),
        step("Back by one move", "prev", here > 0, () => desk.visit(line[here - 1]!.id)),
        step("Forward by one move", "next", here + 1 < line.length, () => desk.visit(line[here + 1]!.id)),
      ),
    ),
  );
}

function step(label: string, mark: "undo" | "redo" | "prev" | "next", can: boolean, click: () => void) {
  const one = button("", { kind: "icon line", icon: mark, label, title: label }, click);
  one.disabled = !can;
  return one;
}
