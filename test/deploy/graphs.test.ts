import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { modes } from "../../src/graph/modes/registry.js";

const { graphs, ui } = JSON.parse(readFileSync(new URL("../../langgraph.json", import.meta.url), "utf8"));
const asSentence = (text = "") => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

it("langgraph.json has one graph for each mode, with the mode's summary as its description", () => {
  const expected = Object.values(modes).map(({ name, summary }) => [
    name,
    { path: `./graphs/${name}.ts:graph`, description: asSentence(summary) },
  ]);
  expect(graphs).toEqual(Object.fromEntries(expected));
  expect(Object.keys(ui)).toEqual(Object.keys(graphs));
});

it.each(Object.keys(modes))("graphs/%s.ts exports the mode's graph", async (name) => {
  const { graph } = await import(`../../graphs/${name}.js`);
  expect(graph.getName()).toBe(name);
});
