import { describe, expect, it } from "@jest/globals";
import type { Mode } from "../../src/graph/modes/mode.js";
import { modes } from "../../src/graph/modes/registry.js";
import { modeJsonSchema } from "../../src/talk/scenario/json-schema.js";
import type { JsonSchema } from "../../stage/port.js";
import { foldsOf } from "../../stage/state/folds.js";
import { json, type Notation, names, numbers } from "../../stage/state/notation.js";
import { placeProblems, unsolved } from "../../stage/state/problems.js";

const schemaOf = (name: string) => modeJsonSchema(name, modes[name] as Mode) as JsonSchema;

describe("the problems of a form", () => {
  const place = (...fields: readonly string[]) => [
    ...placeProblems(
      fields.map((field) => ({ field, message: "is wrong" })),
      schemaOf("group-chat"),
    ),
  ];

  it.each([
    ["topic"],
    ["participants"],
    ["participants[1]"],
    ["participants[1].name"],
    ["stages[2].minRounds"],
    ["bidding.scale"],
    ["bidding.scale.max"],
  ])("shows a problem with %s at that field", (field) => {
    expect(place(field)).toEqual([[field, "is wrong"]]);
  });

  it.each([
    ["stages[0].speakers[1]", "stages[0].speakers", "[1]: is wrong"],
    ["participants[0].tools[3]", "participants[0].tools", "[3]: is wrong"],
    ["prices.gpt-5.input", "prices", "gpt-5.input: is wrong"],
    ["selection.transitions.Ann[0]", "selection.transitions", "Ann[0]: is wrong"],
    ["bidding.scale.middle", "bidding.scale", "middle: is wrong"],
  ])("shows a problem with %s, which is part of a value, at %s", (field, shown, message) => {
    expect(place(field)).toEqual([[shown, message]]);
  });

  it("shows problems without a field separately, and several problems of one field together", () => {
    expect(place("thread", "topic", "idempotencyId", "topic")).toEqual([
      ["", "thread: is wrong\nidempotencyId: is wrong"],
      ["topic", "is wrong\nis wrong"],
    ]);
  });

  it("drops a problem as soon as its field has another value", () => {
    const rejected = { topic: "", maxTurns: 0, participants: [{ name: "Ann" }, { name: "Ann" }] };
    const problems = placeProblems(
      ["topic", "maxTurns", "participants[1].name"].map((field) => ({ field, message: "is wrong" })),
      schemaOf("bidding"),
    );
    const left = (fields: object) => [...unsolved(problems, rejected, fields as typeof rejected).keys()];
    expect(left({ ...rejected })).toEqual(["topic", "maxTurns", "participants[1].name"]);
    expect(left({ ...rejected, maxTurns: 4 })).toEqual(["topic", "participants[1].name"]);
    expect(left({ topic: "Tea?", participants: [{ name: "Ann" }, { name: "Bo" }] })).toEqual([]);
  });
});

describe("the notation of a field", () => {
  const samples: readonly (readonly [string, Notation, string, unknown])[] = [
    ["a number", numbers, "1.50", 1.5],
    ["no number", numbers, " ", undefined],
    ["a text in place of a number", numbers, "ten", "ten"],
    ["names", names, "Ann, Bo，Chen、", ["Ann", "Bo", "Chen"]],
    ["no names", names, " , ", undefined],
    ["JSON", json, '{"a": [1]}', { a: [1] }],
    ["broken JSON", json, '{"a": ', '{"a": '],
    ["a word", json, "five-levels", "five-levels"],
  ];

  it.each(samples)("reads %s, and writes the value in a form that reads the same", (_what, notation, text, value) => {
    expect(notation.read(text)).toEqual(value);
    expect(notation.read(notation.write(value))).toEqual(value);
  });
});

it.each(Object.keys(modes))(
  "the groups contain each setting of %s mode that the form shows in no other place, and “other” is empty",
  (mode) => {
    const apart = ["mode", "title", "topic", "language", "maxTurns", "seed", "model", "participants", "idempotencyKey"];
    const settings = Object.entries(schemaOf(mode).properties ?? {}).filter(([name]) => !apart.includes(name));
    const { groups, singles } = foldsOf(settings);
    const shown = [...groups, ...singles.flatMap(([, fields]) => fields)].map(([name]) => name);
    expect(shown.sort()).toEqual(settings.map(([name]) => name).sort());
    expect(singles.map(([fold]) => fold)).not.toContain("other");
  },
);
