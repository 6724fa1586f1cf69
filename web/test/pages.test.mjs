// Explorer, matches, exercises and book in Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { browser, clean, cleanEverywhere, explore, known, open, position, prepare, site } from "./browser.mjs";

prepare();

const visit = (page, options) => open(browser, `${site.url}${page}.html`, options);

test("the explorer shows values, outcomes and what becomes of each option", async () => {
  const { page, context, wrong } = await visit("explorer");
  const left = page.getByRole("region", { name: "Left’s options" });
  await left.getByText("dominated", { exact: true }).waitFor();
  await page.locator(".verdict .big").getByText("<-1,<3/2|-1>|-1>").waitFor();
  await page.locator(".verdict").getByText("Right wins,").waitFor();
  await left.locator(".option.canon").getByText("<3/2|-1>", { exact: true }).first().waitFor();
  await left.locator(".option.rev .chain").getByText("-1*").waitFor();
  await left.getByRole("button", { name: "dominated", exact: true }).click();
  await page
    .locator("details[data-name=explain]")
    .getByText(/dominated|at least/)
    .first()
    .waitFor();
  await page.locator("details[data-name=tree] summary").click();
  await page.locator(".treeview svg").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "LaTeX (TikZ)" }).click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /tikzpicture/);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a click on what a move changes makes it, and the path leads back", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Domineering("..|..")');
  // Both players could take this cell: a second one decides.
  await page.locator('[data-place="0"]').click();
  await page.locator('[data-place="2"]').click();
  await page.getByRole("button", { name: "Left a1 a2" }).waitFor();
  assert.equal(await page.getByLabel("Position or game").inputValue(), 'Domineering("#.|#.")');
  await known(page);
  await page.locator(".verdict .big").getByText("1", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Back by one move" }).click();
  await position(page, 'Domineering("..|..")');
  await page.getByRole("region", { name: "Right’s options" }).locator(".take").first().click();
  await position(page, 'Domineering("##|..")');
  assert.deepEqual(wrong, []);
  await context.close();
});

