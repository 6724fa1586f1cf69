// The page of matches: against the machine or another person. Moves are made by clicking on what they
// change; the names of the moves are all that is kept.
import { button, download, h, icon, say, set } from "../dom";
import { Ended, type Input } from "../engine";
import { drawFigure, type Owner } from "../board";
import { Picker, within, type Place } from "../clicks";
import { packed, unpacked } from "../links";
import type { Choice, Diagnostic, MatchRequest, MatchState, Move, PlayerName, Step } from "../protocol";
import { begin, build, hand, helpOnly, newEngine, recall, taken } from "../shell";
import { val, who } from "../values";
import { dialog } from "../worksheet/dialogs";
import { positions } from "../worksheet/library";
import { explanation, prose } from "../worksheet/output";

const SHEET = "play";
const KEPT = "upstar.match";

/** A match: all that is needed to play it again. */
interface Game {
  start: string;
  definitions: Input[];
  first: PlayerName;
  moves: string[];
  resigned: PlayerName | null;
  /** Whom the machine plays; null for two people. */
  machine: PlayerName | null;
}

const engine = newEngine();
let game: Game = { start: "Hex(5)", definitions: [], first: "Left", moves: [], resigned: null, machine: "Right" };
let state: MatchState | undefined;
let picker = new Picker<Move>([]);
let hint: Choice | undefined;
let said: Choice | undefined;
let reason: Choice | undefined;
let reasonOf = "";
let why: { title: string; steps: Step[] } | null | undefined;
/** Grows when the match goes on: answers about earlier positions are dropped. */
let turn = 0;
let thinks = "";

const opponent = (player: PlayerName): PlayerName => (player === "Left" ? "Right" : "Left");
const arena = h("section", { class: "card arena", "aria-label": "Board" });
const side = h("div", { class: "side" });
const title = h("span", { class: "title" });
const about = h("span", { class: "muted small" });
const banner = h("div", { class: "banner", role: "region", "aria-label": "Where this match comes from", hidden: true });
const trouble = h("div", { class: "msg", role: "alert", hidden: true });

async function ask<W extends MatchRequest["want"]>(want: W, more: Partial<MatchRequest> = {}) {
  const { start, first, moves, resigned } = game;
  try {
    return await engine.compute<"match">({ kind: "match", sheet: SHEET, start, first, moves, resigned, want, ...more });
  } catch (problem) {
    if (problem instanceof Ended) return null;
    throw problem;
  }
}

function report({ message, helps, notes, code }: Diagnostic) {
  trouble.hidden = false;
  set(trouble,
    h("div", {}, h("b", {}, ...prose(message.charAt(0).toUpperCase() + message.slice(1)), "."), " ", h("button", { type: "button", class: "plain small", click: () => helpOnly(engine, SHEET, code) }, code)),
    ...[...notes, ...helps].map((one) => h("div", { class: "help" }, ...prose(one))));
}

function keep() {
  localStorage.setItem(KEPT, JSON.stringify(game));
}

/** Asks where the match stands, shows it, and lets the machine move when it is its turn. */
async function go() {
  const mine = ++turn;
  engine.stop();
  hint = undefined;
  why = undefined;
  const reply = await ask("state");
  if (mine !== turn || !reply) return;
  if (reply.error) {
    report(reply.error);
    return;
  }
  trouble.hidden = true;
  state = reply.found;
  picker = new Picker(state.ending || game.machine === state.to_move ? [] : state.moves.moves);
  keep();
  draw();
  if (state.ending) say(state.ending.text);
  else if (game.machine === state.to_move) await machine(mine);
}

/** Lets the machine move. */
async function machine(mine: number) {
  thinks = "The machine thinks.";
  draw();
  let reply = await ask("choice");
  // A reader who does not want to wait gets the move that is found at once.
  if (mine === turn && (!reply || reply.error)) reply = await ask("choice", { quick: true });
  if (mine !== turn) return;
  thinks = "";
  if (!reply?.found) {
    if (reply?.error) report(reply.error);
    return draw();
  }
  said = reply.found;
  reason = reply.found;
  reasonOf = reply.found.name;
  say(`The machine plays ${reply.found.name}`);
  game = { ...game, moves: [...game.moves, reply.found.name] };
  await go();
}

function play(move: Move) {
  if (!state) return;
  reason = undefined;
  game = { ...game, moves: [...game.moves, move.name] };
  void go();
}

function undo() {
  // Against the machine a move goes back together with its answer.
  const count = game.resigned ? 0 : game.machine && game.moves.length > 1 && state?.to_move !== game.machine ? 2 : 1;
  game = { ...game, resigned: null, moves: game.moves.slice(0, Math.max(0, game.moves.length - count)) };
  reason = undefined;
  void go();
}

