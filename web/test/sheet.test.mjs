// Worksheets in a store that is full: what goes, and what stays.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { address, code, keep, kept, read, sheet, untouched } = await load("worksheet/sheet");

/** A store with room for so many characters. */
function store(room) {
  const items = new Map();
  globalThis.localStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem(key, text) {
      const all = [...items].reduce((sum, [name, one]) => sum + (name === key ? 0 : one.length), text.length);
      if (all > this.room) throw new Error("QuotaExceededError");
      items.set(key, text);
    },
    room,
  };
}

let clock = 0;
/** A worksheet with an answer of so many characters. */
function made(title, answer, make = sheet) {
  const one = make(title, [{ ...code(`text of ${title}`), ran: { text: `text of ${title}`, ended: "x".repeat(answer), order: 1 } }]);
  return { ...one, changed: ++clock };
}

const titles = () => kept().map(({ title }) => title);
const answered = () => kept().filter(({ cells }) => cells[0].ran).map(({ title }) => title);

test("a full store loses answers of other worksheets first, the oldest first", () => {
  store(10_000);
  for (const title of ["a", "b", "c"]) assert.ok(keep(made(title, 2500)));
  assert.ok(keep(made("d", 2500)));
  assert.deepEqual(titles(), ["d", "c", "b", "a"]);
  assert.deepEqual(answered(), ["d", "c", "b"]);
  assert.ok(keep(made("e", 7500)));
  assert.deepEqual(answered(), ["e"]);
  // Then its own answers.
  assert.ok(keep(made("f", 20_000)));
  assert.deepEqual(titles(), ["f", "e", "d", "c", "b", "a"]);
  assert.deepEqual(answered(), []);
});

test("then those go that the reader has not made, and no others", () => {
  store(3000);
  const long = (title, make) => ({ ...made(title, 0, make), cells: [code("y".repeat(700))] });
  for (const [title, make] of [["own 1", sheet], ["guest", untouched], ["example", untouched]]) assert.ok(keep(long(title, make)));
  assert.ok(keep(long("own 2", sheet)));
  assert.deepEqual(titles(), ["own 2", "example", "own 1"]);
  assert.ok(keep(long("own 3", sheet)));
  assert.deepEqual(titles(), ["own 3", "own 2", "own 1"]);
  assert.equal(keep(long("own 4", sheet)), false);
  assert.deepEqual(titles(), ["own 3", "own 2", "own 1"]);
});

test("of too many worksheets those go first that the reader has not made", () => {
  store(1_000_000);
  for (let n = 1; n <= 29; n += 1) keep(made(`own ${n}`, 0));
  keep(made("guest", 0, untouched));
  keep(made("own 30", 0));
  assert.ok(!titles().includes("guest") && titles().includes("own 1") && titles().length === 30);
  keep(made("own 31", 0));
  assert.ok(!titles().includes("own 1") && titles().length === 30);
});

test("the address of a worksheet that cannot be kept says all of it", async () => {
  store(100);
  const text = Array.from({ length: 3000 }, (_, n) => `${(n * 7919) % 10_007}`).join(" + ");
  const one = sheet("Long", [code(text)]);
  assert.equal(keep(one), false);
  assert.match(await address(one, true), /^#key=/);
  const hash = await address(one, false);
  assert.match(hash, /^#sheet=/);
  const [own, guest] = [await read(hash, true), await read(hash, false)];
  assert.deepEqual([own.title, own.cells[0].text, own.isGuest, own.isUntouched], ["Long", text, undefined, undefined]);
  assert.deepEqual([guest.isGuest, guest.isUntouched], [true, true]);
});
