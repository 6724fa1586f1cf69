// The explorer in Chromium: sums, thermographs, trees, games in which play can return; and pages by keyboard alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { deflateRawSync, gunzipSync } from "node:zlib";
import test from "node:test";
import { browser, clean, cleanEverywhere, explore, known, open, position, prepare, site } from "./browser.mjs";

prepare();

const visit = (page, options) => open(browser, `${site.url}${page}.html`, options);

/** Presses Tab until something is focused. */
async function tabTo(page, wanted, key = "Tab") {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, wanted)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${wanted} is not reached by ${key}`);
}

test("a sum shows its parts, who wins it, and by which moves in which parts", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Domineering("....|....|#..#|####") + Nim(3) + <1|*>');
  const total = page.getByRole("group", { name: "The sum" });
  await total.getByText("The sum: whoever moves first wins").waitFor();
  const [left, right] = await total.locator(".ways > span").allTextContents();
  assert.equal(left, "Left wins with 1 in <1|*>");
  assert.match(right, /^Right wins with .*b2 c2.* in Domineering, or \* in <1\|\*>$/);
  assert.equal(await page.locator(".summand").count(), 3);
  await page.locator(".summand").first().getByText("<-1,<3/2|-1>|-1>").waitFor();
  await page.getByRole("button", { name: "Take Nim out of the sum" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".summand").length === 2);
  await known(page);
  await page.getByRole("button", { name: "Add a part" }).click();
  await page.getByLabel("Game or position to add").fill("*2 +");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Game or position to add").fill("Nim(1)");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".summand").length === 3);
  await known(page);
  await explore(page, "Nim(1, 2, 3)");
  await total.getByText("The sum: whoever moves second wins").waitFor();
  assert.deepEqual(await total.locator(".ways > span").allTextContents(), ["Whoever moves has no winning move"]);
  await explore(page, "<5|-5>");
  await page.getByRole("button", { name: "Add a part" }).click();
  await page.getByLabel("Game or position to add").fill("Nim(2)");
  await page.keyboard.press("Enter");
  await page.locator(".summand").nth(1).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a thermograph is read by pointer and keys, and that of an option is drawn over it", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "<5||3|2>");
  const graph = page.getByRole("slider", { name: /Thermograph of <5\|\|3\|2>/ });
  await graph.focus();
  await page.keyboard.press("Home");
  const said = () => graph.getAttribute("aria-valuetext");
  assert.equal(await said(), "Cooled by 0: Left stop 5, Right stop 3");
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowUp");
  assert.equal(await said(), "Cooled by 1/4: Left stop 19/4, Right stop 3");
  await page.keyboard.press("End");
  assert.equal(await said(), "Cooled by 5/4: frozen at 15/4");
  await page.keyboard.press("ArrowUp");
  assert.match(await said(), /frozen at 15\/4/);
  const box = await graph.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 22);
  await page.locator(".reading").getByText("Cooled by 0: stops 5 and 3").waitFor();
  await page.getByRole("region", { name: "Right’s options" }).locator(".take").first().hover();
  await page.locator(".reading").getByText("dashed: <3|2>").waitFor();
  assert.ok((await page.locator(".thermo .other").count()) >= 3);
  await explore(page, "a: <1||a|*>");
  await page.getByRole("slider", { name: /Thermograph/ }).focus();
  await page.keyboard.press("End");
  assert.match(await page.getByRole("slider").getAttribute("aria-valuetext"), /Cooled by 1\/3: frozen at 2\/3/);
  await explore(page, "1/2");
  await page.getByRole("slider", { name: /Thermograph of 1\/2/ }).focus();
  assert.match(await page.getByRole("slider").getAttribute("aria-valuetext"), /frozen at 1\/2/);
  await explore(page, "10**40 + *");
  await page.locator("figure.mini svg").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a game tree is enlarged by buttons and keys", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "<<3|2||1>,<4|*>|<0|-5>>");
  await page.locator("details[data-name=tree] summary").click();
  const tree = page.locator(".treeview svg");
  await tree.waitFor();
  await page.waitForFunction(() => /%/.test(document.querySelector(".zoom [role=status]").textContent));
  const width = async () => Number(await tree.getAttribute("width"));
  const before = await width();
  await page.getByRole("button", { name: "Larger" }).click();
  assert.ok((await width()) > before * 1.2);
  await page.locator(".treeview").focus();
  await page.keyboard.press("-");
  assert.ok(Math.abs((await width()) - before) < 1);
  await page.keyboard.press("+");
  await page.keyboard.press("0");
  assert.ok(Math.abs((await width()) - before) < 1);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("parts of a sum are dragged, chosen, taken out and dropped in", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Kayles(1) + Kayles(2) + Kayles(3) + *5");
  const part = (n) => page.locator(".summand[data-part]").nth(n);
  const drag = async (from, to) => {
    const [a, b] = [await from.boundingBox(), await to.boundingBox()];
    await page.mouse.move(a.x + 20, a.y + 20);
    await page.mouse.down();
    await page.mouse.move(a.x + 40, a.y + 24, { steps: 3 });
    const there = (await to.boundingBox()) ?? b;
    await page.mouse.move(there.x + there.width / 2, there.y + there.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await drag(part(0), part(2));
  await position(page, "Kayles(2, 3, 1) + *5");
  await known(page);
  // Outside of the sum there are places to take it out, and to look at it alone.
  const lifted = await part(3).boundingBox();
  await page.mouse.move(lifted.x + 20, lifted.y + 20);
  await page.mouse.down();
  await page.mouse.move(lifted.x + 60, lifted.y + 40, { steps: 3 });
  const area = await page.getByText("Take it out", { exact: true }).boundingBox();
  await page.mouse.move(area.x + 30, area.y + 10, { steps: 4 });
  await page.mouse.up();
  await position(page, "Kayles(2, 3, 1)");
  await known(page);
  // By keyboard and finger: choose parts, and look at them alone.
  await page.getByRole("button", { name: "Choose Kayles A" }).click();
  await page.getByRole("button", { name: "Choose Kayles C" }).click();
  await page.getByText("2 parts chosen").waitFor();
  await page.getByRole("button", { name: "Explore alone" }).click();
  await position(page, "Kayles(2, 1)");
  // An option, or any text, becomes a part.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "*7");
    document.querySelector(".sum").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await position(page, "Kayles(2, 1) + *7");
  // All of it are steps of one study.
  for (const text of ["Kayles(2, 1)", "Kayles(2, 3, 1)"]) {
    await page.goBack();
    await position(page, text);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test("parts are dragged only while a button is pressed", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Kayles(1) + Kayles(2)");
  const part = page.locator(".summand[data-part]").first();
  const { x, y } = await part.boundingBox();
  const at = { x: x + 20, y: y + 20 };
  const send = (type, dx, buttons, to = ".summand[data-part]") =>
    page.evaluate(
      ([type, x, y, buttons, to]) => {
        const place = to === "window" ? window : document.querySelector(to);
        place.dispatchEvent(
          new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, button: 0, buttons, bubbles: true, composed: true }),
        );
      },
      [type, at.x + dx, at.y, buttons, to],
    );
  const ghosts = () => page.locator(".ghost-part").count();
  // Let go where the page hears nothing.
  await send("pointerdown", 0, 1);
  await send("pointermove", 60, 0);
  await send("pointermove", 90, 1);
  assert.equal(await ghosts(), 0);
  // Let go outside of the sum.
  await send("pointerdown", 0, 1);
  await send("pointerup", 4, 0, "body");
  await send("pointermove", 60, 1);
  assert.equal(await ghosts(), 0);
  await send("pointerdown", 0, 1);
  await send("pointermove", 60, 1);
  assert.equal(await ghosts(), 1);
  await send("pointerup", -500, 0, "window");
  assert.equal(await ghosts(), 0);
  // A drag without a click swallows no later click.
  await page.getByRole("button", { name: "Choose Kayles A" }).click();
  await page.getByText("Kayles A chosen").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("what is shown is certified, and the file says what proves it", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Nim(1, 2) + Nim(3)");
  await page.getByText("Certificate", { exact: true }).click();
  await page.getByRole("button", { name: "Certificate: who wins" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download, [\d,]+ facts?, [\d.]+ (bytes|kB)$/ }).click(),
  ]);
  const text = gunzipSync(readFileSync(await file.path())).toString();
  assert.match(text, /^upstar certificate 1\n/);
  assert.match(text, /\nclaim\tP\n/);
  assert.equal(file.suggestedFilename(), "outcome_certificate.gz");
  await page.getByText("upstar verify outcome_certificate.gz").waitFor();
  await page.getByRole("button", { name: "Certificate: the value" }).click();
  await page.locator(".certified").getByText("canonical(Nim(1) + Nim(2) + Nim(3))").waitFor();
  await page.getByText("upstar verify value_certificate.gz").waitFor();
  // Loopy values have none: the page says so.
  await explore(page, "on");
  await page.getByRole("button", { name: "Certificate: the value" }).click();
  await page.locator(".certified .muted").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("an option of a sum shows the whole sum, and marks the part that it changes", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Nim(2, 1) + <1|-1>");
  const parts = (move) =>
    page
      .locator(".left .option", { has: page.locator(`[data-move="${move}"]`) })
      .locator(".b-sum > .b-part")
      .evaluateAll((all) => all.map((one) => `${one.textContent}${one.classList.contains("b-there") ? "" : "!"}`));
  assert.deepEqual(await parts("C:1"), ["2", "1", "1!"]);
  assert.deepEqual(await parts("A:2>1"), ["1!", "1", "±1"]);
  await explore(page, "<1|-1>");
  assert.equal(await page.locator(".option .b-part").count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("options that lead to play without end say who wins, draws, and what is worth more", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "a: <0,*,-1||a|*>");
  const left = page.getByRole("region", { name: "Left’s options" });
  await left.locator(".option.dom").getByText("-1", { exact: true }).first().waitFor();
  await left.getByText("Left does at least as well with").first().waitFor();
  await left.getByText("wins", { exact: true }).first().waitFor();
  await page.locator(".facts").getByText("Onside").waitFor();
  await page.locator(".facts").getByText("Offside").waitFor();
  await explore(page, 'BackslidingToadsAndFrogs("TTT..FFF")');
  await left.getByText("draws", { exact: true }).waitFor();
  await left.getByText("offside").waitFor();
  await explore(page, 'BackslidingToadsAndFrogs("TTT..FFF") + Nim(1)');
  await page.getByRole("group", { name: "The sum" }).getByText("The sum: whoever moves first wins").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a number says why its options have no marks", async () => {
  const { page, context, wrong } = await visit("explorer");
  const line = page.locator(".verdict").getByText("The value is a number: the simplest one between the options decides.");
  await explore(page, "<0|1>");
  await line.waitFor();
  await explore(page, "<1|0>");
  assert.equal(await line.count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("an explanation names the moves of its rows, and draws their pieces", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, "Domineering(2, 2)");
  await page.locator("details[data-name=explain] summary").click();
  const rows = page.locator(".why table.rows tr");
  await rows.first().waitFor();
  assert.deepEqual(await rows.locator("code").allTextContents(), ["a1 a2", "b1 b2", "a1 b1", "a2 b2"]);
  assert.equal(await rows.locator(".b-piece").count(), 4);
  await explore(page, 'DotsAndBoxes(1, 1)("+#+|#o.|+.+", Left)');
  await page.locator(".why").getByText("when Max begins").waitFor();
  assert.deepEqual((await rows.locator("code").allTextContents()).slice(0, 2), ["c2", "b3"]);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a click on what becomes of an option explains that option", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Domineering("....|....|#..#|####")');
  const left = page.getByRole("region", { name: "Left’s options" });
  await left.locator(".option.dom").getByRole("button", { name: "dominated", exact: true }).click();
  await page.locator(".asked").getByText(/±3\/2/).first().waitFor();
  await left.locator(".option.rev").getByRole("button", { name: "reversible", exact: true }).click();
  await page.waitForFunction(() => /±1\*/.test(document.querySelector(".asked")?.textContent ?? ""));
  assert.equal(await page.locator(".asked").count(), 1);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a line under a position says which engine answers, and opens for the rest", async () => {
  const { page, context, wrong } = await visit("explorer");
  const line = page.locator(".engine");
  await explore(page, 'Domineering("..#.|..#.") + Nim(3)');
  await line
    .locator("summary")
    .getByText("Engines bit planes: the moves are rewrite rules; a table of nimbers, by the code 0.[3]")
    .waitFor();
  const parts = line.getByText("falls into 2 parts here");
  assert.equal(await parts.isVisible(), false);
  await line.locator("summary").click();
  await parts.waitFor();
  await clean(page, "an open line");
  await explore(page, "Kayles(20) + 1/2");
  await page.waitForFunction(() => document.querySelector("p.engine")?.textContent === "Engine a table of nimbers, by the code 0.77");
  await explore(page, "<1|*>");
  // Its explanation is asked for after all else.
  await page.locator("details[data-name=explain] summary").click();
  await page.locator("details[data-name=explain] .why").waitFor();
  assert.equal(await line.count(), 0);
  // It waits for no value: stopping is enough.
  await page.getByLabel("Position or game").fill("Domineering(9, 9)");
  await page.keyboard.press("Enter");
  await page.getByText("Finds who wins.").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await line.getByText("bit planes: the moves are rewrite rules").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("what no faster engine can read is shown with its place and what to write instead", async () => {
  const { page, context, wrong } = await visit("explorer");
  const rules =
    "halves(n) := if n < 2 then [] else [(n - k, n) for k in 1..2] + halves(n - 2)\ngame G(n: heap) { move a for (a, b) in halves(n) }";
  await page.locator("upstar-explorer[data-shown]").waitFor();
  // A link of an earlier version.
  const link = `#position=${deflateRawSync(JSON.stringify({ text: "G(5)", definitions: [{ name: "cell 1", text: rules }] })).toString("base64url")}`;
  await page.evaluate((link) => location.assign(link), link);
  const line = page.locator("details[data-name=how]");
  await line.locator("summary").getByText("Engine the rules, evaluated position by position").click();
  await line.getByText("evaluated: halves(n - 2): halves calls itself, so it is evaluated").waitFor();
  await line.getByText("In cell 1, line 1, column 65.").waitFor();
  await line.getByText("instead: a comprehension, sum, all or any is read").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("new states are without violations, light and dark, large and small", async () => {
  const { page, context } = await visit("explorer");
  await explore(page, 'Domineering("....|....|#..#|####") + Nim(3) + <1|*>');
  await page.getByRole("button", { name: "Add a part" }).click();
  await page.locator("details[data-name=tree] summary").click();
  await page.locator(".treeview svg").waitFor();
  await page.getByRole("slider").focus();
  await cleanEverywhere(page, "a sum");
  await explore(page, 'BackslidingToadsAndFrogs("TTT..FFF")');
  await cleanEverywhere(page, "a loopy position");
  await explore(page, "GraphCol(path(3)) + Wythoff(2, 3)");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await cleanEverywhere(page, "vertices and heaps that are edited");
  await context.close();
});

