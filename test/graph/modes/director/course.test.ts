import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { placeOf } from "../../../../src/core/text/message.js";
import { createDirector } from "../../../../src/graph/modes/director/director.js";
import { type Script, type ScriptedCall, ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { castOf, compileDirector, fixedClock } from "../../../support/conversation.js";

const participants = castOf("Ann", "Bea", "Cy");
const callsOf = (model: ScriptedModel) => model.calls.map(({ purpose, participant }) => `${purpose}:${participant}`);
const requestOf = (call: ScriptedCall | undefined) => {
  const text = call?.messages[1]?.text ?? "";
  return text.slice(text.lastIndexOf("</conversation>"));
};
const closing = /last message|farewell/;
const keepGoing = /continues afterwards|do not say goodbye/;

function run(script: Script, input: Record<string, unknown> = {}) {
  const model = new ScriptedModel(script);
  const result = compileDirector({ model }).invoke({
    topic: "Tea or coffee?",
    participants,
    seed: 1,
    maxTurns: 2,
    ...input,
    director: { name: "Vesna", probability: 0, ...((input["director"] as object) ?? {}) },
  });
  return { model, result };
}

const twoTurns: Script = {
  "reflect:Vesna": ["Two drinks, one kettle.", "That leaves the milk.", "Thank you all, good night."],
  "choose-speaker:Vesna": ["<2>", "I say <3>."],
  "prompt-speaker:Vesna": ["Bea, which one keeps you awake?", "And you, Cy, with milk?"],
  "speech:Bea": ["Coffee does."],
  "speech:Cy": ["Never with milk."],
};

describe("three calls per turn", () => {
  it("request comment, choice and question before each speech, and the director closes the conversation", async () => {
    const { model, result } = run(twoTurns);
    const { messages, decisions, stopReason, usage } = await result;
    model.assertComplete();
    expect(callsOf(model)).toEqual([
      ...["reflect:Vesna", "choose-speaker:Vesna", "prompt-speaker:Vesna", "speech:Bea"],
      ...["reflect:Vesna", "choose-speaker:Vesna", "prompt-speaker:Vesna", "speech:Cy"],
      "reflect:Vesna",
    ]);
    expect(messages.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      "Moderator: Tea or coffee?",
      "Vesna: Two drinks, one kettle. Bea, which one keeps you awake?",
      "Bea: Coffee does.",
      "Vesna: That leaves the milk. And you, Cy, with milk?",
      "Cy: Never with milk.",
      "Vesna: Thank you all, good night.",
    ]);
    expect(messages.map((message) => [placeOf(message)?.kind, placeOf(message)?.turn])).toEqual([
      ["opening", 0],
      ["direction", 1],
      ["speech", 1],
      ["direction", 2],
      ["speech", 2],
      ["closing", 2],
    ]);
    expect(stopReason).toEqual({ kind: "turns", turn: 2, limit: 2 });
    expect(decisions.map(({ rule, speaker, candidates }) => [rule, speaker, candidates.length])).toEqual([
      ["directors-choice", "Bea", 3],
      ["directors-choice", "Cy", 3],
    ]);
    expect(decisions[1]?.choices).toEqual([{ answer: "I say <3>.", problem: null }]);
    expect(usage.map(({ purpose, participant, calls }) => [purpose, participant, calls])).toEqual([
      ["reflect", "Vesna", 3],
      ["choose-speaker", "Vesna", 2],
      ["prompt-speaker", "Vesna", 2],
      ["speech", "Bea", 1],
      ["speech", "Cy", 1],
    ]);
  });

  it("request a closing only in the last comment, and a continuation only in earlier ones", async () => {
    const { model, result } = run(twoTurns);
    await result;
    const reflections = model.calls.filter(({ purpose }) => purpose === "reflect").map(requestOf);
    for (const request of reflections.slice(0, 2)) {
      expect(request).toMatch(keepGoing);
      expect(request).not.toMatch(closing);
    }
    expect(reflections[2]).toMatch(closing);
    expect(reflections[2]).not.toMatch(keepGoing);
    for (const { purpose, messages } of model.calls.filter(({ purpose }) => purpose !== "reflect")) {
      const text = messages.map((message) => message.text).join("\n");
      expect([purpose, text]).toEqual([purpose, expect.not.stringMatching(closing)]);
      expect([purpose, text]).toEqual([purpose, expect.not.stringMatching(keepGoing)]);
    }
  });

  it("include the new comment in the prompts for choice and question, and number the candidates", async () => {
    const { model, result } = run(twoTurns);
    await result;
    const [choose] = model.calls.filter(({ purpose }) => purpose === "choose-speaker").map(requestOf);
    expect(choose).toContain("Two drinks, one kettle.");
    expect(choose).toContain("1. Ann\n2. Bea\n3. Cy");
    const [prompt] = model.calls.filter(({ purpose }) => purpose === "prompt-speaker").map(requestOf);
    expect(prompt).toContain("Two drinks, one kettle.");
    expect(prompt).toContain("the floor to Bea");
  });

  it("quote earlier comments in the director's prompts, and name the director in the participants' prompts", async () => {
    const { model, result } = run(twoTurns);
    await result;
    const speech = model.calls.find(({ purpose }) => purpose === "speech");
    expect(speech?.messages[0]?.text).toContain("led by Vesna");
    const reflections = model.calls.filter(({ purpose }) => purpose === "reflect").map(requestOf);
    expect(reflections[0]).not.toContain("began");
    expect(reflections[1]).toContain("  Two drinks, one kettle.");
    expect(reflections[2]).toContain("  That leaves the milk.");
  });
});

