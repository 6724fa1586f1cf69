// The protocol, and what an instance bears: limits, traps, any input whatever.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import test from "node:test";
import { instantiate, Trapped } from "../src/instance.js";
import { ALLOWANCE } from "./weight.mjs";

const bytes = readFileSync(new URL("../public/upstar.wasm", import.meta.url));
const module = new WebAssembly.Module(bytes);

async function engine(asked = { stopAsked: () => false }) {
  const ask = await instantiate(module, asked);
  return (request) => ask({ version: 1, id: 7, ...request });
}

/** A ruleset whose positions ask, within the rules, for the values of smaller ones. */
const NESTED = "game G(n: heap) { left n-1 if n > 0 and canonical(G(n-1)) >= 0 ; right n-2 if n > 2 }";

/** Evaluates an input in the worksheet `a`. */
const evaluate = (ask, text) => ask({ kind: "eval", sheet: "a", name: "cell 1", text }).reply;
const said = (reply) => reply.errors[0]?.code ?? reply.answers.map(({ text }) => text).join("; ");

test("a request has the reply of its id and its kind", async () => {
  const ask = await engine();
  assert.deepEqual(ask({ kind: "hello" }), { version: 1, id: 7, reply: { upstar: "0.2.0", calls: 60 } });
  assert.match(ask({ kind: "nothing" }).refused, /no request `nothing`/);
  assert.match(ask({ kind: "eval" }).refused, /`name` is a text/);
  assert.match(ask({ kind: "hello", version: 2 }).refused, /version 1/);
});

test("an answer comes in four notations with its place, in units of UTF-16", async () => {
  const ask = await engine();
  const [answer] = evaluate(ask, '"𝔾"; <0,*|0> + *2').answers.slice(-1);
  assert.equal(answer.text, "↑*3");
  assert.equal(answer.ascii, "^*3");
  assert.equal(answer.latex, "\\uparrow{*}3");
  assert.equal(evaluate(ask, "<1||0|-1>").answers[0].braces, "{1||0|-1}");
  assert.deepEqual([answer.from, answer.to], [6, 18]);
});

test("worksheets do not see each other's names", async () => {
  const ask = await engine();
  assert.equal(evaluate(ask, "x := 3").binds, true);
  const other = ask({ kind: "eval", sheet: "b", name: "cell 1", text: "x" }).reply;
  assert.equal(other.errors[0].code, "G0201");
  ask({ kind: "forget", sheet: "a" });
  assert.equal(said(evaluate(ask, "x")), "G0201");
});

test("a declaration says what it declares, and completion and help know it", async () => {
  const ask = await engine();
  const reply = evaluate(ask, "/// Take one.\ngame Single(n: heap) { move n-1 if n > 0 }");
  assert.deepEqual(reply.declares, [{ name: "Single", kind: "ruleset" }]);
  assert.equal(reply.own[0].summary, "Take one.");
  const { from, options } = ask({ kind: "complete", sheet: "a", text: "1 + Sing", cursor: 8 }).reply;
  assert.deepEqual([from, options[0].name], [4, "Single"]);
  assert.equal(ask({ kind: "page", sheet: "a", name: "Single" }).reply.summary, "Take one.");
  assert.equal(ask({ kind: "page", sheet: "a", name: "G0201" }).reply.name, "G0201");
  assert.equal(ask({ kind: "find", sheet: "a", question: "temperature" }).reply[0].name, "temperature");
});

test("pictures, explanations and files come with their answers", async () => {
  const ask = await engine();
  assert.match(evaluate(ask, "thermograph(<5||3|2>)").answers[0].svg, /^<svg /);
  const { why } = evaluate(ask, "explain(<0,*|*>)").answers[0];
  assert.equal(why.steps[0].because.length, 1);
  assert.deepEqual(
    evaluate(ask, 'save("a.svg", Nim(3))').files.map(({ path }) => path),
    ["a.svg"],
  );
  ask({ kind: "file", path: "rules/a.game", text: 'use "b.game"\ny := x' });
  ask({ kind: "file", path: "rules/b.game", text: "x := 5" });
  assert.equal(said(evaluate(ask, 'use "rules/a.game"; y')), "5");
});

