/** Puts texts into the package's modules, because a bundled program cannot find the package's files. */
import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Plugin } from "rolldown";
import { parse } from "yaml";

/** The file, in each language's folder, that contains the patterns with which the rehearsal reads texts. */
const patterns = "reading";

const textsIn = (language: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    globSync(`src/words/${language}/rehearsal/*.yaml`)
      .sort()
      .map((path) => [basename(path, ".yaml"), parse(readFileSync(path, "utf8"))]),
  );

const languages = globSync("src/words/*/rehearsal")
  .map((folder) => folder.split("/").at(-2) ?? "")
  .sort();

/** The path under which bundlers know a language's texts. There is no such file. */
const pathOf = (language: string) => resolve(`src/offline/rehearsal/rehearsal-texts-${language}`);

/**
 * Returns a module that contains the patterns of all languages, because the rehearsal reads texts in any language. The
 * module's `bundledTexts` loads a language's other texts.
 */
function rehearsalTexts(): string {
  const readings = Object.fromEntries(languages.map((language) => [language, textsIn(language)[patterns]]));
  const loaders = languages.map((language) => `${language}: () => import(${JSON.stringify(pathOf(language))})`);
  return `const readings = ${JSON.stringify(readings, null, 1)};
    const texts = { ${loaders.join(", ")} };
    export const bundledTexts = async (language) => (await texts[language]()).default;
    export const readTexts = (language, file) => file === "${patterns}" ? readings[language] : undefined;`;
}

function rehearsalTextsIn(language: string): string {
  const { [patterns]: _, ...texts } = textsIn(language);
  return `export default ${JSON.stringify(texts, null, 1)};`;
}

const confusables = () => {
  const text = readFileSync("src/core/text/confusables.txt", "utf8");
  return `const text = ${JSON.stringify(text)}; export const readConfusables = () => text;`;
};

const modules = new Map<string, () => string>([
  [resolve("src/offline/rehearsal/stored-texts.ts"), rehearsalTexts],
  [resolve("src/core/text/confusables.ts"), confusables],
  ...languages.map((language) => [pathOf(language), () => rehearsalTextsIn(language)] as const),
]);

export const bundledTexts: Plugin = {
  name: "bundled-texts",
  resolveId: (name) => (modules.has(name) ? name : null),
  load(id) {
    const code = modules.get(id);
    return code ? { code: code(), moduleType: "js" } : null;
  },
};
