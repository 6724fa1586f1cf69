// The programs of the suite, the examples and the blocks of the book answer in WebAssembly what they answer
// natively: what their comments expect. The stack is as large as a browser's.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { instantiate, Trapped } from "../src/instance.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const module = new WebAssembly.Module(readFileSync(join(root, "web/public/upstar.wasm")));

/** Programs that answer something else in a browser, and why. */
const EXCEPTIONS = new Map([
  // There are no folders: `save` offers what it writes to the reader.
  ["docs/book/src/errors/G0603.md", /no\/such\/folder/],
  // `heat(^2000, 1)` nests 2,000 levels, more than the stack of a browser has room for.
  ["docs/book/src/errors/G0505.md", /G0505.md:\d+: got Error\("G0505"\)/],
]);

/** All files below a folder with this ending. */
function files(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith(ending))
    .sort();
}

const read = (path) => readFileSync(join(root, path), "utf8");

/** The blocks of a page whose fence says `game`, each with empty lines before it, so that lines keep their numbers. */
function blocks(text) {
  const found = [];
  let open = null;
  text.split("\n").forEach((line, number) => {
    const fence = line.trim();
    if (fence === "```") {
      if (open !== null) found.push(open);
      open = null;
    } else if (fence === "```game") open = "\n".repeat(number + 1);
    else if (open !== null) open += `${line}\n`;
  });
  return found;
}

async function engine(folder) {
  const ask = await instantiate(module, { stopAsked: () => false });
  const request = (request) => {
    const answer = ask({ version: 1, id: 1, ...request });
    assert.equal(answer.refused, undefined);
    return answer.reply;
  };
  for (const path of files(folder, ".game")) request({ kind: "file", path: relative(folder, path), text: read(path) });
  return request;
}

/** Where programs do not do what their comments say. */
async function wrong(programs) {
  const found = [];
  const excused = new Set();
  let request = null;
  let of = "";
  for (const { name, text } of programs) {
    const folder = name.endsWith(".md") ? "docs" : dirname(name);
    // An instance never gives back memory, and one that has trapped is gone.
    if (request === null || folder !== of) request = await engine(folder);
    of = folder;
    try {
      const differences = request({ kind: "differences", name, text });
      if (EXCEPTIONS.get(name)?.test(differences.join("\n"))) excused.add(name);
      else found.push(...differences);
    } catch (why) {
      if (!(why instanceof Trapped)) throw why;
      request = null;
      if (EXCEPTIONS.get(name)?.test(why.message)) excused.add(name);
      else found.push(`${name}: ${why.message}`);
    }
  }
  const names = new Set(programs.map(({ name }) => name));
  for (const name of EXCEPTIONS.keys()) {
    if (names.has(name) && !excused.has(name)) found.push(`${name}: is no exception any more`);
  }
  return found;
}

const programs = (folder) => files(folder, ".game").map((name) => ({ name, text: read(name) }));

test("programs of the suite answer what they expect", async () => {
  assert.deepEqual(await wrong(programs("tests/suite")), []);
});

test("examples answer what they expect", async () => {
  assert.deepEqual(await wrong(programs("examples")), []);
});

test("blocks of the book answer what they expect", async () => {
  const pages = [...files("docs/book/src", ".md"), "README.md", "CONTRIBUTING.md"];
  const all = pages.flatMap((name) => blocks(read(name)).map((text) => ({ name, text })));
  assert.ok(all.length > 50);
  assert.deepEqual(await wrong(all), []);
});

test("examples of the library answer what they expect", async () => {
  const request = await engine("docs");
  const found = [];
  for (const { name } of request({ kind: "library", sheet: "library" })) {
    const { blocks } = request({ kind: "page", sheet: "library", name });
    const lines = blocks.filter(({ kind }) => kind === "code").flatMap(({ lines }) => lines);
    const shown = lines.map((line) => line.map((piece) => (typeof piece === "string" ? piece : piece.text)).join(""));
    for (let at = 0; at < shown.length; ) {
      let input = shown[at++].slice(2);
      while (shown[at]?.startsWith(". ")) input += `\n${shown[at++].slice(2)}`;
      let expected = "";
      while (at < shown.length && !shown[at].startsWith("> ")) expected += `${shown[at++]}\n`;
      const { answers, errors } = request({ kind: "eval", sheet: "library", name: "example", text: input });
      const got = errors[0] ? `error: ${errors[0].message}` : (answers.at(-1)?.text ?? "");
      if (got !== expected.trimEnd()) found.push(`${name}: ${input} gives ${got}`);
    }
  }
  assert.deepEqual(found, []);
});
