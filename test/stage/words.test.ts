/** The page says everything in each language. */
import { expect, it } from "@jest/globals";
import { english } from "../../stage/words/en.js";
import { chinese } from "../../stage/words/zh.js";

/** The paths of all texts. */
const pathsOf = (words: object, before = ""): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? pathsOf(value, `${before}${key}.`)
      : [before + key],
  );

it("all languages have the same texts", () => {
  expect(pathsOf(chinese).sort()).toEqual(pathsOf(english).sort());
});
