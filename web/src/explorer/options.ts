// The options of a player as cards: what each is worth, and what becomes of it on the way to the canonical form.
import { button, h, icon, set } from "../dom";
import { drawPart, isTurn, type Laid, type Shown } from "../board";
import { within } from "../clicks";
import type { Compared, Move, Part, Position } from "../protocol";
import { PLAYER, type Side } from "../study/study";
import { outcome, outcomeWords, val, who } from "../values";
import type { Called } from "./saying";

const OTHER = { left: "Right", right: "Left" } as const;
/** An option is drawn when it has so many parts at most: of a sum, and of one part that has fallen apart. */
const [MOST_PARTS, MOST_PIECES] = [6, 3];
/** Longer incentives say nothing at a glance. */
const LONGEST_INCENTIVE = 24;
/** So many options are drawn at first. */
const MOST_CARDS = 14;

/** The options of a player, and what is done with them. */
export interface Options {
  side: Side;
  position: Position;
  called: Called;
  /** What is known of the moves; undefined before anything is. */
  rows: (Compared | null)[] | undefined;
  /** Whether all options are drawn. */
  isWhole: boolean;
  showAll: () => void;
  move: (move: Move) => void;
  /** An option is pointed at, or none any more. */
  look: (move: Move | undefined, known: Compared | null) => void;
  /** The pieces that were laid on the cells of a figure. */
  laid: (part: number, figure: number) => Laid[];
  /** Explains an option, by its value. */
  explain: (value: string) => void;
}

export function drawSide(place: HTMLElement, options: Options) {
  const { side, position, rows, isWhole, called } = options;
  const moves = position[side];
  const all = (moves?.moves ?? []).map((move, n) => ({ move, known: rows?.[n] ?? null }));
  const groups = rows ? grouped(all) : all.map((one) => ({ ...one, twins: [] as string[] }));
  // Before anything is known, cards have pictures and names only: of many more find room.
  const isLong = !rows && all.length > MOST_CARDS;
  const shown = isWhole ? groups : groups.slice(0, isLong ? 2 * MOST_CARDS : MOST_CARDS);
  const count = (moves?.moves.length ?? 0) + (moves?.more ?? 0);
  const said =
    moves === null
      ? "It is not the turn of this player"
      : `${count} ${count === 1 ? "move" : "moves"}${rows && groups.length < count ? `, ${groups.length} by value` : ""}`;
  const cards = shown.map((one) => option(options, one));
  set(
    place,
    h("header", {}, h("h2", {}, called(side) ?? "Either player", " can move to"), h("span", { class: "small" }, said)),
    ...(isLong ? [h("div", { class: "compact" }, ...cards)] : cards),
    shown.length < groups.length ? button(`Show all ${groups.length}`, { kind: "line morecards" }, options.showAll) : null,
    moves && moves.more > 0 ? h("p", { class: "muted small" }, `${moves.more} more are not listed.`) : null,
  );
}

/** Marks the option of a name, or none. */
export function pointAt(place: HTMLElement, name: string | undefined) {
  for (const one of place.querySelectorAll<HTMLElement>("[data-move]"))
    one.parentElement!.classList.toggle("pointed", one.dataset.move === name);
}

