import assert from "node:assert/strict";
import { describe, expect, it, jest } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import {
  createBidding,
  createDirector,
  createGroupChat,
  createRoundRobin,
  defineRule,
  fork,
  type RuleContext,
  type SelectionRule,
} from "../../../src/index.js";
import { ScriptedModel, type ScriptedReply } from "../../../src/testing.js";
import { fourNames, inputFor } from "../../support/any-mode.js";
import { fixedClock } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { steeringInput } from "../../support/steering.js";

function choosing(answers: readonly ScriptedReply[]) {
  return new ScriptedModel((call) => {
    if (call.purpose !== "select") return plainAnswer(call);
    return answers.at(call.index) ?? answers.at(-1) ?? "";
  });
}

const config = { configurable: { thread_id: "talk" } };

async function talk(selectSpeaker: SelectionRule, answers: readonly ScriptedReply[], more: object = {}) {
  const model = choosing(answers);
  const options = { model, clock: fixedClock, selectSpeaker };
  const graph = createRoundRobin(options).compile({ checkpointer: new MemorySaver() });
  const state = await graph.invoke(inputFor("round-robin", { maxTurns: 3, ...more }) as never, config);
  return { graph, model, state, asked: model.calls.filter(({ purpose }) => purpose === "select") };
}

async function amongOthers({ candidates, lastSpeaker, ask }: RuleContext) {
  const others = candidates.filter(({ participant }) => participant.name !== lastSpeaker);
  const { chosen } = await ask({ candidates: others, guidance: "Whoever knows the river." });
  return chosen[0] ?? others[0];
}