async function showHint() {
  const mine = turn;
  thinks = "Looks for a good move.";
  draw();
  const reply = (await ask("choice")) ?? (await ask("choice", { quick: true }));
  if (mine !== turn) return;
  thinks = "";
  if (reply?.error) report(reply.error);
  hint = reply?.found ?? undefined;
  if (hint) say(`Hint: ${hint.name}, ${hint.reason}`);
  draw();
}

async function showWhy() {
  const mine = turn;
  thinks = "Explains the position.";
  draw();
  const reply = await ask("why");
  if (mine !== turn) return;
  thinks = "";
  why = reply?.error ? null : (reply?.found ?? null);
  draw();
}

/* Drawing */

/** Who covered which cells, as far as the moves show. */
function covered(part: number, figure: number): Map<number, Owner> {
  const by = new Map<number, Owner>();
  for (const one of state?.played ?? []) for (const place of within(one.changed, part, figure)) by.set(place, one.by === "Left" ? "l" : "r");
  return by;
}

function nameOf(player: PlayerName) {
  return state?.names[player === "Left" ? 0 : 1] ?? player;
}

function choosePlace(place: Place) {
  const found = picker.choose(place);
  if (found !== "none" && "move" in found) play(found.move);
  else draw();
}

function draw() {
  if (!state) return;
  const { parts, played, ending, to_move } = state;
  const focused = arena.querySelector("[data-place]:focus")?.getAttribute("data-place");
  const last = played.at(-1);
  const hinted = state.moves.moves.find(({ name }) => name === hint?.name)?.changed ?? [];
  const isMine = !ending && thinks === "" && game.machine !== to_move;
  const figures = parts.map((part, p) =>
    h("span", { class: "b-group" },
      ...(part.figures.length === 0 ? [{ kind: "words" as const, words: part.text }] : part.figures).map((figure, f) =>
        drawFigure(figure, part.text, {
          coordinates: true,
          by: covered(p, f),
          ringed: within(last?.changed ?? [], p, f),
          chosen: picker.chosenIn(p, f),
          open: picker.isEmpty ? new Set<number>() : picker.openIn(p, f),
          hinted: within(hinted, p, f),
          ...(isMine ? { choose: (place: number) => choosePlace([p, f, place]) } : {}),
        }))));
  const player = (one: PlayerName) => {
    const whose = game.machine === null ? "" : game.machine === one ? "the machine" : "you";
    const latest = played.findLast(({ by }) => by === one);
    const turnWords = !ending && to_move === one ? h("span", { class: "turn chip keep" }, thinks !== "" && game.machine === one ? "thinks" : whose === "you" ? "your move" : "to move")
      : latest ? h("span", { class: "turn small" }, "played ", h("code", {}, latest.name)) : null;
    return h("div", { class: "player" }, who(one, nameOf(one)), whose ? h("span", {}, h("b", {}, whose)) : null, turnWords);
  };
  const several = !picker.isEmpty && picker.candidates.length > 1
    ? h("div", { class: "several", role: "group", "aria-label": "Moves that change these places" },
        ...picker.candidates.slice(0, 30).map((move) => h("button", { type: "button", class: "btn line sm", click: () => play(move) }, move.name)),
        button("None of these", { kind: "sm" }, () => {
          picker.clear();
          draw();
        }))
    : null;
  set(arena,
    player("Right"),
    h("div", { class: parts.length > 1 ? "bigboards many" : "bigboards" }, ...figures),
    several,
    player("Left"),
    thinks !== "" ? h("div", { class: "working" }, h("div", { class: "track", "aria-hidden": "true" }, h("i")), h("div", { class: "run" }, h("span", {}, thinks), button("Stop", { kind: "line sm", icon: "stop" }, () => engine.stop()))) : null,
    h("div", { class: "controls" },
      disabled(button("Hint", { kind: "line", icon: "bulb" }, () => void showHint()), !isMine),
      disabled(button("Why?", { kind: "line", icon: "why" }, () => void showWhy()), thinks !== ""),
      disabled(button("Undo", { kind: "line", icon: "undo" }, undo), game.moves.length === 0 && !game.resigned),
      game.machine ? button("Swap sides", { kind: "line", icon: "swap" }, () => {
        game = { ...game, machine: opponent(game.machine!) };
        void go();
      }) : null,
      disabled(button("Resign", { kind: "push", icon: "flag" }, () => {
        game = { ...game, resigned: to_move };
        void go();
      }), ending !== null)),
    moveList(isMine));
  title.textContent = matchName(state);
  document.title = `${matchName(state)} · Upstar`;
  about.textContent = game.machine === null ? `${nameOf(state.first)} began` : `You are ${nameOf(opponent(game.machine))}${state.first === opponent(game.machine) ? " and began" : ""}`;
  drawSide();
  if (focused !== null && focused !== undefined) arena.querySelector<SVGElement>(`[data-place="${focused}"]`)?.focus();
}

