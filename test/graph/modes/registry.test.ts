import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { summaryOf } from "../../../src/graph/modes/mode.js";
import { modes } from "../../../src/graph/modes/registry.js";
import { languages } from "../../../src/words/registry.js";

it("langgraph.json names a graph for each mode", () => {
  const { graphs } = JSON.parse(readFileSync("langgraph.json", "utf8")) as { readonly graphs: object };
  expect(Object.keys(graphs).sort()).toEqual(Object.keys(modes).sort());
});

describe.each(languages)("the modes' summaries in %s", (language) => {
  it.each(Object.values(modes))("$name has a summary", (mode) => {
    expect(summaryOf(mode, language)).toMatch(/\S/);
  });
});
