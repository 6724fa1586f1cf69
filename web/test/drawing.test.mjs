// Positions clicked, pointed at and edited by hand in Chromium; values as they are typeset; the size of a game tree.
import assert from "node:assert/strict";
import test from "node:test";
import { browser, clean, explore, known, open, position, prepare, run, site } from "./browser.mjs";

prepare();

const visit = (page, options) => open(browser, `${site.url}${page}.html`, options);
const place = (page, number, figure = "0,0") => page.locator(`.stage [data-figure="${figure}"] [data-place="${number}"]`);
const says = (page) => page.locator(".does").textContent();

test("heaps, rows of cells and boards within positions are played by clicking", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Chomp([3, 2])");
  await place(page, 1).hover();
  assert.equal(await says(page), "Moves to [1,1]");
  assert.equal(await page.locator(".option.pointed").count(), 1);
  await place(page, 1).click();
  await position(page, "Chomp([1, 1])");
  await explore(page, "Wythoff(2, 2)");
  // Both heaps, or one of them: the second click says which.
  await place(page, 1).click();
  await page.getByRole("group", { name: "Moves that change these places" }).waitFor();
  await place(page, 1, "0,1").click();
  await position(page, "Wythoff(1, 1)");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "counters: one more" }).nth(1).click();
  await position(page, "Wythoff(1, 2)");
  await page.getByRole("button", { name: "Done" }).click();
  await explore(page, "Twisted(Domineering(1, 2))");
  await place(page, 0).click();
  await position(page, '-Twisted(Domineering("##"))');
  assert.deepEqual(wrong, []);
  await context.close();
});

