/** Puts texts into the package's modules, because a program that is bundled does not find the package's files. */
import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Plugin } from "rolldown";
import { parse } from "yaml";

function rehearsalTexts(): string {
  const languages: Record<string, Record<string, unknown>> = {};
  for (const path of globSync("src/words/*/rehearsal/*.yaml").sort()) {
    const language = path.split("/").at(-3) ?? "";
    languages[language] ??= {};
    languages[language][basename(path, ".yaml")] = parse(readFileSync(path, "utf8"));
  }
  return `const texts = ${JSON.stringify(languages, null, 1)};
    export const readTexts = (language, file) => texts[language]?.[file];`;
}

const confusables = () => {
  const text = readFileSync("src/core/text/confusables.txt", "utf8");
  return `const text = ${JSON.stringify(text)}; export const readConfusables = () => text;`;
};

/** The modules that read files, with the code that replaces them. */
const modules = new Map([
  [resolve("src/offline/rehearsal/stored-texts.ts"), rehearsalTexts],
  [resolve("src/core/text/confusables.ts"), confusables],
]);

export const bundledTexts: Plugin = {
  name: "bundled-texts",
  load(id) {
    const code = modules.get(id);
    return code ? { code: code(), moduleType: "js" } : null;
  },
};
