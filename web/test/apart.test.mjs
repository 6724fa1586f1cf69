// Positions taken apart by hand: pieces that are proposed, and what the engine says of them.
import assert from "node:assert/strict";
import test from "node:test";
import { browser, clean, known, open, position, prepare, site } from "./browser.mjs";

prepare();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function explorer(text, options) {
  const opened = await open(browser, `${site.url}explorer.html`, options);
  const { page } = opened;
  await page.locator("upstar-explorer[data-shown]").waitFor();
  const type = async (text) => {
    await known(page);
    await page.getByLabel("Position or game").fill(text);
    await page.getByLabel("Position or game").press("Enter");
    await page.waitForFunction((text) => document.querySelector(".crumb").title === text, text);
    await known(page);
  };
  await type(text);
  return {
    ...opened,
    type,
    apart: page.getByRole("button", { name: "Take apart" }),
    scissors: page.getByRole("button", { name: "Take a part out" }),
  };
}

test("a position that falls apart becomes the sum of its parts, and undo puts it together", async () => {
  const { page, context, wrong, type, apart } = await explorer('Domineering("..#..|..#..|.###.")');
  await apart.click();
  // A cell in which nobody can move is no part.
  await position(page, 'Domineering("..|..|.#") + Domineering("..|..|#.")');
  assert.equal(await page.locator(".summand").count(), 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await position(page, 'Domineering("..#..|..#..|.###.")');
  for (const [whole, sum] of [
    ['Clobber("xo.ox|.....")', 'Clobber("xo") + Clobber("ox")'],
    ['Amazons("x.#.o")', 'Amazons("x.") + Amazons(".o")'],
    ['Hackenbush("0-1:b, 0-3:r, 1-2:r")', 'Hackenbush(graph("0-1:b, 1-2:r")) + Hackenbush(graph("0-3:r"))'],
  ]) {
    await type(whole);
    await apart.click();
    await position(page, sum);
  }
  // Stones jump over empty cells here, and what a goal decides has no sums.
  for (const whole of ['Konane("xo.ox")', 'Hex("x.o|...|o.x")', 'Domineering("...|...")']) {
    await type(whole);
    await page.waitForTimeout(500);
    assert.equal(await apart.count(), 0, whole);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a part is taken out by keys, by a tap, by dragging and by drawing over it", async () => {
  const { page, context, wrong, type, scissors, apart } = await explorer('Domineering("..#..#..|..#..#..")');
  await apart.waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await scissors.click();
  await clean(page, "scissors");
  await page.locator('.editing [data-place="0"]').focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const out = 'Domineering("..#..|..#..") + Domineering("..|..")';
  await page.waitForFunction(() => document.querySelectorAll(".summand").length >= 2);
  const sums = await page.getByLabel("Position or game").inputValue();
  assert.match(sums, /Domineering\("\.\.\|\.\."\)/, `${sums}, like ${out}`);
  // What is not a part of its own is refused.
  await type('Domineering("...|...")');
  await page.locator('.editing [data-place="0"]').focus();
  await page.keyboard.press("Enter");
  await page.getByText("These places are no part of their own").first().waitFor();
  assert.equal(await page.getByLabel("Position or game").inputValue(), 'Domineering("...|...")');
  await clean(page, "refused");
  // Dragged out of the board.
  await type('Clobber("xo.ox|.....")');
  await apart.waitFor();
  const middle = async (place) => {
    const { x, y, width, height } = await page.locator(`.editing [data-place="${place}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.locator(".editing .board").scrollIntoViewIfNeeded();
  const from = await middle(3);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0], from[1] + 20, { steps: 3 });
  const box = await page.locator(".editing .board").boundingBox();
  await page.mouse.move(from[0], box.y + box.height + 30, { steps: 5 });
  await page.mouse.up();
  await position(page, 'Clobber("xo") + Clobber("ox")');
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a finger takes a part out, and draws over the places of one", async () => {
  const { page, context, wrong, apart, scissors } = await explorer('Clobber("xo.ox|.....")', PHONE);
  await apart.waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).tap();
  await scissors.tap();
  await page.locator('.editing [data-place="4"]').tap();
  await position(page, 'Clobber("xo") + Clobber("ox")');
  assert.deepEqual(wrong, []);
  await context.close();
});
