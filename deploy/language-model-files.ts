/** Writes the documentation into the package, for coding agents that work on a user's project. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isForModels, llmsFull, llmsIndex, llmsIndexOfLines } from "../docs/generate/site.js";

const read = (path: string) => readFileSync(join("docs", path), "utf8");

export function writeLanguageModelFiles(folder: string): void {
  const { repository, description } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly repository: { readonly url: string };
    readonly description: string;
  };
  const source = repository.url.replace(/^git\+|\.git$/g, "");
  const pages = globSync("**/*.md", { cwd: "docs" })
    .filter(isForModels)
    .sort()
    .map((path) => ({ path, text: read(path) }));
  const full = llmsFull(pages, source);
  const index = llmsIndex(read("README.md"), description, source, read("at-a-glance.md"));
  writeFileSync(join(folder, "llms-full.txt"), full);
  writeFileSync(join(folder, "llms.txt"), llmsIndexOfLines(index, full, source));
}
