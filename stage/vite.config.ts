/** Builds the page into `dist/stage`: one script and one style sheet, so that a transcript can hold them whole. */
import { defineConfig } from "vite";

// With another value, as in tests, the page would hold React's checks for development.
process.env["NODE_ENV"] = "production";

export default defineConfig({
  root: import.meta.dirname,
  // Relative, since the page may be mounted below any path.
  base: "./",
  publicDir: false,
  build: {
    outDir: "../dist/stage",
    emptyOutDir: true,
    target: "es2023",
    cssCodeSplit: false,
    modulePreload: false,
    // Nothing becomes a data: address, which the page's content security policy would refuse.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: "stage-[hash].js",
        assetFileNames: (asset) => (asset.names[0]?.endsWith(".css") ? "stage-[hash].css" : "[name]-[hash][extname]"),
      },
    },
  },
});