function option(options: Options, { move, known, twins }: Listed) {
  const { side, called } = options;
  const player = called(side);
  const turn = turnAfter(move.parts);
  let isPointedAt = false;
  const look = (isOn: boolean) => () => {
    isPointedAt = isOn;
    options.look(isOn ? move : undefined, isOn ? known : null);
  };
  const kind = known?.is === "canonical" ? "canon" : known?.is === "dominated" ? "dom" : known?.is === "reversible" ? "rev" : "";
  return h(
    "div",
    {
      class: `option ${kind}`.trim(),
      draggable: "true",
      dragstart: (event: DragEvent) => event.dataTransfer?.setData("text/plain", move.to),
    },
    h(
      "button",
      {
        type: "button",
        class: "take",
        "data-move": move.name,
        click: () => options.move(move),
        // A finger does not point, and after a tap or a click the focus stays without saying anything.
        // A pointer that rests points at nothing, whatever is drawn under it.
        pointermove: (event: PointerEvent) => event.pointerType !== "touch" && !isPointedAt && look(true)(),
        pointerleave: look(false),
        focus: (event: Event) => (event.target as Element).matches(":focus-visible") && look(true)(),
        blur: look(false),
      },
      pictureAfter(options, move),
      player && h("span", { class: "sr" }, `${player.textContent}: `),
      h(
        "span",
        { class: "about" },
        h(
          "span",
          { class: "f mv" },
          // Long options of a bracket are called by what they are worth.
          known && move.name.length > LONGEST_INCENTIVE && known.value === move.name ? null : h("code", {}, move.name),
          twins.length > 0 ? h("span", { class: "twin" }, `also ${twins.slice(0, 4).join(", ")}${twins.length > 4 ? ", …" : ""}`) : null,
        ),
        known && (known.value !== "" || known.outcome)
          ? h("span", { class: "h" }, known.value === "" ? null : val(known.value), known.outcome ? outcome(known.outcome) : null)
          : null,
        known?.mean !== undefined && known.temperature !== undefined
          ? h(
              "span",
              { class: "f" },
              h("span", {}, "mean ", val(known.mean)),
              h("span", {}, "temperature ", val(known.temperature)),
              known.hottest ? h("span", { class: "hot" }, icon("flame"), "hottest") : null,
            )
          : null,
        known?.points !== undefined || turn
          ? h(
              "span",
              { class: "f" },
              known?.points !== undefined ? h("span", {}, called("left"), " gets ", val(known.points)) : null,
              turn ? h("span", {}, called(turn), " moves next") : null,
            )
          : null,
        known?.onside !== undefined && known.offside !== undefined
          ? h("span", { class: "f" }, h("span", {}, "onside ", val(known.onside)), h("span", {}, "offside ", val(known.offside)))
          : null,
        known?.incentive !== undefined && known.incentive.length <= LONGEST_INCENTIVE
          ? h("span", { class: "f" }, h("span", { title: known.incentive }, "incentive ", val(known.incentive, "brief")))
          : null,
      ),
    ),
    known ? fate(options, known) : null,
  );
}

/** How a position is drawn after a move: what it covers belongs to the one who moved. */
function reached({ side, laid }: Options, { changed }: Move, part: number, figure: number): Shown {
  const places = within(changed, part, figure);
  return { ringed: places, laid: [...laid(part, figure), { by: side === "left" ? "l" : "r", places: [...places] }] };
}

/** What becomes of an option on the way to the canonical form, with the reason on a click. */
function fate({ side, rows, explain, called }: Options, known: Compared) {
  // Where who wins is known of the moves of a player, only moves that do not lose are called best.
  const decides = (rows ?? []).some((row) => row?.wins !== undefined);
  const chips = [
    known.is === "canonical" ? h("span", { class: "chip keep" }, icon("tick"), "canonical") : null,
    known.is === "dominated" || known.is === "reversible"
      ? h(
          "button",
          { type: "button", class: "chip", title: "Explain this", click: () => explain(known.value) },
          known.is === "reversible" ? icon("back") : null,
          known.is,
        )
      : null,
    known.best && (known.wins || known.draws || !decides) ? h("span", { class: "chip" }, icon("star"), "best") : null,
    known.wins ? h("span", { class: "chip win", title: "The player who moves here wins" }, icon("flag"), "wins") : null,
    known.draws ? h("span", { class: "chip", title: "Play goes on forever when both play well" }, icon("cycle"), "draws") : null,
  ];
  const note =
    known.is === "dominated" && known.by !== undefined
      ? h("div", { class: "note" }, `${PLAYER[side]} does at least as well with `, val(known.by), ", always.")
      : known.is === "reversible" && known.reply !== undefined
        ? h(
            "div",
            { class: "note" },
            h(
              "span",
              { class: "chain" },
              val(known.value),
              h("span", { class: "ar" }, "→"),
              called(side) && who(OTHER[side]),
              val(known.reply),
              h("span", { class: "ar" }, "→"),
              called(side),
              ...replaced(known),
            ),
            h("br"),
            // Of moves that both have, an answer leads back to the same value.
            called(side)
              ? `${OTHER[side]}’s answer is no worse for ${OTHER[side]} than where we are, so `
              : "The answer is worth what we have now, so ",
            ...takes(known),
          )
        : null;
  return chips.some(Boolean) || note ? h("div", { class: "fate" }, h("div", { class: "m" }, ...chips), note) : null;
}