test("counters that are taken from within stand in a row, and each of them can be clicked", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Kayles(7)");
  assert.equal(await page.locator(".stage .row-of [data-place]").count(), 7);
  await place(page, 3).hover();
  assert.equal(await says(page), "2 moves: 7>3+3, 7>2+3");
  await page.locator(".option.rev .note").getByText("The answer is worth what we have now, so").first().waitFor();
  // From the other end it is the same move.
  await place(page, 6).click();
  await place(page, 5).click();
  await position(page, "Kayles(0, 5)");
  assert.equal(await page.locator(".crumb[aria-current]").textContent(), " 7>5");
  await explore(page, "LaskersNim(7)");
  assert.equal(await page.locator(".stage .heap [data-place]").count(), 7);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("vertices choose the moves that are called by them", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "NodeKayles(path(5))");
  await place(page, 2).hover({ force: true });
  assert.equal(await says(page), "Moves to 3");
  await place(page, 2).click({ force: true });
  await position(page, 'NodeKayles("1, 5")');
  await explore(page, "ArcKayles(path(4))");
  // The edge in the middle, though its neighbours go with it.
  await place(page, 5).click({ force: true });
  await position(page, 'ArcKayles("1, 4")');
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a first click on several moves says how to go on, and after a move nothing is pointed at until the pointer moves", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Domineering(4, 4)");
  const how = "Choose one of 4 moves, or click the second cell.";
  await place(page, 5).click();
  await page.getByRole("group", { name: "Moves that change these places" }).waitFor();
  assert.equal(await says(page), how);
  await place(page, 6).hover();
  assert.equal(await says(page), "Right b2 c2");
  await page.keyboard.press("Escape");
  await place(page, 5).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Moves that change these places" }).waitFor();
  assert.equal(await says(page), how);
  await place(page, 9).click();
  await position(page, 'Domineering("....|.#..|.#..|....")');
  await known(page);
  assert.equal(await says(page), "");
  const { x, y } = await place(page, 9).boundingBox();
  await page.mouse.move(x + 20, y + 21);
  assert.equal(await says(page), "No move here.");
  // The same holds for the options, which are drawn anew beneath the pointer.
  const first = page.getByRole("region", { name: "Left’s options" }).locator(".take").first();
  await first.hover();
  assert.equal(await page.locator(".b-look").count(), 1);
  await first.click();
  await page.waitForFunction(() => document.querySelectorAll(".crumb").length === 3);
  await known(page);
  assert.equal(await page.locator(".b-look").count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("lines that may be drawn between dots are named without a comma at the end", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "DotsAndBoxes(2, 2)");
  assert.equal(await page.locator(".stage [data-place]").first().getAttribute("aria-label"), "b1, empty");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("labels of vertices, symbols and moves are chosen by keys", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "GraphCol(path(3))");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.keyboard.press("o");
  await page.locator('.tool[aria-pressed="true"][aria-label="Label vertices o"]').waitFor();
  await place(page, 1).click();
  await position(page, 'GraphCol("1-2, 2-3, 2=o")');
  await page.keyboard.press("x");
  await place(page, 0).click();
  await position(page, 'GraphCol("1-2, 2-3, 1=x, 2=o")');
  await place(page, 0).click();
  await position(page, 'GraphCol("1-2, 2-3, 2=o")');
  await explore(page, 'Clobber("xo|..")');
  await page.keyboard.press("Escape");
  await page.locator(".stage").getByRole("button", { name: "Done" }).focus();
  await page.keyboard.press("o");
  await page.locator('.tool[aria-pressed="true"][aria-label="Paint Right’s o"]').waitFor();
  await place(page, 2).hover();
  assert.equal(await says(page), "Paint Right’s o.");
  await place(page, 2).click();
  await position(page, 'Clobber("xo|o.")');
  await page.getByRole("button", { name: "Done" }).click();
  // A click that leaves several moves: the second one by its number, after none of them by Escape.
  await explore(page, "Domineering(3, 3)");
  const group = page.getByRole("group", { name: "Moves that change these places" });
  await place(page, 4).focus();
  await page.keyboard.press("Enter");
  await group.waitFor();
  await page.keyboard.press("Escape");
  await group.waitFor({ state: "detached" });
  // What a click does describes the place that has the focus.
  const described = () => document.getElementById(document.activeElement.getAttribute("aria-describedby"))?.matches(".does");
  await page.waitForFunction(described);
  await page.keyboard.press("Enter");
  await group.waitFor();
  const second = await group.getByRole("button").nth(1).textContent();
  await page.keyboard.press("2");
  await page.waitForFunction(
    (move) => document.querySelector(".crumbs [aria-current]").textContent.endsWith(move),
    second.replace("2Left", ""),
  );
  await known(page);
  await clean(page, "after a move by its number");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("pieces stay on a board that is painted, as long as their cells are covered", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Domineering(3, 3)");
  const pieces = page.locator(".stage .b-piece");
  await place(page, 4).click();
  await place(page, 5).click();
  await position(page, 'Domineering("...|.##|...")');
  assert.equal(await pieces.count(), 1);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.keyboard.press("#");
  await place(page, 0).click();
  await position(page, 'Domineering("#..|.##|...")');
  assert.equal(await pieces.count(), 1);
  await page.keyboard.press(".");
  await place(page, 5).click();
  await position(page, 'Domineering("#..|.#.|...")');
  assert.equal(await pieces.count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a click in a match is said before it is made", async () => {
  const { page, context, wrong } = await visit("play");
  await page.getByRole("button", { name: "New match" }).click();
  await page.getByRole("button", { name: "Library …" }).click();
  await page.getByLabel("Search the library").fill("dominoes upright");
  await page
    .getByRole("dialog", { name: "Library" })
    .getByRole("button", { name: /^Domineering/ })
    .click();
  // The first board of the library is too small to play on.
  await page.waitForFunction(() => document.querySelector("#start").value === "Domineering(4, 5)");
  assert.equal(await page.evaluate(() => document.activeElement.id), "start");
  await page.getByLabel("Position", { exact: true }).fill("Chomp([3, 2])");
  await page.getByRole("button", { name: "Begin" }).click();
  const cells = page.locator('.arena [data-figure="0,0"] [data-place]');
  await page.waitForFunction(() => document.querySelectorAll('.arena [data-figure="0,0"] [data-place]').length === 6);
  await cells.nth(3).hover();
  await page.waitForFunction(() => document.querySelector(".does").textContent === "Moves to [3,0]");
  await cells.nth(3).click();
  await page.locator(".ply").first().getByText("[3,0]").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("vertices of Hackenbush have the names that moves have, and stay where they are when an edge is cut", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Hackenbush("0-1:b, 1-2:r, 2-0:b, 1-3:r, 3-4:b, 2-5:r")');
  await page.locator(".crumb").getByText("Hackenbush (6 edges)").waitFor();
  const names = () =>
    page.locator(".stage .b-lab").evaluateAll((all) => Object.fromEntries(all.map((one) => [one.textContent, one.getAttribute("x")])));
  const seen = () => page.locator(".stage svg.board").getAttribute("viewBox");
  const [before, frame] = [await names(), await seen()];
  assert.deepEqual(Object.keys(before), ["1", "2", "3", "4", "5"]);
  await page.getByRole("region", { name: "Right’s options" }).locator('[data-move="1-3"]').click();
  await position(page, 'Hackenbush("0-1:b, 0-2:b, 1-2:r, 2-5:r")');
  await known(page);
  const { 1: one, 2: two, 5: five } = before;
  assert.deepEqual(await names(), { 1: one, 2: two, 5: five });
  assert.equal(await seen(), frame);
  assert.equal(await page.locator(".stage .b-line.last").count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("options without values say who wins, and games about points what they give", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Hex("x.o|...|...")');
  const right = page.getByRole("region", { name: "Right’s options" });
  assert.equal(await right.locator(".chip.win").count(), 5);
  assert.equal(await right.getByRole("img", { name: "Right wins" }).count(), 5);
  await page.getByText("1 of 7 moves wins").waitFor();
  assert.equal(await page.locator(".b-win").count(), 6);
  await explore(page, "PawnWalk([1, 3, 2])()");
  const facts = await page.locator(".verdict .facts").textContent();
  assert.match(facts, /When Max begins2.*When Min begins3/);
  await clean(page, "a game about points");
  // Its players are called as in a match, and each option says what it gives and who moves next.
  await explore(page, 'DotsAndBoxes(2, 1)("+#+|#o#|+.+|.o.|+.+", Left)');
  const left = page.getByRole("region", { name: "Left’s options" });
  await left.getByRole("heading", { name: "Max can move to" }).waitFor();
  const closes = left.locator(".option", { has: page.locator('[data-move="b3"]') });
  assert.equal(await closes.locator(".about").innerText(), "b3\nMax gets 2\nMax moves next");
  assert.equal(await closes.getByText("best", { exact: true }).count(), 1);
  assert.equal(await left.getByText("Min moves next").count(), 3);
  assert.deepEqual(await page.locator(".stage .b-lab").allTextContents(), ["a", "b", "c", "1", "2", "3", "4", "5"]);
  await left.locator('[data-move="b3"]').click();
  await page.locator(".crumb[aria-current]").getByText("Max").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("values are typeset as in books, break after commas and bars only, and are copied as they are typed", async () => {
  const { page, context, wrong } = await visit("index");
  await page.locator(".cellrow .result .val").first().waitFor();
  const text = "canonical(<<9/2|1>||<5/4|3/16>,<-3|-4>> + <<31|17>||<13/4|3/8>,<-33|-44>>)";
  const result = await run(page, text);
  const value = result.locator(".val").first();
  await value.waitFor();
  const drawn = await value.evaluate((one) => ({
    text: one.textContent,
    spaces: [...new Set([...one.querySelectorAll(".atom")].map((atom) => getComputedStyle(atom).whiteSpace))],
    fractions: [...one.querySelectorAll(".fr")].map(({ textContent }) => textContent),
    minuses: one.querySelectorAll(".mi").length,
    brackets: [...one.querySelectorAll(".br")].map((sign) => getComputedStyle(sign, "::before").content.slice(0, 3)),
    bars: [...one.querySelectorAll(".bars")].map(({ className }) => className),
    broken: [...one.querySelectorAll("wbr")].map(
      (here) => here.previousElementSibling?.textContent.at(-1) ?? here.previousSibling.textContent.at(-1),
    ),
  }));
  const program = await result
    .locator(".val")
    .first()
    .evaluate((one) => {
      getSelection().selectAllChildren(one);
      return getSelection().toString();
    });
  assert.equal(drawn.text, program);
  assert.doesNotMatch(program, /[⟨⟩−]/);
  assert.deepEqual(drawn.fractions, program.match(/\d+\/\d+/g));
  assert.equal(drawn.minuses, program.match(/-/g).length);
  assert.deepEqual(new Set(drawn.brackets), new Set(['"⟨"', '"⟩"']));
  assert.ok(drawn.bars.includes("bars n1") && drawn.bars.includes("bars n2"), drawn.bars.join());
  assert.ok(
    drawn.broken.every((sign) => sign === "," || sign === "|"),
    drawn.broken.join(),
  );
  assert.deepEqual(drawn.spaces, ["nowrap"]);
  // What is printed is read back as the same value.
  const again = await run(page, `(${program}) == (${text})`);
  await again.getByText("true").waitFor();
  // In braces, with their own signs.
  await page.getByRole("radiogroup", { name: "Notation" }).getByText("Braces").click();
  await page.waitForFunction(() => /^\{/.test([...document.querySelectorAll(".cellrow .result .val")].at(-2).textContent));
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a long value is folded until it is asked for", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "<<9|1>||<5|3/16>,<-3|-4>> + <<31|17>||<13/4|3/8>,<-33|-44>> + <<11|7>||<5/4|1/4>,<-3|-4>>");
  const value = page.locator(".verdict .val.big");
  const more = page.locator(".verdict").getByRole("button", { name: "All of it" });
  await more.waitFor();
  const before = (await value.textContent()).length;
  assert.match(await value.textContent(), /[,|]…$/);
  await more.click();
  assert.ok((await value.textContent()).length > before);
  assert.equal(await more.count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a game tree is enlarged by the wheel where the pointer is, within bounds, and fits again", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "<<9|1>||<5|3/16>,<-3|-4>> + <<31|17>||<13/4|3/8>,<-33|-44>>");
  await page.getByRole("button", { name: "Game tree" }).click();
  const view = page.locator(".treeview");
  await view.locator("svg").waitFor();
  const said = page.locator(".zoom [role=status]");
  await page.waitForFunction(() => /%/.test(document.querySelector(".zoom [role=status]").textContent));
  const fitted = await said.textContent();
  // The position stands beside it.
  const [stage, tree] = [await page.locator(".stage").boundingBox(), await view.boundingBox()];
  assert.ok(stage.height > 40 && stage.x + stage.width <= tree.x, `the position until ${stage.x + stage.width}, the tree from ${tree.x}`);
  const box = await view.boundingBox();
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height * 0.4];
  await page.mouse.move(x, y);
  /** The place of the tree under the pointer, as a part of its width. */
  const under = () =>
    view.evaluate(
      (one, x) => (one.scrollLeft + x - one.getBoundingClientRect().left) / Number(one.querySelector("svg").getAttribute("width")),
      x,
    );
  const turn = async (by) => {
    const before = await said.textContent();
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, by);
    await page.keyboard.up("Control");
    await page.waitForFunction((before) => document.querySelector(".zoom [role=status]").textContent !== before, before);
  };
  // The tree is larger than its window from here on.
  while (Number.parseInt(await said.textContent(), 10) < 250) await turn(-100);
  const there = await under();
  await turn(-100);
  assert.ok(Math.abs((await under()) - there) < 0.01, `${there} ${await under()}`);
  const smaller = page.getByRole("button", { name: "Smaller" });
  const larger = page.getByRole("button", { name: "Larger" });
  for (let presses = 0; presses < 8; presses += 1) await larger.click();
  assert.equal(await said.textContent(), "400 %");
  for (let presses = 0; presses < 24; presses += 1) await smaller.click();
  assert.equal(await said.textContent(), "10 %");
  await page.getByRole("button", { name: "Fit" }).click();
  assert.equal(await said.textContent(), fitted);
  assert.deepEqual(wrong, []);
  await context.close();
});
