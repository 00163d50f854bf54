/** Builds the package's files into `dist`, or into the folder given as an argument. */
import { cpSync, globSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const dist = resolve(process.argv[2] ?? "dist");
// Paths below are relative to the repository's root.
process.chdir(fileURLToPath(new URL("../../", import.meta.url)));

rmSync(dist, { recursive: true, force: true });
await build({
  input: "packages/create-rostrum/src/main.ts",
  platform: "node",
  // Leaves out packages, but bundles what comes from Rostrum's source.
  external: /^[^./]/,
  output: { dir: dist, comments: false, chunkFileNames: "[name].js" },
});
cpSync("src/apps/project/templates", join(dist, "templates"), { recursive: true });
for (const folder of globSync("src/words/*/templates"))
  cpSync(folder, join(dist, relative("src/words", folder)), { recursive: true });
