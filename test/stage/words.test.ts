import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "@jest/globals";
import type { PageWords } from "../../src/words/en/page.js";
import { defaultLanguage, languages } from "../../src/words/registry.js";

const home = new URL("../../src/words/", import.meta.url);

const pageIn = async (language: string): Promise<PageWords> =>
  (await import(`../../src/words/${language}/page.js`)).page;

const pathsOf = (words: object, before = ""): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? pathsOf(value, `${before}${key}.`)
      : [before + key],
  );

it("the page's language folders match the registry", () => {
  const folders = readdirSync(home).filter((folder) => existsSync(new URL(`${folder}/page.ts`, home)));
  expect(folders.sort()).toEqual([...languages].sort());
});

it.each(languages)("the page's texts in %s have the same keys as in the default language", async (language) => {
  const words = await pageIn(language);
  expect(words.language).toBe(language);
  expect(pathsOf(words).sort()).toEqual(pathsOf(await pageIn(defaultLanguage)).sort());
});

it.each(languages)("the accessible name of the switch to %s starts with its visible text", async (language) => {
  const { name, shell } = await pageIn(language);
  expect(shell.toThis.startsWith(name)).toBe(true);
});
