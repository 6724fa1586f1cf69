// The explorer for notebooks in Chromium: the built module as anywidget loads it, with a model that asks the engine.
// What answers in a kernel is tested in python/tests/test_explore.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { instantiate } from "../src/instance.js";
import { launch } from "./browser.mjs";

const widget = readFileSync(new URL("../../python/upstar/_explorer/explorer.js", import.meta.url), "utf8");
const module = new WebAssembly.Module(readFileSync(new URL("../public/upstar.wasm", import.meta.url)));
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Shows an explorer in a page, as a notebook does; `window.model` is its model. */
function show(page, text) {
  return page.evaluate(
    async ([source, text]) => {
      // Each widget imports the module from an address of its own.
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const { default: widget } = await import(url);
      const heard = new Set();
      const state = { text };
      const model = {
        get: (name) => state[name],
        set: (name, value) => (state[name] = value),
        save_changes: () => {},
        on: (_, hear) => heard.add(hear),
        off: (_, hear) => heard.delete(hear),
        send: async (message) => {
          if (message.kind === "stop") return;
          const reply = await window.answer(message);
          heard.forEach((hear) => hear({ id: message.id, reply }));
        },
      };
      const el = document.createElement("div");
      el.className = "cell";
      document.body.append(el);
      window.model = model;
      window.close_ = widget.render({ model, el });
    },
    [widget, text],
  );
}

test("a notebook shows the explorer, several of them, each in its own styles", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  const ask = await instantiate(module, { stopAsked: () => false });
  await page.exposeFunction("answer", (question) => ask({ version: 1, sheet: "widget", ...question }).reply);
  await page.setContent('<!doctype html><html><body data-jp-theme-light="false" style="width: 820px"><h2>A notebook</h2></body></html>');
  const outside = () => page.evaluate(() => getComputedStyle(document.querySelector("h2")).font);
  const font = await outside();
  await show(page, 'Domineering("....|....|#..#|####")');
  const first = page.locator(".cell").first();
  await first.locator(".verdict .big").getByText("<-1,<3/2|-1>|-1>").waitFor();
  await first.locator(".option.dom").first().waitFor();
  await show(page, "Nim(1, 2)");
  const second = page.locator(".cell").nth(1);
  await second.locator(".verdict .big").getByText("*3", { exact: true }).waitFor();
  await second.locator(".engine").getByText("a table of nimbers, by the code 0.[3]").waitFor();
  await second.locator(".option.canon .take").first().click();
  await page.waitForFunction(() => window.model.get("text") !== "Nim(1, 2)");
  await second.locator(".working").waitFor({ state: "hidden" });
  // What does not mean anything is said, and the position stays.
  await second.getByRole("button", { name: "Add a part" }).click();
  await second.getByLabel("Game or position to add").fill("Nimm(3)");
  await page.keyboard.press("Enter");
  await second.getByRole("alert").getByText(/Nimm/).first().waitFor();
  assert.equal(await outside(), font);
  // It is as wide as its cell, which is narrower than three columns; and dark, as the notebook is.
  const columns = await first.locator(".three").evaluate((one) => getComputedStyle(one).gridTemplateColumns.split(" ").length);
  assert.ok(columns < 3, `${columns} columns`);
  assert.match(await first.locator(".frame").evaluate((one) => getComputedStyle(one).colorScheme), /dark/);
  await page.evaluate(() => window.close_());
  assert.deepEqual(wrong, []);
  await context.close();
});
