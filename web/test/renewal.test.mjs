// The engine of a page with a worker that does what it is told: which names survive previews, stops and limits.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

/** How the workers answer; each has the names that were bound in it. */
let world;

class FakeWorker {
  names = new Set();
  isOver = false;
  queue = Promise.resolve();

  constructor() {
    world.workers.push(this);
  }

  postMessage(message) {
    if ("begin" in message) {
      this.flag = message.flag && new Int32Array(message.flag);
      setTimeout(() => this.onmessage({ data: { ready: true } }));
      return;
    }
    const { id, request } = message;
    world.asked.push(request);
    this.queue = this.queue
      .then(() => this.answer(request))
      .then((reply) => {
        if (!this.isOver) this.onmessage({ data: reply === "trap" ? { id, trapped: "call stack" } : { id, reply } });
      });
  }

  async answer(request) {
    if (request.kind === "settings") this.seconds = request.seconds;
    if (request.kind !== "eval" && request.kind !== "preview") return {};
    const { text } = request;
    const said = (code, restart = false) => ({ errors: code ? [{ code }] : [], answers: [], binds: !code && text.includes(":="), restart });
    const special = world.special?.(request, this);
    if (special === "trap") return special;
    if (special) return said(special.code, special.restart);
    // Any computation takes a moment, and looks at the flag.
    for (let turn = 0; turn < (world.turns ?? 1); turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.flag && Atomics.load(this.flag, 0) === 1) return said("G0501");
    }
    const [, name, uses] = /^(\w+) := (?:\w* ?)(?:uses (\w+))?/.exec(text) ?? [];
    const used = uses ?? /^(\w+) \+ 1$/.exec(text)?.[1];
    if (used && !this.names.has(used)) return said("G0201");
    if (name && request.kind === "eval") this.names.add(name);
    return said();
  }

  terminate() {
    this.isOver = true;
  }
}

globalThis.Worker = FakeWorker;
globalThis.crossOriginIsolated = true;
globalThis.fetch = () => null;
WebAssembly.compileStreaming = async () => ({});
const { Engine } = await load("engine");

async function fresh() {
  world = { workers: [], asked: [], turns: 1 };
  const engine = new Engine("engine.wasm");
  await engine.begin();
  return engine;
}

const evaluate = (engine, text, seconds) => engine.evaluate("a", { name: "cell", text }, () => true, seconds);
const code = (reply) => reply.errors[0]?.code;
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const texts = (engine) => engine.inputs("a").map(({ text }) => text);

test("a run while names are put in place again after a preview loses none of them", async () => {
  for (const failure of ["trap", { code: "G0503", restart: true }]) {
    const engine = await fresh();
    await evaluate(engine, "x := 1");
    await evaluate(engine, "y := 2 uses x");
    world.special = ({ kind }) => (kind === "preview" ? failure : null);
    world.turns = 5;
    const preview = engine.preview("a", "much");
    // The reader runs a cell at any time while that goes on.
    for (let time = 0; time < 4; time += 1) {
      await wait(3);
      assert.equal(code(await evaluate(engine, "y + 1")), undefined);
    }
    await preview;
    assert.deepEqual(texts(engine), ["x := 1", "y := 2 uses x"]);
  }
});

test("a preview that fills the memory computes the session once, when something is evaluated", async () => {
  const engine = await fresh();
  await evaluate(engine, "x := 1");
  world.special = ({ kind }) => (kind === "preview" ? { code: "G0503", restart: true } : null);
  const evals = () => world.asked.filter(({ kind }) => kind === "eval").length;
  assert.equal(code(await engine.preview("a", "much")), "G0503");
  for (let pause = 0; pause < 5; pause += 1) assert.equal(await engine.preview("a", `much ${pause}`), null);
  assert.equal(evals(), 1);
  assert.equal(code(await evaluate(engine, "x + 1")), undefined);
  assert.equal(evals(), 3);
  world.special = null;
  assert.equal(code(await engine.preview("a", "x + 1")), undefined);
});

test("an input that was stopped or limited while it was put in place stays, and so does what needs it", async () => {
  const engine = await fresh();
  const inputs = [
    { name: "1", text: "x := 1" },
    { name: "2", text: "y := 2 uses x" },
    { name: "3", text: "z := 3 uses w" },
  ];
  world.turns = 20;
  engine.recall("a", inputs);
  await wait(10);
  engine.stop();
  world.turns = 1;
  // The next computation puts them in place; a real error is dropped.
  assert.equal(code(await evaluate(engine, "y + 1")), undefined);
  assert.deepEqual(texts(engine), ["x := 1", "y := 2 uses x"]);
  for (const limit of [{ code: "G0502" }, { code: "G0503", restart: true }]) {
    world.special = ({ text }) => (text === "x := 1" ? limit : null);
    engine.recall("a", engine.inputs("a"));
    assert.equal(code(await evaluate(engine, "y + 1")), "G0201");
    assert.deepEqual(texts(engine), ["x := 1", "y := 2 uses x"]);
    world.special = null;
    engine.recall("a", engine.inputs("a"));
    assert.equal(code(await evaluate(engine, "y + 1")), undefined);
  }
  // What traps when it is put in place is not tried again.
  world.special = ({ text }) => (text === "x := 1" ? "trap" : null);
  engine.recall("a", engine.inputs("a"));
  await evaluate(engine, "1");
  assert.deepEqual(texts(engine), []);
});

test("definitions that are replaced while the last ones are put in place are not lost", async () => {
  const engine = await fresh();
  world.turns = 5;
  engine.recall("a", [{ name: "1", text: "x := 1" }]);
  await wait(4);
  engine.recall("a", [{ name: "1", text: "y := 1" }]);
  assert.equal(code(await evaluate(engine, "y + 1")), undefined);
  assert.deepEqual(texts(engine), ["y := 1"]);
});

test("two guests at once have their seconds, and the engine keeps its own limit", async () => {
  const engine = await fresh();
  const seconds = [];
  world.special = ({ kind, text }, worker) => void (kind === "eval" && seconds.push([text, worker.seconds]));
  await Promise.all([evaluate(engine, "1", 2), evaluate(engine, "2", 2), evaluate(engine, "3")]);
  await engine.limit({ ...engine.limits, seconds: 1 });
  await evaluate(engine, "4", 2);
  engine.recall("a", [{ name: "1", text: "x := 1" }], 0.5);
  await evaluate(engine, "5");
  assert.deepEqual(seconds, [
    ["1", 2],
    ["2", 2],
    ["3", null],
    ["4", 1],
    ["x := 1", 0.5],
    ["5", 1],
  ]);
  assert.equal(engine.limits.seconds, 1);
  // A guest that traps leaves the limit as it was.
  world.special = ({ text }) => (text === "6" ? "trap" : null);
  await assert.rejects(evaluate(engine, "6", 0.5));
  world.special = null;
  await evaluate(engine, "7");
  assert.equal(world.workers.at(-1).seconds, 1);
});
