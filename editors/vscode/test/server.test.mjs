// What the extension asks of the real language server, in the words of the protocol's own library.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { page } from "../dist/test/picture.mjs";

const require = createRequire(import.meta.url);
const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-jsonrpc/node");
const protocol = require("vscode-languageserver-protocol");
const root = new URL("../../..", import.meta.url).pathname;
const program = process.env.UPSTAR ?? join(root, "target/debug/upstar");
const built = existsSync(program) ? {} : { skip: `${program} is not built` };
const uri = "untitled:Untitled-1";
const text = 'game Mine(b: grid of ".#") {\n  left ".|." -> "#|#"\n  right ".." -> "##"\n}\nG := Mine("...|...")\nG\n<0,*|*>\ncanonicl(G)\n<3|1> //=\ncheck 1 == 2\n';

let server;
let connection;
let capabilities;
const problems = [];

before(async () => {
  if (built.skip) return;
  server = spawn(program, ["lsp", "--timeout", "10"]);
  connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (found) => problems.push(found));
  connection.onRequest("window/workDoneProgress/create", () => null);
  connection.listen();
  const asked = { processId: process.pid, rootUri: null, capabilities: { window: { workDoneProgress: true } }, initializationOptions: { messages: false } };
  ({ capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, asked));
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  const textDocument = { uri, languageId: "upstar", version: 1, text };
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument });
});

after(async () => {
  if (built.skip) return;
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  const code = await new Promise((ended) => server.on("exit", ended));
  assert.equal(code, 0);
});

const execute = (command, place) => connection.sendRequest("workspace/executeCommand", { command, arguments: [{ uri, ...place }] });
const at = (line) => ({ position: { line, character: 1 } });

test("the server has what the extension contributes commands for, and no command of its name", built, () => {
  const { commands } = capabilities.executeCommandProvider;
  const contributed = require("../package.json").contributes.commands.map((one) => one.command);
  for (const name of ["upstar.draw", "upstar.explain", "upstar.values"]) assert.ok(commands.includes(name), name);
  assert.deepEqual(contributed.filter((name) => commands.includes(name)), []);
  for (const name of ["completionProvider", "hoverProvider", "codeLensProvider", "renameProvider"]) {
    assert.ok(capabilities[name], name);
  }
});

test("errors are published where they are", built, async () => {
  for (let tries = 0; tries < 200 && problems.length === 0; tries += 1) await new Promise((later) => setTimeout(later, 50));
  const found = problems.at(-1).diagnostics.find((one) => one.code === "G0201");
  assert.deepEqual(found.range.start, { line: 7, character: 0 });
});

test("a position is drawn, in the colours of the editor", built, async () => {
  const answer = await execute("upstar.draw", at(5));
  assert.equal(answer.values.at(-1).value.kind, "position");
  const html = page(answer, "abc");
  assert.match(html, /<figure role="img" aria-label="Mine\(&quot;\.\.\.\|\.\.\.&quot;\)"><svg /);
  assert.match(html, /body\.vscode-dark \.f-wood\{fill:#[0-9a-f]{6}\}/);
  assert.doesNotMatch(html, /prefers-color-scheme|<script/);
});

test("a value is explained step by step", built, async () => {
  const html = page(await execute("upstar.explain", at(6)), "abc");
  assert.match(html, /<h1>&lt;0,\*\|\*&gt; = ↑<\/h1><ul><li>Left&#39;s \* is reversible/);
});

test("an error of what is drawn is shown with its help", built, async () => {
  const html = page(await execute("upstar.draw", at(7)), "abc");
  assert.match(html, /G0201: nothing is called `canonicl`/);
  assert.match(html, /did you mean/);
});

test("exercises and checks have their buttons", built, async () => {
  const lenses = await connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  const commands = new Set(lenses.map((lens) => lens.command.command));
  assert.ok(commands.has("upstar.check"), [...commands].join());
  const { checks } = await execute("upstar.check", at(9));
  assert.equal(checks[0].verdict, "failed");
});