test("the first click on the board after an option is a move, and a move chosen by keys leaves the focus there", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Domineering("....|....|....")');
  const crumbs = () => page.locator(".crumb").count();
  await page.getByRole("region", { name: "Left’s options" }).locator(".take").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".crumb").length === 2);
  await known(page);
  // The button is pressed for a while: the option loses the focus between down and up.
  const free = page.locator(".stage [data-place]:not(:has(.b-gone))").last();
  const { x, y, width, height } = await free.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
  await page.locator(".stage [aria-pressed=true]").waitFor();
  const several = page.getByRole("group", { name: "Moves that change these places" }).getByRole("button");
  await several.first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".crumb").length === 3);
  assert.equal(await crumbs(), 3);
  assert.equal(await page.evaluate(() => document.activeElement.closest(".stage, .crumbs") !== null), true);
  await known(page);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("an option that is pointed at lies on the board as a shade, and one that was tapped does not look at the next", async () => {
  const { page, context, wrong } = await visit("explorer");
  await explore(page, 'Domineering("....|....")');
  const option = page.getByRole("region", { name: "Right’s options" }).locator(".take").first();
  await option.hover();
  assert.equal(await page.locator(".stage .b-look .b-piece").count(), 1);
  await page.mouse.move(0, 0);
  assert.equal(await page.locator(".stage .b-look").count(), 0);
  await context.close();
  const phone = await visit("explorer", { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
  await explore(phone.page, 'Domineering("....|....|....|....")');
  const far = phone.page.locator(".take").last();
  await far.scrollIntoViewIfNeeded();
  await far.tap();
  await phone.page.waitForFunction(() => document.querySelectorAll(".crumb").length === 2);
  await known(phone.page);
  assert.equal(await phone.page.locator(".stage .b-look").count(), 0);
  const { top, bottom } = await phone.page.evaluate(() => document.querySelector(".stage").getBoundingClientRect().toJSON());
  assert.ok(bottom > 100 && top < 740, `the board is at ${top}`);
  assert.deepEqual([...wrong, ...phone.wrong], []);
  await phone.context.close();
});

test("the explorer by keyboard alone", async () => {
  const { page, context, wrong } = await visit("explorer");
  await page.locator("upstar-explorer[data-shown]").waitFor();
  await tabTo(page, "[name=position]");
  await page.keyboard.press("Control+a");
  await page.keyboard.type('Clobber("xo|ox")');
  await page.keyboard.press("Enter");
  await position(page, 'Clobber("xo|ox")');
  await known(page);
  await tabTo(page, ".stage [data-place]");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  // Either player may take the stone of the other here.
  await tabTo(page, ".several button");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".crumb").length === 2);
  await known(page);
  await tabTo(page, "[aria-label='Back by one move']", "Shift+Tab");
  await page.keyboard.press("Enter");
  await position(page, 'Clobber("xo|ox")');
  await known(page);
  await tabTo(page, ".option .take");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".crumb").length === 2);
  await known(page);
  await tabTo(page, "[aria-label='Add a part'], .palette .btn:last-child");
  await page.keyboard.press("Enter");
  await page.keyboard.type("*2");
  await page.keyboard.press("Enter");
  await page.locator(".summand").nth(1).waitFor();
  await known(page);
  await tabTo(page, ".thermo");
  await page.keyboard.press("End");
  await tabTo(page, "details[data-name=explain] summary");
  await page.keyboard.press("Enter");
  await page.locator("details[data-name=explain] .why").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a match by keyboard alone", async () => {
  const { page, context, wrong } = await visit("play");
  await page.locator(".arena .board").first().waitFor();
  await tabTo(page, ".controls .btn, .bar .btn");
  await page.getByRole("button", { name: "New match" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "#start");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Nim(1, 2)");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(".controls").waitFor();
  await page.waitForFunction(() => document.querySelector(".turn.chip")?.textContent === "your move");
  await tabTo(page, ".arena [data-place]");
  await page.keyboard.press("Enter");
  // Where several moves change this place, they are listed.
  await page.locator(".ply, .several button").first().waitFor();
  if ((await page.locator(".ply").count()) === 0) {
    await tabTo(page, ".several button");
    await page.keyboard.press("Enter");
  }
  await page.locator(".ply").first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector(".turn.chip")?.textContent === "your move" || /won|lost/.test(document.querySelector(".state h1").textContent),
  );
  assert.deepEqual(wrong, []);
  await context.close();
});

test("exercises by keyboard alone", async () => {
  const { page, context, wrong } = await visit("exercises");
  await page.locator(".ans").first().waitFor();
  await tabTo(page, ".ans input");
  await page.keyboard.type("<1|4>");
  await page.locator(".ans.good").first().waitFor();
  await tabTo(page, "details summary, .q summary");
  await page.keyboard.press("Enter");
  await page
    .getByText(/An option of Left is dominated/)
    .first()
    .waitFor();
  const order = page.getByRole("group", { name: /^5\. / }).locator(".ans").first();
  await tabTo(page, "fieldset input[type=radio], .seg input[type=radio]");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("input[type=radio]:checked") !== null);
  assert.ok(await order.isVisible());
  assert.deepEqual(wrong, []);
  await context.close();
});
