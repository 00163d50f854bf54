/** `npm run build`: builds the package's files into `dist`, or into the folder given as an argument. */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { build, type Plugin } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { bundledTexts } from "./bundled-texts.js";
import { writeLanguageModelFiles } from "./language-model-files.js";

const dist = resolve(process.argv[2] ?? "dist");

/** The files that differ between Node.js and browsers, by their names in imports. */
const { "#dist/*": _built, ...variants } = JSON.parse(readFileSync("package.json", "utf8")).imports as Readonly<
  Record<string, { readonly browser: string; readonly default: string }>
>;
const variantEntries = Object.entries(variants).flatMap(([name, { browser, default: node }]) => {
  const file = name.replace(/^#|\.js$/g, "");
  return [
    [file, node],
    [`browser/${file}`, browser],
  ];
});

const graphs = globSync("graphs/*.ts").map((path) => [`graphs/${basename(path, ".ts")}`, `./${path}`]);

/** Leaves the choice between the files for Node.js and for browsers to Node.js or to the user's bundler. */
const variantsInDist: Plugin = {
  name: "variants-in-dist",
  resolveId: {
    filter: { id: /^#/ },
    handler(name, importer) {
      // The bundled declarations are always those of the files for Node.js.
      if (importer?.endsWith(".d.ts")) return null;
      return { id: name.replace("#", "#dist/"), external: true };
    },
  },
};

rmSync(dist, { recursive: true, force: true });
// A few bundled files load faster than many small files, and leave out unused code.
await build({
  input: {
    index: "./src/index.ts",
    "ai-sdk": "./src/ai-sdk.ts",
    client: "./src/client.ts",
    modes: "./src/modes.ts",
    react: "./src/react.ts",
    testing: "./src/testing.ts",
    web: "./src/web.ts",
    cli: "./src/apps/cli/main.ts",
    ...Object.fromEntries([...graphs, ...variantEntries]),
  },
  // With "node", Rolldown's own helpers would import a Node.js module.
  platform: "neutral",
  // Leaves packages out of the bundle. Import paths of our own files start with a dot, and `variantsInDist` resolves
  // names that start with `#`.
  external: /^[^./#]/,
  // Leaves out comments with the modules' paths.
  experimental: { attachDebugInfo: "none" },
  // Hides Rolldown's warning that writing the declarations takes most of the time.
  checks: { pluginTimings: false },
  plugins: [bundledTexts, variantsInDist, dts({ entry: ["src/*.ts", "graphs/*.ts"] })],
  output: {
    dir: dist,
    comments: false,
    // Leaves out hashes in file names, because hashes compress badly.
    chunkFileNames: "[name].js",
    // Leaves out what never runs, but keeps names and separate statements for stack traces and breakpoints.
    minify: {
      compress: { keepNames: { function: true, class: true }, sequences: false },
      mangle: false,
      codegen: { removeWhitespace: false },
    },
  },
});
// `rostrum init` writes only programs; create-rostrum also has the other templates.
cpSync("src/apps/project/templates/debate", join(dist, "templates/debate"), { recursive: true });
for (const folder of globSync("src/words/*/templates"))
  cpSync(folder, join(dist, relative("src/words", folder)), { recursive: true });
cpSync("graphs/speaker.jsx", join(dist, "graphs/speaker.jsx"));
writeLanguageModelFiles(dist);
execFileSync("npm", ["run", "-s", "build:stage", "--", "--outDir", join(dist, "stage")], { stdio: "inherit" });
