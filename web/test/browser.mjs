// What the tests of pages share: the site, served, and Chromium.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Where Chromium is: `UPSTAR_CHROMIUM`, or as Debian has it. */
const CHROMIUM =
  process.env.UPSTAR_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Serves the site; without the headers that isolate a page from others if `plain`. */
export async function serve(plain = false) {
  const own = plain ? { configFile: false, build: { outDir: "dist" }, preview: { headers: {} } } : {};
  const server = await preview({ root, logLevel: "error", ...own, preview: { ...own.preview, port: 0, host: "127.0.0.1" } });
  const { port } = server.httpServer.address();
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

export function launch() {
  if (!CHROMIUM) throw new Error("Chromium is not installed: set UPSTAR_CHROMIUM to where it is");
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}

/** The site and Chromium, while the tests of a file run that has asked for them by `prepare`. */
export let site;
export let browser;

/** Serves the site and launches Chromium before the tests of a file, and closes both after them. */
export function prepare() {
  before(async () => {
    [browser, site] = await Promise.all([launch(), serve()]);
  });
  after(async () => {
    await browser.close();
    await site.close();
  });
}

/** A page in a profile of its own, which records what goes wrong in it and where it asks for files. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol !== "blob:" && protocol !== "data:") wrong.push(`asks ${request.url()}`);
  });
  await page.goto(url);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  return { page, context, wrong };
}

/** The cell with this number. */
export const cell = (page, number) => page.locator(".cellrow").nth(number - 1);

/** Types into the last cell and runs it; its output is that of the element that is returned. */
export async function run(page, text) {
  const last = await page.locator(".cellrow").count();
  const editor = cell(page, last).locator(".cm-content");
  await editor.click();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Shift+Enter");
  await cell(page, last + 1).waitFor();
  return cell(page, last).locator(".result");
}

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Checks that axe finds nothing on a page as it is. */
export async function clean(page, state) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
    [],
    state,
  );
}

/** Checks that axe finds nothing on a page in light and dark, large and small, and that nothing runs out of it. */
export async function cleanEverywhere(page, state) {
  // Colours change at once.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= room, `${state}: ${wide} wide on ${room}`);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await clean(page, `${state}, ${colorScheme}, ${viewport.width}`);
    }
  }
}

/** Waits until an explorer knows all of its position. */
export const known = (page) => page.locator("upstar-explorer .working").waitFor({ state: "hidden" });

/** Explores a position, until all is known. */
export async function explore(page, text) {
  const shown = () => page.evaluate(() => document.querySelector("upstar-explorer").dataset.shown);
  await page.locator("upstar-explorer[data-shown]").waitFor();
  const before = await shown();
  await page.getByLabel("Position or game").fill(text);
  await page.getByLabel("Position or game").press("Enter");
  await page.waitForFunction((before) => document.querySelector("upstar-explorer").dataset.shown !== before, before);
  await known(page);
}

/** Waits until an explorer shows this position. */
export const position = (page, text) => page.waitForFunction((text) => document.querySelector("[name=position]").value === text, text);
