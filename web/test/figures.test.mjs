// Figures of positions that the engine writes as words: heaps, rows of cells, boards within other positions; and a picture
// of every ruleset of the library.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { before } from "node:test";
import { instantiate } from "../src/instance.js";
import { load } from "./load.mjs";

const module = new WebAssembly.Module(readFileSync(new URL("../public/upstar.wasm", import.meta.url)));
const { drawn } = await load("drawing");
const { named } = await load("figures");
const { decide } = await load("explorer/decided");
const { callArguments, spot } = await load("clicks");
const { beginning, begun, sample } = await load("worksheet/library");
const { callsOf, sentenceOf } = await load("worksheet/examples");

let request;
before(async () => {
  const engine = await instantiate(module, { stopAsked: () => false });
  const ask = (one) => engine({ version: 1, id: 1, ...one }).reply;
  request = (one) => drawn(one, ask(one), ask);
});

const read = (text) => request({ kind: "position", sheet: "sheet", text }).found;
/** Figures in short: heaps as numbers, boards as rows. */
const short = (figure) =>
  figure.kind === "heap"
    ? figure.size
    : figure.kind === "board"
      ? figure.cells.map(([, letter], n) => `${n > 0 && n % figure.columns === 0 ? "|" : ""}${letter}`).join("")
      : (figure.words ?? figure.kind);
const figures = (text) => read(text).parts.map((part) => part.figures.map(short));
const moves = (text, side = "left") => Object.fromEntries(read(text)[side].moves.map(({ name, changed }) => [name, changed.map(String)]));

test("every ruleset of the library has a picture", async () => {
  const found = [];
  for (const entry of request({ kind: "library", sheet: "library" })) {
    const of = await sample(entry, async (text) => request({ kind: "eval", sheet: "library", name: "library", text }).answers[0]);
    if (!of?.parts.some((part) => part.figures.some(({ kind }) => kind !== "words"))) found.push(entry.name);
  }
  assert.deepEqual(found, []);
});

test("an empty board is drawn after a move of each player", async () => {
  const after = async (text) => begun({ text, parts: read(text).parts }, async (text) => read(text));
  const dominoes = await after('Domineering("...|...")');
  assert.deepEqual(dominoes.laid, [
    { by: "l", places: [0, 3] },
    { by: "r", places: [4, 5] },
  ]);
  assert.deepEqual(dominoes.parts[0].figures.map(short), ["#..|###"]);
  assert.deepEqual((await after('Hex("..|..")')).parts[0].figures.map(short), ["x.|.o"]);
  assert.deepEqual((await after("PawnWalk([1, 2, 3])(0, 0)")).parts[0].figures.map(short), [1, 1]);
  for (const text of ["Wythoff(3, 5)", 'Clobber("xo")', "Chomp([2, 1])"])
    assert.deepEqual(await after(text), { parts: read(text).parts, laid: [] });
});

test("play begins on a board that is large enough where sizes are numbers", async () => {
  const answer = async (text) => request({ kind: "eval", sheet: "library", name: "library", text }).answers[0];
  const begins = async (text) => beginning({ text, parts: read(text).parts }, answer);
  assert.equal(await begins("DotsAndBoxes(1, 1)()"), "DotsAndBoxes(2, 2)()");
  assert.equal(await begins("Connect(3)(3, 4)"), "Connect(3)(4, 5)");
  for (const text of ['Clobber("xo|ox")', "Nim(1, 2)", "Hex(5)", 'Fence(6, 2)("a....b")']) assert.equal(await begins(text), text);
});