test("positions come as figures with the symbols of their ruleset, and explanations in pieces", async () => {
  const ask = await engine();
  const of = (text) => evaluate(ask, text).answers[0].parts[0].figures[0];
  assert.deepEqual(
    of('Clobber("xo")').symbols.map(([, letter]) => letter),
    [".", "x", "o"],
  );
  assert.equal(of("draw(Nim(3))").kind, "heap");
  // A line between dots above each other stands upright.
  assert.deepEqual(
    of('draw(DotsAndBoxes(1, 1)("+#+|#o.|+.+", Right))').cells.map(([, , glyph]) => glyph),
    ["•", "─", "•", "│", " ", " ", "•", " ", "•"],
  );
  assert.equal(evaluate(ask, "<1|2>").answers[0].parts, null);
  const [{ why }] = evaluate(ask, 'explain(Clobber("xo"))').answers;
  assert.equal(why.title.find((piece) => piece.position).parts[0].ruleset, "Clobber");
  assert.ok(why.title.some((piece) => piece.value === "*"));
  assert.equal(ask({ kind: "fact", sheet: "a", text: "[1, 2]", name: "" }).reply.found.text, "[1, 2]");
});

test("a lesson goes on when an input means what it expects, also in an engine that was started again", async () => {
  const pages = [["small", "# Small\n\nAdd.\n\n```console\n> 1 + 1\n2\n> 2 + 2\n4\n```\n\nThat is all.\n"]];
  const begin = (ask, progress) => ask({ kind: "tutorial", sheet: "a", pages, progress, lesson: "" }).reply;
  const ask = await engine();
  const first = begin(ask, "");
  assert.deepEqual([first.title, first.step, first.steps, first.input], ["Small", 1, 2, "1 + 1"]);
  assert.equal(evaluate(ask, "3").lesson.goes_on, false);
  const { lesson } = evaluate(ask, "2");
  assert.deepEqual([lesson.goes_on, lesson.task.input], [true, "2 + 2"]);
  const other = await engine();
  assert.equal(begin(other, lesson.progress).step, 2);
  const last = evaluate(other, "4").lesson;
  assert.deepEqual([last.goes_on, last.task], [true, null]);
  assert.equal(ask({ kind: "tutorial", sheet: "a", pages: [], progress: "", lesson: "" }).reply, null);
  assert.equal(evaluate(ask, "2").lesson, undefined);
});

test("a preview answers as an input would, within its steps, and leaves no trace", async () => {
  const ask = await engine();
  const preview = (text, steps = 200_000) => ask({ kind: "preview", sheet: "a", text, steps }).reply;
  evaluate(ask, "x := 7");
  assert.equal(said(preview("x := 9; x + 1")), "10");
  assert.equal(said(preview("nothing_such")), "G0201");
  assert.equal(preview('save("a.svg", draw(Nim(3)))').errors.length, 0);
  assert.match(said(preview("canonical(Domineering(6, 6))", 2000)), /^G05/);
  const reply = evaluate(ask, "x + 1");
  assert.deepEqual([said(reply), reply.files, reply.answers[0].number], ["8", [], 2]);
  // The limit was that of the preview alone.
  assert.equal(said(evaluate(ask, "canonical(Domineering(4, 4))")).length > 0, true);
});

test("answers about positions are certified", async () => {
  const ask = await engine();
  const certify = (text, name) => ask({ kind: "certificate", sheet: "a", text, name }).reply;
  assert.match(certify("Domineering(2, 3)", "canonical").found.text, /^upstar certificate 1\n[\s\S]*\nclaim\t[\s\S]*\nend\t\d+\n?$/);
  assert.match(certify("Nim(1, 2, 3)", "outcome").found.text, /\nclaim\tP\n/);
  assert.equal(typeof certify("Nim(1", "outcome").error.message, "string");
});

test("a program becomes cells", async () => {
  const ask = await engine();
  const { reply } = ask({ kind: "pieces", text: "// Words\n\nx := 1\n\ny := [\n\n2]\n" });
  assert.deepEqual(reply, [
    { kind: "text", text: "Words" },
    { kind: "code", text: "x := 1" },
    { kind: "code", text: "y := [\n\n2]" },
  ]);
});