function disabled(one: HTMLButtonElement, is: boolean) {
  one.disabled = is;
  return one;
}

/** `Hex 5 × 5`, or the position where the match began. */
function matchName({ parts, start }: MatchState) {
  const [part] = parts;
  const board = part?.figures[0];
  if (parts.length !== 1 || !part?.ruleset || board?.kind !== "board") return short(start);
  const rows = board.cells.length / board.columns;
  return rows > 1 ? `${part.ruleset} ${rows} × ${board.columns}` : `${part.ruleset} ${board.columns}`;
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 38)}…` : text);

/** All moves by their names, for positions without a picture and for those who type. */
function moveList(isMine: boolean) {
  const { moves, more } = state!.moves;
  if (!isMine || moves.length === 0) return null;
  const bare = state!.parts.every(({ figures }) => figures.length === 0) || moves.every(({ changed }) => changed.length === 0);
  const list = h("div", { class: "several" }, ...moves.map((move) => h("button", { type: "button", class: "btn line sm", click: () => play(move) }, move.name)), more > 0 ? h("span", { class: "muted small" }, `and ${more} more`) : null);
  return h("details", { class: "all", open: bare }, h("summary", {}, `All ${moves.length + more} moves`), list);
}

function drawSide() {
  const { ending, played, points } = state!;
  const words = ending ? `${ending.text.charAt(0).toUpperCase()}${ending.text.slice(1)}.` : said && game.machine ? `The machine says: ${said.claim}.` : "Click what your move changes.";
  const result = ending && game.machine ? (ending.winner === null ? "" : ending.winner === game.machine ? "You have lost." : "You have won.") : "";
  const block = (mark: Parameters<typeof icon>[0], heading: string, ...content: (Node | string)[]) => h("div", { class: "block" }, h("h2", {}, icon(mark), heading), ...content);
  const blocks = [
    hint ? block("bulb", `Hint: ${hint.name}`, h("p", {}, `${hint.reason.charAt(0).toUpperCase()}${hint.reason.slice(1)}.`)) : null,
    reason ? block("why", `Why ${reasonOf}?`, h("p", {}, `${reason.reason.charAt(0).toUpperCase()}${reason.reason.slice(1)}.`)) : null,
    why === null ? block("why", "Why?", h("p", {}, "It takes too long to find out who wins.")) : null,
    why ? block("why", "Who wins, and why", h("div", { class: "why" }, explanation(why.title, why.steps, true))) : null,
  ];
  const rows: HTMLElement[] = [];
  for (let n = 0; n < played.length; ) {
    const row: (Node | null)[] = [null, null];
    for (const [column, player] of (["Left", "Right"] as const).entries()) {
      const one = played[n];
      if (one?.by !== player || row[column]) continue;
      const count = ++n;
      row[column] = h("button", { type: "button", class: "ply", "aria-current": count === played.length ? "step" : null, title: "Go back to here", click: () => {
        if (count === played.length) return;
        game = { ...game, resigned: null, moves: game.moves.slice(0, count) };
        void go();
      } }, one.name);
    }
    rows.push(h("tr", {}, h("td", {}, String(rows.length + 1)), h("td", {}, row[0]), h("td", {}, row[1])));
  }
  set(side,
    h("section", { class: "card state", "aria-live": "polite" }, h("h1", {}, result || (ending ? "The match is over." : `${nameOf(state!.to_move)} to move`)), h("p", {}, words), points !== null ? h("p", {}, `${state!.names[0]} has `, val(points), " so far.") : null),
    blocks.some(Boolean) ? h("section", { class: "card" }, ...blocks) : null,
    h("section", { class: "card" },
      h("table", { class: "moves" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "sr" }, "Turn")), h("th", { scope: "col" }, who("Left", nameOf("Left"))), h("th", { scope: "col" }, who("Right", nameOf("Right"))))),
        h("tbody", {}, ...rows)),
      h("p", { class: "row after" }, button("Explore this position", { kind: "sm line", icon: "tree" }, () => hand("explorer", { text: state!.text, definitions: game.definitions })))));
}

/* Beginning */

async function newMatch() {
  const text = h("input", { type: "text", id: "start", value: game.start, spellcheck: "false" });
  const definitions = h("textarea", { id: "rules", rows: 4, spellcheck: "false", placeholder: "game Mine(b: strip of \".xo\") { ... }" });
  definitions.value = game.definitions.map((one) => one.text).join("\n\n");
  const machine = h("select", { id: "machine" }, ...[["Right", "the machine plays Right"], ["Left", "the machine plays Left"], ["", "two people"]].map(([value, words]) => h("option", { value }, words)));
  machine.value = game.machine ?? "";
  const first = h("select", { id: "first" }, ...["Left", "Right"].map((value) => h("option", { value }, value)));
  first.value = game.first;
  const entries = await engine.aside<"library">({ kind: "library", sheet: "library" });
  const known = h("select", { id: "known", change: () => known.value && (text.value = known.value) },
    h("option", { value: "" }, "…"), ...entries.flatMap((entry) => {
      const [example] = positions(entry);
      return example === undefined ? [] : [h("option", { value: example }, `${entry.name}: ${example.slice(0, 40)}`)];
    }));
  const row = (id: string, label: string, input: Node) => h("div", { class: "row" }, h("label", { for: id }, label), input);
  const window = dialog("New match",
    h("form", { class: "form", submit: (event: Event) => {
      event.preventDefault();
      window.close();
      const rules = definitions.value.trim();
      start({ start: text.value, definitions: rules ? [{ name: "rules", text: rules }] : [], first: first.value as PlayerName, moves: [], resigned: null, machine: (machine.value || null) as PlayerName | null });
    } },
      row("known", "From the library", known),
      row("start", "Position", text),
      row("machine", "Players", machine),
      row("first", "Who begins", first),
      row("rules", "Rules of your own", definitions),
      h("p", { class: "row" }, h("button", { type: "submit", class: "btn main" }, "Begin"))));
  text.select();
}

/** Begins a match; rules of its own are defined before. */
function start(next: Game) {
  game = next;
  said = undefined;
  reason = undefined;
  banner.hidden = true;
  // What is shown belongs to the match before.
  state = undefined;
  picker = new Picker<Move>([]);
  set(arena, h("p", { class: "muted" }, "The match begins."));
  set(side);
  recall(engine, SHEET, next.definitions);
  void go();
}

async function share() {
  const { start, definitions, first, moves, machine } = game;
  const link = new URL(`#match=${await packed({ start, definitions, first, moves, machine })}`, location.href).href;
  const field = h("input", { readonly: true, value: link, "aria-label": "The link", class: "link" });
  const copied = button("Copy the link", { kind: "main", icon: "link" }, () => void navigator.clipboard.writeText(link).then(() => (copied.textContent = "Copied")));
  dialog("Share this match", h("p", { class: "muted" }, "The link contains the rules and all moves so far."), h("p", { class: "row" }, field, copied));
  field.select();
}

