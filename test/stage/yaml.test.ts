import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { parse } from "yaml";
import { commandFor } from "../../stage/state/command.js";
import { toYaml } from "../../stage/state/yaml.js";
import { itHolds } from "../support/property.js";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string(),
  fc.constantFrom(
    "yes",
    "null",
    "1.5",
    "0x10",
    "- a",
    "a: b",
    "# no",
    "'",
    '"',
    "a  b",
    "é…",
    "三人",
    "~",
    "!tag",
    "*a",
    "&a",
    "%",
  ),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(text, tie("any"), { maxKeys: 3 }),
  ),
})).any;

describe("YAML", () => {
  itHolds(
    "is read back as the same values",
    fc.property(fc.dictionary(text, value, { minKeys: 1 }), (fields) =>
      assert.deepEqual(parse(toYaml(fields)), parse(JSON.stringify(fields))),
    ),
  );

  it("has the style of hand-written YAML", () => {
    const fields = {
      mode: "bidding",
      topic: "Should the ferry be free?",
      participants: [{ name: "Ann", role: "ferrywoman" }, { name: "Bo" }],
      bidding: { scale: { min: 1, max: 10 } },
    };
    expect(toYaml(fields)).toBe(
      [
        "mode: bidding",
        'topic: "Should the ferry be free?"',
        "participants:",
        "  - name: Ann",
        "    role: ferrywoman",
        "  - name: Bo",
        "bidding:",
        "  scale:",
        "    min: 1",
        "    max: 10",
        "",
      ].join("\n"),
    );
  });
});

describe("the command", () => {
  it.each([
    [{ topic: "Why not?", maxTurns: 4, seed: 7 }, "npx rostrum run bidding --topic 'Why not?' --turns 4 --seed 7"],
    [{ participants: [{ name: "Ann" }, { name: "Bo" }] }, "npx rostrum run bidding --participants Ann,Bo"],
    [{ selection: { rule: "lottery" }, prepare: true }, "npx rostrum run bidding --rule lottery --prepare"],
    [{ topic: "It's" }, "npx rostrum run bidding --topic 'It'\\''s'"],
  ])("represents %j", (fields, command) => expect(commandFor("bidding", {}, fields)).toBe(command));

  it.each([
    ["a cast with roles", { participants: [{ name: "Ann", role: "clerk" }] }],
    ["a name with a comma", { participants: [{ name: "Ann, Bo" }, { name: "Cid" }] }],
    ["a setting without an option", { bidding: { attempts: 3 } }],
  ])("is null for %s", (_what, fields) => expect(commandFor("bidding", {}, fields)).toBeNull());

  const scenario = { topic: "Why?", prepare: true, wordLimit: 40, selection: { rule: "lottery", repeat: "forbid" } };
  it.each([
    [{ ...scenario, topic: "Why not?" }, "npx rostrum run fair --topic 'Why not?'"],
    [
      { ...scenario, selection: { ...scenario.selection, rule: "round-robin" } },
      "npx rostrum run fair --rule round-robin",
    ],
    [{ ...scenario, prepare: false }, null],
    [{ ...scenario, wordLimit: undefined }, null],
    [{ ...scenario, selection: { rule: "lottery" } }, null],
  ])("contains only the changes to a scenario, or is null if no option expresses them: %j", (fields, command) =>
    expect(commandFor("fair", scenario, JSON.parse(JSON.stringify(fields)))).toBe(command),
  );
});
