/** Generates the parts of the documentation that come from code. */
import { readdir } from "node:fs/promises";
import { modes } from "../../src/graph/modes/registry.js";
import { referencePage } from "./api-index.js";
import { commandLinePage } from "./command-line.js";
import { drawing } from "./drawings.js";
import { errorsPage } from "./errors.js";
import { eventsPage } from "./events.js";
import { galleryList, recordAll, recordingPath } from "./gallery/page.js";
import { houseMap, layerList } from "./house.js";
import { installation } from "./installation.js";
import { fillRegions, firstBlock, readText, root } from "./markdown.js";
import { picture } from "./picture.js";
import { responseSchemas } from "./response-schemas.js";
import { modeTable, settingsPage } from "./settings.js";
import { transcript } from "./transcripts.js";
import { readTypes } from "./types.js";

/**
 * @param name - `settings MODE`, `transcript MODE`, `transcript MODE zh`, `example FILE`, `block LANGUAGE PAGE#ANCHOR`,
 * `layers`, `map`, `installation PLACE`, `installation PLACE zh`, `gallery en` or `gallery zh`.
 */
async function regionText(name: string, records: Awaited<ReturnType<typeof recordAll>>): Promise<string> {
  const [kind, subject = "", language] = name.split(" ");
  if (kind === "settings") return modeTable(subject);
  if (kind === "transcript") return transcript(subject, language === "zh" ? "zh" : "en");
  if (kind === "example") return `\`\`\`ts\n${await readText(`examples/${subject}`)}\`\`\``;
  if (kind === "block") {
    const [page = "", anchor = ""] = (language ?? "").split("#");
    return firstBlock(await readText(`docs/${page}`), subject, anchor);
  }
  if (kind === "installation")
    return installation(subject === "readme" ? "readme" : "start", language === "zh" ? "zh" : "en");
  if (kind === "gallery") return galleryList(records, subject === "zh" ? "zh" : "en");
  if (kind === "layers") return layerList();
  if (kind === "map") return houseMap();
  throw new Error(`nothing is generated for “${name}”`);
}

async function pagePaths(): Promise<string[]> {
  const files = await readdir(`${root}docs`, { recursive: true });
  const pages = files.map((file) => `docs/${file.replaceAll("\\", "/")}`).filter((file) => file.endsWith(".md"));
  return [...pages, "README.md", "README.zh.md", "CONTRIBUTING.md", "skills/rostrum/SKILL.md"]
    .filter((file) => !/\.vitepress\/|reference\/api\//.test(file))
    .sort();
}

/**
 * Returns the generated pages, images and other files, and every page with generated regions, keyed by path from the
 * project's root.
 */
export async function generate(): Promise<Map<string, string>> {
  const types = readTypes();
  const files = new Map([
    ["docs/reference/README.md", referencePage(types)],
    ["docs/reference/settings.md", settingsPage()],
    ["docs/reference/events.md", eventsPage(types)],
    ["docs/reference/errors.md", errorsPage(types)],
    ["docs/reference/command-line.md", commandLinePage()],
    ["src/apps/web/responses.json", responseSchemas(types)],
    ["docs/images/debate.svg", await picture("en")],
    ["docs/images/debate-zh.svg", await picture("zh")],
  ]);
  for (const mode of Object.keys(modes)) files.set(`docs/images/${mode}.svg`, await drawing(mode));
  const records = await recordAll();
  for (const [name, record] of records) files.set(recordingPath(name), `${JSON.stringify(record)}\n`);
  for (const path of await pagePaths()) {
    if (files.has(path)) continue;
    const page = await readText(path);
    if (page.includes("<!-- generated: "))
      files.set(path, await fillRegions(page, (name) => regionText(name, records)));
  }
  return files;
}
