// Replies of an instance of the engine with figures in the place of words (`figures.ts`). The worker asks the same
// instance about parameters and about positions within others, so the page waits for no message of its own.
import { callArguments, listed } from "./clicks";
import { drawnMoves, drawnParts, drawnPosition, isPlain, named, type Source } from "./figures";
import { isLimit, type Answer, type Page, type Part, type Position, type Preview, type Request } from "./protocol";

type Ask = (request: Request) => unknown;

/** Steps for a position within another one, and how many are asked for in a reply; longer texts are not asked for. */
const STEPS = 20_000;
const MOST = 200;
const LONGEST = 400;

/** The summands of a position that the engine has drawn as nothing but words. */
function worded({ text, kind }: Answer): Part[] | undefined {
  if (kind !== "position" && kind !== "sum of positions") return undefined;
  return listed(`[${text.replace(/\) - (?=[A-Z])/g, ") + -")}]`, "+").map((text) => {
    const bare = text.replace(/^-/, "");
    const words = [...(bare === text ? [] : ["−"]), bare];
    return { text, ruleset: /^\w+/.exec(bare)?.[0] ?? null, figures: words.map((words) => ({ kind: "words", words })) };
  });
}

/** The engine as a source of what is drawn. */
function source(sheet: string, ask: Ask): Source {
  const parameters = new Map<string, string[]>();
  const parts = new Map<string, Part[] | undefined>();
  const rows = new Map<string, boolean>();
  const preview = (text: string) => ask({ kind: "preview", sheet, text, steps: STEPS }) as Preview;
  let left = MOST;
  const own: Source = {
    parameters(ruleset) {
      const there = parameters.get(ruleset);
      if (there) return there;
      const page = ask({ kind: "page", sheet, name: ruleset }) as Page | null;
      const found = (callArguments(page?.signature ?? "") ?? []).map((one) => one.split(":")[0]!.trim());
      parameters.set(ruleset, found);
      return found;
    },
    parts(text) {
      if (parts.has(text)) return parts.get(text);
      if (left === 0 || text.length > LONGEST) return undefined;
      left -= 1;
      parts.set(text, undefined);
      const { answers, errors } = preview(text);
      const [answer] = answers.slice(-1);
      const found = answer && (answer.parts ?? worded(answer));
      const drawn = found && drawnParts(found, own);
      parts.set(text, drawn?.some(isPlain) ? undefined : drawn);
      // Where some take too long, others would too.
      if (errors.some(isLimit)) left = Math.max(0, left - MOST / 5);
      return parts.get(text);
    },
    isRow(text) {
      const head = /^(.+)\(\d+\)$/.exec(text)?.[1];
      if (head === undefined || head.length > LONGEST) return false;
      const there = rows.get(head);
      if (there !== undefined) return there;
      rows.set(head, isRow(head, preview));
      return rows.get(head)!;
    },
  };
  return own;
}

/** A heap of so many counters shows how moves take them. */
const SHOWN_BY = 7;

/** Whether the moves on heaps of a ruleset take counters from within, and never add one. */
function isRow(head: string, ask: (text: string) => Preview): boolean {
  const moves = ask(`moves(${head}(${SHOWN_BY}), Left)`).answers.at(-1)?.text ?? "[]";
  const pieces = listed(moves).map((to) => listed(`[${to}]`, "+").flatMap((one) => (callArguments(one) ?? []).map(Number)));
  const isLess = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0) < SHOWN_BY;
  return pieces.every(isLess) && pieces.some((sizes) => sizes.filter((size) => size > 0).length === 2);
}

/** An answer that is a position, or a drawing of one, with its summands as figures where the engine has drawn words. */
function answer(one: Answer, from: Source): Answer {
  const isPosition = one.kind === "position" || one.kind === "sum of positions";
  const text = one.kind === "picture" && one.text.startsWith("draw(") ? callArguments(one.text)?.[0] : isPosition ? one.text : undefined;
  const parts = one.parts ? drawnParts(one.parts, from) : text && from.parts(text);
  return parts ? { ...one, parts } : one;
}

/** The reply to a request, with figures in the place of words. */
export function drawn(request: Request, reply: any, ask: Ask): unknown {
  const from = source("sheet" in request ? request.sheet : "sheet", ask);
  switch (request.kind) {
    case "eval":
    case "preview":
      return { ...reply, answers: reply.answers.map((one: Answer) => answer(one, from)) };
    case "position":
      return reply.found ? { ...reply, found: drawnPosition(reply.found, from) } : reply;
    case "match": {
      const { found } = reply;
      if (!found?.parts) return reply;
      const parts = drawnParts(found.parts, from);
      const moves = parts === found.parts ? found.moves : drawnMoves(found.moves, parts, from);
      return { ...reply, found: { ...found, parts, moves: named(moves, parts) } };
    }
    case "sheet":
      return reply.exercises ? sheet(reply, from) : reply;
    default:
      return reply;
  }
}

/** A sheet of exercises whose positions have figures. */
function sheet(reply: any, from: Source) {
  const question = (one: { position: Position | null }) => (one.position ? { ...one, position: drawnPosition(one.position, from) } : one);
  return { ...reply, exercises: reply.exercises.map((one: any) => ({ ...one, questions: one.questions.map(question) })) };
}
