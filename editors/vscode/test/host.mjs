// The packed extension in a real VS Code, which code-server (npm) shows in Chromium. Not part of `npm test`: it needs both.
//
//   CODE_SERVER=.../code-server/out/node/entry.js CHROMIUM=/usr/bin/chromium UPSTAR=.../upstar node test/host.mjs [FOLDER FOR PICTURES]
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { chromium } = createRequire(process.env.PLAYWRIGHT ?? import.meta.url)("playwright-core");
const { CODE_SERVER: entry, CHROMIUM: browser = "/usr/bin/chromium", UPSTAR: upstar } = process.env;
assert.ok(entry && upstar, "CODE_SERVER and UPSTAR say where the programs are");
const here = mkdtempSync(join(tmpdir(), "upstar-host-"));
const pictures = process.argv[2];
const vsix = new URL("../dist/upstar.vsix", import.meta.url).pathname;
const folder = join(here, "folder");
mkdirSync(join(folder, ".vscode"), { recursive: true });
mkdirSync(join(here, "user", "User"), { recursive: true });
writeFileSync(join(folder, "one.game"), 'game Mine(b: grid of ".#") {\n  left ".|." -> "#|#"\n  right ".." -> "##"\n}\nG := Mine("...|...")\nG\n<0,*|*>\ncanonicl(G)\n');
writeFileSync(join(here, "user", "User", "settings.json"), JSON.stringify({
  "upstar.path": upstar, "security.workspace.trust.enabled": false, "workbench.startupEditor": "none",
  "workbench.colorTheme": process.env.THEME ?? "Default Dark Modern", "telemetry.telemetryLevel": "off",
}));
const options = ["--user-data-dir", join(here, "user"), "--extensions-dir", join(here, "extensions")];
const installed = spawnSync("node", [entry, ...options, "--install-extension", vsix], { encoding: "utf8" });
assert.match(installed.stdout, /successfully installed/, installed.stdout + installed.stderr);

const port = 18400 + Math.floor(Math.random() * 500);
const server = spawn("node", [entry, ...options, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", folder], { stdio: "pipe" });
await new Promise((ready) => server.stdout.on("data", (piece) => String(piece).includes("HTTP server listening") && ready()));
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const page = await (await chromium.launch({ executablePath: browser, args: flags })).newPage({ viewport: { width: 1400, height: 900 } });
const shot = async (name) => { if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) }); };
const press = async (command) => {
  await page.keyboard.press("F1");
  await page.waitForSelector(".quick-input-box input");
  await page.keyboard.type(command);
  await page.waitForTimeout(700);
  await page.keyboard.press("Enter");
};
const line = async (number) => {
  await page.keyboard.press("Control+g");
  await page.waitForSelector(".quick-input-box input");
  await page.keyboard.type(String(number));
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
};
/** The text of the picture panel, which is a page within a page. */
const panel = async (wanted) => {
  for (let tries = 0; tries < 60; tries += 1) {
    for (const frame of page.frames()) {
      const text = await frame.locator("body").innerText().catch(() => "");
      if (frame !== page.mainFrame() && wanted.test(text)) return frame;
    }
    await page.waitForTimeout(500);
  }
  await shot("failed");
  throw new Error(`the panel never showed ${wanted}`);
};

try {
  await page.goto(`http://127.0.0.1:${port}/?folder=${folder}`);
  await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "one.game" }).dblclick();
  await page.waitForSelector(".view-lines .view-line");
  // The rulesets, the numbers and the names have colours of their own.
  await page.waitForFunction(() => new Set([...document.querySelectorAll(".view-line span span")].map((one) => one.className)).size > 4);
  console.log("colours: ok");
  await page.waitForSelector(".squiggly-error", { timeout: 30_000 });
  console.log("diagnostics of the server: ok");
  await page.waitForSelector(".codelens-decoration a", { timeout: 30_000 });
  console.log("code lenses: ok");
  await line(6);
  await press("Upstar: Draw Value");
  const drawn = await panel(/Mine\("\.\.\.\|\.\.\."\)/);
  assert.equal(await drawn.locator("figure svg").count(), 1);
  const paper = await drawn.locator("svg rect.f-paper").first().evaluate((one) => getComputedStyle(one).fill);
  const ground = await drawn.locator("body").evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.equal(paper, ground);
  console.log(`picture panel: ok (${paper})`);
  await shot("drawn");
  await page.locator(".view-lines").first().click();
  await line(7);
  await press("Upstar: Explain Value");
  const explained = await panel(/Left's \* is reversible/);
  assert.ok((await explained.locator("li").count()) >= 3);
  console.log("explanation: ok");
  await page.locator(".view-lines").first().click();
  await press("Upstar: Run File");
  await page.waitForSelector(".xterm-screen, .terminal", { timeout: 20_000 });
  await page.waitForTimeout(3000);
  console.log("terminal: ok");
  await shot("run");
} finally {
  await shot("last");
  await page.context().browser().close();
  server.kill();
}
console.log("1 passed, 0 failed");
