import { describe, expect, it } from "@jest/globals";
import { readLimits, refusalOf, structureRefusal } from "../../../src/apps/server/request-checks.js";

function counted(text: string) {
  let reads = 0;
  const proxy = new Proxy(Object(text), {
    get: (target, name) => {
      if (name !== "length") reads += 1;
      return Reflect.get(target, name);
    },
  });
  return { text: proxy as string, reads: () => reads };
}

describe("the check of a body's structure", () => {
  it.each([
    ["empty lists", "[],".repeat(1_000_000), 150_001],
    ["numbers", `[${"1,".repeat(1_000_000)}1]`, 200_010],
    ["brackets", "[".repeat(1_000_000), 101],
  ])("rejects a body with too many %s before it reads the whole body", (_what, text, most) => {
    const { text: given, reads } = counted(text);
    expect(structureRefusal(given)).toMatchObject({ fault: expect.stringMatching(/^too-/) });
    expect(reads()).toBeLessThanOrEqual(most);
  });

  it.each([
    ["quotes", '\\"'.repeat(100_000)],
    ["brackets", "[{".repeat(100_000)],
    ["commas", ",".repeat(200_000)],
    ["backslashes", "\\\\".repeat(100_000)],
  ])("ignores %s in strings, and reads each character at most once", (_what, inside) => {
    const { text, reads } = counted(`{"a":"${inside}"}`);
    expect(JSON.parse(`{"a":"${inside}"}`)).toBeDefined();
    expect(structureRefusal(text)).toBeUndefined();
    expect(reads()).toBeLessThanOrEqual(200_010);
  });
});

it.each([
  ["a run", { command: { goto: [{ node: "speak" }] } }],
  ["a single jump", { command: { goto: { node: "speak", input: "x" } } }],
  ["a batch", [{ command: { goto: ["speak", { node: "speak", input: null }] } }]],
  ["an answer over the event stream", { method: "input.respond", params: { goto: [{ node: "speak" }] } }],
])("%s cannot jump to a step without the state that the step needs", (_what, body) => {
  const refusal = { fault: "invalid-fields", fields: [{ field: "goto", code: "step-input", params: {} }] };
  expect(refusalOf(body, readLimits({}))).toEqual(refusal);
});

it("a run can jump to a step by name, and an input may have a field named `goto`", () => {
  for (const body of [{ command: { goto: "speak" } }, { input: { goto: [{ node: "speak" }] } }])
    expect(refusalOf(body, readLimits({}))).toBeUndefined();
});