const direction = (comment: string, next: number, question: string) => `${comment}\n<${next}>\n${question}`;

describe("one call per turn", () => {
  it("returns comment, choice and question together", async () => {
    const { model, result } = run(
      {
        "direct:Vesna": [
          direction("Two drinks.", 2, "Bea, which one?"),
          direction("And the milk?", 1, "Ann, do you take any?"),
        ],
        "speech:Bea": ["Coffee."],
        "speech:Ann": ["A drop."],
        "reflect:Vesna": ["Good night."],
      },
      { director: { calls: "one" } },
    );
    const { messages, decisions } = await result;
    model.assertComplete();
    expect(callsOf(model)).toEqual(["direct:Vesna", "speech:Bea", "direct:Vesna", "speech:Ann", "reflect:Vesna"]);
    expect(messages.map(({ text }) => text)).toEqual([
      "Tea or coffee?",
      "Two drinks. Bea, which one?",
      "Coffee.",
      "And the milk? Ann, do you take any?",
      "A drop.",
      "Good night.",
    ]);
    expect(decisions.map(({ rule, speaker }) => [rule, speaker])).toEqual([
      ["directors-choice", "Bea"],
      ["directors-choice", "Ann"],
    ]);
    const [first] = model.calls;
    expect(requestOf(first)).toMatch(keepGoing);
    expect(requestOf(first)).not.toMatch(closing);
    expect(requestOf(model.calls.at(-1))).toMatch(closing);
  });

  it("is repeated once if its number names no candidate", async () => {
    const { model, result } = run(
      {
        "direct:Vesna": [direction("Well.", 9, "Zoe, which one?"), direction("Well then.", 3, "Cy, which one?")],
        "speech:Cy": ["Tea."],
        "reflect:Vesna": ["Good night."],
      },
      { director: { calls: "one" }, maxTurns: 1 },
    );
    const { decisions, messages } = await result;
    model.assertComplete();
    expect(decisions[0]?.choices.map(({ problem }) => problem)).toEqual(["out-of-range", null]);
    expect(messages[1]?.text).toBe("Well then. Cy, which one?");
    const again = model.calls.filter(({ purpose }) => purpose === "direct")[1];
    expect(again?.messages.at(-1)?.text).toContain("Nobody has that number.");
  });

  it("leaves the choice to `fallback` after two unreadable answers, and requests the question separately", async () => {
    const { model, result } = run(
      {
        "direct:Vesna": ["<9>\nZoe, which one?", "Well."],
        "prompt-speaker:Vesna": ["Ann, which one?"],
        "speech:Ann": ["Tea."],
        "reflect:Vesna": ["Good night."],
      },
      { director: { calls: "one" }, maxTurns: 1 },
    );
    const { decisions, messages, corrections } = await result;
    model.assertComplete();
    expect(decisions[0]).toMatchObject({ rule: "fallback-first", speaker: "Ann" });
    expect(messages[1]?.text).toBe("Well. Ann, which one?");
    expect(corrections).toMatchObject([
      { purpose: "direct", faults: ["empty"], answer: "<9>\nZoe, which one?", used: null },
    ]);
  });

  it("ignores a reasoning model's thinking before the answer", async () => {
    const { model, result } = run(
      {
        "direct:Vesna": [`<think>the form: comment, <3>, question</think>${direction("Well.", 2, "Bea, which one?")}`],
        "speech:Bea": ["Tea."],
        "reflect:Vesna": ["Good night."],
      },
      { director: { calls: "one" }, maxTurns: 1 },
    );
    const { decisions, corrections } = await result;
    expect(decisions[0]).toMatchObject({ rule: "directors-choice", speaker: "Bea" });
    expect(corrections).toEqual([]);
    model.assertComplete();
  });

  it("combines the first attempt's comment with the second attempt's choice and question", async () => {
    const { model, result } = run(
      {
        "direct:Vesna": [direction("A good start.", 9, "Zoe, well?"), direction("", 3, "Cy, which one?")],
        "speech:Cy": ["Tea."],
        "reflect:Vesna": ["Good night."],
      },
      { director: { calls: "one" }, maxTurns: 1 },
    );
    expect((await result).messages[1]?.text).toBe("A good start. Cy, which one?");
    model.assertComplete();
  });

  it.each([
    ["on the question's line", "Well.\n<2> Bea, which one?"],
    ["on the comment's line", "Well. <2>\nBea, which one?"],
    ["in full-width characters", "Well.\n＜２＞\nBea, which one?"],
    ["twice", "Well.\n<2>\n<2>\nBea, which one?"],
    ["in emphasis", "Well.\n**<2>**\nBea, which one?"],
    ["in code", "Well.\n`<2>`\n\nBea, which one?"],
    ["with a full stop", "Well.\n<2>.\nBea, which one?"],
    ["with the name", "Well.\n<2> Bea\nBea, which one?"],
    ["with the name in emphasis", "Well.\n<2> **Bea**:\nBea, which one?"],
    ["in a bid tag", "Well.\n<bid>2</bid>\nBea, which one?"],
    ["in small brackets", "Well.\n﹤2﹥\nBea, which one?"],
    ["after thinking without an opening tag", "I could take <3> or <2>. </think>Well.\n<2>\nBea, which one?"],
    ["between Windows line breaks", "Well.\r\n<2>\r\nBea, which one?"],
  ])("reads a number that is written %s", async (_where, answer) => {
    const { model, result } = run(
      { "direct:Vesna": [answer], "speech:Bea": ["Tea."], "reflect:Vesna": ["Good night."] },
      { director: { calls: "one" }, maxTurns: 1 },
    );
    const { decisions, messages } = await result;
    expect(decisions[0]).toMatchObject({ rule: "directors-choice", speaker: "Bea" });
    expect(messages[1]?.text).toBe("Well. Bea, which one?");
    model.assertComplete();
  });

  it("removes a number without brackets but does not read it as a choice", async () => {
    const { model, result } = run(
      {
        "direct:Vesna": ["Well said.\n2\nBea, which one?", "Well put.\n2.\nBea, which one?"],
        "prompt-speaker:Vesna": ["Ann, which one?"],
        "speech:Ann": ["Tea."],
        "reflect:Vesna": ["Good night."],
      },
      { director: { calls: "one" }, maxTurns: 1 },
    );
    const { decisions, messages } = await result;
    expect(decisions[0]).toMatchObject({ rule: "fallback-first", speaker: "Ann" });
    expect(messages[1]?.text).toBe("Well put. Ann, which one?");
    model.assertComplete();
  });

  it("does not read a quoted number as a choice", async () => {
    const quoting = 'Ann said "give it to <3>", and meant it.';
    const { model, result } = run(
      {
        "direct:Vesna": [direction(quoting, 2, "Bea, which one?")],
        "speech:Bea": ["Tea."],
        "reflect:Vesna": ["Good night."],
      },
      { director: { calls: "one" }, maxTurns: 1 },
    );
    const { decisions, messages } = await result;
    expect(decisions[0]).toMatchObject({ rule: "directors-choice", speaker: "Bea" });
    expect(messages[1]?.text).toBe(`${quoting} Bea, which one?`);
    model.assertComplete();
  });
});

