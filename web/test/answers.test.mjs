// Answers to exercises as kept work: two tabs, a reload, and Back to the sheet before.
import assert from "node:assert/strict";
import test from "node:test";
import { browser, open, prepare, site } from "./browser.mjs";
import { load } from "./load.mjs";

const { ANSWERS, work } = await load("exercises/work");

test("of two answers the later one stays, and the judged one of the same", () => {
  const mine = { ...work("a", ""), answers: { q: { value: "1", at: 5 }, r: { value: "x", at: 3 } } };
  const theirs = {
    ...work("a", ""),
    answers: { q: { value: "2", at: 4 }, r: { value: "x", at: 3, result: { status: "right" } } },
    student: { value: "Ada", at: 1 },
  };
  for (const both of [ANSWERS.joined(mine, theirs), ANSWERS.joined(theirs, mine)]) {
    assert.deepEqual([both.answers.q.value, both.answers.r.result.status, both.student.value], ["1", "right", "Ada"]);
    assert.equal(ANSWERS.knowsMore(mine, both) || ANSWERS.knowsMore(theirs, both), false);
  }
  assert.deepEqual(ANSWERS.fromData(ANSWERS.toData(theirs)), theirs);
  for (const wrong of [null, 3, {}, { ...theirs, answers: null }, { ...theirs, answers: { q: 1 } }, { ...theirs, student: "Ada" }]) {
    assert.equal(ANSWERS.fromData(wrong), null, JSON.stringify(wrong));
  }
});

prepare();

test("two tabs on one sheet share its answers, and Back leads to the sheet before", async () => {
  const { page, context, wrong } = await open(browser, `${site.url}exercises.html`);
  const first = (of) => of.getByLabel(/^Answer 1 of exercise 1/);
  await first(page).waitFor();
  const other = await context.newPage();
  await other.goto(`${site.url}exercises.html`);
  await first(other).fill("4");
  await other.getByLabel(/^Answer 2 of exercise 1/).fill("5");
  await page.waitForFunction(() => document.querySelectorAll(".ans input")[1].value === "5");
  assert.equal(await first(page).inputValue(), "4");
  await first(page).fill("3");
  await other.waitForFunction(() => document.querySelectorAll(".ans input")[0].value === "3");
  assert.equal(await other.getByLabel(/^Answer 2 of exercise 1/).inputValue(), "5");
  await page.getByRole("button", { name: "Open a sheet" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Nim/ }).first().click();
  await page.waitForFunction(() => !document.querySelector(".rail h1").textContent.startsWith("Canonical forms"));
  await page.goBack();
  await page.locator(".rail h1").getByText("Canonical forms").waitFor();
  assert.equal(await first(page).inputValue(), "3");
  await page.reload();
  await first(page).waitFor();
  assert.equal(await first(page).inputValue(), "3");
  assert.deepEqual(wrong, []);
  await context.close();
});
