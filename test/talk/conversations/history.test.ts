import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { placeOf } from "../../../src/core/text/message.js";
import { continueCourse, courseOf, type HistoryState } from "../../../src/talk/conversations/port/history.js";
import { allModes } from "../../support/any-mode.js";
import { itHolds } from "../../support/property.js";
import { planFor, savedStates } from "./eventful.js";

function checkGrowth(states: readonly HistoryState[]): void {
  let before: readonly string[] = [];
  for (const state of states) {
    const { numbered } = courseOf(state);
    const serialized = numbered.map((event) => JSON.stringify(event));
    const changed = before.findIndex((event, index) => event !== serialized[index]);
    if (changed >= 0) throw new Error(`event ${changed} was ${before[changed]} and is ${serialized[changed]}`);
    const sequences = numbered.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((left, right) => left - right));
    before = serialized;
  }
}

function checkContinued(states: readonly HistoryState[]): void {
  const course = courseOf({});
  for (const state of states) {
    const continued = continueCourse(course, state);
    expect(continued).toBe(course);
    expect(pick(continued)).toEqual(pick(courseOf(state)));
  }
  const [first = {}] = states;
  expect(pick(continueCourse(course, first))).toEqual(pick(courseOf(first)));
}

const pick = ({ numbered, underWay }: ReturnType<typeof courseOf>) => ({ numbered, underWay });

function checkWhole(state: HistoryState): void {
  const { numbered, underWay } = courseOf(state);
  const all = <Type extends (typeof numbered)[number]["type"]>(type: Type) =>
    numbered.filter((event): event is Extract<(typeof numbered)[number], { type: Type }> => event.type === type);
  const { messages = [], interjections = [], warnings = [], judgements = [], results = [], scenes = [] } = state;
  const idsOf = (kinds: readonly string[]) =>
    messages.filter((message) => kinds.includes(placeOf(message)?.kind ?? "")).map(({ id }) => id);
  expect(all("speech-end").map(({ message }) => message.id)).toEqual(idsOf(["speech", "direction", "closing"]));
  expect(all("opening")).toHaveLength(idsOf(["opening"]).length);
  expect(all("interjection").map(({ interjection }) => interjection)).toEqual(interjections);
  expect(all("control").map((event) => event.control)).toEqual(state.controls ?? []);
  expect(all("warning").map(({ warning }) => warning)).toEqual(warnings);
  expect(all("judgement").map(({ judgement }) => judgement)).toEqual(judgements);
  expect(all("verdict").map(({ verdict }) => verdict)).toEqual(state.verdicts ?? []);
  expect(all("stop-draw")).toHaveLength(state.stopDraws?.length ?? 0);
  expect(all("task").map(({ result }) => result)).toEqual(results);
  expect(all("scene-set")).toHaveLength(scenes.length);
  const spoken = new Set(
    messages.flatMap((message) => (placeOf(message)?.kind === "speech" ? [placeOf(message)?.turn] : [])),
  );
  const failed = new Set(results.filter(({ outcome }) => outcome === "failed").map(({ turn }) => turn));
  const { turn: last = 0 } = state;
  const decided = all("decision").map(({ turn }) => turn);
  expect(decided).toEqual(
    state.decisions?.map(({ turn }) => turn).filter((turn) => spoken.has(turn) || (failed.has(turn) && turn <= last)),
  );
  expect(all("stopped").at(-1)?.reason).toEqual(state.stopReason);
  expect(underWay).toEqual([]);
}

describe.each(allModes)("the history in %s mode", (mode) => {
  itHolds(
    "only grows, and is complete at the end",
    fc.asyncProperty(planFor(mode), async (plan) => {
      for (const states of (await savedStates(mode, plan)).values()) {
        checkGrowth(states);
        checkContinued(states);
        const last = states.at(-1) as HistoryState;
        if (last.opening) expect(last.stopReason).not.toBeNull();
        if (last.stopReason) checkWhole(last);
      }
    }),
    40,
  );
});

it("the history keeps the correction of closing words after corrections of a turn that never took place", async () => {
  const plan = {
    ...{ incidents: ["hand now", "odd answer", "none"], replies: ["line"], rounds: ["same topic"] },
    ...{ people: [], approved: [], varied: false, maxTurns: 1, calls: 9, settings: {}, common: {} },
  } as const;
  const [states = []] = (await savedStates("director", plan as never)).values();
  expect(states.at(-1)?.corrections?.map(({ turn }) => turn)).toEqual([1, 1, 0, 1, 0]);
  checkGrowth(states);
  checkWhole(states.at(-1) as HistoryState);
});
