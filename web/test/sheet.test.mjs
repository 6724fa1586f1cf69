// Worksheets in a world of tabs that reload and end at any time, with a store that is slow: nothing that was typed is lost.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";
import { dice, settle, Tab as AnyTab, until, World } from "./world.mjs";

const { Keeper } = await load("study/keeper");
const { code, sheet, SHEETS } = await load("worksheet/sheet");
const { forget, head, joinedSheets, settle: settleCell } = await load("worksheet/joined");

class Tab extends AnyTab {
  async load(fresh) {
    this.keeper = new Keeper(this.outside, SHEETS, "worksheet", sheet("", []));
    return this.keeper.begin(fresh);
  }

  get work() {
    return this.keeper.work;
  }
}

const fresh = () => ({ ...sheet("", [code("w0")]), id: "walked" });
const texts = ({ cells }) => cells.map(({ text }) => text);

/** One walk: what readers do, in some order, in up to three tabs. */
async function walk(seed) {
  const random = dice(seed);
  const world = new World(random);
  await new Tab(world).load(fresh);
  const [typed, deleted] = [new Set(["w0"]), new Set()];
  const alive = () => world.tabs.filter(({ isAlive }) => isAlive);
  const acts = {
    type: (tab, step) => {
      random.one(tab.work.cells).text += ` w${step}.`;
      typed.add(`w${step}.`);
      tab.keeper.change();
    },
    soon: (tab, step) => {
      random.one(tab.work.cells).text += ` w${step}.`;
      typed.add(`w${step}.`);
      tab.keeper.soon();
      tab.keeper.flush();
    },
    add: (tab, step) => {
      tab.work.cells.splice(random.below(tab.work.cells.length + 1), 0, { ...code(`w${step}`), id: `c${step}` });
      typed.add(`w${step}`);
      tab.keeper.change();
    },
    remove: (tab) => {
      if (tab.work.cells.length < 2) return;
      const [cell] = tab.work.cells.splice(random.below(tab.work.cells.length), 1);
      forget(tab.work, cell);
      cell.text.split(" ").forEach((word) => deleted.add(word));
      tab.keeper.change();
    },
    rename: (tab, step) => {
      Object.assign(tab.work, { title: `t${step}`, named: step });
      tab.keeper.change();
    },
    reload: (tab) => tab.load(fresh),
    duplicate: async (tab) => {
      if (alive().length < 3) await new Tab(world, tab.entries[tab.place].hash).load(fresh);
    },
    end: (tab) => {
      if (alive().length > 1) tab.isAlive = false;
    },
    wait: settle,
    flush: () => world.flush(),
  };
  for (let step = 1; step <= 40; step += 1) {
    const act = random.one([...Object.keys(acts), "type", "type", "add"]);
    await acts[act](random.one(alive()), step);
  }
  // All that tabs have to say is written.
  for (let turn = 0; turn < 6; turn += 1) {
    alive().forEach(({ keeper }) => keeper.flush());
    await settle();
    world.flush();
    await settle();
  }
  const shown = ({ work }) => work.cells.map((cell) => [head(cell), cell.text]).toSorted();
  for (const tab of alive())
    assert.deepEqual([work(tab).title, shown(tab)], [work(alive()[0]).title, shown(alive()[0])], `seed ${seed}: the tabs differ`);
  for (const tab of world.tabs) tab.isAlive = false;
  const later = new Tab(world, "#key=walked");
  await later.load(() => assert.fail("the worksheet is gone"));
  const all = texts(later.work).join(" ").split(" ");
  for (const word of typed) assert.ok(deleted.has(word) || all.includes(word), `seed ${seed}: ${word} is lost`);
  return typed.size;
}

const work = (tab) => tab.work;

test("in 500 random walks of typing, deleting, reloads, second tabs and sudden ends nothing that was typed is lost", async () => {
  const sizes = [];
  for (let seed = 1; seed <= 500; seed += 1) sizes.push(await walk(seed));
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) / sizes.length > 8);
});

test("a link is a guest where it is new, and the reader's own where all of it is here", async () => {
  const world = new World(dice(1));
  const tab = new Tab(world);
  await tab.load(fresh);
  tab.work.cells[0].text = "sent";
  tab.keeper.change();
  await settle();
  world.flush();
  const link = await tab.keeper.link();
  tab.work.cells[0].text = "edited since";
  tab.keeper.change();
  await settle();
  world.flush();
  await settle();
  const again = new Tab(world, link);
  await again.load(fresh);
  assert.deepEqual([texts(again.work), again.work.isGuest], [["edited since"], undefined]);
  const elsewhere = new Tab(new World(dice(2)), link);
  await elsewhere.load(fresh);
  assert.deepEqual([texts(elsewhere.work), elsewhere.work.isGuest, elsewhere.work.isUntouched], [["sent"], true, true]);
  // What was edited there comes back as a worksheet of its own.
  elsewhere.work.cells[0].text = "answered";
  const back = new Tab(world, await elsewhere.keeper.link());
  await back.load(fresh);
  assert.deepEqual([texts(back.work), back.work.isGuest], [["answered"], true]);
  assert.notEqual(back.work.id, tab.work.id);
  assert.equal(await SHEETS.read("#sheet=AAAA"), undefined);
  assert.equal(await SHEETS.read("#other"), null);
});

