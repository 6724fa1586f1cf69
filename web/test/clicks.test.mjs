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
