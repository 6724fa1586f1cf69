// A study: positions as a tree that only grows. A node is known by where it comes from and how it was reached, so
// that the same move, made twice or in two tabs, is the same node, and two versions of a study can always be joined.
import type { Place } from "../clicks";
import type { Input } from "../engine";
import type { PlayerName } from "../protocol";

export type Side = "left" | "right";

/** The player of a side. */
export const PLAYER = { left: "Left", right: "Right" } as const;

/** How a node was reached: as a beginning, by a move, or by a change that is no move. */
export type Way =
  | { kind: "start" }
  | { kind: "move"; by: Side; name: string; changed: readonly Place[] }
  | { kind: "edit"; name: string }
  | { kind: "resign"; by: Side };

export interface Node {
  readonly id: string;
  /** Null for a beginning. */
  readonly parent: string | null;
  /** The position, as it is typed. */
  readonly text: string;
  readonly way: Way;
}

/** A text that can be written again: of two versions the later one is kept. */
export interface Stamped<T> {
  value: T;
  /** Milliseconds. */
  at: number;
}

/** A match in a study: where it began, who began, and whom the machine plays. */
export interface MatchSettings {
  from: string;
  first: PlayerName;
  machine: PlayerName | null;
}

export interface Study {
  readonly id: string;
  /** The inputs that define the rulesets. */
  readonly definitions: readonly Input[];
  /** Parents stand before their children. */
  readonly nodes: ReadonlyMap<string, Node>;
  readonly notes: ReadonlyMap<string, Stamped<string>>;
  /** Questions that are shown at every node. */
  readonly pins: Stamped<readonly string[]>;
  readonly match: Stamped<MatchSettings | null>;
}

/** A text of 64 bits in letters and digits; equal for equal texts only, as far as chance allows. */
export function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (a >>> 0).toString(36).padStart(7, "0") + (b >>> 0).toString(36).padStart(7, "0");
}

/** The node that is reached from another in this way. */
export function nodeOf(parent: string | null, text: string, way: Way): Node {
  const mark = way.kind === "start" ? [] : way.kind === "move" ? [way.by, way.name] : way.kind === "edit" ? [way.name] : [way.by];
  return { id: fingerprint(JSON.stringify([parent, way.kind, ...mark, text])), parent, text, way };
}

/** A study that begins with a position. */
export function begin(id: string, text: string, definitions: readonly Input[] = []): Study {
  const root = nodeOf(null, text, { kind: "start" });
  return {
    id,
    definitions,
    nodes: new Map([[root.id, root]]),
    notes: new Map(),
    pins: { value: [], at: 0 },
    match: { value: null, at: 0 },
  };
}

/** The study with a node more. */
export function grown(study: Study, node: Node): Study {
  if (study.nodes.has(node.id)) return study;
  if (node.parent !== null && !study.nodes.has(node.parent)) throw new Error("a node without its parent");
  return { ...study, nodes: new Map([...study.nodes, [node.id, node]]) };
}

export function noted(study: Study, id: string, value: string, at: number): Study {
  return { ...study, notes: new Map([...study.notes, [id, { value, at }]]) };
}

const later = <T>(one: Stamped<T>, other: Stamped<T>) => (other.at > one.at ? other : one);

/** Everything that is in one of two versions. Which one is named first does not matter, but for the order of branches. */
export function joined(one: Study, other: Study): Study {
  if (one === other) return one;
  const nodes = new Map(one.nodes);
  for (const node of other.nodes.values()) if (!nodes.has(node.id)) nodes.set(node.id, node);
  const notes = new Map(one.notes);
  for (const [id, note] of other.notes) notes.set(id, later(notes.get(id) ?? note, note));
  return {
    ...one,
    definitions: one.definitions.length > 0 ? one.definitions : other.definitions,
    nodes,
    notes,
    pins: later(one.pins, other.pins),
    match: later(one.match, other.match),
  };
}

/** Whether one version has a node, or a later note, question or match, that another one has not. */
export function knowsMore(one: Study, other: Study): boolean {
  const isLater = (mine: Stamped<unknown>, theirs: Stamped<unknown> | undefined) => mine.at > (theirs?.at ?? 0);
  return (
    [...one.nodes.keys()].some((id) => !other.nodes.has(id)) ||
    [...one.notes].some(([id, note]) => isLater(note, other.notes.get(id))) ||
    isLater(one.pins, other.pins) ||
    isLater(one.match, other.match)
  );
}

/** The nodes from the beginning to this one. */
export function path(study: Study, id: string): Node[] {
  const found: Node[] = [];
  for (let at: string | null = id; at !== null; ) {
    const node = study.nodes.get(at);
    if (!node) break;
    found.push(node);
    at = node.parent;
  }
  return found.reverse();
}

/** The nodes that were reached from one; of null, the beginnings. The one made first comes first. */
export function children(study: Study, id: string | null): Node[] {
  return [...study.nodes.values()].filter(({ parent }) => parent === id);
}

/** The first beginning. */
export function root(study: Study): Node {
  const [first] = study.nodes.values();
  if (!first) throw new Error("a study has a beginning");
  return first;
}
