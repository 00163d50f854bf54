import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type PageParts, renderHtml } from "../../../src/talk/transcript/html.js";
import { readExport } from "../../../src/talk/transcript/json.js";
import { root } from "../markdown.js";

/** Writes each recording into `folder`, as JSON and as a page that plays it. */
export function writeRecordingPages(folder: string, parts: PageParts): void {
  mkdirSync(folder, { recursive: true });
  for (const path of globSync("docs/recordings/*.json", { cwd: root })) {
    const json = readFileSync(join(root, path), "utf8");
    writeFileSync(join(folder, basename(path)), json);
    writeFileSync(join(folder, `${basename(path, ".json")}.html`), renderHtml(readExport(json, path), parts));
  }
}
