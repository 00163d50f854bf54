import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { z } from "zod/v4";
import type { OrderSettings } from "../../../../src/core/selection/registry.js";
import type { SelectionRule } from "../../../../src/core/selection/rule.js";
import { talkFields } from "../../../../src/core/state/fields.js";
import { defineCondition } from "../../../../src/core/stopping/condition.js";
import { extendModes } from "../../../../src/graph/modes/extension.js";
import { defineMode } from "../../../../src/graph/modes/mode.js";
import { createConversation, createRoundRobin } from "../../../../src/graph/modes/round-robin/round-robin.js";
import { schemasOf } from "../../../../src/graph/state/conversation-state.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { castOf, fixedClock, speakersOf } from "../../../support/conversation.js";
import { threadConfig } from "../../../support/person-talk.js";

const participants = castOf("Ann", "Bea", "Cy");
const talk = () => new ScriptedModel(({ participant, index }) => `${participant} says ${index + 1}.`);

describe("round-robin", () => {
  const play = (input: Record<string, unknown>) =>
    createRoundRobin({ model: talk(), clock: fixedClock })
      .compile()
      .invoke({ participants, maxTurns: 7, seed: 1, ...input });

  it("gives the floor in the order of the cast, and calls models only for speeches", async () => {
    const { messages, decisions, usage } = await play({});
    expect(speakersOf(messages)).toEqual(["Ann", "Bea", "Cy", "Ann", "Bea", "Cy", "Ann"]);
    expect(decisions[3]).toEqual({
      turn: 4,
      rule: "round-robin",
      candidates: ["Ann", "Bea", "Cy"],
      excluded: [],
      bids: [],
      scores: [],
      choices: [],
      addressed: null,
      tied: ["Ann"],
      draw: null,
      speaker: "Ann",
    });
    expect(new Set(usage.map(({ purpose }) => purpose))).toEqual(new Set(["speech"]));
  });

  it("gives every other turn to the lead", async () => {
    const { messages } = await play({ selection: { lead: "Bea" } });
    expect(speakersOf(messages)).toEqual(["Bea", "Ann", "Bea", "Cy", "Bea", "Ann", "Bea"]);
  });

  it("rejects a lead outside the cast, and lists the cast", async () => {
    await expect(play({ selection: { lead: "Zoe" } })).rejects.toMatchObject({
      code: "invalid-input",
      details: { problems: [{ field: "selection.lead", message: expect.stringContaining("Ann, Bea, Cy") }] },
    });
  });

  it("continues after the last speaker of the input's messages", async () => {
    const messages = [{ role: "assistant", name: "Bea", content: "As I said." }];
    expect(speakersOf((await play({ messages, maxTurns: 2 })).messages)).toEqual(["Cy", "Ann"]);
    const game = [...messages, { role: "assistant", name: "Ann", content: "Once upon a time." }];
    const led = await play({ messages: game, maxTurns: 3, selection: { lead: "Ann" } });
    expect(led.messages.slice(2).map(({ name }) => name)).toEqual(["Cy", "Ann", "Bea"]);
  });
});

