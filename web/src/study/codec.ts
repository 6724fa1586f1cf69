// A study as data, and as text in an address. What comes from outside is read with care: a text is no study unless
// every part of it is as it should be.
import type { Place } from "../clicks";
import { packed, unpacked } from "../links";
import type { PlayerName } from "../protocol";
import { readKey, type Address } from "./keeper";
import { nodeOf, type Node, type Side, type Study, type Way } from "./study";

/** A study and the node that is shown. */
export interface Opened {
  study: Study;
  at: string;
}

/** `[number of the parent + 1, kind, ...]`: numbers count the nodes before; identities follow from the rest. */
type Row =
  | [number, "s", string]
  | [number, "l" | "r", string, string, number[]]
  | [number, "e", string, string]
  | [number, "q", string, "l" | "r"];

const LETTER = { left: "l", right: "r" } as const;
const SIDE: Record<string, Side> = { l: "left", r: "right" };

function row(node: Node, number: (id: string) => number): Row {
  const from = node.parent === null ? 0 : number(node.parent) + 1;
  const { way, text } = node;
  switch (way.kind) {
    case "start":
      return [from, "s", text];
    case "move":
      return [from, LETTER[way.by], text, way.name, way.changed.flat()];
    case "edit":
      return [from, "e", text, way.name];
    case "resign":
      return [from, "q", text, LETTER[way.by]];
  }
}

export function toData({ study, at }: Opened): unknown {
  const order = new Map([...study.nodes.keys()].map((id, n) => [id, n]));
  const number = (id: string) => order.get(id) ?? 0;
  const match = study.match.value;
  return {
    version: 2,
    id: study.id,
    at: number(at),
    nodes: [...study.nodes.values()].map((node) => row(node, number)),
    ...(study.definitions.length > 0 ? { definitions: study.definitions.map(({ name, text }) => [name, text]) } : {}),
    ...(study.notes.size > 0 ? { notes: [...study.notes].map(([id, note]) => [number(id), note.value, note.at]) } : {}),
    ...(study.pins.at > 0 ? { pins: study.pins } : {}),
    ...(match ? { match: { ...match, from: number(match.from), at: study.match.at } } : {}),
  };
}

export const isText = (one: unknown): one is string => typeof one === "string";
const isNumber = (one: unknown): one is number => typeof one === "number" && Number.isFinite(one);
export const isPlayer = (one: unknown): one is PlayerName => one === "Left" || one === "Right";
const list = (one: unknown): unknown[] => (Array.isArray(one) ? one : []);

function places(flat: unknown): Place[] | null {
  const numbers = list(flat);
  if (!numbers.every(isNumber) || numbers.length % 3 !== 0) return null;
  return Array.from({ length: numbers.length / 3 }, (_, n) => [numbers[3 * n]!, numbers[3 * n + 1]!, numbers[3 * n + 2]!] as const);
}

function wayOf([, kind, , name, changed]: unknown[]): Way | null {
  if (kind === "s") return { kind: "start" };
  if (kind === "e" && isText(name)) return { kind: "edit", name };
  if (kind === "q" && isText(name) && SIDE[name]) return { kind: "resign", by: SIDE[name] };
  const by = isText(kind) ? SIDE[kind] : undefined;
  const where = places(changed);
  return by && isText(name) && where ? { kind: "move", by, name, changed: where } : null;
}

/** The study that data is; null when it is none. */
export function fromData(data: unknown): Opened | null {
  const { version, id, at, nodes, definitions, notes, pins, match } = (data ?? {}) as Record<string, unknown>;
  if (version !== 2 || !isText(id) || !/^[\w-]{1,40}$/.test(id)) return null;
  const made: Node[] = [];
  for (const one of list(nodes)) {
    const fields = list(one);
    const [from, , text] = fields;
    const way = wayOf(fields);
    const parent = isNumber(from) && from > 0 ? made[from - 1] : null;
    if (!way || !isText(text) || parent === undefined || (parent === null) !== (way.kind === "start")) return null;
    made.push(nodeOf(parent?.id ?? null, text, way));
  }
  const shown = made[isNumber(at) ? at : 0] ?? made[0];
  if (!shown) return null;
  const inputs = list(definitions).map((one) => ({ name: list(one)[0], text: list(one)[1] }));
  const isInput = (one: { name: unknown; text: unknown }): one is { name: string; text: string } => isText(one.name) && isText(one.text);
  if (!inputs.every(isInput)) return null;
  const stamped = new Map(
    list(notes).flatMap((one) => {
      const [of, value, when] = list(one);
      const node = isNumber(of) ? made[of] : undefined;
      return node && isText(value) && isNumber(when) ? [[node.id, { value, at: when }] as const] : [];
    }),
  );
  const pinned = (pins ?? {}) as { value?: unknown; at?: unknown };
  const game = (match ?? {}) as { from?: unknown; first?: unknown; machine?: unknown; at?: unknown };
  const from = isNumber(game.from) ? made[game.from] : undefined;
  const isMatch = from && isPlayer(game.first) && (game.machine === null || isPlayer(game.machine)) && isNumber(game.at);
  return {
    at: shown.id,
    study: {
      id,
      definitions: inputs,
      nodes: new Map(made.map((node) => [node.id, node])),
      notes: stamped,
      pins: isNumber(pinned.at) ? { value: list(pinned.value).filter(isText), at: pinned.at } : { value: [], at: 0 },
      match: isMatch
        ? {
            value: { from: from.id, first: game.first as "Left" | "Right", machine: game.machine as "Left" | "Right" | null },
            at: game.at as number,
          }
        : { value: null, at: 0 },
    },
  };
}

/** The address that says a whole study. */
export async function whole(opened: Opened): Promise<string> {
  return `#study=${await packed(toData(opened))}`;
}

/** Reads an address; null when it names no study, undefined when it should and does not. */
export async function read(hash: string): Promise<Address<Opened> | null | undefined> {
  const key = readKey(hash);
  if (key) return key;
  const link = /^#study=(.+)$/.exec(hash)?.[1];
  if (link === undefined) return null;
  const work = fromData(await unpacked(link));
  return work ? { kind: "whole", work } : undefined;
}