test("time, memory, calls and a wish to stop end a computation, and names stay", async () => {
  let stops = false;
  const ask = await engine({ stopAsked: () => stops });
  evaluate(ask, "x := 7");
  const long = "outcome(Domineering(9, 9))";
  stops = true;
  assert.equal(said(evaluate(ask, long)), "G0501");
  stops = false;
  ask({ kind: "settings", seconds: 0.05 });
  assert.equal(said(evaluate(ask, long)), "G0502");
  ask({ kind: "settings", seconds: null });
  evaluate(ask, "f(n) := if n == 0 then 0 else 1 + f(n - 1)");
  assert.equal(said(evaluate(ask, "f(5000)")), "5000");
  evaluate(ask, NESTED);
  assert.equal(said(evaluate(ask, "canonical(G(40))")), "1");
  evaluate(ask, NESTED.replaceAll("G", "H"));
  assert.equal(said(evaluate(ask, "canonical(H(1000))")), "G0504");
  ask({ kind: "settings", calls: 30 });
  evaluate(ask, NESTED.replaceAll("G", "I"));
  assert.equal(said(evaluate(ask, "canonical(I(40))")), "G0504");
  ask({ kind: "settings", calls: null });
  assert.equal(said(evaluate(ask, "canonical(I(40))")), "1");
  const { bytes } = evaluate(ask, "x");
  ask({ kind: "settings", bytes: bytes + (1 << 20) });
  const full = evaluate(ask, long);
  assert.deepEqual([said(full), full.restart], ["G0503", true]);
  ask({ kind: "settings", bytes: null });
  assert.equal(said(evaluate(ask, "x")), "7");
});

test("programs that nest too deeply end with an error of the language, in an engine that is not optimized yet", async () => {
  const asking = (question) => `game M(n: heap) { move n - 1 if n > 0 and ${question} }`;
  const deep = [
    [NESTED, "canonical(G(1000))"],
    [NESTED.replaceAll("canonical(G", "outcome(G"), "outcome(G(1000))"],
    [NESTED.replaceAll("canonical(G", "temperature(G"), "temperature(G(1000))"],
    ["h(n) := if n == 0 then 0 else sum([h(n - 1) for i in 1..1])", "h(100000)"],
    [asking("nimber(M(n - 1)) >= 0"), "nimber(M(1000))"],
    [asking("length(moves(M(n - 1))) >= 0"), "moves(M(1000))"],
    [asking("length(moves(M(n - 1))) >= 0"), "explain(M(1000))"],
    [asking("any([nimber(M(n - 1)) >= 0 for x in 1..1])"), "nimber(M(1000))"],
  ];
  for (const [rules, text] of deep) {
    const ask = await engine();
    evaluate(ask, rules);
    const { errors } = evaluate(ask, text);
    assert.equal(errors[0]?.code, "G0504", `${rules}; ${text}`);
    assert.equal(said(evaluate(ask, "<0,*|0> + *2")), "↑*3");
  }
});

test("recursion that is too deep for the stack traps", async () => {
  const ask = await engine();
  ask({ kind: "settings", calls: 100_000 });
  evaluate(ask, NESTED);
  assert.throws(() => evaluate(ask, "canonical(G(5000))"), Trapped);
});

test("a thousand random inputs are answered or refused", async () => {
  const words = [
    "1",
    "*2",
    "^",
    "<",
    "|",
    ">",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    "+",
    "-",
    "x",
    ":=",
    "Nim",
    "Clobber",
    '"xo"',
    "outcome",
    "canonical",
    "if",
    "then",
    "for",
    "in",
    "..",
    "\n",
    "game G(n: heap)",
    "move",
    "?",
    "\\",
    "𝔾",
    "//",
    "explain",
    "draw",
    "99999999999",
    "**",
  ];
  let state = 1976;
  const dice = (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  let ask = await engine();
  let traps = 0;
  for (let round = 0; round < 1000; round += 1) {
    ask({ kind: "settings", seconds: 0.2, bytes: 1 << 28 });
    const text = Array.from({ length: 1 + dice(12) }, () => words[dice(words.length)]).join(dice(2) ? " " : "");
    try {
      const reply = evaluate(ask, text);
      assert.ok(Array.isArray(reply.answers), text);
      assert.ok(Array.isArray(ask({ kind: "highlight", text }).reply));
      if (reply.restart) ask = await engine();
    } catch (why) {
      assert.ok(why instanceof Trapped, `${text}: ${why}`);
      assert.match(why.message, /call stack/, text);
      traps += 1;
      ask = await engine();
    }
  }
  assert.ok(traps < 10, `${traps} traps`);
  assert.equal(said(evaluate(ask, "<0,*|0> + *2")), "↑*3");
});

test("the engine takes less than 2.2 megabytes over the wire", () => {
  assert.ok(gzipSync(bytes).length < 2_200_000 + ALLOWANCE);
});