describe("a rule that asks a model", () => {
  it("shows the model the rule's candidates and guidance, and records every answer", async () => {
    const { state, asked } = await talk(amongOthers, ["<2>", "Nobody.", "Then Dov. <3>", "<1>"]);
    expect(state.decisions.map(({ rule, speaker, choices }) => [rule, speaker, choices])).toEqual([
      ["amongOthers", "Bea", [{ answer: "<2>", problem: null }]],
      [
        "amongOthers",
        "Dov",
        [
          { answer: "Nobody.", problem: "no-choice" },
          { answer: "Then Dov. <3>", problem: null },
        ],
      ],
      ["amongOthers", "Ann", [{ answer: "<1>", problem: null }]],
    ]);
    expect(asked[1]?.request).toMatchObject({ guidance: "Whoever knows the river.", count: 1 });
    const shown = asked.flatMap(({ request }) => ("candidates" in request ? [request.candidates.length] : []));
    expect(shown).toEqual([4, 3, 3, 3]);
  });

  it("counts its calls under their purpose and against the budget", async () => {
    const { state } = await talk(amongOthers, ["<1>"]);
    expect(state.usage.map(({ purpose, participant, calls }) => [purpose, participant, calls])).toContainEqual([
      "select",
      "",
      3,
    ]);
    const limited = await talk(amongOthers, ["Nobody."], { budget: { calls: 4 } });
    expect(limited.state.stopReason).toMatchObject({ kind: "budget", budget: "calls" });
    expect(limited.model.calls).toHaveLength(3);
  });

  it("gets an empty choice if the call fails, and ends the run if the key is rejected", async () => {
    const down = Object.assign(new Error("no such model"), { status: 400 });
    const { state } = await talk(amongOthers, [down], { maxTurns: 1 });
    expect(state.decisions[0]).toMatchObject({ speaker: "Ann", choices: [{ answer: "", problem: "call-failed" }] });
    const refused = Object.assign(new Error("wrong key"), { status: 401 });
    await expect(talk(amongOthers, [refused])).rejects.toMatchObject({ code: "model-call-failed" });
  });

  it("asks no model about a single candidate, and may ask a model to name several candidates", async () => {
    const single = await talk(
      async ({ candidates, ask }) => (await ask({ candidates: candidates.slice(3) })).chosen[0],
      [],
    );
    expect([single.state.decisions[0]?.speaker, single.asked.length]).toEqual(["Dov", 0]);
    const several: string[][] = [];
    const rule: SelectionRule = async ({ ask }) => {
      const { chosen } = await ask({ count: 2 });
      several.push(chosen.map(({ participant }) => participant.name));
      return chosen[1];
    };
    const { state } = await talk(rule, ["<3> <1>"], { maxTurns: 1 });
    expect([several, state.decisions[0]?.speaker]).toEqual([[["Cid", "Ann"]], "Ann"]);
  });

  it("fails if it asks with a `count` that is not a whole number of at least 1", async () => {
    for (const count of [0, 1.5, Number.NaN, "2"])
      await expect(
        talk(async ({ ask }) => (await ask({ count: count as number })).chosen[0], []),
      ).rejects.toMatchObject({
        code: "invalid-input",
      });
  });

  it("has the answers to several questions recorded in the order of the questions, even if it did not wait for all of them", async () => {
    const rule: SelectionRule = async ({ candidates, ask }) => {
      const first = ask({ guidance: "first" });
      ask({ guidance: "second" });
      await first;
      return candidates[0];
    };
    const model = new ScriptedModel(async ({ purpose, request }) => {
      if (purpose !== "select" || !("guidance" in request)) return "A speech.";
      // The first question is answered last.
      if (request.guidance === "first") await new Promise(setImmediate);
      return request.guidance === "first" ? "<1>" : "<2>";
    });
    const graph = createRoundRobin({ model, clock: fixedClock, selectSpeaker: rule }).compile();
    const { decisions, usage } = await graph.invoke(inputFor("round-robin", { maxTurns: 1 }) as never);
    expect(decisions[0]?.choices.map(({ answer }) => answer)).toEqual(["<1>", "<2>"]);
    expect(usage.find(({ purpose }) => purpose === "select")?.calls).toBe(2);
  });

  it("has a failed question recorded even if it did not wait for the answer", async () => {
    const rule: SelectionRule = ({ candidates, ask }) => {
      ask();
      return candidates[0];
    };
    const { state } = await talk(rule, [Object.assign(new Error("no access"), { status: 401 })], { maxTurns: 1 });
    expect(state.decisions[0]?.choices).toEqual([{ answer: "", problem: "call-failed" }]);
  });

  it("has the earlier attempts of a failed question recorded, and no call for a question that made none", async () => {
    const rule: SelectionRule = async ({ candidates, ask }) => {
      await ask({ count: 0 }).catch(() => {});
      await ask().catch(() => {});
      return candidates[0];
    };
    const refused = Object.assign(new Error("no access"), { status: 401 });
    const { state } = await talk(rule, ["Nobody.", refused], { maxTurns: 1 });
    expect(state.decisions[0]?.choices).toEqual([
      { answer: "Nobody.", problem: "no-choice" },
      { answer: "", problem: "call-failed" },
    ]);
  });

  it.each([
    ["bidding", createBidding],
    ["director", createDirector],
    ["group-chat", createGroupChat],
    ["round-robin", createRoundRobin],
  ] as const)("has its model checked first if it declares that it asks a model: %s", async (mode, create) => {
    const selectSpeaker = Object.assign((context: RuleContext) => amongOthers(context), {
      asksModel: "always",
    } as const);
    const model = choosing([]);
    const models = { byPurpose: { select: "nowhere:none" } };
    const graph = create({ model, models, selectSpeaker: selectSpeaker as SelectionRule }).compile();
    await expect(graph.invoke(steeringInput(mode, { maxTurns: 1 }) as never)).rejects.toMatchObject({
      code: "unknown-model",
    });
    expect(model.calls).toEqual([]);
  });

  it("cannot ask once it has chosen", async () => {
    let late: RuleContext["ask"] | undefined;
    await talk(({ candidates, ask }) => {
      late = ask;
      return candidates[0];
    }, []);
    const unhandled = jest.fn();
    process.once("unhandledRejection", unhandled);
    late?.();
    await new Promise(setImmediate);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    await expect(late?.()).rejects.toMatchObject({ details: { problems: [{ field: "ask", code: "asked-too-late" }] } });
  });

  it("ends the run with its own error, after the call that it did not wait for", async () => {
    const rule: SelectionRule = async ({ ask }) => {
      ask();
      throw new TypeError("no idea");
    };
    const model = choosing(["<1>"]);
    const graph = createRoundRobin({ model, clock: fixedClock, selectSpeaker: rule }).compile();
    await expect(graph.invoke(inputFor("round-robin") as never)).rejects.toThrow("no idea");
    expect(model.calls).toHaveLength(1);
  });

  it("chooses the same again in another run, and keeps its choices in a fork and when the run is resumed", async () => {
    const answers = ["<2>", "<1>", "Nobody.", "<3>"];
    const { graph, state } = await talk(amongOthers, answers);
    expect((await talk(amongOthers, answers)).state.decisions).toEqual(state.decisions);
    const other = { configurable: { thread_id: "other" } };
    await fork(graph, config, other, { turn: 3 });
    expect((await graph.invoke(null, other)).decisions).toEqual(state.decisions);

    let fails = true;
    const model = new ScriptedModel(({ purpose, participant, turn, index }) => {
      if (purpose === "select") return answers[index] ?? "";
      if (turn !== 2 || !fails) return `${participant} speaks in turn ${turn}.`;
      fails = false;
      return Object.assign(new Error("bad request"), { status: 400 });
    });
    const saved = createRoundRobin({ model, clock: fixedClock, selectSpeaker: amongOthers }).compile({
      checkpointer: new MemorySaver(),
    });
    await expect(saved.invoke(inputFor("round-robin", { maxTurns: 3 }) as never, config)).rejects.toThrow();
    expect((await saved.invoke(null, config)).decisions).toEqual(state.decisions);
    expect(model.calls.filter(({ purpose }) => purpose === "select")).toHaveLength(4);
  });

  it("may need bids, is then rejected in a mode without bids, and has its model checked before the conversation opens", async () => {
    const experts = defineRule({
      name: "experts",
      description: "a model chooses between the first few",
      settings: {},
      needsBids: true,
      asksModel: () => "always",
      select: async ({ candidates, bids, ask }) => {
        assert.equal(bids.length, candidates.length);
        return (await ask({ candidates: candidates.slice(0, 2) })).chosen[0] ?? candidates[0];
      },
    });
    const input = inputFor("bidding", { maxTurns: 1, selection: { rule: "experts" } });
    const model = choosing(["<2>"]);
    const { decisions } = await createBidding({ model, rules: { experts } })
      .compile()
      .invoke(input as never);
    expect(decisions[0]).toMatchObject({ rule: "experts", speaker: "Bea", choices: [{ answer: "<2>" }] });
    const withoutBids = createRoundRobin({ model, rules: { experts } }).compile();
    await expect(
      withoutBids.invoke(inputFor("round-robin", { selection: { rule: "experts" } }) as never),
    ).rejects.toThrow("selection.rule");
    const missing = choosing([]);
    const models = { byPurpose: { select: "nowhere:none" } };
    const graph = createBidding({ model: missing, models, rules: { experts } }).compile();
    await expect(graph.invoke(input as never)).rejects.toThrow();
    expect(missing.calls).toEqual([]);
  });

  it.each([
    ["director", createDirector],
    ["group-chat", createGroupChat],
  ] as const)("replaces the choice of the mode %s", async (mode, create) => {
    const model = choosing(["<1>"]);
    const graph = create({ model, clock: fixedClock, selectSpeaker: amongOthers as SelectionRule }).compile();
    const { decisions } = await graph.invoke(steeringInput(mode, { maxTurns: 1 }) as never);
    expect(fourNames).toContain(decisions[0]?.speaker);
    expect(model.calls.filter(({ purpose }) => purpose === "select").length).toBeGreaterThan(0);
  });
});

