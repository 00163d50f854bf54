import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readAddresses } from "../../../src/core/text/address.js";
import { type Texts, type Theme, textsIn, valueAt } from "../../../src/offline/rehearsal/texts.js";
import { defaultLanguage, languages, locales } from "../../../src/words/registry.js";
import { isLatin } from "../../support/languages.js";

const names = readdirSync(join("src/words", defaultLanguage, "rehearsal"))
  .map((file) => file.replace(".yaml", ""))
  // The patterns in `reading.yaml` differ by language.
  .filter((name) => name !== "reading");
const slots = new Set(
  "name quote point mine subject topic role creed ask wish other guests speaker fresh pro con gap gap2 names losers task said reason place theirs quest next home".split(
    " ",
  ),
);

const shapeOf = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? "texts"
    : Object.entries(value)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, inner]) => [key, shapeOf(inner)]);

describe.each(names)("the texts in %s.yaml", (name) => {
  it("have the same keys in every language", () => {
    for (const language of languages)
      expect(shapeOf(valueAt(language, name))).toEqual(shapeOf(valueAt(defaultLanguage, name)));
  });

  it.each(languages)("use only known slots in %s, and no characters that could form a label or a tag", (language) => {
    for (const text of textsIn(valueAt(language, name))) {
      for (const [, slot = ""] of text.matchAll(/\{(\w+)\}/gu)) expect([text, slots.has(slot)]).toEqual([text, true]);
      expect(text).not.toMatch(/[:：<>#*]/u);
    }
  });

  it.each(languages)("contain no text longer than 30 characters twice in %s", (language) => {
    const sentences = textsIn(valueAt(language, name)).filter((text) => text.length > 30);
    expect(sentences.filter((text, index) => sentences.indexOf(text) !== index)).toEqual([]);
  });
});

describe.each(languages)("the rehearsal's texts in %s", (language) => {
  it("contain questions that are read as addressed only to the participant they ask, except a host's shortest ones", () => {
    const { proposal, claim } = valueAt<Record<string, Record<string, Theme>>>(language, "themes");
    const themes = [...Object.values(proposal ?? {}), ...Object.values(claim ?? {})].flatMap(
      ({ questions }) => questions,
    );
    const { tiny: _, ...hosts } = valueAt<Record<string, Texts>>(language, "director.questions");
    const [one, , other] = locales[language].example.participants.map(({ name }) => name);
    for (const pattern of [...themes, ...valueAt<Texts>(language, "talk.questions"), ...textsIn(hosts)]) {
      const question = pattern
        .replaceAll(/\{(?:other|speaker)\}/gu, one as string)
        .replaceAll("{name}", other as string)
        .replaceAll(/\{\w+\}/gu, isLatin(language) ? "this" : "这个");
      expect([question, readAddresses(question, [one, other] as string[]).asked]).toEqual([question, [one]]);
    }
  });

  it("contain no text in another language", () => {
    for (const name of names)
      for (const text of textsIn(valueAt(language, name)))
        expect(text.replace(/\{\w+\}|Rostrum/gu, "")).not.toMatch(
          isLatin(language) ? /\p{Script=Han}/u : /[A-Za-z,.?]/u,
        );
  });
});
