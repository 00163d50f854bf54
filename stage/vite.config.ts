/** Builds the page into `dist/stage` as one script and one style sheet, so an exported transcript can embed both. */
import { defineConfig } from "vite";

// Tests set another value, which would include React's development checks.
process.env["NODE_ENV"] = "production";

export default defineConfig({
  root: import.meta.dirname,
  // Relative, because the page may be mounted below any path.
  base: "./",
  publicDir: false,
  // Preact runs the page, because React DOM would be two thirds of the script. The types stay those of React.
  resolve: {
    alias: {
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom/client": "preact/compat/client",
      "react-dom": "preact/compat",
      react: "preact/compat",
    },
  },
  build: {
    outDir: "../dist/stage",
    emptyOutDir: true,
    target: "es2023",
    cssCodeSplit: false,
    modulePreload: false,
    // Inlines nothing, because the page's content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: "stage-[hash].js",
        assetFileNames: (asset) => (asset.names[0]?.endsWith(".css") ? "stage-[hash].css" : "[name]-[hash][extname]"),
      },
    },
  },
});
