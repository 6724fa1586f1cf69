// The colours of the TextMate grammar against the tokens of the language itself, on all programs of the project.
// `cargo test --test main editors` leaves those tokens in `target/editors/tokens.json`.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
const at = (path) => new URL(path, import.meta.url);
const tokens = at("../../../target/editors/tokens.json");

async function grammar() {
  await loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const text = readFileSync(at("../syntaxes/upstar.tmLanguage.json"), "utf8");
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner: (all) => new OnigScanner(all), createOnigString: (one) => new OnigString(one) }),
    loadGrammar: async () => parseRawGrammar(text, "upstar.json"),
  });
  return registry.loadGrammar("source.upstar");
}

/** The scopes that a kind of token may have. */
const SCOPES = {
  comment: /^comment\.|^constant\.other\.code/,
  text: /^string\.|^constant\.character/,
  number: /^constant\.numeric\.upstar/,
  game: /^constant\.(?:numeric\.(?:game|genus)|language\.loopy)|^keyword\.other\.(?:of|direction)/,
  keyword: /^keyword\.(?:control|other|operator\.word)|^storage\.type|^constant\.language/,
  name: /^(?:variable|entity|support|keyword\.other|storage\.type)\b/,
  operator: /^(?:keyword\.operator|punctuation|storage\.type\.arrow|constant\.language\.blank)/,
  bracket: /^punctuation\.bracket/,
};

/** The innermost scope of each character that is coloured; a space stands where there is none. */
function scopesOf(rules, text) {
  const scopes = [];
  let stack = INITIAL;
  for (const line of text.split("\n")) {
    const { tokens: found, ruleStack } = rules.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const token of found) {
      const scope = token.scopes.length > 1 ? token.scopes.at(-1) : "";
      for (let place = token.startIndex; place < Math.min(token.endIndex, line.length); place += 1) scopes.push(scope);
    }
    scopes.push("");
  }
  return scopes;
}

test("colours agree with the tokens of the language", existsSync(tokens) ? {} : { skip: "target/editors/tokens.json is not there" }, async () => {
  const rules = await grammar();
  const all = JSON.parse(readFileSync(tokens, "utf8"));
  let seen = 0;
  const wrong = [];
  const stars = [];
  for (const [path, found] of Object.entries(all)) {
    const text = readFileSync(at(`../../../${path}`), "utf8");
    const scopes = scopesOf(rules, text);
    for (const [start, length, kind] of found) {
      if (kind === "unknown") continue;
      seen += 1;
      const scope = scopes[start];
      // Brackets and signs within `(2 points)` belong to it.
      if (scope === "" && (kind === "bracket" || kind === "operator")) continue;
      if (SCOPES[kind].test(scope)) continue;
      // A star may be a product or a game by what stands on the line before, or far to the left.
      const star = /[*∗⋆]/.test(text.slice(start - 1, start + 1));
      (star ? stars : wrong).push(`${path}: \`${text.slice(start, start + length)}\` is ${kind}, and ${scope || "nothing"}`);
    }
  }
  console.log(`${seen} tokens of ${Object.keys(all).length} programs; stars that are coloured as something else: ${stars.length}`);
  assert.ok(seen > 20_000);
  assert.deepEqual(wrong, []);
  assert.ok(stars.length < seen / 300, stars.join("\n"));
});
