import assert from "node:assert/strict";
import { it } from "@jest/globals";
import { RunControl } from "@langchain/langgraph";
import fc from "fast-check";
import type { Control } from "../../../../src/core/state/control-record.js";
import { maySpeak } from "../../../../src/core/state/participant.js";
import { modes } from "../../../../src/graph/modes/registry.js";
import { applyControl } from "../../../../src/graph/state/control.js";
import type { Conversation } from "../../../../src/graph/state/conversation-state.js";
import { openFloor } from "../../../../src/graph/steps/floor/open-floor.js";
import { allModes, inputFor } from "../../../support/any-mode.js";
import { waitingIn } from "../../../support/person-talk.js";
import { isThorough, itHolds, withSeed } from "../../../support/property.js";
import { compileSteered, type Steering, steered, steeringInput } from "../../../support/steering.js";

const name = fc.constantFrom("Ann", "bea", "Cid", "Dov", "Eve", "Fay", "Moderator", "nobody");

const anyControl: fc.Arbitrary<Control> = fc.oneof(
  ...(["next", "mute", "unmute", "remove"] as const).map((action) => name.map((who) => ({ [action]: who }) as never)),
  fc.record({ name, role: fc.constantFrom("", "pilot") }).map((add) => ({ add })),
  fc.constantFrom<Control>({ pause: true }, { step: true }),
);

const stages = ["present", "discuss", "summarize", "decide"].map((task) => ({ task, name: task, speakers: [] }));

/** The state before the first turn, with the fields that `applyControl` and `openFloor` need. */
function freshState(mode: string): Conversation {
  const parts = ["presenter", "discusser", "summarizer", "decider"];
  const { participants } = inputFor(mode);
  const cast = participants.map((each, seat) => ({ ...each, ...(mode === "group-chat" && { part: parts[seat] }) }));
  const course = {
    messages: [],
    decisions: [],
    interjections: [],
    controls: [],
    turn: 0,
    turnAtStart: 0,
    pauseAt: null,
  };
  const opening = { topic: "", question: "", leader: mode === "director" ? { name: "Moderator" } : null };
  const here = { language: "en", seed: 7, opening, stages, stage: "present", round: 1 };
  return {
    ...course,
    ...here,
    participants: modes[mode]?.fields["participants"]?.parse(cast),
  } as unknown as Conversation;
}

const deepFreeze = <Value>(value: Value): Value => {
  for (const each of Object.values(value as object)) if (typeof each === "object" && each !== null) deepFreeze(each);
  return Object.freeze(value);
};

itHolds(
  "any sequence of controls leaves at least two possible speakers, mutates no state, and has the same results if replayed",
  fc.property(fc.constantFrom(...allModes), fc.array(anyControl, { maxLength: 30 }), (mode, controls) => {
    const rules = { fields: modes[mode]?.fields ?? {} };
    const play = () => {
      let state = deepFreeze(freshState(mode));
      return controls.map((control) => {
        const outcome = applyControl(state, control, rules);
        if ("refusal" in outcome) assert.ok(outcome.refusal.message.length > 0);
        else state = deepFreeze({ ...state, ...outcome.update });
        assert.ok(state.participants.filter(maySpeak).length >= 2);
        assert.ok(openFloor(state).floor.candidates.every(({ participant }) => maySpeak(participant)));
        assert.equal(new Set(state.participants.map((each) => each.name)).size, state.participants.length);
        return { outcome, state };
      });
    };
    assert.deepEqual(play(), play());
  }),
);

const anySteering = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), anyControl), { maxLength: 40 }).map((pairs) => {
  const steering: Record<number, Control[]> = {};
  for (const [turn, control] of pairs) steering[turn] = [...(steering[turn] ?? []), control];
  return steering;
});

const withControls = (count: number, test: (controls: readonly Control[]) => void | Promise<void>): Promise<void> =>
  withSeed((seed) => test(fc.sample(anyControl, { seed, numRuns: count })));

const many = isThorough ? 10_000 : 1000;

it.each(allModes)(
  `${many} controls in %s mode leave at least two possible speakers, and have the same results if replayed`,
  (mode) =>
    withControls(many, (controls) => {
      const rules = { fields: modes[mode]?.fields ?? {} };
      const play = () => {
        let state = freshState(mode);
        const refusals = controls.map((control) => {
          const outcome = applyControl(state, control, rules);
          if ("update" in outcome) state = { ...state, ...outcome.update };
          assert.ok(openFloor(state).floor.candidates.length >= 2);
          return "refusal" in outcome ? outcome.refusal.code : "obeyed";
        });
        return { refusals, participants: state.participants };
      };
      const played = play();
      assert.ok(played.refusals.filter((each) => each === "obeyed").length > many / 10);
      assert.deepEqual(play(), played);
    }),
);

/** `breaks`: whether each run stops after the first step in which somebody speaks, and the next run continues there. */
async function course(mode: string, steering: Steering, breaks: boolean) {
  const running = compileSteered(mode, { steering });
  let input: object | null = steeringInput(mode, { maxTurns: 7 });
  for (let runs = 0; runs < 100; runs += 1) {
    const control = new RunControl();
    const options = { ...steered, streamMode: ["custom", "values"] as ("custom" | "values")[], control };
    let last: object = {};
    try {
      for await (const [kind, value] of await running.graph.stream(input as object, options)) {
        if (kind === "values") last = value as object;
        else if (breaks && (value as { readonly type: string }).type === "speech-end") control.requestDrain();
      }
    } catch (error) {
      if ((error as Error).name !== "GraphDrained") throw error;
    }
    input = null;
    const { values, next } = await running.graph.getState(steered);
    const state = values as Conversation;
    // A run that stops early may stop before the conversation's closing message.
    if (state.stopReason && next.length === 0) {
      const { messages, decisions, participants, stopReason } = state;
      const controls = state.controls.map(({ id: _id, ...rest }) => rest);
      return { lines: messages.map(({ name, text }) => [name, text]), decisions, participants, stopReason, controls };
    }
    if (!breaks) assert.equal(waitingIn(last).length, 1, "the run ended before the conversation");
  }
  throw new Error("the conversation does not come to an end");
}

itHolds(
  "a conversation in any mode ends despite any controls, and takes the same course if it is interrupted",
  fc.asyncProperty(fc.constantFrom(...allModes), anySteering, async (mode, steering) => {
    assert.deepEqual(await course(mode, steering, true), await course(mode, steering, false));
  }),
  // Plays few conversations, because each is slow.
  isThorough ? 400 : 40,
);

/** Smaller than `many`, because a control takes longer in a conversation than in a call of `applyControl`. */
const count = isThorough ? 160 : 40;

it.each(allModes)(
  `a %s conversation with ${count} controls ends the same way, whether or not it is interrupted`,
  (mode) =>
    withControls(count, async (controls) => {
      const turns = Array.from({ length: 8 }, (_, turn) => turn + 1);
      const share = count / turns.length;
      const steering = Object.fromEntries(
        turns.map((turn) => [turn, controls.slice((turn - 1) * share, turn * share)]),
      );
      const whole = await course(mode, steering, false);
      assert.ok(whole.controls.length >= count / 4);
      assert.deepEqual(await course(mode, steering, true), whole);
    }),
  300_000,
);