describe("a caller's own rule", () => {
  const play = (selectSpeaker: SelectionRule<OrderSettings>, input: Record<string, unknown> = {}) =>
    createConversation({ model: talk(), clock: fixedClock, selectSpeaker })
      .compile()
      .invoke({ participants, maxTurns: 4, seed: 1, ...input });

  it("may return a candidate, a name or a selection, and is recorded under the selection's or the function's name", async () => {
    function youngest({ candidates }: Parameters<SelectionRule>[0]) {
      return candidates.at(-1);
    }
    const byCandidate = await play(youngest);
    expect(byCandidate.decisions[0]).toMatchObject({ rule: "youngest", speaker: "Cy" });
    expect((await play(() => "Bea")).decisions[0]).toMatchObject({ rule: "own-rule", speaker: "Bea" });
    const selection = await play(() => ({ seat: 0, rule: "mine", tied: ["Ann", "Cy"], draw: 0.25 }));
    expect(selection.decisions[0]).toMatchObject({ rule: "mine", tied: ["Ann", "Cy"], draw: 0.25 });
  });

  it("receives plain data instead of the state, and its draw is recorded in the decision", async () => {
    const seen: unknown[] = [];
    const { decisions } = await play(({ candidates, draw, ...context }) => {
      seen.push([context.turn, context.spoken.length, context.latest?.speaker, context.settings.repeat]);
      expect(context).not.toHaveProperty("state");
      return candidates[Math.floor(draw("rule") * candidates.length)];
    });
    const speakers = ["Moderator", ...decisions.map(({ speaker }) => speaker)];
    expect(seen).toEqual([0, 1, 2, 3].map((before) => [before + 1, before, speakers[before], "allow"]));
    const numbers = decisions.map(({ draw }) => draw ?? -1);
    expect(decisions.map(({ speaker }) => speaker)).toEqual(
      numbers.map((number) => ["Ann", "Bea", "Cy"][Math.floor(number * 3)]),
    );
  });

  it("chooses among the candidates that `selection.repeat` allows", async () => {
    const { decisions } = await play(({ candidates }) => candidates[0], { selection: { repeat: "forbid" } });
    expect(decisions.map(({ speaker }) => speaker)).toEqual(["Ann", "Bea", "Ann", "Bea"]);
  });

  it.each([
    ["a name that is not in the cast", () => "Zoe", "'Zoe'"],
    ["a seat that does not exist", () => ({ seat: 7 }), "{ seat: 7"],
    ["nothing", () => undefined, "undefined"],
    ["null", () => null, "null"],
    ["a number", () => 2, "2"],
    ["a promise of a name that is not in the cast", async () => "Zoe", "'Zoe'"],
    ["a seat that is a string", () => ({ seat: "0" }), "{ seat: '0'"],
    [
      "a participant instead of its candidate",
      ({ candidates }: Parameters<SelectionRule>[0]) => candidates[0]?.participant,
      "{ name: 'Ann', role: ",
    ],
  ])("fails with a list of the candidates if it returns %s", async (_what, rule, chosen) => {
    await expect(play(rule as SelectionRule)).rejects.toMatchObject({
      code: "invalid-selection",
      message: expect.stringMatching(/ in turn 1; return one of the candidates: seat 0 \(Ann\), 1 \(Bea\), 2 \(Cy\)$/),
    });
    await expect(play(rule as SelectionRule)).rejects.toThrow(`the selection rule returned ${chosen}`);
  });

  it("fails if it chooses a speaker whom `repeat` forbids", async () => {
    const refused = play(() => "Ann", { selection: { repeat: "forbid" } });
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining("turn 2; return one of the candidates: seat 1"),
    });
  });

  it.each([[undefined], [{}], [{ selectSpeaker: "Ann" }]])("is required, so the options %j are rejected", (options) => {
    expect(() => createConversation(options as never)).toThrow(/selectSpeaker: must be a function/);
  });

  it("ends the run with its own error if it throws", async () => {
    const rule = () => {
      throw new TypeError("no idea");
    };
    await expect(play(rule)).rejects.toThrow("no idea");
  });

  it("works together with a caller's own stop condition", async () => {
    const graph = createConversation({
      model: talk(),
      selectSpeaker: ({ candidates }) => candidates[0],
      stopWhen: ({ latest, turn }) =>
        latest?.text.includes("says 3") ? { kind: "custom", turn, description: "three is enough" } : undefined,
    }).compile();
    const { stopReason } = await graph.invoke({ participants, seed: 1 });
    expect(stopReason).toEqual({ kind: "custom", turn: 3, description: "three is enough" });
  });

  it("cannot change the conversation through its arguments", async () => {
    const rule: SelectionRule<OrderSettings> = ({ lastSpeaker, candidates, names, spoken, history }) => {
      for (const list of [spoken, history, names] as unknown[][]) list.length = 0;
      return (candidates as (typeof candidates)[number][])
        .reverse()
        .find(({ participant }) => participant.name !== lastSpeaker);
    };
    const { messages, participants: cast, decisions } = await play(rule);
    expect(speakersOf(messages)).toEqual(["Cy", "Bea", "Cy", "Bea"]);
    expect(cast.map(({ name }) => name)).toEqual(["Ann", "Bea", "Cy"]);
    expect(decisions.map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
    expect(decisions[0]?.candidates).toEqual(["Ann", "Bea", "Cy"]);
  });
});

