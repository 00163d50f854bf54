/** The list of modes that needs no graph is the list of graphs. */
import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { modeNames } from "../../src/modes/mode-names.js";
import { modes } from "../../src/modes/registry.js";

it("is that of the modes, and of the graphs that a server has", () => {
  const { graphs } = JSON.parse(readFileSync("langgraph.json", "utf8")) as { readonly graphs: object };
  expect(Object.keys(modes)).toEqual([...modeNames]);
  expect(Object.keys(graphs).sort()).toEqual([...modeNames]);
});
