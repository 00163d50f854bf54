import { readdirSync, readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { rules } from "../../../src/core/selection/registry.js";
import { stopConditions } from "../../../src/core/stopping/registry.js";
import { modes } from "../../../src/graph/modes/registry.js";
import { scenarioJsonSchema } from "../../../src/talk/scenario/json-schema.js";
import { readScenario } from "../../support/scenario.js";

const shipped = JSON.parse(readFileSync("scenarios/scenario.schema.json", "utf8"));
const validator = new Validator(shipped, "7");
const accepts = (text: string) => validator.validate(parse(text)).valid;

it("the schema is up to date with the output of `npm run generate`", () => {
  expect(shipped).toEqual(JSON.parse(JSON.stringify(scenarioJsonSchema())));
});

const files = readdirSync("scenarios").filter((file) => file.endsWith(".yaml"));

it.each(files)("%s names the schema in its first line, and the schema accepts the file", (file) => {
  const text = readFileSync(`scenarios/${file}`, "utf8");
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/scenario\.schema\.json\n/);
  expect(validator.validate(parse(text)).errors).toEqual([]);
});

describe.each(Object.keys(modes))("the schema for %s", (mode) => {
  it("accepts a file with only a mode, and participants given as names or mappings", () => {
    for (const text of [`mode: ${mode}`, `mode: ${mode}\nparticipants: [Ann, { name: Bo, role: driver }, Cy]`])
      expect(accepts(text)).toBe(true);
  });

  it.each([
    "maxTurn: 3",
    "maxTurns: 0",
    "maxTurns: many",
    "language: fr",
    "participants: [Ann]",
    "participants: [Ann, 12]",
    "participants: [Ann, { name: Bo, rol: driver }]",
    "memory: { window: none }",
    "budget: { call: 3 }",
    "prices: { a: { input: 1 } }",
    "selection: { rule: loudest }",
    "temperature: 9",
    "scenario: { topic: x }",
  ])("rejects %s, as the reader does", (line) => {
    const text = `mode: ${mode}\n${line}\n`;
    expect(() => readScenario(text)).toThrow();
    expect(accepts(text)).toBe(false);
  });
});

it("the schema rejects a missing mode, an unknown mode, and a setting of another mode", () => {
  for (const text of ["topic: x", "mode: biding", "mode: director\nselection: { repeat: allow }"])
    expect(accepts(text)).toBe(false);
});

it("the schema lists every rule, and every stop condition with its description", () => {
  const { properties } = shipped.allOf[0].then;
  expect(properties.selection.properties.rule).toMatchObject({
    enum: rules.map(({ name }) => name),
    description: expect.stringContaining("“lottery”: the speaker is drawn at random"),
  });
  const conditions = stopConditions.map(({ name }) => name);
  expect(Object.keys(properties.stopping.properties)).toEqual(["combine", ...conditions]);
  for (const field of Object.values(properties.stopping.properties)) expect(field).toHaveProperty("description");
});
