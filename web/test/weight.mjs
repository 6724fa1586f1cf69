// How much a first visit of the site takes over the wire, when its server compresses by gzip.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Kinds of files that are compressed in themselves. */
const COMPRESSED = /\.woff2$/;

/** The files that the first page asks for until its engine has begun, with their bytes; the largest first. */
export async function firstPage(browser, url) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const asked = [];
  page.on("response", (response) => asked.push(response));
  await page.goto(url);
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator(".result .val").first().waitFor();
  await page.waitForLoadState("networkidle");
  const files = new Map();
  for (const response of asked) {
    const name = new URL(response.url()).pathname.slice(1) || "index.html";
    if (response.url().startsWith("blob:") || files.has(name)) continue;
    const body = await response.body();
    files.set(name, COMPRESSED.test(name) ? body.length : gzipSync(body).length);
  }
  await context.close();
  const sorted = [...files].sort((a, b) => b[1] - a[1]);
  return { files: sorted, total: sorted.reduce((sum, [, bytes]) => sum + bytes, 0) };
}

const folder = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../target", import.meta.url));
/** What the engine has more, in bytes by gzip, where the standard library could not be compiled for size. */
export const ALLOWANCE = existsSync(`${folder}/wasm32-unknown-unknown/library-as-shipped`) ? 200_000 : 0;
