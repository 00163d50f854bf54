/** Builds the playground into the files of the documentation site. Requires the built page; see `build:stage`. */
import { defineConfig, type Plugin } from "vite";
import { bundledTexts } from "../deploy/bundled-texts.js";
import { readPageParts } from "../src/apps/page-parts.js";
import { readScenarios } from "../src/apps/web/scenarios.js";
import { inPage } from "../stage/vite.config.js";
import { replaceModules } from "./replacements/replace.js";

const moduleOf = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `const ${name}Value = ${JSON.stringify(value)}; export { ${name}Value as ${name} };`)
    .join("\n");

/**
 * Modules that the build creates from files, so that the playground needs neither a server nor, for its list of
 * scenarios, a YAML parser.
 */
const virtual: Readonly<Record<string, () => Promise<string>>> = {
  "virtual:scenarios": async () => moduleOf({ default: await readScenarios() }),
  "virtual:stage": async () => {
    const parts = readPageParts();
    if (!parts) throw new Error("Build the page first: npm run build:stage");
    return moduleOf(parts);
  },
};

const virtualModules: Plugin = {
  name: "virtual-modules",
  resolveId: (name) => (name in virtual ? `\0${name}` : null),
  load: (id) => virtual[id.slice(1)]?.() ?? null,
};

export default defineConfig({
  root: import.meta.dirname,
  // Makes addresses relative, because the site may be below any path.
  base: "./",
  publicDir: false,
  plugins: [replaceModules(), virtualModules, bundledTexts],
  resolve: inPage,
  build: {
    outDir: "../docs/public/playground",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    // Tests use the manifest to add up the sizes of the files that a page loads at first.
    manifest: true,
  },
});
