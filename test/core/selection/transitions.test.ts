import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { checkTransitions, mayFollow } from "../../../src/core/selection/transitions.js";
import { itHolds } from "../../support/property.js";

const names = ["Ann", "Bo", "Cy"];
const check = (transitions: Record<string, string[]>, repeat: "allow" | "forbid" = "allow") =>
  checkTransitions(transitions, repeat, names).map(({ path, params }) => [path.join("."), params.rule, params["name"]]);

describe("transitions", () => {
  it("allow any speaker after an unlisted participant and at the beginning", () => {
    expect(mayFollow({ Ann: ["Bo"] }, "Ann", "Bo")).toBe(true);
    expect(mayFollow({ Ann: ["Bo"] }, "Ann", "Cy")).toBe(false);
    expect(mayFollow({ Ann: ["Bo"] }, "Bo", "Cy")).toBe(true);
    expect(mayFollow({ Ann: ["Bo"] }, undefined, "Cy")).toBe(true);
    expect(mayFollow({}, "constructor", "Cy")).toBe(true);
  });

  it("must name only participants", () => {
    expect(check({ Anne: ["Bo"], Bo: ["Ann", "Di"] })).toEqual([
      ["selection.transitions.Anne", "not-in-cast", "Anne"],
      ["selection.transitions.Bo.1", "not-in-cast", "Di"],
    ]);
  });

  it("must allow at least one next speaker after each participant", () => {
    expect(check({ Bo: [] })).toEqual([["selection.transitions.Bo", "unreachable", "Ann"]]);
    expect(check({ Bo: ["Bo"] }, "forbid")).toEqual([["selection.transitions.Bo", "unreachable", "Ann"]]);
  });

  it("must let every participant speak eventually, after any speaker", () => {
    expect(check({ Ann: ["Bo"], Bo: ["Ann"] })).toEqual([["selection.transitions.Ann", "unreachable", "Cy"]]);
    expect(check({ Ann: ["Bo"], Bo: ["Cy"], Cy: ["Bo"] })).toEqual([
      ["selection.transitions.Bo", "unreachable", "Ann"],
    ]);
    expect(check({ Ann: ["Bo"], Bo: ["Cy"], Cy: ["Ann"] }, "forbid")).toEqual([]);
    expect(check({ Ann: ["Bo"], Bo: ["Ann", "Cy"] })).toEqual([]);
  });
});

const cast: readonly string[] = ["A", "B", "C", "D"];

itHolds(
  "transitions are accepted if and only if every participant can eventually speak after every other participant",
  fc.property(
    fc.dictionary(fc.constantFrom(...cast), fc.uniqueArray(fc.constantFrom(...cast))),
    fc.constantFrom("allow" as const, "forbid" as const),
    (transitions, repeat) => {
      const follows = (speaker: string, next: string) =>
        (transitions[speaker]?.includes(next) ?? true) && !(repeat === "forbid" && speaker === next);
      // In a cast of four, four steps reach every reachable participant.
      const reaches = (from: string, to: string, steps = 4): boolean =>
        follows(from, to) || (steps > 1 && cast.some((by) => follows(from, by) && reaches(by, to, steps - 1)));
      const isOpen = cast.every((from) => cast.every((to) => from === to || reaches(from, to)));
      assert.equal(checkTransitions(transitions, repeat, cast).length === 0, isOpen);
    },
  ),
);
