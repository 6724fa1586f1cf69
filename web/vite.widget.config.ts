// How the explorer is built for notebooks: one module with its styles, put into the Python package.
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    target: "es2023",
    outDir: "../python/upstar/_explorer",
    emptyOutDir: true,
    lib: { entry: "src/explorer/widget.ts", formats: ["es"], fileName: () => "explorer.js" },
  },
});