test("moves that cut a position into pieces change the line behind the first cut, in every ruleset", () => {
  const cutcake = { left: Object.values(moves("Cutcake(2, 4)")), right: Object.values(moves("Cutcake(2, 4)", "right")) };
  assert.deepEqual(cutcake, {
    left: [1, 2, 3].map((column) => [`0,0,${column}`, `0,0,${column + 4}`]),
    right: [[4, 5, 6, 7].map((place) => `0,0,${place}`)],
  });
  // So many equal parts: by the first cut.
  assert.deepEqual(Object.values(moves("MaundyCake(1, 6)")), [["0,0,3"], ["0,0,2"], ["0,0,1"]]);
  // A column is eaten out, or the only row.
  assert.deepEqual(Object.values(moves("Eatcake(1, 3)")), [["0,0,0"], ["0,0,1"], ["0,0,2"]]);
  assert.deepEqual(Object.values(moves("Eatcake(1, 3)", "right")), [["0,0,0", "0,0,1", "0,0,2"]]);
  // Beside other summands, and of two heaps the one that is cut.
  assert.deepEqual(Object.values(moves("Cutcake(1, 2) + Cutcake(2, 1)")), [["0,0,1"]]);
  const product = 'CakeProduct(n -> take_and_break("4.0", n), n -> take_and_break("4.0", n))(3, 2)';
  assert.deepEqual(Object.values(moves(product)), [["0,0,1"]]);
  assert.deepEqual(Object.values(moves(product, "right")), [["0,1,1"]]);
  // Rules of the reader's own.
  const rules =
    "game Chocolate(rows, columns) { move (rows, k), (rows, columns - k) for k in 1..columns-1 ; move (k, columns), (rows - k, columns) for k in 1..rows-1 }";
  request({ kind: "eval", sheet: "sheet", name: "rules", text: rules });
  assert.deepEqual(Object.values(moves("Chocolate(2, 2)")), [
    ["0,0,1", "0,0,3"],
    ["0,0,2", "0,0,3"],
  ]);
});

test("a loop is no edge between two vertices", () => {
  const nodes = [1, 2].map((name) => ({ name, x: 0, y: 0, label: null, symbol: null, token: false }));
  const edges = [
    [0, 0],
    [0, 1],
    [1, 0],
  ].map(([from, to]) => ({ from, to, label: null }));
  const figure = { kind: "graph", nodes, edges, ground: null, directed: false, width: 1, height: 1 };
  const all = [2, 3, 4].map((place) => [0, 0, place]);
  const places = (name) =>
    named({ moves: [{ name, to: "", parts: [], changed: all }], more: 0 }, [{ text: "", figures: [figure] }]).moves[0].changed.map(
      ([, , place]) => place,
    );
  assert.deepEqual(places("1-2"), [3, 4]);
  assert.deepEqual(places("2-1"), [3, 4]);
  assert.deepEqual(places("1-1"), [2]);
});

test("what is known of the options is shown when the rest is ended", async () => {
  const moves = ["a", "b"].map((to) => ({ to, name: to, parts: [], changed: [] }));
  const position = { text: "G", parts: [], left: { moves, more: 0 }, right: { moves: [], more: 0 } };
  const ended = { error: { code: "G0502" } };
  const answers = { "winning_moves(G, Left)": "[a]", a: "L" };
  const ask = async ({ text }) => {
    return text === "b" ? ended : answers[text] ? { found: { text: answers[text] } } : { error: { code: "G0304" } };
  };
  let shown;
  const show = (rows) => (shown = structuredClone(rows));
  assert.equal(await decide(position, ask, undefined, show, () => {}), ended);
  assert.deepEqual(shown.left, [
    { value: "", wins: true, outcome: "L" },
    { value: "", wins: false },
  ]);
  // A reader who has left is asked for nothing more.
  assert.equal(
    await decide(
      position,
      async () => null,
      undefined,
      show,
      () => {},
    ),
    null,
  );
});

test("the dot of a move that cuts a board stands on the line of the cut", () => {
  const cuts = (text, side) => {
    const position = read(text);
    return position[side].moves.map((move) => spot(move, side, position.parts).cut);
  };
  assert.deepEqual(cuts("Cutcake(2, 3)", "left"), ["upright", "upright"]);
  assert.deepEqual(cuts("Cutcake(2, 3)", "right"), ["flat"]);
  assert.deepEqual([cuts("Cutcake(1, 2)", "left"), cuts("Cutcake(2, 1)", "right")], [["upright"], ["flat"]]);
  assert.deepEqual(new Set(cuts("Eatcake(1, 3)", "left")), new Set([undefined]));
});

test("a position within another one is drawn within so many steps, without a clock", () => {
  const asked = [];
  const engine = (one) => (asked.push(one), { answers: [], checks: [], warnings: [], errors: [{ code: "G0508" }] });
  const parts = [{ text: "Twisted(Hex(9))", ruleset: "Twisted", figures: [{ kind: "words", words: "Twisted(Hex(9))" }] }];
  const reply = { found: { text: "Twisted(Hex(9))", kind: "position", parts, left: null, right: null } };
  assert.deepEqual(drawn({ kind: "position", sheet: "sheet", text: "Twisted(Hex(9))" }, reply, engine).found.parts, parts);
  assert.deepEqual(
    asked.filter(({ kind }) => kind !== "page").map(({ seconds, steps }) => [seconds, steps > 0]),
    [[undefined, true]],
  );
  // A sum, and its signs, are drawn part by part.
  const answer = request({ kind: "eval", sheet: "sheet", name: "cell", text: "Wythoff(1, 2) - Chomp([2, 1])" }).answers[0];
  assert.deepEqual(
    answer.parts.map(({ text, figures }) => [text, figures.map(short)]),
    [
      ["Wythoff(1, 2)", [1, 2]],
      ["-Chomp([2, 1])", ["−", "..|.#"]],
    ],
  );
});

