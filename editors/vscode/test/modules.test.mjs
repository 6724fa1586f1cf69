// The parts of the extension that need no editor.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page, split } from "../dist/test/picture.mjs";
import { findProgram } from "../dist/test/program.mjs";

test("the program is found by name, by path, and where installers put it", () => {
  const files = new Set(["/opt/bin/upstar", "/home/ann/.cargo/bin/up", "/home/ann/bin/upstar", "/tools/upstar.exe"]);
  const machine = { platform: "linux", home: "/home/ann", path: "/usr/bin:/opt/bin", starts: (file) => files.has(file) };
  assert.equal(findProgram("upstar", machine), "/opt/bin/upstar");
  assert.equal(findProgram("", machine), "/opt/bin/upstar");
  assert.equal(findProgram("up", machine), "/home/ann/.cargo/bin/up");
  assert.equal(findProgram("~/bin/upstar", machine), "/home/ann/bin/upstar");
  assert.equal(findProgram("/usr/bin/upstar", machine), undefined);
  assert.equal(findProgram("other", machine), undefined);
  const windows = { ...machine, platform: "win32", path: "/tools" };
  assert.equal(findProgram("upstar", windows), "/tools/upstar.exe");
});

test("the page has no scripts, loads nothing, and shows text as text", () => {
  const values = [{ input: "<script>alert(1)</script>", value: { kind: "game", text: "<0|\"*\">" } }];
  const errors = [{ code: "G0201", message: "a & b", notes: ["n"], helps: ["h"] }];
  const html = page({ values, errors }, "abc");
  assert.match(html, /default-src 'none'; style-src 'nonce-abc'/);
  assert.doesNotMatch(html, /<script|https?:/);
  assert.match(html, /&lt;script&gt;alert\(1\)/);
  assert.match(html, /&lt;0\|&quot;\*&quot;&gt;/);
  assert.match(html, /G0201: a &amp; b/);
});

test("a picture gets its dark colours from the theme of the editor, and its paper from the editor", () => {
  const own = "<style>\n@media (prefers-color-scheme:dark){.f-paper{fill:#111111}.f-wood{fill:#a88a56}.s-wood{stroke:#a88a56}}\n</style>";
  const { svg, style } = split(`<svg width="1">${own}<rect class="f-paper"/></svg>`);
  assert.equal(svg, '<svg width="1"><rect class="f-paper"/></svg>');
  assert.match(style, /^body\.vscode-dark \.f-wood\{fill:#a88a56\}\nbody\.vscode-dark \.s-wood\{/);
  assert.doesNotMatch(style, /paper/);
});