describe("a caller's own stop condition", () => {
  it.each([
    ["a promise", async () => undefined, "a promise (conditions are synchronous)"],
    ["true", () => true, "true"],
    ["a promise that fails", async () => Promise.reject(new Error("no")), "a promise (conditions are synchronous)"],
    ["a string", () => "done", "'done'"],
    ["a number that JSON cannot represent", () => 3n, "3n"],
    ["an object that is not a stop reason", () => ({ kind: "custom" }), "{ kind: 'custom' }"],
  ])("fails the run with an error that shows the returned value if it returns %s", async (_what, stopWhen, shown) => {
    const graph = createRoundRobin({ model: talk(), stopWhen: stopWhen as never }).compile();
    await expect(graph.invoke({ participants, maxTurns: 4, seed: 1 })).rejects.toMatchObject({
      code: "invalid-stop-reason",
      message: expect.stringContaining(`a stop condition returned ${shown} in turn `),
    });
  });

  it("lets the conversation continue if it returns a falsy value", async () => {
    for (const no of [undefined, null, false, 0, ""]) {
      const graph = createRoundRobin({ model: talk(), stopWhen: (() => no) as never }).compile();
      expect((await graph.invoke({ participants, maxTurns: 2, seed: 1 })).stopReason).toMatchObject({ kind: "turns" });
    }
  });
});

describe("a caller's own mode", () => {
  const relay = defineMode({
    name: "relay",
    summary: "everyone speaks once, from the last seat to the first",
    schemas: schemasOf(talkFields, {}),
    turn: {
      findSpeaker: ({ names, turnsThisRun }) => names.at(-1 - turnsThisRun),
      turnsOf: ({ participants: cast }) => cast.length,
    },
  });

  it("may name its speaker, and gets more turns in another round with a larger cast", async () => {
    const graph = relay.compile({ model: talk() }, { checkpointer: new MemorySaver() });
    const { maxTurns } = await graph.invoke({ participants: castOf("Ann", "Bea") }, threadConfig);
    const { messages } = await graph.invoke({ participants }, threadConfig);
    expect(maxTurns).toBe(2);
    expect(speakersOf(messages)).toEqual(["Bea", "Ann", "Cy", "Bea", "Ann"]);
  });

  it("keeps a limit on turns in another round, even if it equals the number of turns of the first round", async () => {
    const graph = relay.compile({ model: talk() }, { checkpointer: new MemorySaver() });
    await graph.invoke({ participants: castOf("Ann", "Bea"), maxTurns: 2 }, threadConfig);
    const { turn } = await graph.invoke({ participants }, threadConfig);
    expect(turn).toBe(4);
  });

  it("keeps the conditions that it has if it is extended again", () => {
    const condition = (name: string) =>
      defineCondition({ name, setting: z.boolean(), needs: null, create: () => () => undefined });
    const extended = relay.extend({ conditions: { brief: condition("brief") } });
    const modes = extendModes({ modes: { relay: extended }, conditions: { calm: condition("calm") } });
    const given = { brief: true, calm: true };
    expect(modes["relay"]?.fields["stopping"]?.parse(given)).toMatchObject(given);
  });
});