describe("the end of a conversation", () => {
  it("adds only the director's closing message if it is drawn before the first speech", async () => {
    const { model, result } = run({ "reflect:Vesna": ["Not tonight."] }, { director: { probability: 1, minTurns: 0 } });
    const { messages, stopReason, decisions } = await result;
    expect(callsOf(model)).toEqual(["reflect:Vesna"]);
    expect(requestOf(model.calls[0])).toMatch(closing);
    expect(messages.map(({ text }) => text)).toEqual(["Tea or coffee?", "Not tonight."]);
    expect(stopReason).toEqual({ kind: "probability", turn: 0, probability: 1, draw: expect.any(Number) });
    expect(decisions).toEqual([]);
  });

  it("is drawn after `minTurns` at the earliest, and its reason contains the probability and the draw", async () => {
    const { result } = run(twoTurns, { director: { probability: 1, minTurns: 2 }, maxTurns: 9 });
    expect((await result).stopReason).toEqual({
      kind: "probability",
      turn: 2,
      probability: 1,
      draw: expect.any(Number),
    });
  });

  it("is drawn anew each time the thread is invoked, even if nobody has spoken yet", async () => {
    const model = new ScriptedModel(({ purpose }) => (purpose === "choose-speaker" ? "<1>" : `${purpose}.`));
    const graph = createDirector({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    const draws: unknown[] = [];
    for (let invocation = 0; invocation < 5; invocation += 1) {
      const director = { name: "Vesna", probability: 0.99, minTurns: 0 };
      const { stopReason } = await graph.invoke({ participants, seed: 1, maxTurns: 1, director }, config);
      if (stopReason?.kind === "probability") draws.push(stopReason.draw);
    }
    expect(draws.length).toBeGreaterThan(1);
    expect(new Set(draws).size).toBe(draws.length);
  });

  it("has a closing message if a phrase causes it", async () => {
    const { model, result } = run(twoTurns, { maxTurns: 9, stopping: { phrase: "never with milk" } });
    const { stopReason, messages } = await result;
    model.assertComplete();
    expect(stopReason).toMatchObject({ kind: "phrase", speaker: "Cy" });
    expect(placeOf(messages.at(-1) as never)?.kind).toBe("closing");
  });

  it("is reported after the closing message", async () => {
    const model = new ScriptedModel(twoTurns);
    const input = { participants, seed: 1, maxTurns: 2, director: { name: "Vesna", probability: 0 } };
    const events: RostrumEvent[] = [];
    for await (const event of await compileDirector({ model }).stream(input, { streamMode: "custom" }))
      events.push(event as RostrumEvent);
    expect(events.slice(-2)).toMatchObject([{ type: "speech-end", speaker: "Vesna" }, { type: "stopped" }]);
    expect(events.filter(({ type }) => type === "stopped")).toHaveLength(1);
  });
});

describe("the director", () => {
  it("is named “Moderator”, in the conversation's language, by default", async () => {
    const model = new ScriptedModel({ "reflect:主持人": ["再见。"] });
    const { messages, director } = await compileDirector({ model }).invoke({
      language: "zh",
      seed: 1,
      director: { probability: 1, minTurns: 0 },
    });
    expect(director.name).toBe("主持人");
    expect(messages.map(({ name }) => name)).toEqual(["主持人", "主持人"]);
  });

  it("is rejected if it has the name of a participant in the chosen language's example", async () => {
    const refused = compileDirector({ model: new ScriptedModel({}) }).invoke({
      language: "zh",
      director: { name: "林晚舟" },
    });
    await expect(refused).rejects.toMatchObject({ details: { problems: [{ field: "director.name" }] } });
  });

  it("is rejected if it has the name of a participant", async () => {
    const { result } = run({}, { director: { name: "bea" }, participants: castOf("Ann", "bea") });
    await expect(result).rejects.toMatchObject({
      code: "invalid-input",
      details: { problems: [{ field: "director.name", message: expect.stringContaining("participants[1]") }] },
    });
  });

  it("is not asked to choose if there is only one candidate", async () => {
    const { model, result } = run(
      {
        "reflect:Vesna": ["One.", "Another matter altogether.", "Good night."],
        "choose-speaker:Vesna": ["<1>"],
        "prompt-speaker:Vesna": ["Ann, well?", "Bea, and you?"],
        "speech:Ann": ["Well."],
        "speech:Bea": ["Me too."],
      },
      { participants: castOf("Ann", "Bea"), director: { repeat: "forbid" } },
    );
    const { decisions } = await result;
    model.assertComplete();
    expect(decisions[1]).toMatchObject({
      rule: "only-candidate",
      speaker: "Bea",
      excluded: [{ participant: "Ann", reason: "spoke-last" }],
    });
  });

  it("leaves the choice to a caller's own rule, without a call for it", async () => {
    const model = new ScriptedModel({
      "reflect:Vesna": ["One.", "Good night."],
      "prompt-speaker:Vesna": ["Cy, well?"],
      "speech:Cy": ["Well."],
    });
    const graph = compileDirector({ model, selectSpeaker: () => "Cy" });
    const settings = { name: "Vesna", probability: 0, calls: "one" } as const;
    const { decisions } = await graph.invoke({ participants, seed: 1, maxTurns: 1, director: settings });
    model.assertComplete();
    expect(decisions[0]).toMatchObject({ rule: "own-rule", speaker: "Cy", choices: [] });
  });
});

describe("a failed call", () => {
  it.each(["reflect", "choose-speaker", "prompt-speaker", "speech"])(
    "loses nothing: the thread resumes with the failed call (%s), and gives the same conversation",
    async (failing) => {
      const unbroken = await run(twoTurns).result;
      let failed = false;
      const model = new ScriptedModel(({ purpose, participant, index }) => {
        const replies = twoTurns[`${purpose}:${participant}` as never] as readonly string[];
        if (purpose === failing && !failed && (purpose !== "speech" || participant === "Cy")) {
          failed = true;
          return Object.assign(new Error("no access"), { status: 401 });
        }
        const skipped = failed && purpose === failing ? 1 : 0;
        return replies[index - skipped] ?? new Error("unexpected");
      });
      const graph = createDirector({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
      const config = { configurable: { thread_id: "t" } };
      const input = {
        topic: "Tea or coffee?",
        participants,
        seed: 1,
        maxTurns: 2,
        director: { name: "Vesna", probability: 0 },
      };
      const failure = graph.invoke(input, config);
      await expect(failure).rejects.toMatchObject({ code: "model-call-failed", details: { purpose: failing } });
      const resumed = await graph.invoke(null, config);
      expect(resumed.messages.map(({ id, name, text }) => [id, name, text])).toEqual(
        unbroken.messages.map(({ id, name, text }) => [id, name, text]),
      );
      expect(resumed.decisions).toEqual(unbroken.decisions);
    },
  );
});