describe("the `among` setting", () => {
  const bids: Readonly<Record<string, string>> = { Ann: "<4>", Bea: "<9>", Cid: "<7>", Dov: "<7>" };

  async function turn(answers: readonly ScriptedReply[], selection: object, given = bids) {
    const model = new ScriptedModel(({ purpose, participant, index }) => {
      if (purpose === "bid") return given[participant] ?? "<1>";
      return purpose === "select" ? (answers[index] ?? "") : `${participant} speaks.`;
    });
    const graph = createBidding({ model, clock: fixedClock }).compile();
    const { decisions } = await graph.invoke(inputFor("bidding", { maxTurns: 1, selection }) as never);
    const [decision] = decisions;
    assert(decision);
    return { decision, asked: model.calls.filter(({ purpose }) => purpose === "select") };
  }

  it.each(["highest-bid", "proportional-fair"])("lets a model choose among the highest scores: %s", async (rule) => {
    const { decision, asked } = await turn(["Dov was asked. <3>"], { rule, among: 2 });
    // Cid and Dov share second place.
    expect(decision).toMatchObject({ rule: "selector", speaker: "Dov", among: ["Bea", "Cid", "Dov"], tied: ["Dov"] });
    expect(decision.scores).toHaveLength(4);
    expect(asked[0]?.messages.map(({ text }) => text).join()).not.toContain("<9>");
  });

  it("falls back to the highest score if no answer is readable, and then asks no model to break a tie", async () => {
    const unread = await turn(["Nobody.", "<9>"], { among: 3 });
    expect(unread.decision).toMatchObject({ rule: "highest-bid", speaker: "Bea", among: ["Bea", "Cid", "Dov"] });
    expect(unread.decision.choices).toHaveLength(2);
    const tied = { Ann: "<7>", Bea: "<7>", Cid: "<1>", Dov: "<1>" };
    const both = await turn(["Nobody.", "<9>"], { among: 2, tieBreak: "selector" }, tied);
    expect(both.decision).toMatchObject({ rule: "highest-bid", tied: ["Ann", "Bea"], draw: expect.any(Number) });
    expect(both.asked).toHaveLength(2);
  });

  it("leaves out those who pass, and asks no model if only one participant bids", async () => {
    const passes = { Ann: "<pass>", Bea: "<2>", Cid: "<pass>", Dov: "<1>" };
    const { decision } = await turn(["<2>"], { among: 4 }, passes);
    expect(decision).toMatchObject({ speaker: "Dov", among: ["Bea", "Dov"] });
    const alone = await turn([], { among: 4 }, { ...passes, Dov: "<pass>" });
    expect([alone.decision.rule, alone.decision.speaker, alone.asked]).toEqual(["highest-bid", "Bea", []]);
    expect(alone.decision).not.toHaveProperty("among");
  });

  it.each([
    [{ among: 1 }, /selection\.among/],
    [{ rule: "selector", count: 0 }, /selection\.count/],
  ])("is rejected if it is invalid, as an invalid `count` is: %j", async (selection, message) => {
    await expect(turn([], selection)).rejects.toThrow(message);
  });
});
