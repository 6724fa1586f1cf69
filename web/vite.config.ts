// How the site is built and served. Paths are relative, so that it can stand in any folder of a server.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

// With these a page may share memory with its worker, so that a computation can be asked to stop.
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const PAGES = ["index", "explorer", "play", "exercises", "book"];

/** Tells the service worker which files there are, and gives each build a name of its own. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      const own = Object.keys(bundle).filter((name) => name !== "sw.js" && !name.endsWith(".map"));
      const lent = readdirSync("public", { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => `${one.parentPath}/${one.name}`.replace(/^public\//, ""))
        .sort();
      const hash = createHash("sha256");
      own.forEach((name) => hash.update(name));
      lent.forEach((name) => hash.update(readFileSync(`public/${name}`)));
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("there is no service worker");
      // Fonts for other alphabets are kept when they are asked for.
      const files = [...new Set(["./", ...PAGES.map((name) => `${name}.html`), ...own, ...lent])].filter((name) => !/-(cyrillic|greek|vietnamese|latin-ext)/.test(name));
      worker.code = worker.code
        .replace(/(["'`])__FILES__\1/, () => JSON.stringify(JSON.stringify(files)))
        .replace("__BUILD__", hash.digest("hex").slice(0, 16));
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [offline()],
  worker: { format: "es" },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { ...Object.fromEntries(PAGES.map((name) => [name, `${name}.html`])), sw: "src/sw.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  preview: { port: 8080, headers: isolation },
  server: { headers: isolation },
});
