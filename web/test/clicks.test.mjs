// Texts of answers about moves, and the moves that a question offers.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { isNamedByResult, listed, playerAsked, tight } = await load("clicks");
const { mover, offered } = await load("exercises/moves");

test("a list is read with all its brackets and quotes", () => {
  assert.deepEqual(listed("[<1,0|*>, Nim(3, 5), <1,0||2|3> + *2]"), ["<1,0|*>", "Nim(3, 5)", "<1,0||2|3> + *2"]);
  assert.deepEqual(listed("[⟨1,0|*⟩, {1,0|*}, ±[1, 2]]"), ["⟨1,0|*⟩", "{1,0|*}", "±[1, 2]"]);
  assert.deepEqual(listed('[Toads("T ,F]"), Quoted("a \\", b"), 1]'), ['Toads("T ,F]")', 'Quoted("a \\", b")', "1"]);
  assert.deepEqual(listed("[F(n -> n), G(a < b), 2]"), ["F(n -> n)", "G(a < b)", "2"]);
  assert.deepEqual(listed("[]"), []);
  assert.deepEqual(listed("[1, ]"), ["1"]);
  assert.deepEqual(listed("[1, 2"), ["1"]);
});

test("spaces within quotes mean something", () => {
  assert.equal(tight(' Toads( "T  F" ) + 1'), 'Toads("T  F")+1');
  assert.notEqual(tight('Toads("T F")'), tight('Toads("TF")'));
  assert.equal(tight('F("a \\" b" , 1)'), 'F("a \\" b",1)');
});

const move = (name, to = name) => ({ name, to, parts: [], changed: [] });
const side = (...moves) => ({ moves, more: 0 });

test("a question offers the moves of the player whom it asks for", () => {
  const position = { text: "G", left: side(move("a"), move("c")), right: side(move("b"), move("c")) };
  const names = (ask) => offered(position, mover(position, ask)).map(({ name, by }) => [name, by]);
  assert.deepEqual(names("A move of Left's from `G`."), [
    ["a", "Left"],
    ["c", "Left"],
  ]);
  assert.deepEqual(names("All moves of Right."), [
    ["b", "Right"],
    ["c", "Right"],
  ]);
  assert.deepEqual(names("A move."), [
    ["a", "Left"],
    ["c", null],
    ["b", "Right"],
  ]);
  assert.equal(playerAsked("What does Left answer to Right?"), null);
  assert.equal(mover({ ...position, left: null }, "A move after Left has moved."), "Right");
  assert.equal(mover({ ...position, right: side() }, "A move of Right"), null);
  const twice = { text: "G", left: side(move("a"), move("a")), right: side() };
  assert.deepEqual(
    offered(twice, null).map(({ by }) => by),
    ["Left"],
  );
});

test("a list of moves does not show their results", () => {
  assert.ok(isNamedByResult(move("4"), "5"));
  assert.ok(isNamedByResult(move("B:7", "Nim(2) + 7"), "Nim(2) + F(3)"));
  assert.ok(!isNamedByResult(move("a1 a2", 'Domineering("#.|#.")'), 'Domineering("..|..")'));
  // The options of a bracket can be read in it.
  assert.ok(!isNamedByResult(move("1"), "<1,0|*>"));
});

const { spot } = await load("clicks");
const { pile } = await load("board");
const [EMPTY, LEFT, RIGHT] = [
  [0, ".", null],
  [1, "x", null],
  [2, "o", null],
];
const SIGNS = { ".": EMPTY, x: LEFT, o: RIGHT, "#": [3, "#", null] };
const onBoard = (text) => ({
  kind: "board",
  columns: text.indexOf("|") < 0 ? text.length : text.indexOf("|"),
  slanted: false,
  cells: [...text.replaceAll("|", "")].map((one) => SIGNS[one]),
});
/** The places of a move from one board to another. */
function spotOf(before, after, by) {
  const [from, to] = [onBoard(before), onBoard(after)];
  const changed = from.cells.flatMap((one, n) => (one === to.cells[n] ? [] : [[0, 0, n]]));
  return spot({ name: "", to: "", changed, parts: [{ text: "", ruleset: null, figures: [to] }] }, by, [
    { text: "", ruleset: null, figures: [from] },
  ]).places;
}

test("a move is where its piece lands, where its fall begins, or all that it covers", () => {
  // A stone that jumps, one that takes, a queen that shoots.
  assert.deepEqual(spotOf("o..|x..|...", "...|...|o..", "right"), [6]);
  assert.deepEqual(spotOf("xo|..", ".x|..", "left"), [1]);
  assert.deepEqual(spotOf("x..|...|..o", ".x#|...|..o", "left"), [1]);
  assert.deepEqual(spotOf("xx.oo", "x.xoo", "left"), [2]);
  // Dominoes that fall away from the one that is pushed.
  assert.deepEqual(spotOf("xoox", "xo..", "right"), [2]);
  assert.deepEqual(spotOf("xoox", "..ox", "right"), [1]);
  assert.deepEqual(spotOf("xoox", "....", "left"), [0]);
  // A piece that covers a rectangle has its dot in the midst.
  assert.deepEqual(spotOf("..|..", "##|..", "left"), [0, 1]);
  const bent = spotOf("..|..", "##|#.", "left");
  assert.equal(bent.length, 1);
});

test("on graphs a move is the edge that is cut, the place of a token, or the vertex beside all others", () => {
  const node = (name, token = false) => ({ x: 0, y: 0, name, label: null, symbol: null, token });
  const graph = (nodes, edges, ground = null) => ({
    kind: "graph",
    width: 1,
    height: 1,
    nodes,
    edges: edges.map(([from, to]) => ({ from, to, label: null })),
    directed: false,
    ground,
  });
  const at = (figure, ...places) =>
    spot({ name: "", to: "", changed: places.map((place) => [0, 0, place]), parts: [] }, "left", [
      { text: "", ruleset: null, figures: [figure] },
    ]).places;
  const nodes = [0, 1, 2, 3].map((n) => node(n));
  const stalk = graph(
    nodes,
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    0,
  );
  assert.deepEqual(at(stalk, 1, 2, 3, 4, 5, 6), [4]);
  assert.deepEqual(at(stalk, 5, 6), [5]);
  const row = graph(nodes, [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  assert.deepEqual(at(row, 0, 1, 2, 4, 5, 6), [1]);
  assert.deepEqual(at(graph([node(0), node(1, true)], [[1, 0]]), 1, 0, 2), [0]);
});

test("each counter of a heap has a place of its own, and heaps of different sizes look different", () => {
  for (const size of [1, 10, 11, 24, 25, 60, 400]) {
    const { at, drawn, width, floor } = pile(size, true);
    assert.equal(drawn, size);
    const places = Array.from({ length: size }, (_, n) => at(n));
    assert.equal(new Set(places.map(String)).size, size);
    assert.ok(
      places.every(([x, y]) => x >= 0 && x < width && y >= 0 && y < floor),
      `${size}`,
    );
  }
  const large = pile(1_000_000, true);
  assert.ok(large.drawn < 1000);
  assert.ok(large.at(999_999)[1] < large.floor);
  assert.equal(pile(30, false).drawn, 24);
});