test("numbers are heaps, and named rows and columns are cells", () => {
  assert.deepEqual(figures("Wythoff(3, 5)"), [[3, 5]]);
  assert.deepEqual(figures("MooresNim(2)([1, 3, 3]) + Nim(4)"), [[1, 3, 3], [4]]);
  assert.deepEqual(figures("Cutcake(2, 3)"), [["...|..."]]);
  assert.deepEqual(figures("-Cutcake(1, 2)"), [["−", ".."]]);
  assert.deepEqual(figures("Chomp([3, 1])"), [["...|.##"]]);
  assert.deepEqual(figures("Twisted(Domineering(1, 3))"), [["..."]]);
});

test("figures follow from the parameters of rulesets of one’s own", () => {
  const declared = (text) => assert.deepEqual(request({ kind: "eval", sheet: "sheet", name: "sheet", text }).errors, []);
  declared("game Bars(rows, columns) { move (rows - 1, columns) if rows > 0 }");
  declared("game Pairs(a, b) { move (a - 1, b) if a > 0 }");
  assert.deepEqual(figures("Bars(2, 2)"), [["..|.."]]);
  assert.deepEqual(figures("Pairs(2, 2)"), [[2, 2]]);
  assert.deepEqual(moves("Pairs(2, 2)"), { "(1,2)": ["0,0,1"] });
});

test("moves change counters, cells of rows, and the board within another position", () => {
  assert.deepEqual(moves("Wythoff(1, 2) + Nim(1)"), {
    "A:(0,2)": ["0,0,0"],
    "A:(1,1)": ["0,1,1"],
    "A:(1,0)": ["0,1,0"],
    "A:(0,1)": ["0,0,0", "0,1,1"],
    "B:1>0": ["1,0,0"],
  });
  assert.deepEqual(moves("Chomp([2, 1])"), { "[1,1]": ["0,0,1"], "[2,0]": ["0,0,2"] });
  assert.deepEqual(moves("Twisted(Domineering(1, 2))", "right"), { 'Domineering("##")': ["0,0,0", "0,0,1"] });
});

test("an answer has figures, and one that only looks like a position has none", () => {
  const parts = (text) => request({ kind: "eval", sheet: "other", name: "other", text }).answers[0].parts;
  assert.deepEqual(parts("Wythoff(1, 2)")[0].figures.map(short), [1, 2]);
  assert.deepEqual(
    parts("draw(Wythoff(1, 2) + Nim(3))").map((part) => part.figures.map(short)),
    [[1, 2], [3]],
  );
  assert.equal(parts('"Wythoff(1, 2)"'), null);
});

test("the arguments of a call are those of its last brackets", () => {
  assert.deepEqual(callArguments("R(2)(3, [4, 5])"), ["3", "[4, 5]"]);
  assert.deepEqual(callArguments("R((n, k) -> n > k)(3)"), ["3"]);
  assert.deepEqual(callArguments('R("a)(", 2)'), ['"a)("', "2"]);
  assert.equal(callArguments("(3, 5)"), null);
  assert.equal(callArguments("R(3)[2]"), null);
});

test("an example says its first sentence, and names positions", () => {
  assert.equal(
    sentenceOf("// Kayles and its relatives: rows of pins.\n// More of it.\n\ngame A(n) {}"),
    "Kayles and its relatives: rows of pins.",
  );
  assert.equal(sentenceOf("//! Games born\n// by day `2`. And so on."), "Games born by day 2.");
  assert.equal(sentenceOf("game A(n: heap) {}"), "");
  const text =
    'game Own(s: strip of ".x") {}\n// Not(3)\nnimber(Nim(3, 5)) + outcome(Hex("x.|.o"))\n[F(n) for n in 1..3]\nTakeAway(3)(5, 2)\nHackenbush(stalk("bbr"))';
  assert.deepEqual(callsOf(text), ["Nim(3, 5)", 'Hex("x.|.o")', "TakeAway(3)(5, 2)", 'Hackenbush(stalk("bbr"))']);
});
