/** Builds the page as one script and one style sheet, so an exported transcript can embed both. */
import { defineConfig } from "vite";

// Tests set `NODE_ENV` to another value, and Vite would then make a development build.
process.env["NODE_ENV"] = "production";

/**
 * Bundles Preact instead of React, because React DOM would be two thirds of the script. The types are still React's.
 */
export const inPage = {
  alias: {
    "react/jsx-runtime": "preact/jsx-runtime",
    "react-dom/client": "preact/compat/client",
    "react-dom": "preact/compat",
    react: "preact/compat",
    entities: `${import.meta.dirname}/no-entities.ts`,
  },
};

export default defineConfig({
  root: import.meta.dirname,
  // The page may be mounted at any path.
  base: "./",
  publicDir: false,
  resolve: inPage,
  build: {
    outDir: "../dist/stage",
    emptyOutDir: true,
    target: "es2023",
    cssCodeSplit: false,
    modulePreload: false,
    // The page's content security policy allows data: URLs only for images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: "stage-[hash].js",
        assetFileNames: (asset) => (asset.names[0]?.endsWith(".css") ? "stage-[hash].css" : "[name]-[hash][extname]"),
      },
    },
  },
});
