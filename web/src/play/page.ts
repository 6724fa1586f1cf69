// The page of matches: against the machine or another person. Moves are made by clicking on what they
// change; the names of the moves are all that is kept.
import { button, download, h, icon, reveal, say, set } from "../dom";
import { Ended, type Input } from "../engine";
import { drawFigure, figuresOf, isLattice, isTurn, type Laid } from "../board";
import { listed, Picker, spot, within, type Place } from "../clicks";
import { drawLine, titleOf } from "../explorer/line";
import { stay } from "../figures";
import type { Choice, Diagnostic, MatchRequest, MatchState, Move, PlayerName, Sentence, Step } from "../protocol";
import { begin, build, helpOnly, newEngine, shareDialog } from "../shell";
import { byKey } from "../study/keeper";
import { atDesk, definer } from "../study/page";
import { begin as beginStudy, path, PLAYER, root, type Node as Reached } from "../study/study";
import { val, who } from "../values";
import { dialog } from "../worksheet/dialogs";
import { runningLine } from "../explorer/running";
import { naming, sayChoice, sayMoves } from "../explorer/saying";
import { pointing } from "../pointing";
import { libraryDialog, meant } from "../worksheet/library";
import { capital, diagnostic, explanation } from "../worksheet/output";

const SHEET = "play";
/** Where rules and a position are tried before a match begins. */
const TRIAL = "play: trial";
/** What is played by those who come for the first time. */
const FIRST = "Hex(5)";

const opponent = (player: PlayerName): PlayerName => (player === "Left" ? "Right" : "Left");

function disabled(one: HTMLButtonElement, is: boolean) {
  one.disabled = is;
  return one;
}

/** Winning moves are looked for so many seconds. */
const SECONDS = 5;

/** What is said of a node: it goes when the reader goes on. */
interface Said {
  hint?: Choice | undefined;
  /** The moves that win, where that is found out in time. */
  winning?: ReadonlySet<string> | undefined;
  why?: { title: Sentence; steps: Step[] } | null | undefined;
}

