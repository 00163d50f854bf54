/**
 * `npm run build:gallery`: writes the gallery's recordings into the files of the documentation site, each as JSON and
 * as a page that plays it. Requires the built page; see `build:stage`.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readPageParts } from "../../../src/apps/page-parts.js";
import { renderHtml } from "../../../src/talk/transcript/html.js";
import { readExport } from "../../../src/talk/transcript/json.js";
import { root } from "../markdown.js";

const parts = readPageParts();
if (!parts) throw new Error("Build the page first: npm run build:stage");
const folder = join(root, "docs/public/recordings");
mkdirSync(folder, { recursive: true });
for (const path of globSync("docs/recordings/*.json", { cwd: root })) {
  const json = readFileSync(join(root, path), "utf8");
  writeFileSync(join(folder, basename(path)), json);
  writeFileSync(join(folder, `${basename(path, ".json")}.html`), renderHtml(readExport(json, path), parts));
}
