// The worksheet in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { browser, cell, cleanEverywhere, open, prepare, run, serve, site } from "./browser.mjs";
import { ALLOWANCE, firstPage } from "./weight.mjs";

const LONG = "outcome(Domineering(9, 9))";

prepare();

/** A worksheet with one empty cell. */
async function empty(options = {}, url = site.url) {
  const opened = await open(browser, url, options);
  await opened.page.getByRole("button", { name: "Open", exact: true }).click();
  await opened.page.getByRole("button", { name: "A new worksheet" }).click();
  return opened;
}

const shows = (place, text) => place.getByText(text, { exact: true }).first().waitFor();

test("an input is answered, and a picture has a text", async () => {
  const { page, context, wrong } = await empty();
  await shows(await run(page, "<0,*|0> + *2"), "↑*3");
  const drawn = await run(page, 'draw(Clobber("xo|ox"))');
  await drawn.getByRole("img", { name: /draw\(Clobber/ }).waitFor();
  const graph = await run(page, "thermograph(<5||3|2>)");
  await graph.getByRole("slider", { name: /Thermograph of the value/ }).waitFor();
  await shows(graph, "15/4");
  const why = await run(page, "explain(<0,*|*>)");
  await why
    .getByText(/reversible/)
    .first()
    .waitFor();
  await page.getByText("ASCII").click();
  await shows(cell(page, 1).locator(".result"), "^*3");
  await page.getByText("LaTeX", { exact: true }).click();
  await shows(cell(page, 1).locator(".result"), "\\uparrow{*}3");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("the worksheet that greets runs from its first to its last cell", async () => {
  const { page, context, wrong } = await open(browser, site.url);
  await page.getByRole("button", { name: "Run all" }).click();
  await shows(cell(page, 4).locator(".result"), "±1/8");
  await cell(page, 7)
    .getByText(/reversible/)
    .first()
    .waitFor();
  assert.equal(await page.locator(".msg").count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("an error is underlined where it is, and its help is a click", async () => {
  const { page, context } = await empty();
  const out = await run(page, "outcome(Dominering(3, 4))");
  await out.getByRole("alert").getByText("Nothing is called Dominering.").waitFor();
  assert.equal(await cell(page, 1).locator(".t-error").textContent(), "Dominering");
  await out.getByRole("button", { name: "G0201" }).click();
  await page.getByRole("dialog").getByText(/G0201/).first().waitFor();
  await page.keyboard.press("Escape");
  await out.getByRole("button", { name: "Replace with Domineering" }).click();
  await out.locator(".val").waitFor();
  assert.equal(await cell(page, 1).locator(".t-error").count(), 0);
  await context.close();
});

test("what is out of date says so", async () => {
  const { page, context } = await empty();
  await run(page, "x := 1");
  await shows(await run(page, "x + 1"), "2");
  await cell(page, 1).locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("x := 5");
  await cell(page, 1).getByText("Edited since.").waitFor();
  await page.keyboard.press("Control+Enter");
  await cell(page, 2).getByText("Cell 1 has changed since.").waitFor();
  await cell(page, 2).getByRole("button", { name: "Run again" }).click();
  await shows(cell(page, 2).locator(".result"), "6");
  await context.close();
});

/** Fifty times a long computation is stopped; the names stay. */
async function stops(url, options, times, most) {
  const { page, context, wrong } = await empty(options, url);
  const isolated = await page.evaluate(() => crossOriginIsolated);
  await run(page, "x := 7");
  await run(page, LONG);
  const took = [];
  for (let time = 0; time < times; time += 1) {
    await cell(page, 2).getByRole("button", { name: "Stop cell 2" }).waitFor();
    const begun = Date.now();
    await cell(page, 2).getByRole("button", { name: "Stop cell 2" }).click();
    await cell(page, 2).locator(".msg").waitFor();
    took.push(Date.now() - begun);
    await cell(page, 2).locator(".cm-content").click();
    await page.keyboard.press("Control+Enter");
  }
  await page.keyboard.press("Escape");
  await shows(await run(page, "x + 1"), "8");
  took.sort((a, b) => a - b);
  assert.ok(took[Math.floor(times / 2)] < most, `half of the stops took ${took[Math.floor(times / 2)]} ms`);
  assert.deepEqual(wrong, []);
  await context.close();
  return isolated;
}

test("fifty stops leave the names in place", async () => {
  assert.equal(await stops(site.url, {}, 50, 2000), true);
});

test("without isolation a stop ends the worker, and the names are in place", async () => {
  const plain = await serve(true);
  assert.equal(await stops(plain.url, { serviceWorkers: "block" }, 5, 5000), false);
  await plain.close();
});

test("fifty traps leave the names in place", async () => {
  const { page, context } = await empty();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Nested calls").fill("10000");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await run(page, "game G(n: heap) { left n-1 if n > 0 and canonical(G(n-1)) >= 0 ; right n-2 if n > 2 }");
  await run(page, "canonical(G(5000))");
  for (let time = 0; time < 50; time += 1) {
    await cell(page, 2)
      .getByText(/deeper than a browser allows/)
      .waitFor();
    await cell(page, 2).locator(".cm-content").click();
    await page.keyboard.press("Control+Enter");
    await cell(page, 2)
      .locator(".track")
      .waitFor({ state: "attached", timeout: 1000 })
      .catch(() => {});
  }
  await shows(await run(page, "canonical(G(20))"), "2");
  await context.close();
});

test("a worksheet is there again after a reload, and so are its names", async () => {
  const { page, context } = await empty();
  await run(page, "x := 7");
  await shows(await run(page, "x + 1"), "8");
  await page.getByLabel("Title of the worksheet").fill("Kept");
  await page.reload();
  await shows(cell(page, 2).locator(".result"), "8");
  assert.equal(await page.getByLabel("Title of the worksheet").inputValue(), "Kept");
  await shows(await run(page, "x + 2"), "9");
  await context.close();
});

test("a worksheet for which there is no room is in the address, and the reader's own after a reload", async () => {
  const { page, context, wrong } = await empty();
  const fill = () => {
    // The name of a window stays over a reload.
    for (const [holder, name] of [
      [Storage, "setItem"],
      [IDBObjectStore, "put"],
    ]) {
      const put = holder.prototype[name];
      holder.prototype[name] = function (...all) {
        if (window.name === "full") throw new DOMException("no room", "QuotaExceededError");
        return put.apply(this, all);
      };
    }
  };
  await page.addInitScript(fill);
  await page.evaluate(fill);
  await page.evaluate(() => void (window.name = "full"));
  const text = Array.from({ length: 600 }, (_, n) => `${(n * 7919) % 10_007}`).join(" + ");
  await cell(page, 1).locator(".cm-content").click();
  await page.keyboard.insertText(text);
  await page.getByText("too large to be saved in this browser").waitFor();
  await page.waitForFunction(() => location.hash.startsWith("#sheet=") && location.hash.length > 2000);
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  assert.equal(await cell(page, 1).locator(".cm-content").textContent(), text);
  assert.ok(await page.getByRole("region", { name: "Where this worksheet comes from" }).isHidden());
  // When there is room again, it is kept.
  await page.evaluate(() => void (window.name = ""));
  await run(page, "");
  await page.getByText("saved in this browser", { exact: true }).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a value and an error are shown while they are typed, and change nothing", async () => {
  const { page, context, wrong } = await empty();
  await run(page, "x := 7");
  const live = cell(page, 2).locator(".live");
  const type = async (text) => {
    await cell(page, 2).locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.insertText(text);
  };
  await type("<0,*|0> + *2 + x");
  await live.locator(".val").waitFor();
  await type("x := 9; x");
  await shows(live, "9");
  await type("check ^ < 0");
  await live.getByText("Does not hold.").waitFor();
  await type('draw(Clobber("xo"))');
  await live.locator("svg").waitFor();
  await type("nothing_such + 1");
  await live
    .getByText(/nothing_such/)
    .first()
    .waitFor();
  await cell(page, 2).locator(".t-error").waitFor();
  // What is not typed to its end is no error, and what takes long shows nothing; a cell that runs does not wait for it.
  await type("<0|");
  await live.waitFor({ state: "hidden" });
  await type("canonical(Domineering(6, 6))");
  await page.waitForTimeout(1000);
  assert.ok(await live.isHidden());
  await type("x + 1");
  await page.keyboard.press("Shift+Enter");
  await shows(cell(page, 2).locator(".result"), "8");
  assert.ok(await live.isHidden());
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a deleted cell comes back by undo, and cells can be moved", async () => {
  const { page, context } = await empty();
  await shows(await run(page, "1 + 1"), "2");
  await shows(await run(page, "2 + 3"), "5");
  await cell(page, 1).hover();
  await page.getByRole("button", { name: "Delete cell 1" }).click();
  await shows(cell(page, 1).locator(".result"), "5");
  await page.getByRole("button", { name: "Undo the last change of cells" }).click();
  await shows(cell(page, 1).locator(".result"), "2");
  await page.getByRole("button", { name: "Do again what was undone" }).click();
  await shows(cell(page, 1).locator(".result"), "5");
  await page.getByRole("button", { name: "Undo the last change of cells" }).click();
  await shows(cell(page, 1).locator(".result"), "2");
  await page.getByRole("button", { name: "Move cell 1 down" }).click();
  await shows(cell(page, 1).locator(".result"), "5");
  await context.close();
});

test("undo deletes nothing that was typed, and brings back no cell that another tab has deleted", async () => {
  const { page, context, wrong } = await empty();
  const texts = (of) =>
    of
      .locator(".cellrow .cm-content")
      .allTextContents()
      .then((all) => all.map((text) => text.replace(/^Type a game.*/, "")));
  const settle = async (of, ...expected) => {
    for (let tries = 0; tries < 100 && (await texts(of)).join("|") !== expected.join("|"); tries += 1) await of.waitForTimeout(100);
    assert.deepEqual(await texts(of), expected);
  };
  const undo = page.getByRole("button", { name: "Undo the last change of cells" });
  const redo = page.getByRole("button", { name: "Do again what was undone" });
  const addCell = page.getByRole("button", { name: "Cell", exact: true });
  await cell(page, 1).locator(".cm-content").click();
  await page.keyboard.insertText("1");
  await addCell.click();
  await undo.click();
  await settle(page, "1");
  await redo.click();
  await settle(page, "1", "");
  await page.keyboard.press("Escape");
  await cell(page, 2).locator(".cm-content").click();
  await page.keyboard.insertText("2");
  await undo.click();
  assert.deepEqual(await texts(page), ["1", "2"]);
  await page.getByText("What was typed since stays.").waitFor({ state: "attached" });
  await addCell.click();
  await page.keyboard.insertText("3");
  await cell(page, 1).hover();
  await page.getByRole("button", { name: "Move cell 1 down" }).click();
  await settle(page, "2", "1", "3");
  // Another tab deletes a cell meanwhile.
  await page.waitForTimeout(600);
  const other = await context.newPage();
  await other.goto(page.url());
  await settle(other, "2", "1", "3");
  await cell(other, 3).hover();
  await other.getByRole("button", { name: "Delete cell 3" }).click();
  await settle(page, "2", "1");
  await undo.click();
  await settle(page, "1", "2");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a link shows its worksheet with its answers, and a cell that takes long waits", async () => {
  const { page, context } = await empty();
  await shows(await run(page, "<0|<b>>x"), /./).catch(() => {});
  await run(page, "1 + 2");
  await page.getByRole("button", { name: "Share link" }).click();
  const link = await page.getByLabel("The link").inputValue();
  await context.close();
  const guest = await open(browser, link);
  await guest.page.getByText("This worksheet came by a link.").waitFor();
  // The address is that of this worksheet, also after a reload; Back leads to the worksheet that was open before.
  await guest.page.waitForURL(/#sheet=/);
  assert.equal(await cell(guest.page, 1).locator(".cm-content").textContent(), "<0|<b>>x");
  await cell(guest.page, 1).getByRole("alert").waitFor();
  await cell(guest.page, 2).locator(".cm-content").click();
  await guest.page.keyboard.press("Control+Enter");
  await shows(cell(guest.page, 2).locator(".result"), "3");
  await guest.page.reload();
  await shows(cell(guest.page, 2).locator(".result"), "3");
  await guest.page.getByRole("button", { name: "Open", exact: true }).click();
  const before = guest.page.url();
  await guest.page.getByRole("button", { name: "A new worksheet" }).click();
  await cell(guest.page, 2).waitFor({ state: "detached" });
  // The address follows the page a moment later.
  await guest.page.waitForURL((url) => url.href !== before);
  await guest.page.goBack();
  await shows(cell(guest.page, 2).locator(".result"), "3");
  await guest.page.goForward();
  await cell(guest.page, 2).waitFor({ state: "detached" });
  assert.deepEqual(guest.wrong, []);
  await guest.context.close();
  const broken = await open(browser, `${site.url}#sheet=AAAA`);
  await broken.page.getByText("This link is broken").waitFor();
  await broken.context.close();
});

test("a file is opened as cells and saved as it was", async () => {
  const { page, context } = await empty();
  const text = "// Words about it.\n\nx := 3\n\ngame One(n: heap) {\n\n  move n-1 if n > 0\n}\n\nnimber(One(x))\n";
  await page.getByLabel("A file to open").setInputFiles({ name: "one.game", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByLabel("Words of cell 1").waitFor();
  assert.equal(await page.locator(".cellrow").count(), 5);
  assert.equal(await page.locator(".result > *").count(), 0);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click()]);
  assert.equal(download.suggestedFilename(), "one.game");
  assert.equal(readFileSync(await download.path(), "utf8"), text);
  await page.getByRole("button", { name: "Run all" }).click();
  await shows(cell(page, 4).locator(".result"), "1");
  await context.close();
});

test("a file that is no text is refused with a sentence", async () => {
  const { page, context, wrong } = await empty();
  for (const bytes of [
    [0x89, 0x50, 0x4e, 0x47, 0, 1],
    [0xff, 0xfe, 0x41],
  ]) {
    await page.getByLabel("A file to open").setInputFiles({ name: "one.game", mimeType: "text/plain", buffer: Buffer.from(bytes) });
    await page.getByText("one.game is not a text.").waitFor();
    await page.keyboard.press("Escape");
  }
  assert.equal(await page.locator(".cellrow").count(), 1);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("Run all goes on after an error, and says how many cells have one", async () => {
  const { page, context } = await empty();
  await run(page, "1 +");
  await run(page, "2 + 2");
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("#said").getByText("One cell has an error.").waitFor({ state: "attached" });
  await shows(cell(page, 2).locator(".result"), "4");
  await context.close();
});

test("on a phone the task of a lesson is in sight, and can be put into a cell", async () => {
  const { page, context } = await empty({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
  await page.getByRole("button", { name: "Tutorial" }).tap();
  const put = page.getByRole("button", { name: "Put it into a cell" });
  await put.waitFor();
  assert.doesNotMatch(await page.getByRole("region", { name: "Tutorial" }).innerText(), /cargo|dpkg/);
  await put.scrollIntoViewIfNeeded();
  const isSeen = await put.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  assert.ok(isSeen);
  await context.close();
});

test("an example and a ruleset of the library become cells", async () => {
  const { page, context } = await empty();
  const library = page.getByRole("complementary", { name: "Library" });
  await library.getByText("128 rulesets").waitFor();
  await library.getByRole("searchbox").fill("topple");
  await library.getByRole("button", { name: /^ToepplingDominoes|^TopplingDominoes/ }).click();
  await cell(page, 1)
    .locator(".cm-content")
    .getByText(/TopplingDominoes/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Examples" }).click();
  const example = page.getByRole("dialog").getByRole("button", { name: /^Domineering/ });
  // A card has a sentence, and a picture of a position.
  await example.getByText("Left places dominoes upright").waitFor();
  await example.locator(".sample svg").waitFor();
  await example.click();
  await page.waitForFunction(() => document.querySelector("[aria-label='Title of the worksheet']").value === "Domineering");
  await page.locator(".cellrow").nth(2).waitFor();
  await context.close();
});

test("names are completed, and help is found", async () => {
  const { page, context } = await empty();
  await cell(page, 1).locator(".cm-content").click();
  await page.keyboard.type("canonic");
  await page.locator(".cm-tooltip-autocomplete").getByText("canonical").first().waitFor();
  // The list does not lie on what the input would answer.
  const [list, live] = await page.evaluate(() => [
    document.querySelector(".cellrow .in").shadowRoot.querySelector(".cm-tooltip-autocomplete").getBoundingClientRect().bottom,
    document.querySelector(".cellrow .in").getBoundingClientRect().bottom,
  ]);
  assert.ok(list <= live, `${list} ${live}`);
  // A list that has just opened takes no keys yet.
  await page.waitForTimeout(300);
  await page.keyboard.press("Enter");
  assert.match(await cell(page, 1).locator(".cm-content").textContent(), /^canonical/);
  // A name that is pointed at says what it is.
  await cell(page, 1)
    .locator(".cm-line")
    .first()
    .hover({ position: { x: 30, y: 10 } });
  await page
    .locator(".about-name")
    .getByText(/canonical\(/)
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await page.getByLabel("Search help").fill("temperature");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^temperature/ })
    .click();
  await page.getByRole("dialog").getByText("temperature(G, [komaster])", { exact: true }).waitFor();
  await context.close();
});

test("the page works without a network after the first visit", async () => {
  const { page, context } = await empty();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 5);
  await context.setOffline(true);
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await shows(await run(page, "<0,*|0> + *2"), "↑*3");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await context.close();
});

test("the keyboard is enough", async () => {
  const { page, context } = await open(browser, site.url);
  const focused = () =>
    page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
    });
  const tabTo = async (name) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press("Tab");
      if ((await focused()).startsWith(name)) return;
    }
    assert.fail(`Tab does not lead to ${name}`);
  };
  await tabTo("Open");
  await page.keyboard.press("Enter");
  await tabTo("A new worksheet");
  await page.keyboard.press("Enter");
  await tabTo("Input 1");
  await page.keyboard.insertText("<0,*|0> + *2");
  await page.keyboard.press("Shift+Enter");
  await shows(cell(page, 1).locator(".result"), "↑*3");
  assert.equal(await focused(), "Input 2");
  await page.keyboard.insertText(LONG);
  await page.keyboard.press("Control+Enter");
  await cell(page, 2).getByRole("button", { name: "Stop cell 2" }).waitFor();
  await page.keyboard.press("Escape");
  await cell(page, 2)
    .getByText(/Stopped/)
    .first()
    .waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(), "Input 1");
  await page.keyboard.press("Tab");
  await tabTo("Delete cell 2");
  await page.keyboard.press("Enter");
  await tabTo("Cell");
  await context.close();
});

test("axe finds nothing, light and dark, large and small, and nothing runs out of the page", async () => {
  const { page, context } = await open(browser, site.url);
  await page.getByRole("button", { name: "Run all" }).click();
  await cell(page, 7)
    .getByText(/reversible/)
    .first()
    .waitFor();
  await run(page, "outcome(Dominering(3, 4))").then((out) => out.getByRole("alert").waitFor());
  await page.getByText("128 rulesets").waitFor();
  await cleanEverywhere(page, "worksheet");
  for (const name of ["Open", "Examples", "Settings", "Help"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await cleanEverywhere(page, name);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await context.close();
});

test("the first page takes less than 2.4 megabytes over the wire", async () => {
  const { total, files } = await firstPage(browser, site.url);
  assert.ok(total < 2_400_000 + ALLOWANCE, files.map(([name, bytes]) => `${bytes} ${name}`).join("\n"));
  assert.ok(files.some(([name]) => name.endsWith("upstar.wasm")));
});
