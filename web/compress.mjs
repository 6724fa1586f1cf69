// Writes each file of the site compressed by brotli beside it, for servers that send such files.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const COMPRESSED = /\.(html|js|css|wasm|svg|json|webmanifest)$/;
const folder = new URL("dist/", import.meta.url);
const total = { before: 0, after: 0 };
for (const name of readdirSync(folder, { recursive: true })) {
  if (!COMPRESSED.test(name)) continue;
  const bytes = readFileSync(new URL(name, folder));
  const small = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  writeFileSync(new URL(`${name}.br`, folder), small);
  total.before += bytes.length;
  total.after += small.length;
}
console.log(`${(total.before / 1e6).toFixed(1)} MB, by brotli ${(total.after / 1e6).toFixed(1)} MB`);
