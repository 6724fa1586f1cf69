// Studies in Chromium: walking, branches, Back, reloads, links, second tabs, editing by hand, large and small.
import assert from "node:assert/strict";
import test from "node:test";
import { browser, cell, known, open, position, prepare, site } from "./browser.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
prepare();

const shown = (page) => page.getByLabel("Position or game").inputValue();
const crumbs = (page) =>
  page
    .locator(".crumb")
    .allTextContents()
    .then((all) => all.map((one) => one.trim()));

async function explorer(text, options) {
  const opened = await open(browser, `${site.url}explorer.html`, options);
  await opened.page.locator("upstar-explorer[data-shown]").waitFor();
  if (text !== undefined) {
    await opened.page.getByLabel("Position or game").fill(text);
    await opened.page.getByLabel("Position or game").press("Enter");
    await opened.page.waitForFunction((n) => document.querySelector("upstar-explorer").dataset.shown !== n, "1");
    await known(opened.page);
  }
  return opened;
}

async function take(page, side, n) {
  const before = await shown(page);
  await page.locator(`.col.${side.toLowerCase()}`).locator(".take").nth(n).click();
  await page.waitForFunction((before) => document.querySelector("[name=position]").value !== before, before);
  await known(page);
}

test("a branch is kept, Back and Forward walk, and a reload and a link have all of it", async () => {
  const { page, context, wrong } = await explorer('Domineering("..|..")');
  await take(page, "Left", 0);
  await take(page, "Left", 0);
  await page.locator(".crumb").first().click();
  await position(page, 'Domineering("..|..")');
  await known(page);
  await take(page, "Right", 0);
  const names = ['Domineering("..|..")', "Right a1 b1", "Left a1 a2"];
  assert.deepEqual(await crumbs(page), names);
  await page.getByRole("button", { name: "Left a1 a2" }).click();
  await position(page, 'Domineering("#.|#.")');
  assert.deepEqual(await crumbs(page), ['Domineering("..|..")', "Left a1 a2", "Right a1 b1", "Left b1 b2"]);
  const url = page.url();
  assert.match(url, /#study=/);
  await page.reload();
  await page.getByRole("button", { name: "Right a1 b1" }).waitFor();
  assert.equal(await shown(page), 'Domineering("#.|#.")');
  for (const back of [
    'Domineering("##|..")',
    'Domineering("..|..")',
    'Domineering("##|##")',
    'Domineering("#.|#.")',
    'Domineering("..|..")',
  ]) {
    await page.goBack();
    if (back !== 'Domineering("##|##")') await position(page, back);
  }
  await page.goForward();
  await position(page, 'Domineering("#.|#.")');
  await page.getByRole("button", { name: "Undo" }).click();
  await position(page, 'Domineering("..|..")');
  await page.getByRole("button", { name: "Redo" }).click();
  await position(page, 'Domineering("#.|#.")');
  const elsewhere = await open(browser, url);
  await elsewhere.page.locator(".verdict .big").getByText("1", { exact: true }).waitFor();
  assert.equal((await crumbs(elsewhere.page)).length, 4);
  await elsewhere.context.close();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("two tabs on one study see each other's moves, and Explore and Play are one study", async () => {
  const { page, context, wrong } = await explorer("Nim(2, 1)");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator("upstar-explorer[data-shown]").waitFor();
  await known(other);
  await take(other, "Left", 0);
  await take(page, "Left", 1);
  await page.getByRole("group", { name: /^Instead of/ }).waitFor();
  // Moves that both players have are called by no player.
  assert.deepEqual((await crumbs(page)).sort(), ["2>0", "2>1", "Nim(2, 1)"]);
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.locator(".controls").waitFor();
  await page.locator(".crumbs .crumb").nth(1).waitFor();
  await page.getByRole("button", { name: "Explore this position" }).click();
  await page.locator("upstar-explorer[data-shown]").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a match goes on by its link, and what was taken back stays as a branch", async () => {
  const { page, context, wrong } = await open(browser, `${site.url}play.html`);
  await page.locator(".arena .board").first().waitFor();
  await page.locator('[data-place="12"]').click();
  await page.locator(".ply").nth(1).waitFor();
  await page.locator(".ply").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 1);
  // The machine has answered here once: it does not move again by itself.
  await page.getByRole("button", { name: "Let the machine move" }).waitFor();
  await page.getByRole("button", { name: "Share the match" }).click();
  const link = await page.getByLabel("The link").inputValue();
  const guest = await open(browser, link);
  await guest.page.locator(".ply").first().waitFor();
  assert.equal((await crumbs(guest.page)).length, 3);
  await guest.context.close();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("boards are painted by a stroke, graphs are drawn, heaps and coins are changed, and the path stays", async () => {
  for (const options of [{}, PHONE]) {
    const { page, context, wrong } = await explorer('Domineering("...|...")', options);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const middle = async (locator) => {
      await locator.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await locator.boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const drag = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 8 });
      await page.mouse.up();
    };
    await drag(await middle(page.locator('.editing [data-place="0"]')), await middle(page.locator('.editing [data-place="2"]')));
    await position(page, 'Domineering("###|...")');
    await page.getByRole("button", { name: "rows: one more" }).click();
    await position(page, 'Domineering("###|...|...")');
    assert.equal((await crumbs(page)).length, 3);
    // The palette has the symbols of the ruleset, and no others.
    assert.deepEqual(
      await page.locator(".palette .tool[aria-label^=Paint]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
      ["Paint the empty cell", "Paint a cell that is gone"],
    );
    const type = async (text) => {
      await known(page);
      await page.getByLabel("Position or game").fill(text);
      await page.getByLabel("Position or game").press("Enter");
      await position(page, text);
      await page.waitForFunction((text) => document.querySelector(".crumb").title === text, text);
    };
    await type("Nim(3, 5)");
    await page.getByRole("button", { name: "counters: one more" }).first().click();
    await position(page, "Nim(4, 5)");
    await type('TurningTurtles("HTH")');
    await page.locator('.editing [data-place="1"]').first().click();
    await position(page, 'TurningTurtles("HHH")');
    await type('Hackenbush("0-1:b")');
    await page.getByRole("button", { name: "Draw red, Right’s" }).click();
    const [x, y] = await middle(page.locator('[aria-label="vertex 1"]'));
    await drag([x, y], [x + 60, y - 40]);
    await position(page, 'Hackenbush("0-1:b, 1-2:r")');
    assert.deepEqual(wrong, []);
    await context.close();
  }
});

test("questions are pinned and answered at every node, and notes stay with theirs", async () => {
  const { page, context, wrong } = await explorer("Nim(3, 5)");
  await page.getByText("Pin a question, add a note").click();
  await page.getByLabel("A question to pin").fill("canonical(g + g)");
  await page.keyboard.press("Enter");
  await page.locator(".pinned dd").getByText("0", { exact: true }).waitFor();
  await page.getByLabel("Note on this position").fill("A first-player win");
  await page.getByLabel("Note on this position").blur();
  await known(page);
  await take(page, "Left", 0);
  await page.locator(".pinned dt").getByText("canonical(g + g)").waitFor();
  assert.equal(await page.getByLabel("Note on this position").inputValue(), "");
  await page.reload();
  await page.locator(".pinned dt").getByText("canonical(g + g)").waitFor();
  await page.locator(".crumb").first().click();
  await position(page, "Nim(3, 5)");
  assert.equal(await page.getByLabel("Note on this position").inputValue(), "A first-player win");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("Why stays open while facts arrive, and the focus stays with the moves", async () => {
  const { page, context, wrong } = await explorer('Domineering("...|...|..#")');
  await page.locator("details[data-name=explain] summary").click();
  await page.locator("details[data-name=explain] .why").waitFor();
  await page.getByRole("region", { name: "Left’s options" }).locator(".take").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".crumb").length === 2);
  await known(page);
  assert.ok(await page.locator("details[data-name=explain]").evaluate((one) => one.open));
  assert.ok(await page.evaluate(() => document.activeElement.matches(".left .take")));
  assert.deepEqual(wrong, []);
  await context.close();
});

test("two tabs on one worksheet keep the cells of both", async () => {
  const { page, context, wrong } = await open(browser, site.url);
  await page.getByRole("button", { name: "Run all" }).waitFor();
  const other = await context.newPage();
  await other.goto(site.url);
  await other.locator(".cellrow").nth(7).waitFor();
  const add = async (tab, text) => {
    await tab.getByRole("button", { name: "Cell", exact: true }).click();
    await tab.keyboard.insertText(text);
  };
  await add(page, "11 + 1");
  await add(other, "22 + 2");
  for (const tab of [page, other]) for (const text of ["11 + 1", "22 + 2"]) await tab.locator(".cm-content").getByText(text).waitFor();
  await page.reload();
  for (const text of ["11 + 1", "22 + 2"]) await page.locator(".cm-content").getByText(text).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a lesson goes on when its input is typed, and the engine is told of it once", async () => {
  const { page, context, wrong } = await open(browser, site.url);
  await page.evaluate(() => {
    window.told = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.request?.kind === "tutorial") window.told += 1;
      return postMessage.call(this, message, ...more);
    };
  });
  // The worksheet of a first visit is evaluated, but for the empty cell at its end.
  await page.locator(".cellrow").nth(-2).locator(".result > *").first().waitFor();
  await page.getByRole("button", { name: "Tutorial" }).click();
  const lesson = page.getByRole("region", { name: "Tutorial" });
  const put = async () => {
    await lesson.getByRole("button", { name: "Put it into a cell" }).click();
    const last = await page.locator(".cellrow").count();
    await cell(page, last).locator(".cm-content").click();
    await page.keyboard.press("Shift+Enter");
    return last;
  };
  await put();
  await lesson.getByText("Done.").waitFor();
  const last = await put();
  await cell(page, last).locator(".result > *").first().waitFor();
  assert.equal(await page.evaluate(() => window.told), 1);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("everything is there for a finger at 360 pixels, and large enough", async () => {
  for (const [name, ready] of [
    ["index", ".cellrow"],
    ["explorer", ".option.canon"],
    ["play", ".arena .board"],
  ]) {
    const { page, context } = await open(browser, `${site.url}${name}.html`, PHONE);
    await page.locator(ready).first().waitFor();
    if (name === "explorer") {
      await known(page);
      await page.getByRole("button", { name: "Edit", exact: true }).click();
    }
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, summary, select, a.nav, input:not(.sr)")]
        .filter((one) => one.checkVisibility() && !one.closest(".msg, .help-page"))
        .map((one) => ({ name: one.getAttribute("aria-label") ?? one.textContent.slice(0, 30), box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 39.5 || box.width < 39.5))
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    );
    assert.deepEqual(small, [], name);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
    await context.close();
  }
});
