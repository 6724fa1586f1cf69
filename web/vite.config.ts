// How the site is built and served. Paths are relative, so that it can stand in any folder of a server.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";

// With these a page may share memory with its worker, so that a computation can be asked to stop.
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const PAGES = ["index", "explorer", "play", "exercises", "book"];

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  // The hash is that of `tab-size: 4`, which CodeMirror writes as an attribute.
  "style-src": "'self' 'unsafe-hashes' 'sha256-ICi0MTLrU2EcNHIy5ZvCkI6Fxvlho0rxUQX8GbIAa+0='",
  "img-src": "'self' blob:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "worker-src": "'self'",
  "manifest-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
};

/** What all pages share: the policy, icons, colours, the way to the content, what stands there without JavaScript. */
function shared(): Plugin {
  const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: "meta", attrs, injectTo: "head-prepend" });
  const link = (rel: string, href: string, type?: string): HtmlTagDescriptor => ({
    tag: "link",
    attrs: { rel, href, ...(type ? { type } : {}) },
    injectTo: "head",
  });
  return {
    name: "shared",
    transformIndexHtml: {
      order: "pre",
      handler: () => [
        meta({ charset: "utf-8" }),
        meta({ name: "viewport", content: "width=device-width, initial-scale=1" }),
        meta({
          "http-equiv": "Content-Security-Policy",
          content: Object.entries(POLICY)
            .map((one) => one.join(" "))
            .join("; "),
        }),
        ...[
          ["light", "#fafaf8"],
          ["dark", "#111315"],
        ].map(([scheme, content]) => meta({ name: "theme-color", content: content!, media: `(prefers-color-scheme: ${scheme})` })),
        link("icon", "icon.svg", "image/svg+xml"),
        link("manifest", "manifest.webmanifest"),
        // The engine is asked for before the scripts that begin it have come.
        {
          tag: "link",
          attrs: { rel: "preload", as: "fetch", href: "./upstar.wasm", type: "application/wasm", crossorigin: "anonymous" },
          injectTo: "head",
        },
        { tag: "a", attrs: { class: "skip", href: "#main" }, children: "Skip to the content", injectTo: "body-prepend" },
        {
          tag: "noscript",
          children: '<p class="notice">Upstar computes in this page, which needs JavaScript.</p>',
          injectTo: "body-prepend",
        },
      ],
    },
  };
}

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
      const files = [...new Set(["./", ...PAGES.map((name) => `${name}.html`), ...own, ...lent])].filter(
        (name) => !/-(cyrillic|greek|vietnamese|latin-ext)/.test(name),
      );
      worker.code = worker.code
        .replace(/(["'`])__FILES__\1/, () => JSON.stringify(JSON.stringify(files)))
        .replace("__BUILD__", hash.digest("hex").slice(0, 16));
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [shared(), offline()],
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