test("graphs, heaps, sums, brackets and loopy positions are explored without a word about them", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Hackenbush("0-1:b, 1-2:r")');
  await page.locator('[data-place="3"]').click();
  await page.getByRole("button", { name: "1-2" }).last().waitFor();
  await explore(page, "Nim(3, 5)");
  await page.locator(".verdict .big").getByText("*6", { exact: true }).waitFor();
  assert.equal(await page.locator(".summand").count(), 2);
  await page.locator(".bigboards [data-place='4']").click();
  await position(page, "Nim(3, 4)");
  await explore(page, "<0,*|*>");
  await page.locator(".verdict .big").getByText("↑", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Left’s options" }).getByText("reversible", { exact: true }).waitFor();
  await page.getByLabel("Position or game").fill('BackslidingToadsAndFrogs("TTT..FFF")');
  await page.keyboard.press("Enter");
  await page.locator(".verdict .big").getByText("<on||0|-1/2> & <1/2|0||off>").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("moves that both players have are one list, and heaps of thirty have thirty places", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Nim(3, 30)");
  const options = page.getByRole("region", { name: "Options of either player" });
  await options.getByText("Either player").waitFor();
  assert.equal(await page.getByRole("region", { name: "Right’s options" }).isVisible(), false);
  assert.equal(await page.locator(".bigboards [data-figure='1,0'] [data-place]").count(), 30);
  // The dot of the only move that wins is on a counter.
  const [dot, counter] = await Promise.all([
    page.locator(".b-win").boundingBox(),
    page.locator("[data-figure='1,0'] [data-place='3']").boundingBox(),
  ]);
  assert.ok(dot.x > counter.x && dot.x + dot.width < counter.x + counter.width && dot.y > counter.y - 1);
  await page.locator("[data-figure='1,0'] [data-place='3']").click();
  await position(page, "Nim(3, 3)");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("what was meant is a click away, and a study that was deleted comes back", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Nim(1, 2)");
  await page.locator("[data-figure='1,0'] [data-place='1']").click();
  await position(page, "Nim(1, 1)");
  await page.getByLabel("Position or game").fill("Nimm(4)");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Replace with Nim" }).click();
  await position(page, "Nim(4)");
  await page.getByRole("button", { name: "Library" }).click();
  await page.getByRole("button", { name: "Delete Nim(1, 2)" }).click();
  await page.getByRole("button", { name: "Bring back Nim(1, 2)" }).click();
  await page.getByRole("button", { name: /^Nim\(1, 2\) / }).click();
  await position(page, "Nim(1, 1)");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a board is painted, an error is explained, a long computation is stopped", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Clobber("xo|..")');
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Paint Left’s x" }).click();
  await page.locator('[data-place="3"]').click();
  await position(page, 'Clobber("xo|.x")');
  await page.getByLabel("Position or game").fill("Clober(2)");
  await page.keyboard.press("Enter");
  await page
    .getByRole("alert")
    .getByText(/Clober/)
    .waitFor();
  await page.getByLabel("Position or game").fill("Domineering(9, 9)");
  await page.keyboard.press("Enter");
  // Meanwhile it says how far it is, and many options are small boards.
  await page
    .locator(".working .far")
    .getByText(/\d+ s$/)
    .waitFor();
  assert.equal(await page.locator(".left .compact .option .board").count(), 28);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").waitFor();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  // Nothing says that a value is on its way.
  assert.equal(await page.locator(".verdict .ghost").count(), 0);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  // A text that cannot be read ends the computation, and the bare name of a ruleset is one of its positions.
  await page.getByLabel("Position or game").fill("Clober");
  await page.keyboard.press("Enter");
  await page.getByText("Stopped.").waitFor();
  await page.getByLabel("Position or game").fill("Clobber");
  await page.keyboard.press("Enter");
  await position(page, 'Clobber("xoxo|oxox")');
  await explore(page, 'Clobber("xo")');
  await page.locator(".verdict .big").getByText("*", { exact: true }).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a ruleset of a worksheet is explored, and a link shows its answers at once", async () => {
  const { page, context, wrong } = await open(browser, site.url);
  await page.getByRole("button", { name: "Cell", exact: true }).click();
  await page.keyboard.insertText('game Own(s: strip of ".xo") { left "." -> "x" ; right ".." -> "oo" }; Own("...")');
  await page.keyboard.press("Shift+Enter");
  await page.locator(".cellrow").last().waitFor();
  await page.locator(".out.fig, .out.pic").last().getByRole("button", { name: "Explore" }).click();
  await page.getByRole("region", { name: "Right’s options" }).getByText("2 moves").waitFor();
  await known(page);
  await page.getByRole("button", { name: "Share link" }).click();
  const link = await page.getByLabel("The link").inputValue();
  assert.match(link, /#study=/);
  assert.deepEqual(wrong, []);
  await context.close();
  const guest = await open(browser, link);
  await guest.page.getByRole("region", { name: "Right’s options" }).getByText("2 moves").waitFor();
  await guest.page.locator(".verdict .val.big:not(.ghost)").waitFor();
  await guest.context.close();
});

/** Begins a match by the dialog. */
async function begin(page, { start, machine = "Right", first = "Left", rules = "" }) {
  await page.getByRole("button", { name: "New match" }).click();
  await page.getByLabel("Position", { exact: true }).fill(start);
  await page.getByLabel("Players").selectOption(machine);
  await page.getByLabel("Who begins").selectOption(first);
  await page.getByLabel("Rules of your own").fill(rules);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(".controls").waitFor();
}

/** Plays until the match is over: hints of the machine, or the first move that there is. */
async function finish(page, well) {
  for (let moves = 0; moves < 40; moves += 1) {
    await page
      .locator(".state h1")
      .getByText(/to move|won|lost/)
      .waitFor();
    await page.waitForFunction(
      () =>
        /won|lost/.test(document.querySelector(".state h1").textContent) ||
        document.querySelector(".turn.chip")?.textContent === "your move",
    );
    const result = await page.locator(".state h1").textContent();
    if (/won|lost/.test(result)) return result;
    const before = await page.locator(".ply").count();
    if (well) {
      await page.getByRole("button", { name: "Hint" }).click();
      const hint = (
        await page
          .locator(".block h2")
          .getByText(/^Hint: /)
          .textContent()
      ).replace("Hint: ", "");
      await page.locator("details.all summary").click();
      await page.locator("details.all").getByRole("button", { name: hint, exact: true }).click();
    } else {
      // The last place that can be chosen, until that is a move.
      for (let clicks = 0; clicks < 3 && (await page.locator(".ply").count()) === before; clicks += 1) {
        const several = page.locator(".arena > .several button");
        if ((await several.count()) > 0) await several.first().click();
        else {
          const names = page.locator("details.all button");
          await page.locator("details.all").evaluate((details) => (details.open = true));
          await names.last().click();
        }
        await page.waitForTimeout(50);
      }
    }
    await page.waitForFunction(
      (count) => document.querySelectorAll(".ply").length > count || /won|lost/.test(document.querySelector(".state h1").textContent),
      before,
    );
  }
  assert.fail("the match does not end");
}

const OWN = 'game Own(s: strip of ".xo") { left "." -> "x" ; right "." -> "o" }';

test("matches of Hex, Nim and a ruleset of one's own are won and lost", async () => {
  const { page, context, wrong } = await visit("play");
  await page.locator(".arena .board").first().waitFor();
  await begin(page, { start: "Hex(3)" });
  await page.locator('[data-place="4"]').click();
  assert.match(await finish(page, true), /You have won/);
  await begin(page, { start: "Hex(3)", first: "Right" });
  assert.match(await finish(page, false), /You have lost/);
  await begin(page, { start: "Nim(1, 2, 4)" });
  assert.match(await finish(page, true), /You have won/);
  await begin(page, { start: "Nim(1, 2, 3)" });
  assert.match(await finish(page, false), /You have lost/);
  await begin(page, { start: 'Own("...")', rules: OWN });
  assert.match(await finish(page, false), /You have won/);
  await begin(page, { start: 'Own("....")', rules: OWN });
  assert.match(await finish(page, false), /You have lost/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /game Own[\s\S]*replay\(start, first, played\)/);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a match that cannot begin leaves the window and the match before as they are", async () => {
  const { page, context, wrong } = await visit("play");
  await page.locator(".arena .board").first().waitFor();
  const window = page.getByRole("dialog", { name: "New match" });
  await page.getByRole("button", { name: "New match" }).click();
  await window.getByLabel("Position").fill("Nimm(3, 5)");
  await window.getByRole("button", { name: "Begin" }).click();
  await window.getByRole("alert").getByText("Nothing is called Nimm.").waitFor();
  assert.equal(await window.getByLabel("Position").inputValue(), "Nimm(3, 5)");
  assert.equal(await page.locator(".arena .board").count(), 1);
  await window.getByRole("button", { name: "Replace with Nim" }).click();
  assert.equal(await window.getByLabel("Position").inputValue(), "Nim(3, 5)");
  await window.getByRole("button", { name: "Begin" }).click();
  await page.locator(".arena .board.heap").nth(1).waitFor();
  await begin(page, { start: "DotsAndBoxes(2, 2)" });
  await page.locator(".bar .title").getByText("DotsAndBoxes 2 × 2").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("moves are made by clicks and keys, taken back, and kept over a reload", async () => {
  const { page, context, wrong } = await visit("play");
  await page.locator(".arena .board").first().waitFor();
  await begin(page, { start: 'Clobber("xo|ox")', machine: "" });
  // The stone may go to two cells, by keyboard.
  await page.locator('[data-place="0"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.locator(".ply").first().waitFor();
  await page.locator('[data-place="2"]').click();
  await page.locator(".ply").nth(1).waitFor();
  await page.reload();
  await page.locator(".ply").nth(1).waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 1);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByText("Right gives up: Left wins.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Why?" }).click();
  await page.getByText("Who wins, and why").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a sheet of exercises judges each answer, gives hints, and is kept", async () => {
  const { page, context, wrong } = await visit("exercises");
  const first = page.getByRole("group", { name: "1. Strike out what is dominated" });
  const answer = (n) => first.locator(".ans").nth(n);
  await answer(0).locator("input").fill("<1|4>");
  await answer(0).and(page.locator(".good")).waitFor();
  await answer(1).locator("input").fill("<2,1|-2>");
  await answer(1).getByText("Not yet.").waitFor();
  await answer(2).locator("input").fill("<1|");
  await answer(2).getByText("This cannot be read.").waitFor();
  await answer(3).locator("input").fill("7");
  await answer(3).getByText("Not yet. The value is another one.").waitFor();
  // Everything is counted in points.
  await page.locator(".rail li").first().getByText("0.4/2", { exact: true }).waitFor();
  await page.getByText("3 answers are not right yet, 28 are open.").waitFor();
  await first.getByText("Hint", { exact: true }).click();
  await first.getByText(/An option of Left is dominated/).waitFor();
  const order = page
    .getByRole("group", { name: /Order is not total/ })
    .locator(".ans")
    .first();
  await order.getByText("∥").click();
  await order.and(page.locator(".good")).waitFor();
  // What stands in the sheet is not on the page.
  assert.ok(!(await page.locator("main").innerHTML()).includes("11/16"));
  await page.getByLabel("Your name, for the file").fill("A student");
  await page.reload();
  await answer(0).and(page.locator(".good")).waitFor();
  assert.equal(await answer(0).locator("input").inputValue(), "<1|4>");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download for your teacher" }).click(),
  ]);
  const text = readFileSync(await download.path(), "utf8");
  assert.match(text, /student "A student"/);
  assert.match(text, /\nq1_1 := <1\|4>\n/);
  assert.deepEqual(wrong, []);
  await context.close();
});

const KEY = `sheet "Homework" (show verdicts)
game Single(n: heap) { move n - 1 if n > 0 }
exercise "All kinds" (7 points) {
  "In \`Single\` a move takes one."
  hint "Play the difference."
  ask value up "The value of \`<0|*>\`." := ^
  ask form simplest_form "The canonical form of \`<0,*|*>\`." := <0|*>
  ask choice who "Who moves in 0?" := 2 { from "Left", "neither player" }
  ask order compare "How do \`^\` and \`*\` compare?" := (^, *)
  ask move opening "A move of \`Nim(3, 5)\` that wins." := winning_moves(Nim(3, 5)) { given Nim(3, 5) }
  ask strategy play_it "Win \`Single(3)\`." := P -> moves(P)[1] { given Single(3) }
  ask number much "The nim-sum of 13 and 22." := nim_sum(13, 22)
}
`;

test("who wins is answered by a button, and an answer that cannot be read says why once", async () => {
  const { page, context, wrong } = await visit("exercises");
  const answer = page.getByRole("textbox", { name: /^Answer 1 of exercise 1/ });
  await answer.fill("<1|");
  await answer.blur();
  const said = page.locator(".fb").first();
  await said.getByText(/never closed/).waitFor();
  assert.match(await said.textContent(), /^This cannot be read\. This < is never closed\./);
  await page.getByRole("button", { name: "Open a sheet" }).click();
  await page
    .getByRole("button", { name: /^Hackenbush/ })
    .first()
    .click();
  const outcomes = page.locator(".ans:has([aria-label='The previous player wins'])").first();
  for (const letter of ["L", "R", "N", "P"]) await outcomes.getByText(letter, { exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".ans:has([value=P]:checked):is(.good, .bad)"));
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a question about moves is answered by clicks on the position", async () => {
  const { page, context, wrong } = await visit("exercises");
  await page.getByRole("button", { name: "Open a sheet" }).click();
  await page
    .getByRole("button", { name: /^Nim and mex/ })
    .last()
    .click();
  await page.getByRole("heading", { name: "Nim and mex", level: 1 }).waitFor();
  const answers = page.getByRole("group", { name: /Winning moves/ }).locator(".ans");
  const leave = (row, counters, heap) => row.getByRole("button", { name: `leave ${counters} of ${heap}` }).click();
  await leave(answers.nth(0), 3, 5);
  await answers.nth(0).and(page.locator(".good")).waitFor();
  assert.equal(await answers.nth(0).locator("input").inputValue(), "Nim(3, 3)");
  // Another move replaces it; of several moves, a second click takes one away.
  await leave(answers.nth(0), 1, 5);
  await answers.nth(0).getByText("Not yet.").waitFor();
  const several = answers.nth(1);
  for (const [counters, heap] of [
    [4, 13],
    [5, 13],
    [1, 8],
  ])
    await leave(several, counters, heap);
  assert.equal(await several.locator("input").inputValue(), "[Nim(4, 12, 8), Nim(5, 12, 8), Nim(13, 12, 1)]");
  await several.getByText("some do not belong to them", { exact: false }).waitFor();
  await leave(several, 5, 13);
  assert.equal(await several.locator("input").inputValue(), "[Nim(4, 12, 8), Nim(13, 12, 1)]");
  await several.getByRole("button", { name: /^Not / }).last().click();
  await several.getByText("All 33 moves by name").click();
  await several.locator("details .several button").nth(32).waitFor();
  assert.equal(await several.locator("details .several button").count(), 33);
  await page.reload();
  await answers.nth(1).locator(".moves-taken .chip").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a question about the moves of one player offers no others, and says whose move it is", async () => {
  const { page, context, wrong } = await visit("exercises");
  await page.getByRole("button", { name: "Open a sheet" }).click();
  await page
    .getByRole("button", { name: /^Domineering\s*\d/ })
    .last()
    .click();
  const asked = page.locator(".ans", { hasText: "Left can move to" });
  await asked.getByText("Left moves.").waitFor();
  await asked.getByText("All 2 moves by name").click();
  await asked.locator("details .several button").nth(1).waitFor();
  assert.deepEqual(await asked.locator("details .several button").allTextContents(), ["a1 a2", "b1 b2"]);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a teacher's sheet comes by a link, is judged by what it says, and goes back as a file", async () => {
  const { page: teacher, context, wrong } = await visit("exercises");
  await teacher.locator(".ans").first().waitFor();
  await teacher.locator("input[type=file]").setInputFiles({ name: "week.game", mimeType: "text/plain", buffer: Buffer.from(KEY) });
  await teacher.getByRole("heading", { name: "Homework" }).waitFor();
  // The key itself is marked as a class is: with what is said of usual mistakes.
  await teacher.getByLabel(/^Answer 7/).fill("35");
  await teacher.getByText("Nimbers are not added like numbers").waitFor();
  await teacher.getByRole("button", { name: "Share the sheet" }).click();
  const link = await teacher.getByLabel("The link").inputValue();
  assert.deepEqual(wrong, []);
  await context.close();
  const student = await open(browser, link);
  const { page } = student;
  await page.getByRole("button", { name: "Open the sheet" }).click();
  await page.getByText("game Single(n: heap)").waitFor();
  const line = (n) => page.locator(".ans").nth(n);
  const good = (n) => line(n).and(page.locator(".good")).waitFor();
  await page.getByLabel(/^Answer 1/).fill("<0|*>");
  await good(0);
  await page.getByLabel(/^Answer 2/).fill("<0,*|*>");
  await line(1).getByText("Not yet.").waitFor();
  await page.getByLabel(/^Answer 2/).fill("canonical(^)");
  await line(1).getByText("This is no answer.").waitFor();
  await page.getByLabel("neither player").check();
  await good(2);
  await line(3).getByText("∥").click();
  await good(3);
  await page.getByLabel(/^Answer 5/).fill("Nim(3, 3)");
  await good(4);
  await page.getByLabel(/^Answer 6/).fill("P -> moves(P)[1]");
  await line(5).getByText("This can be read.").waitFor();
  await page.getByLabel(/^Answer 7/).fill("26");
  await line(6).getByText("Not yet.").waitFor();
  // Neither the link nor the page has a right answer in it.
  assert.ok(!(await page.locator("main").innerText()).includes("27"));
  await page.getByLabel("Your name, for the file").fill("Ada");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download for your teacher" }).click(),
  ]);
  const path = await download.path();
  const text = readFileSync(path, "utf8");
  assert.match(text, /^answers "Homework"\nstudent "Ada"\n/);
  assert.match(text, /\nplay_it := P -> moves\(P\)\[1\]\n/);
  assert.ok(!text.includes("nim_sum"));
  // The file opens again where nothing was typed.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator(".ans").first().waitFor();
  await page.locator("input[type=file]").setInputFiles({ name: "ada.game", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByText("game Single(n: heap)").waitFor();
  assert.equal(await page.getByLabel(/^Answer 7/).inputValue(), "26");
  await clean(page, "a sheet that was filled in");
  assert.deepEqual(student.wrong, []);
  await student.context.close();
});

test("the book's examples run and can be edited", async () => {
  const { page, context, wrong } = await visit("book");
  const block = page.locator(".runb").first();
  await block.getByRole("button", { name: "Run" }).click();
  await block.locator(".results").getByText("<4|3||2>").waitFor();
  await block.getByRole("button", { name: "Edit" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("1/0");
  await block.getByRole("button", { name: "Run" }).click();
  await block.getByRole("alert").waitFor();
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Thermographs" }).click();
  await page.getByRole("heading", { level: 1, name: "Thermographs" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1");
  await page
    .getByRole("link", { name: /Misère play/ })
    .last()
    .click();
  await page.getByRole("heading", { level: 1, name: "Misère play" }).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("all pages work without a network after the first visit", async () => {
  const { page, context } = await open(browser, site.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 20);
  await context.setOffline(true);
  await page.goto(`${site.url}explorer.html`);
  await page.locator(".verdict .big").getByText("<-1,<3/2|-1>|-1>").waitFor();
  await page.goto(`${site.url}book.html#reference/heaps`);
  await page.getByRole("heading", { level: 1, name: "Heaps" }).waitFor();
  await page.goto(`${site.url}play.html`);
  await page.locator(".arena .board").first().waitFor();
  await page.goto(`${site.url}exercises.html`);
  await page.locator(".ans").first().waitFor();
  await context.close();
});

test("axe finds nothing on any page, light and dark, large and small, and nothing runs out of it", async () => {
  const ready = {
    explorer: (page) => page.locator(".option.canon").first().waitFor(),
    play: (page) => page.locator(".arena .board").first().waitFor(),
    exercises: (page) => page.locator(".ans").first().waitFor(),
    book: (page) => page.locator(".runb").first().waitFor(),
  };
  for (const [name, settled] of Object.entries(ready)) {
    const { page, context } = await visit(name);
    await settled(page);
    await cleanEverywhere(page, name);
    await context.close();
  }
});
