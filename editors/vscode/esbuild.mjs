// Bundles the extension, and apart from it the modules that are tested without an editor.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, platform: "node", target: "node20", logLevel: "warning" };
const { metafile } = await build({
  ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", format: "cjs", external: ["vscode"], minify: true, metafile: true,
});
// The licences of the libraries in the bundle.
const packages = new Set(Object.keys(metafile.inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
const licences = [...packages].sort().map((folder) => {
  const file = ["LICENSE", "LICENSE.md", "License.txt", "LICENSE.txt"].map((name) => `${folder}/${name}`).find((name) => existsSync(name));
  if (!file) throw new Error(`${folder} has no licence`);
  return `${folder.replace(/^.*node_modules\//, "")}\n\n${readFileSync(file, "utf8").trim()}\n`;
});
writeFileSync("dist/LICENCES-OF-LIBRARIES.txt", licences.join(`\n${"-".repeat(80)}\n\n`));
// Modules that need no editor, for tests.
const plain = ["program", "picture"].map((name) => `src/${name}.ts`);
await build({ ...common, entryPoints: plain, outdir: "dist/test", format: "esm", outExtension: { ".js": ".mjs" } });