test("a worksheet that cannot be kept is in the address, and the reader's own after a reload", async () => {
  const world = new World(dice(3));
  const tab = new Tab(world);
  await tab.load(() => ({ ...fresh(), cells: [code(), code("1 + 1")] }));
  await settle();
  world.flush();
  await settle();
  world.isFull = true;
  const text = Array.from({ length: 3000 }, (_, n) => `${(n * 7919) % 10_007}`).join(" + ");
  tab.work.cells[0].text = text;
  tab.keeper.change();
  const hash = () => tab.entries[tab.place].hash;
  await until(() => hash().length > 2000);
  assert.equal(tab.keeper.isKept, false);
  assert.match(hash(), /^#sheet=/);
  await tab.load(fresh);
  assert.deepEqual([texts(tab.work), tab.work.isGuest, tab.work.isUntouched], [[text, "1 + 1"], undefined, undefined]);
  // When there is room again, it is kept.
  world.isFull = false;
  tab.keeper.change();
  await settle();
  world.flush();
  await until(() => hash().length < 2000);
  assert.equal(tab.keeper.isKept, true);
  assert.match(hash(), /^#key=/);
});

test("of two texts that were typed at once both stay, and none comes again after it was edited", () => {
  const copy = (sheet) => structuredClone(sheet);
  const first = { id: "s", title: "", changed: 0, bound: [], cells: [{ id: "c", kind: "code", text: "0" }] };
  first.cells.forEach(settleCell);
  const tabs = ["one", "two"].map((text) => ({ base: copy(first), mine: { ...copy(first), cells: [{ ...copy(first).cells[0], text }] } }));
  const browser = { kept: first };
  const keep = (tab) => {
    tab.mine = joinedSheets(tab.mine, copy(browser.kept), tab.base);
    [browser.kept, tab.base] = [copy(tab.mine), copy(tab.mine)];
  };
  const both = () => [0, 1, 0, 1].forEach((n) => keep(tabs[n]));
  const texts = ({ mine }) => mine.cells.map(({ text }) => text);
  both();
  assert.deepEqual(texts(tabs[0]).toSorted(), ["one", "two"]);
  // Each is edited where it came from elsewhere, and one is deleted in the end.
  for (const [tab, text] of [
    [tabs[0], "two"],
    [tabs[1], "one"],
  ])
    tab.mine.cells.find((cell) => cell.text === text).text = `${text}, edited`;
  both();
  for (const tab of tabs) assert.deepEqual(texts(tab).toSorted(), ["one, edited", "two, edited"]);
  const [gone] = tabs[0].mine.cells.splice(0, 1);
  forget(tabs[0].mine, gone);
  both();
  for (const tab of tabs) assert.equal(texts(tab).length, 1);
  // What contains the other text is both.
  tabs[0].mine.cells[0].text += " 1";
  tabs[1].mine.cells[0].text += " 1 2";
  both();
  for (const tab of tabs)
    assert.deepEqual(
      texts(tab).map((text) => text.slice(-4)),
      [" 1 2"],
    );
});

test("what one tab has deleted is not there again because another one has typed more", () => {
  const cell = (text) => ({ id: "c", kind: "code", text });
  const base = { id: "s", title: "", changed: 0, bound: [], cells: [settleCell(cell("one two"))] };
  const after = (text) => ({ ...structuredClone(base), cells: [{ ...structuredClone(base.cells[0]), text }] });
  const texts = (mine, theirs) => joinedSheets(after(mine), after(theirs), base).cells.map(({ text }) => text);
  assert.deepEqual(texts("one", "one two three").toSorted(), ["one", "one two three"]);
  assert.deepEqual(texts("one two three", "one").toSorted(), ["one", "one two three"]);
  assert.deepEqual(texts("one two 3", "one two 3 4"), ["one two 3 4"]);
  assert.deepEqual(texts("0 one two 3", "one two 3"), ["0 one two 3"]);
});

test("a cell is out of date where it uses a name that has changed, at once or by others", async () => {
  const { isStale } = await load("worksheet/sheet");
  const ran = (text, order, names = []) => ({
    ...code(text),
    ran: { text, order, reply: { binds: names.length > 0, declares: names.map((name) => ({ name, kind: "value" })) } },
  });
  const cells = [
    ran("x := 5", 9, ["x"]),
    ran("y := x + 1", 2, ["y"]),
    ran("z := 3", 3, ["z"]),
    ran("y * 2", 4),
    ran("z + 1", 5),
    { ...ran("x", 10), text: "x \n" },
    { ...ran("x", 11), text: "x + 1" },
  ];
  const all = cells.map((_, at) => isStale({ ...sheet("", cells) }, at));
  assert.deepEqual(all, [null, 0, null, 0, null, null, "edited"]);
});

test("messages speak of these pages, and a lesson does not begin with installing", async () => {
  const { here } = await load("worksheet/output");
  assert.equal(
    here("allow more with `--max-memory SIZE`, for instance `--max-memory 8G`; at the prompt with `:set max_memory 8G`"),
    "allow more megabytes of memory in Settings",
  );
  assert.doesNotMatch(here("allow more with `--timeout SECONDS`, at the prompt with `:set timeout SECONDS`"), /--|:set/);
  const { inBrowser } = await load("worksheet/tutorial");
  const page = "# One\n\nWords.\n\n## Install\n\n`cargo install`\n\n## A game\n\n> 1\n";
  assert.equal(inBrowser(page), "# One\n\nWords.\n\n## A game\n\n> 1\n");
});
