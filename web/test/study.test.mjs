// Studies in a world of tabs that reload and end at any time, with a store that is slow: no node is ever lost.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";
import { dice, settle, Tab as AnyTab, World } from "./world.mjs";

const { Desk } = await load("study/desk");
const { begin, children, grown, joined, nodeOf, path, root } = await load("study/study");
const { fromData, toData, whole, read } = await load("study/codec");

class Tab extends AnyTab {
  async load(fresh) {
    const { desk, came } = await Desk.begin(this.outside, "test", fresh);
    this.desk = desk;
    return came;
  }
}

const move = (name) => ({ kind: "move", by: "left", name, changed: [[0, 0, 1]] });

test("a node is known by how it was reached", () => {
  const study = begin("s", "Nim(3)");
  const one = grown(study, nodeOf(root(study).id, "Nim(2)", move("2")));
  assert.equal(grown(one, nodeOf(root(study).id, "Nim(2)", move("2"))), one);
  const other = grown(study, nodeOf(root(study).id, "Nim(1)", move("1")));
  const both = joined(one, other);
  assert.deepEqual(
    children(both, root(study).id).map(({ text }) => text),
    ["Nim(2)", "Nim(1)"],
  );
  assert.deepEqual([...joined(other, one).nodes.keys()].sort(), [...both.nodes.keys()].sort());
  assert.deepEqual(
    path(both, [...both.nodes.keys()][2]).map(({ text }) => text),
    ["Nim(3)", "Nim(1)"],
  );
});

test("a study is the same after it was an address, and what is none is refused", async () => {
  let study = begin("s1", 'Domineering("..|..")', [{ name: "rules", text: "f(x) := x" }]);
  const first = nodeOf(root(study).id, "0", move("a1 a2"));
  study = grown(study, first);
  study = {
    ...study,
    notes: new Map([[first.id, { value: "a ↑ note", at: 5 }]]),
    pins: { value: ["temperature"], at: 7 },
    match: { value: { from: root(study).id, first: "Left", machine: null }, at: 9 },
  };
  const said = await read(await whole({ study, at: first.id }));
  assert.deepEqual(said, { kind: "whole", work: { study, at: first.id } });
  const data = toData({ study, at: first.id });
  for (const wrong of [
    null,
    3,
    {},
    { ...data, version: 1 },
    { ...data, id: "<" },
    { ...data, nodes: [] },
    { ...data, nodes: [[5, "l", "x", "y", []]] },
    { ...data, nodes: [[0, "l", "x", "y", []]] },
    { ...data, nodes: [[0, "s", 4]] },
    { ...data, definitions: [[1, 2]] },
  ]) {
    assert.equal(fromData(structuredClone(wrong)), null, JSON.stringify(wrong));
  }
  assert.equal(await read("#study=AAAA"), undefined);
  assert.equal(await read("#other"), null);
});

test("long studies are named by their key, and a link says all of them", async () => {
  const world = new World(dice(1));
  const tab = new Tab(world);
  await tab.load(() => begin("long", "Nim(9)"));
  for (let n = 0; n < 200; n += 1) tab.desk.grow(`Nim(${n}, ${n * 7919}, ${Math.imul(n, 2654435761)})`, move(`m${n}`));
  await settle();
  world.flush();
  await settle();
  assert.match(tab.entries[tab.place].hash, /^#key=long\.\w+$/);
  const link = await tab.desk.link();
  const elsewhere = new Tab(new World(dice(2)), link);
  await elsewhere.load(() => begin("none", "0"));
  assert.equal(elsewhere.desk.study.nodes.size, 201);
  assert.equal(elsewhere.desk.at.text, tab.desk.at.text);
});

test("back and forward walk the tree, and an earlier node keeps what came after it", async () => {
  const tab = new Tab(new World(dice(3)));
  await tab.load(() => begin("walk", "Nim(3)"));
  const start = tab.desk.at.id;
  tab.desk.grow("Nim(2)", move("2"));
  tab.desk.grow("Nim(1)", move("1"));
  tab.desk.visit(start);
  assert.deepEqual(
    tab.desk.line.map(({ text }) => text),
    ["Nim(3)", "Nim(2)", "Nim(1)"],
  );
  tab.desk.grow("0", move("0"));
  assert.deepEqual(
    children(tab.desk.study, start).map(({ text }) => text),
    ["Nim(2)", "0"],
  );
  tab.outside.history.go(-3);
  await tab.desk.arrive();
  assert.equal(tab.desk.at.text, "Nim(2)");
  assert.equal(tab.desk.study.nodes.size, 4);
});

/** One walk: what readers do, in some order, in up to four tabs. Returns how many nodes were made. */
async function walk(seed) {
  const random = dice(seed);
  const world = new World(random);
  const made = new Set();
  const fresh = () => begin("walked", "Nim(5)");
  const first = new Tab(world);
  await first.load(fresh);
  const note = (tab) => tab.desk.study.nodes.forEach((_, id) => made.add(id));
  note(first);
  const acts = {
    option: (tab) => tab.desk.grow(`Nim(${random.below(6)}, ${random.below(6)})`, move(String(random.below(6)))),
    edit: (tab) => tab.desk.grow(`Nim(${random.below(99)})`, { kind: "edit", name: "painted" }),
    earlier: (tab) => tab.desk.visit(random.one([...tab.desk.study.nodes.keys()])),
    note: (tab) => tab.desk.note(random.word()),
    pin: (tab) => tab.desk.pin([random.word()]),
    back: async (tab) => {
      tab.desk.undo();
      await tab.desk.arrive();
    },
    forward: async (tab) => {
      tab.desk.redo();
      await tab.desk.arrive();
    },
    reload: (tab) => tab.load(fresh),
    duplicate: async (tab) => {
      if (world.tabs.filter(({ isAlive }) => isAlive).length >= 4) return;
      const other = new Tab(world, tab.entries[tab.place].hash);
      await other.load(fresh);
    },
    end: (tab) => {
      if (world.tabs.filter(({ isAlive }) => isAlive).length > 1) tab.isAlive = false;
    },
    wait: settle,
    flush: () => world.flush(),
  };
  for (let step = 0; step < 40; step += 1) {
    const tab = random.one(world.tabs.filter(({ isAlive }) => isAlive));
    const act = random.one([...Object.keys(acts), "option", "option", "edit", "earlier"]);
    await acts[act](tab);
    if (!tab.isAlive) continue;
    // Other tabs hear of it at once; nothing that was seen is gone.
    note(tab);
    for (const other of world.tabs)
      if (other.isAlive)
        for (const id of made) assert.ok(other.desk.study.nodes.has(id), `seed ${seed}, step ${step}, after ${act}: a node is lost`);
    assert.ok(tab.desk.study.nodes.has(tab.desk.at.id));
  }
  // The browser ends without a word. What is in its storage has all.
  for (const tab of world.tabs) tab.isAlive = false;
  const [id] = made;
  const later = new Tab(world, `#key=walked.${id}`);
  await later.load(() => assert.fail("the study is gone"));
  for (const one of made) assert.ok(later.desk.study.nodes.has(one), `seed ${seed}: a node is lost in the end`);
  return made.size;
}

test("in 500 random walks of moves, edits, reloads, Backs, second tabs and sudden ends no node is lost", async () => {
  const sizes = [];
  for (let seed = 1; seed <= 500; seed += 1) sizes.push(await walk(seed));
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) / sizes.length > 8);
});