async function page() {
  const engine = newEngine();
  const { desk } = await atDesk("play", (id) => {
    const study = beginStudy(id, FIRST);
    return { ...study, match: { value: { from: root(study).id, first: "Left", machine: "Right" }, at: 1 } };
  });
  let state: MatchState | undefined;
  let picker = new Picker<Move>([]);
  let said: Said = {};
  /** What the machine says of its last move, by the node that it led to. */
  const reasons = new Map<string, Choice>();
  /** Grows when the match goes on: answers about earlier positions are dropped. */
  let turn = 0;
  let thinks = "";
  /** Whether the reader has moved, or begun a match: the machine moves by itself only then, and never where the reader only looks. */
  let isAnswered = false;
  /** The place that has the focus, or had it when the board was there last. */
  let held: string | undefined;
  const define = definer(engine, SHEET);
  const arena = h("section", { class: "card arena", "aria-label": "Board" });
  const side = h("div", { class: "side" });
  const title = h("span", { class: "title" });
  const about = h("span", { class: "muted small" });
  const trouble = h("div", { class: "trouble", role: "alert", hidden: true });
  const line = h("nav", { class: "crumbs", "aria-label": "Moves and branches" });

  /** The match that goes on: where it began, and the moves from there to the node that is shown. */
  function game() {
    const { study, at } = desk;
    const whole = path(study, at.id);
    const settings = study.match.value;
    const from = Math.max(
      0,
      whole.findIndex(({ id }) => id === settings?.from),
    );
    const moves: Reached[] = [];
    let start = whole[from] ?? root(study);
    // A change that is no move is a beginning.
    for (const node of whole.slice(from + 1)) {
      if (node.way.kind === "move") moves.push(node);
      else if (node.way.kind === "edit") {
        start = node;
        moves.length = 0;
      }
    }
    const { way } = at;
    const began = moves[0]?.way;
    const first = began?.kind === "move" ? PLAYER[began.by] : (settings?.first ?? "Left");
    return { start, moves, first, machine: settings ? settings.machine : "Right", resigned: way.kind === "resign" ? PLAYER[way.by] : null };
  }

  const names = (moves: Reached[]) => moves.map(({ way }) => (way.kind === "move" ? way.name : ""));

  async function ask<W extends MatchRequest["want"]>(want: W, more: Partial<MatchRequest> = {}) {
    const { start, first, moves, resigned } = game();
    try {
      return await engine.compute<"match">({
        kind: "match",
        sheet: SHEET,
        start: start.text,
        first,
        moves: names(moves),
        resigned,
        want,
        ...more,
      });
    } catch (problem) {
      if (problem instanceof Ended) return null;
      throw problem;
    }
  }

  function report(wrong: Diagnostic) {
    trouble.hidden = false;
    set(
      trouble,
      diagnostic(wrong, (code) => helpOnly(engine, SHEET, code)),
    );
  }

  /** Asks where the match stands, shows it, and lets the machine answer a move that was made. */
  async function go() {
    const mine = ++turn;
    const answers = isAnswered;
    isAnswered = false;
    engine.stop();
    pointed.rest();
    define(desk.study);
    said = {};
    thinks = "";
    const reply = await ask("state");
    if (mine !== turn || !reply) return;
    if (reply.error) {
      report(reply.error);
      return;
    }
    trouble.hidden = true;
    const found: MatchState = reply.found;
    state = { ...found, parts: stay(found.parts, state?.start === found.start ? state.parts : []) };
    const { machine } = game();
    picker = new Picker(state.ending || machine === state.to_move ? [] : state.moves.moves);
    draw();
    if (state.ending) say(state.ending.text);
    else if (answers && machine === state.to_move) await letMachineMove(mine);
  }

  /** Lets the machine move. */
  async function letMachineMove(mine: number) {
    thinks = "The machine thinks.";
    draw();
    let reply = await ask("choice");
    // A reader who does not want to wait gets the move that is found at once.
    if (mine === turn && (!reply || reply.error)) reply = await ask("choice", { quick: true });
    if (mine !== turn) return;
    thinks = "";
    const move = state?.moves.moves.find(({ name }) => name === reply?.found?.name);
    if (!reply?.found || !move) {
      if (reply?.error) report(reply.error);
      return draw();
    }
    say(`The machine plays ${reply.found.name}`);
    const choice = reply.found;
    const before = turn;
    play(move, (id) => reasons.set(id, choice));
    if (before === turn) draw();
  }

  function sideToMove() {
    return state!.to_move === "Left" ? ("left" as const) : ("right" as const);
  }

  function play({ to, name, changed }: Move, reached: (id: string) => void = () => {}) {
    if (!state) return;
    const way = { kind: "move", by: sideToMove(), name, changed } as const;
    reached(desk.reached(to, way));
    isAnswered = true;
    desk.grow(to, way);
  }

  function undo() {
    const { moves, machine, resigned, start } = game();
    // Against the machine a move goes back together with its answer.
    const count = resigned ? 0 : machine && moves.length > 1 && state?.to_move !== machine ? 2 : 1;
    desk.visit((moves[moves.length - count - 1] ?? start).id);
  }

  async function showHint() {
    const mine = turn;
    thinks = "Looks for a good move.";
    draw();
    const reply = (await ask("choice")) ?? (await ask("choice", { quick: true }));
    if (mine !== turn) return;
    thinks = "";
    if (reply?.error) report(reply.error);
    said.hint = reply?.found ?? undefined;
    void findWinning(mine);
    if (said.hint) say(`Hint: ${said.hint.name}, ${said.hint.reason}`);
    draw();
    if (said.hint) reveal(side.querySelector(".block"));
  }

  /** Finds the moves that win, after a hint was asked for. */
  async function findWinning(mine: number) {
    if (!state || state.moves.more > 0) return;
    const text = `winning_moves(${state.text}, ${state.to_move})`;
    const reply = await engine.compute<"fact">({ kind: "fact", sheet: SHEET, text, name: "", seconds: SECONDS }).catch(() => null);
    if (mine !== turn || !reply?.found) return;
    const winning = new Set(listed(reply.found.text));
    said.winning = new Set(state.moves.moves.filter(({ to }) => winning.has(to)).map(({ name }) => name));
    draw();
  }

  async function showWhy() {
    const mine = turn;
    thinks = "Explains the position.";
    draw();
    const reply = await ask("why");
    if (mine !== turn) return;
    thinks = "";
    said.why = reply?.error ? null : (reply?.found ?? null);
    draw();
    reveal([...side.querySelectorAll(".block")].at(-1));
  }

  /* Drawing */

  /** The pieces that were laid, as far as the moves show. */
  function laid(part: number, figure: number): Laid[] {
    return (state?.played ?? []).map(({ by, changed }) => ({ by: by === "Left" ? "l" : "r", places: [...within(changed, part, figure)] }));
  }

  function nameOf(player: PlayerName) {
    return state?.names[player === "Left" ? 0 : 1] ?? player;
  }

  const called = (side: "left" | "right") => who(PLAYER[side], nameOf(PLAYER[side]));

  /** The moves of who is to move, as an explanation names them. */
  function named() {
    const { text, to_move, moves } = state!;
    return naming({ text, left: to_move === "Left" ? moves : null, right: to_move === "Right" ? moves : null }, laid);
  }

  function choosePlace(place: Place) {
    const found = picker.choose(place);
    if (found !== "none" && "move" in found) return play(found.move);
    draw();
    reveal(arena.querySelector(":scope > .several"));
  }

  /** A figure that is known again when one of its places is pointed at. */
  function drawn(part: number, figure: number, ...of: Parameters<typeof drawFigure>) {
    const svg = drawFigure(...of);
    svg.setAttribute("data-figure", `${part},${figure}`);
    return svg;
  }

  const pointed = pointing(arena, (place) => {
    if (!state) return [];
    const choice = sayChoice(picker, place, state.parts);
    if (choice || !place) return choice ?? [];
    const moves = picker.after(place).map((move) => ({ ...move, side: sideToMove() }));
    return sayMoves(moves, () => null);
  });

  function draw() {
    if (!state) return;
    const { parts, played, ending, to_move } = state;
    const { machine, resigned, moves: made } = game();
    const active = document.activeElement;
    const focused = arena.contains(active) ? (active?.closest("[data-place]")?.getAttribute("data-place") ?? undefined) : undefined;
    // While the machine moves, the board has no places: the focus comes back with them.
    if (focused !== undefined) held = focused;
    else if (active && active !== document.body) held = undefined;
    const last = played.at(-1);
    const winning = state.moves.moves
      .filter(({ name }) => said.winning?.has(name))
      .flatMap((move) => {
        const where = spot(move, sideToMove(), parts);
        return where ? [{ side: sideToMove(), ...where }] : [];
      });
    const hinted = state.moves.moves.find(({ name }) => name === said.hint?.name)?.changed ?? [];
    const isMine = !ending && thinks === "" && machine !== to_move;
    const isMachines = !ending && thinks === "" && machine === to_move;
    const figures = parts.map((part, p) =>
      h(
        "span",
        { class: "b-group" },
        ...figuresOf(part).flatMap((figure, f) =>
          isTurn(figure, part, to_move)
            ? []
            : drawn(p, f, figure, part.text, {
                coordinates: true,
                laid: laid(p, f),
                ringed: within(last?.changed ?? [], p, f),
                chosen: picker.chosenIn(p, f),
                open: picker.isEmpty ? new Set<number>() : picker.openIn(p, f),
                hinted: within(hinted, p, f),
                winning: winning.filter((one) => one.part === p && one.figure === f),
                ...(isMine ? { choose: (place: number) => choosePlace([p, f, place]) } : {}),
              }),
        ),
      ),
    );
    const player = (one: PlayerName) => {
      const whose = machine === null ? "" : machine === one ? "the machine" : "you";
      const latest = played.findLast(({ by }) => by === one);
      const turnWords =
        !ending && to_move === one
          ? h("span", { class: "turn chip keep" }, thinks !== "" && machine === one ? "thinks" : whose === "you" ? "your move" : "to move")
          : latest
            ? h("span", { class: "turn small" }, "played ", h("code", {}, latest.name))
            : null;
      return h("div", { class: "player" }, who(one, nameOf(one)), whose ? h("span", {}, h("b", {}, whose)) : null, turnWords);
    };
    const several =
      !picker.isEmpty && picker.candidates.length > 1
        ? h(
            "div",
            { class: "several", role: "group", "aria-label": "Moves that change these places" },
            ...picker.candidates
              .slice(0, 30)
              .map((move) => h("button", { type: "button", class: "btn line sm", click: () => play(move) }, move.name)),
            button("None of these", { kind: "sm" }, () => {
              picker.clear();
              draw();
            }),
          )
        : null;
    set(
      arena,
      player("Right"),
      h("div", { class: parts.length > 1 || parts[0]!.figures.length > 1 ? "bigboards many" : "bigboards" }, ...figures),
      isMine ? pointed.line : null,
      several,
      isMachines
        ? h(
            "p",
            { class: "machines small" },
            `The machine is to move, as ${nameOf(to_move)}.`,
            button("Let the machine move", { kind: "line sm", icon: "run" }, () => void letMachineMove(turn)),
          )
        : null,
      player("Left"),
      thinks !== ""
        ? h(
            "div",
            { class: "working" },
            ...runningLine(
              thinks,
              () => engine.steps,
              () => engine.stop(),
            ),
          )
        : null,
      h(
        "div",
        { class: "controls" },
        disabled(
          button("Hint", { kind: "line", icon: "bulb" }, () => void showHint()),
          !isMine,
        ),
        disabled(
          button("Why?", { kind: "line", icon: "why" }, () => void showWhy()),
          thinks !== "",
        ),
        disabled(button("Take back", { kind: "line", icon: "undo" }, undo), made.length === 0 && !resigned),
        machine
          ? button("Swap sides", { kind: "line", icon: "swap" }, () => {
              desk.match({ ...desk.study.match.value!, machine: opponent(machine) });
              void go();
            })
          : null,
        disabled(
          button("Resign", { kind: "push", icon: "flag" }, () => {
            const by = machine ? opponent(machine) : to_move;
            desk.grow(state!.text, { kind: "resign", by: by === "Left" ? "left" : "right" });
          }),
          ending !== null,
        ),
      ),
      moveList(isMine),
    );
    title.textContent = matchName(state);
    document.title = `${matchName(state)} · Upstar`;
    drawLine(line, desk, called);
    about.textContent =
      machine === null
        ? `${nameOf(state.first)} began`
        : `You are ${nameOf(opponent(machine))}${state.first === opponent(machine) ? " and began" : ""}`;
    drawSide();
    pointed.again();
    if (held !== undefined) arena.querySelector<SVGElement>(`[data-place="${held}"]`)?.focus();
  }

  /** `Hex 5 × 5`, or the position where the match began: rows of cells become shorter. */
  function matchName({ parts, start }: MatchState) {
    const [part] = parts;
    const board = part?.figures[0];
    if (parts.length !== 1 || !part?.ruleset || board?.kind !== "board" || !board.symbols) return titleOf(start);
    // Between dots there are boxes.
    const size = (cells: number) => (isLattice(board) ? (cells - 1) / 2 : cells);
    const rows = board.cells.length / board.columns;
    return rows > 1 ? `${part.ruleset} ${size(rows)} × ${size(board.columns)}` : `${part.ruleset} ${board.columns}`;
  }

  /** All moves by their names, for positions without a picture and for those who type. */
  function moveList(isMine: boolean) {
    const { moves, more } = state!.moves;
    if (!isMine || moves.length === 0) return null;
    const bare = state!.parts.every(({ figures }) => figures.length === 0) || moves.every(({ changed }) => changed.length === 0);
    const list = h(
      "div",
      { class: "several" },
      ...moves.map((move) => h("button", { type: "button", class: "btn line sm", click: () => play(move) }, move.name)),
      more > 0 ? h("span", { class: "muted small" }, `and ${more} more`) : null,
    );
    // An answer that arrives meanwhile closes no list.
    const isOpen = arena.querySelector(`details[open][data-turn="${turn}"]`) !== null;
    return h(
      "details",
      { class: "all", "data-turn": turn, open: bare || isOpen },
      h("summary", {}, `All ${moves.length + more} moves`),
      list,
    );
  }

  function drawSide() {
    const { ending, played, points } = state!;
    const { machine, moves: made } = game();
    const reason = reasons.get(desk.at.id);
    const { hint, why, winning } = said;
    const all = state!.moves.moves.length;
    const wins =
      winning && !ending
        ? h(
            "p",
            {},
            `${winning.size} of ${all} ${all === 1 ? "move" : "moves"} ${winning.size === 1 ? "wins" : "win"}${winning.size > 0 ? ", shown as dots." : "."}`,
          )
        : null;
    const meter =
      winning && !ending && all <= 60
        ? h(
            "div",
            { class: "meter", "aria-hidden": "true" },
            ...Array.from({ length: all }, (_, n) =>
              h("i", { class: n < winning.size ? (state!.to_move === "Left" ? "w" : "w r") : null }),
            ),
          )
        : null;
    const words = ending
      ? `${capital(ending.text)}.`
      : machine === state!.to_move
        ? thinks || "This is the machine. Let it move, or swap sides."
        : reason && machine
          ? `The machine says: ${reason.claim}.`
          : "Click what your move changes.";
    const result = ending && machine ? (ending.winner === null ? "" : ending.winner === machine ? "You have lost." : "You have won.") : "";
    const block = (mark: Parameters<typeof icon>[0], heading: string, ...content: (Node | string)[]) =>
      h("div", { class: "block" }, h("h2", {}, icon(mark), heading), ...content);
    const blocks = [
      hint ? block("bulb", `Hint: ${hint.name}`, h("p", {}, `${capital(hint.reason)}.`)) : null,
      reason ? block("why", `Why ${reason.name}?`, h("p", {}, `${capital(reason.reason)}.`)) : null,
      why === null ? block("why", "Why?", h("p", {}, "It takes too long to find out who wins.")) : null,
      why ? block("why", "Who wins, and why", h("div", { class: "why" }, explanation(why.title, why.steps, true, named()))) : null,
    ];
    const rows: HTMLElement[] = [];
    for (let n = 0; n < played.length; ) {
      const row: (Node | null)[] = [null, null];
      for (const [column, player] of (["Left", "Right"] as const).entries()) {
        const one = played[n];
        if (one?.by !== player || row[column]) continue;
        const count = ++n;
        row[column] = h(
          "button",
          {
            type: "button",
            class: "ply",
            "aria-current": count === played.length ? "step" : null,
            title: "Go back to here",
            click: () => {
              const node = made[count - 1];
              if (node) desk.visit(node.id);
            },
          },
          one.name,
        );
      }
      rows.push(h("tr", {}, h("td", {}, String(rows.length + 1)), h("td", {}, row[0]), h("td", {}, row[1])));
    }
    set(
      side,
      h(
        "section",
        { class: "card state", "aria-live": "polite" },
        h("h1", {}, result || (ending ? "The match is over." : `${nameOf(state!.to_move)} to move`)),
        h("p", {}, words),
        wins,
        meter,
        points !== null ? h("p", {}, `${state!.names[0]} has `, val(points), " so far.") : null,
      ),
      blocks.some(Boolean) ? h("section", { class: "card" }, ...blocks) : null,
      h(
        "section",
        { class: "card" },
        h(
          "table",
          { class: "moves" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, h("span", { class: "sr" }, "Turn")),
              h("th", { scope: "col" }, who("Left", nameOf("Left"))),
              h("th", { scope: "col" }, who("Right", nameOf("Right"))),
            ),
          ),
          h("tbody", {}, ...rows),
        ),
        line,
        h(
          "p",
          { class: "row after" },
          button("Explore this position", { kind: "line", icon: "tree" }, () => void explore()),
        ),
      ),
    );
  }

  /* Beginning */

  function newMatch() {
    const text = h("input", { type: "text", id: "start", value: game().start.text, spellcheck: "false" });
    const definitions = h("textarea", { id: "rules", rows: 4, spellcheck: "false", placeholder: 'game Mine(b: strip of ".xo") { ... }' });
    definitions.value = desk.study.definitions.map((one) => one.text).join("\n\n");
    const machine = h(
      "select",
      { id: "machine" },
      ...[
        ["Right", "the machine plays Right"],
        ["Left", "the machine plays Left"],
        ["", "two people"],
      ].map(([value, words]) => h("option", { value }, words)),
    );
    machine.value = game().machine ?? "";
    const first = h("select", { id: "first" }, ...["Left", "Right"].map((value) => h("option", { value }, value)));
    first.value = game().first;
    const library = () =>
      void libraryDialog(
        engine,
        { title: "Library", words: "Click a ruleset to begin with an example." },
        (name) => helpOnly(engine, SHEET, name),
        (position) => {
          text.value = position;
          text.focus();
        },
      );
    const row = (id: string, label: string, input: Node) => h("div", { class: "row" }, h("label", { for: id }, label), input);
    const wrong = h("div", { role: "alert" });
    const window = dialog(
      "New match",
      h(
        "form",
        {
          class: "form",
          submit: (event: Event) => {
            event.preventDefault();
            const rules = definitions.value.trim();
            const inputs = rules ? [{ name: "rules", text: rules }] : [];
            const [begins, plays] = [first.value as PlayerName, (machine.value || null) as PlayerName | null];
            const again = (better: string) => {
              text.value = better;
              set(wrong);
              text.focus();
            };
            const check = async (position: string) => {
              const error = await fault(position, inputs, begins);
              if (!window.open) return;
              if (error === null) {
                window.close();
                return start(position, inputs, begins, plays);
              }
              set(
                wrong,
                diagnostic(error, (code) => helpOnly(engine, SHEET, code), position, again),
              );
            };
            void (rules ? check(text.value) : meant(engine, text.value).then(check));
          },
        },
        h("div", { class: "row" }, h("label", { for: "start" }, "Position"), text, button("Library …", { kind: "line" }, library)),
        row("machine", "Players", machine),
        row("first", "Who begins", first),
        row("rules", "Rules of your own", definitions),
        wrong,
        h("p", { class: "row" }, h("button", { type: "submit", class: "btn main" }, "Begin")),
      ),
    );
    text.select();
  }

  /** Why a match cannot begin so; null where it can, or where that takes too long to find out. */
  async function fault(start: string, inputs: Input[], first: PlayerName): Promise<Diagnostic | null> {
    // The machine need not think any longer about what is over.
    engine.stop();
    try {
      await engine.forget(TRIAL);
      for (const input of inputs) {
        const error = (await engine.evaluate(TRIAL, input, () => true, SECONDS))?.errors[0];
        if (error) return error;
      }
      const reply = await engine.compute<"match">({ kind: "match", sheet: TRIAL, start, first, moves: [], resigned: null, want: "state" });
      return reply?.error ?? null;
    } catch (problem) {
      if (problem instanceof Ended) return null;
      throw problem;
    } finally {
      void engine.forget(TRIAL).catch(() => {});
    }
  }

  /** Begins a match, in a study of its own. */
  function start(text: string, definitions: Input[], first: PlayerName, machine: PlayerName | null) {
    // What is shown belongs to the match before.
    state = undefined;
    picker = new Picker<Move>([]);
    set(arena, h("p", { class: "muted" }, "The match begins."));
    set(side);
    isAnswered = true;
    desk.start(text, definitions, (from) => ({ from, first, machine }));
  }

  async function explore() {
    await desk.kept();
    location.assign(`explorer.html${byKey(desk.study.id, desk.at.id)}`);
  }

  async function save() {
    const reply = await ask("record", { before: desk.study.definitions.map(({ text }) => text).join("\n") });
    if (reply?.found) download("match.game", reply.found as unknown as string);
  }

  build(
    "play",
    engine,
    () => helpOnly(engine, SHEET),
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Match" },
      title,
      about,
      h(
        "span",
        { class: "end" },
        button("Save", { icon: "save", title: "Save the match as a .game file" }, () => void save()),
        button(
          "Share the match",
          { icon: "link" },
          () => void shareDialog("Share this match", "The link contains the rules, all moves and their branches.", desk.link()),
        ),
        button("New match", { kind: "line" }, newMatch),
      ),
    ),
    trouble,
    h("div", { class: "play" }, arena, side),
  );
  desk.hear((change) => {
    if (change === "walked") void go();
    else drawLine(line, desk, called);
  });
  begin(engine, () => void go());
}

await page();
