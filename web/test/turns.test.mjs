// Whose turn it is: matches against the machine in Chromium; examples of the help, and what is in sight on a phone.
import assert from "node:assert/strict";
import test from "node:test";
import { browser, clean, explore, known, open, prepare, site } from "./browser.mjs";

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
prepare();

const visit = (page, options) => open(browser, `${site.url}${page}.html`, options);
const plies = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".ply").length === count, count);
/** Waits until the page says that the machine is to move. */
const machines = (page) => page.getByText("The machine is to move", { exact: false }).waitFor();

test("the machine moves after a move or when it is told to, and only the reader resigns", async () => {
  const { page, context, wrong } = await visit("play");
  await page.locator(".arena .board").first().waitFor();
  await page.locator('[data-place="12"]').click();
  await plies(page, 2);
  await page.getByRole("button", { name: "Take back" }).click();
  await plies(page, 0);
  await page.getByRole("button", { name: "Swap sides" }).click();
  await machines(page);
  await page.locator(".state").getByText("Let it move, or swap sides.", { exact: false }).waitFor();
  assert.equal(await page.locator(".state").getByText("Click what").count(), 0);
  await clean(page, "the machine is to move");
  // Back leads to where the machine, as Left now, is to move: it waits.
  await page.goBack();
  await plies(page, 2);
  await machines(page);
  await page.waitForTimeout(1500);
  assert.equal(await page.locator(".ply").count(), 2);
  assert.equal(await page.locator(".crumb").count(), 3);
  await page.goForward();
  await plies(page, 0);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("heading", { name: "You have lost." }).waitFor();
  await page.getByText("Right gives up: Left wins.", { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Let the machine move" }).click();
  await plies(page, 1);
  // A move to where the match went on before is answered too.
  await page.getByRole("button", { name: "Swap sides" }).click();
  await page.getByRole("button", { name: "Let the machine move" }).click();
  await plies(page, 2);
  const [first, second] = await page.locator(".ply").allTextContents();
  await page.locator(".crumb").first().click();
  await plies(page, 0);
  await page.getByText("All 25 moves").click();
  await page.locator(".all").getByRole("button", { name: first, exact: true }).click();
  await plies(page, 2);
  assert.deepEqual(await page.locator(".ply").allTextContents(), [first, second]);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("an example of the help is opened in a worksheet from other pages", async () => {
  for (const name of ["explorer", "play"]) {
    const { page, context, wrong } = await visit(name);
    await page
      .locator(name === "play" ? ".arena .board" : "upstar-explorer[data-shown]")
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Help", exact: true }).click();
    await page.getByLabel("Search help").fill("temperature");
    await page
      .locator(".help-page .choice", { hasText: /^temperature/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Open the example in a worksheet" }).click();
    await page.locator(".cm-content").getByText("temperature(", { exact: false }).first().waitFor();
    await page.locator(".cellrow .result > *").first().waitFor();
    assert.deepEqual(wrong, []);
    await context.close();
  }
});

/** Whether an element is between the top of the window and the bar at its bottom. */
const isInSight = (locator) =>
  locator.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const bar = document.querySelector("dialog[open]") ? innerHeight : document.querySelector(".nav").getBoundingClientRect().top;
    return top >= 0 && bottom <= bar;
  });

test("on a phone answers and buttons come into sight, and nothing covers them", async () => {
  const { page, context, wrong } = await visit("explorer", PHONE);
  await explore(page, "Domineering(4, 4)");
  await page.locator('.stage [data-place="5"]').tap();
  const choice = page.getByRole("group", { name: "Moves that change these places" });
  await choice.waitFor();
  assert.ok(await isInSight(choice), "the choice");
  await page.getByText("Choose one of 4 moves").waitFor();
  await page.getByRole("button", { name: "None of these" }).tap();
  await page.locator(".view").getByRole("button", { name: "Game tree" }).tap();
  await page.locator(".treeview svg").waitFor();
  const [seg, card] = await Promise.all([page.locator(".view").boundingBox(), page.locator(".mid > div:last-child").boundingBox()]);
  assert.ok(card.y >= seg.y + seg.height, `the tree at ${card.y}, the switch until ${seg.y + seg.height}`);
  await known(page);
  await page.goto(`${site.url}play.html`);
  await page.locator(".arena .board").first().waitFor();
  await page.getByRole("button", { name: "New match" }).tap();
  const begin = page.getByRole("button", { name: "Begin", exact: true });
  await begin.waitFor();
  assert.ok(await isInSight(begin), "Begin");
  await page.getByLabel("Position", { exact: true }).fill("Nim(1, 2)");
  await begin.tap();
  await page.locator(".arena .board.heap").nth(1).waitFor();
  await page.getByRole("button", { name: "Why?" }).tap();
  const why = page.getByRole("heading", { name: "Who wins, and why" });
  await why.waitFor();
  assert.ok(await isInSight(why), "Why");
  await page.goto(`${site.url}book.html`);
  await page.locator(".runb").first().waitFor();
  const top = page.getByRole("button", { name: "Top" });
  assert.equal(await top.isVisible(), false);
  await page.evaluate(() => window.scrollTo(0, 1000));
  await top.tap();
  await top.waitFor({ state: "hidden" });
  assert.deepEqual(wrong, []);
  await context.close();
});

test("during a lesson what an input answers is in sight, below the lesson", async () => {
  for (const options of [{}, PHONE]) {
    const { page, context, wrong } = await visit("index", options);
    await page.locator(".cellrow").nth(5).waitFor();
    await page.getByRole("button", { name: "Tutorial" }).click();
    await page.getByRole("button", { name: "Put it into a cell" }).click();
    const cells = await page.locator(".cellrow").count();
    await page.locator(".cellrow").last().locator(".cm-content").click();
    await page.keyboard.press("Shift+Enter");
    const result = page
      .locator(".cellrow")
      .nth(cells - 1)
      .locator(".result .val");
    await result.first().waitFor();
    await page.locator(".lesson .done").waitFor();
    const [{ y, height }, lesson] = await Promise.all([result.first().boundingBox(), page.locator(".lesson").boundingBox()]);
    assert.ok(
      y >= lesson.y + lesson.height && y + height <= page.viewportSize().height - 60,
      `the answer at ${y}, the lesson until ${lesson.y + lesson.height}`,
    );
    assert.deepEqual(wrong, []);
    await context.close();
  }
});

test("on a phone the button that runs a worksheet stays in sight, and a cell has tools once it is written in", async () => {
  const { page, context, wrong } = await visit("index", PHONE);
  await page.locator(".cellrow").nth(5).waitFor();
  const first = page.locator(".cellrow").nth(1);
  const remove = first.getByRole("button", { name: "Delete cell 2" });
  assert.equal(await remove.isVisible(), false);
  assert.ok((await first.locator(".gut").boundingBox()).height < 30);
  await first.locator(".cm-content").tap();
  await remove.waitFor();
  await page.evaluate(() => scrollTo(0, 800));
  assert.ok(await isInSight(page.getByRole("button", { name: "Run all" })), "Run all");
  // Exercises begin near the top.
  await page.goto(`${site.url}exercises.html`);
  await page.locator(".ans").first().waitFor();
  assert.ok((await page.locator(".ans").first().boundingBox()).y < 300);
  assert.deepEqual(wrong, []);
  await context.close();
});