const isGone = ({ figures: [figure] }: Part) => figure?.kind === "heap" && figure.size === 0;

/** The position that a move leads to, if it can be drawn: of a sum all parts, those that were there before faint. */
function pictureAfter(options: Options, move: Move): HTMLElement | null {
  const [before, after] = [options.position.parts, move.parts];
  const isSum = before.length > 1;
  const hasFigures = ({ figures }: Part) => figures.length > 0;
  if (isSum ? after.length > MOST_PARTS || !after.some(hasFigures) : after.length > MOST_PIECES || !after.every(hasFigures)) return null;
  const rest = isSum ? before.map(({ text }) => text) : [];
  const isOne = after.length === before.length;
  const isThere = after.map(({ text }, n) =>
    isOne ? isSum && text === rest[n] : rest.includes(text) && rest.splice(rest.indexOf(text), 1).length > 0,
  );
  const pictures = after.map((part, n) => {
    const drawn = small(part, (figure) => (isOne && !isThere[n] ? reached(options, move, n, figure) : {}));
    drawn.classList.toggle("b-there", isThere[n]);
    return drawn;
  });
  // Of a heap that is gone there is nothing to see beside others.
  const seen = pictures.filter((_, n) => !isGone(after[n]!));
  const shown = seen.length > 0 ? seen : pictures;
  if (!isSum) return h("span", { class: "b-new" }, ...shown);
  return h(
    "span",
    { class: "b-new b-sum" },
    ...shown.flatMap((one, n) => [n > 0 ? h("span", { class: "op", "aria-hidden": "true" }, "+") : null, one]),
  );
}

const SIDES = ["left", "right"] as const;

/** Whose turn it is, where the position says so. */
function turnAfter(parts: Part[]): Side | undefined {
  return SIDES.find((side) => parts.some((part) => part.figures.some((figure) => isTurn(figure, part, PLAYER[side]))));
}

/** A small picture beside words that say the same. */
function small(part: Part, shown: (figure: number) => Shown) {
  // Whose turn it is stands beside the picture in words.
  const drawn = drawPart(
    { ...part, figures: part.figures.filter((figure) => !SIDES.some((side) => isTurn(figure, part, PLAYER[side]))) },
    shown,
  );
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

function replaced({ replaced = [], more = 0 }: Compared): Node[] {
  if (replaced.length === 0) return [h("span", { class: "muted" }, "no move")];
  return [
    ...replaced.flatMap((one, n) => [...(n > 0 ? [document.createTextNode(", ")] : []), val(one)]),
    ...(more > 0 ? [document.createTextNode(", …")] : []),
  ];
}

function takes({ replaced = [] }: Compared): (Node | string)[] {
  if (replaced.length === 0) return ["it goes, and nothing takes its place."];
  return [
    ...replaced.flatMap((one, n) => [...(n > 0 ? [", "] : []), val(one)]),
    replaced.length === 1 ? " takes its place." : " take its place.",
  ];
}

interface Listed {
  move: Move;
  known: Compared | null;
  twins: string[];
}

const RANK = { canonical: 0, number: 1, reversible: 1, dominated: 2 };

/** Options of equal value together, those of the canonical form first. */
function grouped(all: { move: Move; known: Compared | null }[]): Listed[] {
  const found = new Map<string, Listed>();
  for (const { move, known } of all) {
    const key = known?.value || move.name;
    const there = found.get(key);
    if (there) there.twins.push(move.name);
    else found.set(key, { move, known, twins: [] });
  }
  const rank = ({ known }: Listed) => (known?.is ? RANK[known.is] : known?.wins || known?.best ? 3 : 4);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

/** What the marks on options mean. */
export function legend() {
  const item = (mark: Node, words: string) => h("span", {}, mark, words);
  return h(
    "div",
    { class: "legend" },
    item(h("i", {}), "in the canonical form"),
    item(h("i", { class: "d" }), "dominated: never needed"),
    item(icon("star"), "no other move is better, whatever else is on the table"),
    item(icon("flag"), "wins"),
    item(h("span", { class: "dots" }, h("b", {}), h("b", {})), "moves that win, on the board"),
    item(icon("flame"), "hottest option"),
    ...["L", "R", "N", "P"].map((one) => item(outcome(one), outcomeWords(one))),
  );
}
