// Questions about moves: the position is drawn, and a move that is clicked on it is the answer.
import { button, h, keepFocus, set } from "../dom";
import { drawFigure, drawPart, figuresOf, group } from "../board";
import { isNamedByResult, listed, Picker, playerAsked, tight, within, type Place } from "../clicks";
import type { Move, PlayerName, Position, Question } from "../protocol";

/** A move, and who can make it: null for both. */
type Offered = Move & { by: PlayerName | null };

/** The moves of a player, or of both; one that both have is one. */
export function offered({ left, right }: Position, player: PlayerName | null): Offered[] {
  const found = new Map<string, Offered>();
  const sides = [
    ["Left", left],
    ["Right", right],
  ] as const;
  for (const [by, side] of sides) {
    if (player !== null && by !== player) continue;
    for (const move of side?.moves ?? []) {
      const there = found.get(move.to);
      if (!there) found.set(move.to, { ...move, by });
      else if (there.by !== by) there.by = null;
    }
  }
  return [...found.values()];
}

/** Whose move it is: that of the player who is asked for, or of the only one who can move by the rules. */
export function mover({ left, right }: Position, ask: string): PlayerName | null {
  const only = left === null ? "Right" : right === null ? "Left" : null;
  const asked = playerAsked(ask);
  if (only !== null) return only;
  const side = asked === "Left" ? left : right;
  // A question about a player who cannot move is about the other one's moves.
  return asked !== null && side!.moves.length > 0 ? asked : null;
}

/** The position with the moves that a question asks for. `typed` is what stands in the answer; a click replaces it, or of several moves adds or removes one. */
export function clickable(
  position: Position,
  { kind, ask }: Pick<Question, "kind" | "ask">,
  typed: () => string,
  answer: (text: string) => void,
): { element: HTMLElement; draw: () => void } {
  const several = kind === "moves";
  const player = mover(position, ask);
  const moves = offered(position, player);
  /** Whether the moves differ, so that each says whose it is. */
  const isPartizan = player === null && moves.some(({ by }) => by !== null);
  const picker = new Picker(moves);
  const stage = h("div", { class: "moves-board" });
  const taken = h("div", { class: "moves-taken", role: "status" });
  /** The texts of the answer; those of moves from here as they are written here. */
  const chosen = () => {
    const text = typed().trim();
    const all = several ? (text.startsWith("[") ? listed(text) : []) : [text];
    return all.filter((one) => one !== "").map((one) => moves.find(({ to }) => tight(to) === tight(one))?.to ?? one);
  };
  const write = (texts: string[]) => {
    answer(several ? (texts.length > 0 ? `[${texts.join(", ")}]` : "") : (texts[0] ?? ""));
    draw();
  };
  /** The name of a move here: a result would be the answer. */
  const called = (move: Offered) => {
    const name = isNamedByResult(move, position.text) ? `Move ${moves.indexOf(move) + 1}` : move.name;
    return isPartizan ? `${move.by ?? "Both"}: ${name}` : name;
  };
  const take = ({ to }: Move) => {
    const there = chosen();
    write(!several ? [to] : there.includes(to) ? there.filter((one) => one !== to) : [...there, to]);
  };
  const choose = (place: Place) => {
    const found = picker.choose(place);
    if (found !== "none" && "move" in found) take(found.move);
    else draw();
  };
  const byName = (all: Offered[]) => {
    const texts = new Set(chosen());
    return all.map((move) =>
      h(
        "button",
        { type: "button", class: "btn line sm", "aria-pressed": String(texts.has(move.to)), click: () => take(move) },
        called(move),
      ),
    );
  };
  const turn = h("p", { class: "small muted" }, player ? `${player} moves.` : isPartizan ? "Left or Right moves." : "Either player moves.");
  const list = h("div", { class: "several", role: "group", "aria-label": "All moves" });
  const names = h("details", { class: "all", toggle: () => draw() }, h("summary", {}, `All ${moves.length} moves by name`), list);

  function drawStage() {
    const texts = new Set(chosen());
    const made = moves.filter(({ to }) => texts.has(to)).flatMap(({ changed }) => changed);
    const figures = position.parts.map((part, p) => {
      const drawn = figuresOf(part).map((one, f) => {
        const svg = drawFigure(one, part.text, {
          coordinates: true,
          ringed: within(made, p, f),
          chosen: picker.chosenIn(p, f),
          open: picker.isEmpty ? new Set<number>() : picker.openIn(p, f),
          choose: (at) => choose([p, f, at]),
        });
        svg.setAttribute("data-figure", `${p},${f}`);
        return svg;
      });
      return group(drawn);
    });
    const isMany = figures.length > 1 || position.parts[0]!.figures.length > 1;
    const candidates = picker.isEmpty ? [] : picker.candidates;
    keepFocus(stage, () =>
      set(
        stage,
        h(
          "div",
          { class: isMany ? "bigboards many" : "bigboards" },
          ...figures.flatMap((one, n) => [n > 0 && position.parts.length > 1 ? h("span", { class: "op" }, "+") : null, one]),
        ),
        candidates.length > 1
          ? h(
              "div",
              { class: "several", role: "group", "aria-label": "Moves that change these places" },
              ...byName(candidates.slice(0, 30)),
              button("None of these", { kind: "sm" }, () => {
                picker.clear();
                draw();
              }),
            )
          : null,
      ),
    );
  }

  function draw() {
    drawStage();
    if (names.open) set(list, ...byName(moves));
    const made = chosen().flatMap((text) => moves.find(({ to }) => to === text) ?? []);
    set(
      taken,
      ...made.map((move) =>
        h(
          "span",
          { class: "chip keep" },
          h("span", { class: "mini", "aria-hidden": "true" }, ...move.parts.slice(0, 6).map((part) => drawPart(part))),
          h("code", {}, called(move)),
          button("", { kind: "icon sm", icon: "close", label: `Not ${called(move)}` }, () =>
            write(chosen().filter((one) => one !== move.to)),
          ),
        ),
      ),
      made.length === 0
        ? h(
            "span",
            { class: "muted small" },
            several ? "Click each move on the position, or type the answer." : "Click a move on the position, or type the answer.",
          )
        : null,
    );
  }

  draw();
  return { element: h("div", { class: "moves-asked" }, turn, stage, taken, names), draw };
}