async function save() {
  const reply = await ask("record", { before: game.definitions.map(({ text }) => text).join("\n") });
  if (reply?.found) download("match.game", reply.found as unknown as string);
}

function isGame(data: unknown): data is Game {
  const { start, definitions, first, moves, machine } = (data ?? {}) as Partial<Game>;
  const isPlayer = (one: unknown) => one === "Left" || one === "Right";
  return typeof start === "string" && isPlayer(first) && (machine === null || isPlayer(machine)) && Array.isArray(moves) && moves.every((one) => typeof one === "string")
    && Array.isArray(definitions) && definitions.every((one) => typeof one?.name === "string" && typeof one?.text === "string");
}

/** Shows where a link leads; nothing of it runs before the reader says so. */
async function arrive(): Promise<boolean> {
  const link = /^#match=(.+)$/.exec(location.hash)?.[1];
  if (!link) return false;
  history.replaceState(null, "", location.pathname);
  const data = await unpacked(link);
  if (!isGame(data)) {
    dialog("This link is broken", h("p", {}, "It does not contain a match. Perhaps it was cut off on its way."));
    return false;
  }
  banner.hidden = false;
  set(banner, h("span", {}, "This match came by a link: ", h("code", {}, data.start.slice(0, 300)), `, ${data.moves.length} moves.`), button("Go on with it", { kind: "line sm", icon: "run" }, () => start({ ...data, resigned: null })));
  return true;
}

function last(): Game | null {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return isGame(data) ? { ...data, resigned: data.resigned ?? null } : null;
  } catch {
    return null;
  }
}

build(
  "play",
  engine,
  () => helpOnly(engine, SHEET),
  h("div", { class: "bar", role: "toolbar", "aria-label": "Match" },
    title, about,
    h("span", { class: "end" },
      button("Save", { icon: "save", title: "Save the match as a .game file" }, () => void save()),
      button("Share the match", { icon: "link" }, () => void share()),
      button("New match", { kind: "line" }, () => void newMatch()))),
  banner,
  trouble,
  h("div", { class: "play" }, arena, side),
);
window.addEventListener("hashchange", () => void arrive());
const handed = taken();
const isGuest = handed === null && (await arrive());
begin(engine, () => {
  if (isGuest) return;
  start(handed ? { start: handed.text, definitions: handed.definitions, first: "Left", moves: [], resigned: null, machine: "Right" } : (last() ?? game));
});
