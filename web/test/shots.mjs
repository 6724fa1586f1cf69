// Pictures of all pages, wide and narrow, light and dark, to look at: `npm run shots -- FOLDER [PAGE]`.
import { launch, serve, open, known } from "./browser.mjs";
const dir = process.argv[2];
const only = process.argv[3];
const [browser, site] = [await launch(), await serve()];
const ready = {
  index: async (page) => {
    await page.locator(".cellrow").nth(6).waitFor();
    await page
      .getByText(/reversible/)
      .first()
      .waitFor()
      .catch(() => {});
    await page.waitForTimeout(1500);
  },
  explorer: async (page) => {
    await page.locator(".option.canon").first().waitFor();
    await known(page);
    await page.waitForTimeout(2000);
  },
  play: async (page) => {
    await page.locator(".arena .board").first().waitFor();
    await page.waitForTimeout(1000);
  },
  exercises: async (page) => {
    await page.locator(".ans").first().waitFor();
  },
  book: async (page) => {
    await page.waitForTimeout(2500);
  },
};
for (const [w, h] of [
  [1280, 900],
  [375, 760],
])
  for (const colorScheme of ["light", "dark"]) {
    for (const name of Object.keys(ready)) {
      if (only && !name.startsWith(only)) continue;
      const { page, context, wrong } = await open(browser, `${site.url}${name}.html`, {
        viewport: { width: w, height: h },
        colorScheme,
        deviceScaleFactor: 1,
        ...(w < 500 ? { hasTouch: true, isMobile: true } : {}),
      });
      try {
        await ready[name](page);
      } catch (e) {
        console.log(name, String(e).slice(0, 100));
      }
      await page.screenshot({ path: `${dir}/${name}-${w}-${colorScheme}.png`, fullPage: colorScheme === "light" && name !== "book" });
      if (wrong.length) console.log(name, wrong);
      await context.close();
    }
  }
if (!only || only === "explorer")
  for (const [w, h] of [
    [1280, 900],
    [375, 760],
  ]) {
    const { page, context, wrong } = await open(browser, `${site.url}explorer.html`, {
      viewport: { width: w, height: h },
      ...(w < 500 ? { hasTouch: true, isMobile: true } : {}),
    });
    await page.locator("upstar-explorer[data-shown]").waitFor();
    await known(page);
    await page.getByLabel("Position or game").fill(w > 500 ? 'Domineering("...#..|...#..|####..|..#...")' : 'Clobber("xo.ox|.....")');
    await page.getByLabel("Position or game").press("Enter");
    await page.getByRole("button", { name: "Take apart" }).waitFor();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Take a part out" }).click();
    await page.locator('.editing [data-place="0"]').scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${dir}/scissors-${w}.png` });
    await page.getByRole("button", { name: "Take apart" }).click();
    await page.locator(".summand").first().waitFor();
    await page.waitForTimeout(6000);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${dir}/sum-${w}.png`, fullPage: true });
    if (wrong.length) console.log(wrong);
    await context.close();
  }
await browser.close();
await site.close();
