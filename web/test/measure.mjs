// Measures what the site promises: `npm run measure [native binary]`. Times are those of this machine, which should have
// nothing else to do.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cell, launch, open, run, serve } from "./browser.mjs";
import { firstPage } from "./weight.mjs";

const native = process.argv[2];
const site = await serve();
const browser = await launch();
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

/** From the beginning of a first visit to the answer of a cell that is run as soon as one can type. */
async function firstAnswer() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url, { waitUntil: "commit" });
  await page.locator(".cm-content").last().click();
  await page.keyboard.insertText("<0,*|0> + *2");
  await page.keyboard.press("Shift+Enter");
  await page.waitForFunction(() => [...document.querySelectorAll(".result .val")].some((one) => one.textContent === "↑*3"));
  const took = await page.evaluate(() => performance.now());
  await context.close();
  return took;
}

/** Milliseconds that the processor has spent in the workers of all browsers, as Linux counts them. */
function workers() {
  let spent = 0;
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      for (const task of readdirSync(`/proc/${process}/task`)) {
        const place = `/proc/${process}/task/${task}`;
        if (readFileSync(`${place}/comm`, "utf8").startsWith("DedicatedWorker"))
          spent += Number(readFileSync(`${place}/schedstat`, "utf8").split(" ")[0]);
      }
    } catch {
      // It has ended.
    }
  }
  return spent / 1e6;
}

/** How long the answer of the last cell takes in an engine that has answered before: by the clock, and of the processor. */
async function answers(page, text) {
  await run(page, "1");
  const count = await page.locator(".cellrow").count();
  await cell(page, count).locator(".cm-content").click();
  await page.keyboard.insertText(text);
  const [begun, before] = [Date.now(), workers()];
  await page.keyboard.press("Shift+Enter");
  await cell(page, count).locator(".result .val").first().waitFor({ timeout: 200_000 });
  return [Date.now() - begun, workers() - before];
}

const loads = [];
for (let n = 0; n < 5; n += 1) loads.push(await firstAnswer());
console.log(`first answer of a first visit: ${seconds(median(loads))} (${loads.map(seconds).join(", ")})`);

{
  const { page, context } = await open(browser, site.url);
  const stops = [];
  const keys = [];
  for (let n = 0; n < 5; n += 1) {
    const last = await page.locator(".cellrow").count();
    await cell(page, last).locator(".cm-content").click();
    await page.keyboard.insertText("canonical(Domineering(9, 9))");
    await page.keyboard.press("Shift+Enter");
    await page.waitForTimeout(1500);
    // Each key is on the screen with the next picture.
    await cell(page, last + 1)
      .locator(".cm-content")
      .click();
    for (const key of "outcome(Nim(3, 5)) + 1") {
      keys.push(
        await page.evaluate(
          (key) =>
            new Promise((resolve) => {
              const begun = performance.now();
              document.execCommand("insertText", false, key);
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begun)));
            }),
          key,
        ),
      );
    }
    stops.push(
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const messages = document.querySelectorAll(".result .msg").length;
            const begun = performance.now();
            [...document.querySelectorAll("button")].find((one) => one.textContent === "Stop" && one.offsetParent).click();
            const look = () =>
              document.querySelectorAll(".result .msg").length > messages ? resolve(performance.now() - begun) : setTimeout(look, 1);
            look();
          }),
      ),
    );
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
  }
  console.log(`stop: ${seconds(median(stops))} (${stops.map(seconds).join(", ")})`);
  console.log(
    `a key while computing: ${median(keys).toFixed(0)} ms, at most ${Math.max(...keys).toFixed(0)} ms, to the second picture after it`,
  );
  await context.close();
}

for (const text of ["canonical(Domineering(5, 5))", "canonical(Domineering(5, 6))"]) {
  const clock = [];
  const times = [];
  for (let n = 0; n < 3; n += 1) {
    const { page, context } = await open(browser, site.url);
    const [took, spent] = await answers(page, text);
    clock.push(took);
    times.push(spent);
    await context.close();
  }
  let line = `${text}: ${seconds(median(clock))}, ${seconds(median(times))} of the processor (${times.map(seconds).join(", ")})`;
  if (native) {
    const one = () => {
      const script = 'exec 3>&2; TIMEFORMAT=%U; time "$0" --threads 1 eval "$1" >/dev/null 2>/dev/null 3>&-';
      return (
        1000 *
        Number(
          execFileSync("bash", ["-c", `{ ${script}; } 2>&1`, native, text])
            .toString()
            .trim(),
        )
      );
    };
    const own = median([one(), one(), one()]);
    line += `, natively ${seconds(own)}: ${(median(times) / own).toFixed(2)} times`;
  }
  console.log(line);
}

const weight = await firstPage(browser, site.url);
for (const [name, bytes] of weight.files) console.log(`${(bytes / 1000).toFixed(1).padStart(9)} kB  ${name}`);
console.log(`${(weight.total / 1000).toFixed(1).padStart(9)} kB  the first page, compressed by gzip`);
await browser.close();
await site.close();
