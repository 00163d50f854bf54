/** A quick check of CONTRIBUTING.md. `recipes.integration.test.ts` follows the recipes, which takes minutes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { root } from "./pack.js";
import { applied, recipesOf } from "./project-copy.js";

const read = (path: string) => readFileSync(join(root, path), "utf8");

it("the recipes change lines that the files contain", () => {
  const texts = new Map<string, string>();
  for (const { added, changes } of recipesOf(read("CONTRIBUTING.md")).values()) {
    for (const { path, text } of added) texts.set(path, text);
    for (const { path, lines } of changes) texts.set(path, applied(texts.get(path) ?? read(path), lines, path));
  }
  expect([...texts.keys()]).toContain("src/talk/transcript/markdown.ts");
});
