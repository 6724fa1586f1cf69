// Loads a module of the pages into node, for tests that need no browser.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** Returns the exports of a module in `src/`, by its path there without the extension. */
export const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)), { configFile: false, logLevel: "error" })).module;
