import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { placeOf } from "../../../../src/core/text/message.js";
import { createGroupChat } from "../../../../src/graph/modes/group-chat/group-chat.js";
import type { GroupChatConversation } from "../../../../src/graph/modes/group-chat/state.js";
import type { ConversationOptions } from "../../../../src/graph/modes/options.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../../src/offline/scripted-model.js";
import { bidTable, castOf, compileBidding, fixedClock } from "../../../support/conversation.js";

const compile = (options: ConversationOptions<GroupChatConversation>) =>
  createGroupChat({ clock: fixedClock, ...options }).compile();
const judged = (sufficient: boolean, open: readonly string[] = []) =>
  JSON.stringify({ sufficient, reason: sufficient ? "All is said." : "Something is missing.", open });
const decided = JSON.stringify({ decision: "We ship.", rationale: "Bea's numbers.", dissent: "Cy would wait." });

/** Returns a model that gives `judgements` and `decisions` in order, and then repeats the last judgement. */
function meeting(judgements: readonly ScriptedReply[], decisions: readonly ScriptedReply[] = [decided]) {
  return new ScriptedModel(({ purpose, participant, index }: ScriptedCall): ScriptedReply => {
    if (purpose === "judge-round") return judgements[Math.min(index, judgements.length - 1)] ?? "";
    if (purpose === "decide") return decisions[index] ?? new Error("asked too often");
    if (purpose === "bid") return "<5>";
    return `${participant} says ${index + 1}.`;
  });
}

const six = castOf("Ann", "Bea", "Cy", "Dan", "Eve", "Fay");
const run = (model: ScriptedModel, input: Record<string, unknown> = {}) =>
  compile({ model }).invoke({ topic: "Ship it?", participants: six, seed: 1, ...input });

const courseOf = ({ messages }: Pick<GroupChatConversation, "messages">) =>
  messages.slice(1).map((message) => `${placeOf(message)?.stage} ${placeOf(message)?.round} ${message.name}`);
const callsOf = (model: ScriptedModel) =>
  model.calls.map(({ purpose, participant }) => [purpose, participant].filter(Boolean).join(":"));
const requestOf = ({ messages }: ScriptedCall) => {
  const text = messages[1]?.text ?? "";
  return text.slice(text.lastIndexOf("</conversation>"));
};

describe("the default parts of a cast", () => {
  it("let the first of three present, the second discuss, and the last summarize and decide", async () => {
    const result = await run(meeting([judged(true)]), { participants: castOf("Ann", "Bea", "Cy") });
    expect(courseOf(result)).toEqual(["Presentation 1 Ann", "Discussion 1 Bea", "Summary 1 Cy", "Decision 1 Cy"]);
    expect(result.participants.map(({ part }) => part)).toEqual(["presenter", "discusser", "decider"]);
  });

  it("let the second-to-last of four summarize", async () => {
    const result = await run(meeting([judged(true)]), { participants: castOf("Ann", "Bea", "Cy", "Dan") });
    expect(courseOf(result)).toEqual(["Presentation 1 Ann", "Discussion 1 Bea", "Summary 1 Cy", "Decision 1 Dan"]);
  });

  it("let three of six discuss", async () => {
    const model = meeting([judged(true)]);
    const result = await run(model);
    expect(courseOf(result)).toEqual([
      "Presentation 1 Ann",
      "Discussion 1 Bea",
      "Discussion 1 Cy",
      "Discussion 1 Dan",
      "Summary 1 Eve",
      "Decision 1 Fay",
    ]);
    expect(callsOf(model)).toEqual([
      ...["speech:Ann", "speech:Bea", "speech:Cy", "speech:Dan", "judge-round", "speech:Eve", "decide:Fay"],
    ]);
    expect(result.summary).toBe("Eve says 1.");
    expect(result.finalDecision).toEqual({
      decision: "We ship.",
      rationale: "Bea's numbers.",
      dissent: "Cy would wait.",
    });
    expect(result.messages.at(-1)?.text).toBe("We ship.\n\nWhy: Bea's numbers.\n\nDissent: Cy would wait.");
    expect(result.stopReason).toEqual({ kind: "stages", turn: 6, stages: 4, rounds: 1 });
    expect(result.decisions.map(({ rule, speaker }) => [rule, speaker])).toEqual(
      ["Ann", "Bea", "Cy", "Dan", "Eve", "Fay"].map((name) => ["in-turn", name]),
    );
    expect(result.decisions[2]).toMatchObject({ candidates: ["Cy", "Dan"] });
    expect(result.decisions[2]?.excluded).toContainEqual({ participant: "Bea", reason: "spoke-this-round" });
    expect(result.decisions[2]?.excluded).toContainEqual({ participant: "Ann", reason: "not-in-stage" });
  });

  it("let everybody discuss in a cast of two, and reach a decision in a cast without discussers", async () => {
    const two = await run(meeting([judged(true)]), { participants: castOf("Ann", "Bea") });
    expect(courseOf(two)).toEqual([
      ...["Presentation 1 Ann", "Discussion 1 Ann", "Discussion 1 Bea", "Summary 1 Bea", "Decision 1 Bea"],
    ]);
    const presenters = ["Ann", "Bea"].map((name) => ({ name, part: "presenter" }));
    const odd = await run(meeting([judged(true)]), { participants: presenters });
    expect(odd.finalDecision).not.toBeNull();
  });

  it("can be given to participants in another order", async () => {
    const participants = [
      { name: "Ann", part: "decider" },
      { name: "Bea", part: "discusser" },
      { name: "Cy", part: "presenter" },
      { name: "Dan", part: "discusser" },
    ];
    const result = await run(meeting([judged(true)]), { participants });
    expect(courseOf(result)).toEqual([
      "Presentation 1 Cy",
      "Discussion 1 Bea",
      "Discussion 1 Dan",
      "Summary 1 Ann",
      "Decision 1 Ann",
    ]);
  });
});

describe("the judgement", () => {
  it("lets the discussion continue to its last round if it is never `sufficient`", async () => {
    const model = meeting([judged(false, ["who pays"])]);
    const result = await run(model);
    expect(courseOf(result).filter((line) => line.startsWith("Discussion"))).toHaveLength(9);
    expect(result.judgements.map(({ round, sufficient }) => [round, sufficient])).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ]);
    expect(result.stopReason).toMatchObject({ kind: "stages", rounds: 3 });
    const speeches = model.calls.filter(({ purpose }) => purpose === "speech");
    expect(requestOf(speeches[1] as ScriptedCall)).not.toContain("who pays");
    expect(requestOf(speeches[4] as ScriptedCall)).toContain("  - who pays");
  });

  it("continues the discussion if it is unreadable, and is recorded", async () => {
    const result = await run(meeting(["I would say so", judged(true)]));
    expect(result.judgements).toEqual([
      { turn: 4, stage: "Discussion", round: 1, sufficient: null, reason: "", open: [], answer: "I would say so" },
      expect.objectContaining({ round: 2, sufficient: true }),
    ]);
    expect(courseOf(result).filter((line) => line.startsWith("Discussion 2"))).toHaveLength(3);
  });

  it("does not end a discussion before `minRounds`", async () => {
    const stages = [{ task: "discuss", minRounds: 2, maxRounds: 5 }, { task: "decide" }];
    const result = await run(meeting([judged(true)]), { stages });
    expect(result.judgements.map(({ round }) => round)).toEqual([1, 2]);
  });
});

describe("the order of speaking", () => {
  it("`bidding` gives the floor to the highest bidder among those who have not spoken in the round yet", async () => {
    const participants = castOf("Ann", "Bea", "Cy", "Dan");
    const stages = [{ task: "discuss", order: "bidding", speakers: ["Ann", "Bea", "Cy"] }];
    const bids: Record<string, readonly number[]> = { Ann: [1, 2], Bea: [9], Cy: [5, 6] };
    const model = new ScriptedModel(({ purpose, participant, index }) => {
      if (purpose === "judge-round") return judged(true);
      return purpose === "bid" ? `<${bids[participant]?.[index]}>` : `${participant} speaks.`;
    });
    const result = await run(model, { participants, stages });
    expect(courseOf(result)).toEqual(["Discussion 1 Bea", "Discussion 1 Cy", "Discussion 1 Ann"]);
    expect(result.decisions.map(({ rule, bids: made }) => [rule, made.length])).toEqual([
      ["highest-bid", 3],
      ["highest-bid", 2],
      ["in-turn", 0],
    ]);
  });

  it("`together` lets all speak at once without seeing each other's speeches", async () => {
    const model = meeting([judged(true)]);
    const stages = [{ task: "discuss", order: "together" }, { task: "decide" }];
    const result = await run(model, { stages });
    expect(courseOf(result)).toEqual(["Discussion 1 Bea", "Discussion 1 Cy", "Discussion 1 Dan", "Decision 1 Fay"]);
    expect(model.maxConcurrentCalls).toBe(3);
    for (const call of model.calls.filter(({ purpose }) => purpose === "speech"))
      expect(call.messages[1]?.text).not.toContain("says 1.");
    expect(result.decisions.map(({ turn, rule, speaker }) => [turn, rule, speaker])).toEqual([
      [1, "together", "Bea"],
      [2, "together", "Cy"],
      [3, "together", "Dan"],
      [4, "in-turn", "Fay"],
    ]);
    expect(result.messages.map(({ id }) => id)).toEqual(["opening", "turn-1", "turn-2", "turn-3", "turn-4"]);
    expect(result.turn).toBe(4);
  });

  it("`together` keeps the other speeches if one fails, and repeats only the failed one", async () => {
    let failed = false;
    const model = new ScriptedModel(({ purpose, participant }) => {
      if (purpose === "judge-round") return judged(true);
      if (purpose === "decide") return decided;
      if (participant !== "Cy" || failed) return `${participant} speaks.`;
      failed = true;
      return Object.assign(new Error("no access"), { status: 401 });
    });
    const graph = createGroupChat({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    const stages = [{ task: "discuss" as const, order: "together" as const }, { task: "decide" as const }];
    const input = { topic: "Ship it?", participants: six, seed: 1, stages };
    await expect(graph.invoke(input, config)).rejects.toMatchObject({ code: "model-call-failed" });
    const result = await graph.invoke(null, config);
    expect(courseOf(result)).toEqual(["Discussion 1 Bea", "Discussion 1 Cy", "Discussion 1 Dan", "Decision 1 Fay"]);
    const spoken = model.calls.filter(({ purpose }) => purpose === "speech").map(({ participant }) => participant);
    expect(spoken.sort()).toEqual(["Bea", "Cy", "Cy", "Dan"]);
  });

  it("`together` does not stop for a phrase that was spoken in the previous run", async () => {
    const model = new ScriptedModel(({ purpose, participant, turn }) => {
      if (purpose === "judge-round") return judged(false);
      return turn === 2 ? "We are done." : `${participant} speaks in turn ${turn}.`;
    });
    const graph = createGroupChat({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    const stages = [{ task: "discuss" as const, order: "together" as const, maxRounds: 2 }];
    const input = { topic: "Ship it?", participants: six, seed: 1, stages, stopping: { phrase: "we are done" } };
    expect(await graph.invoke(input, config)).toMatchObject({ turn: 3, stopReason: { kind: "cut-short" } });
    expect(await graph.invoke({}, config)).toMatchObject({ turn: 9, stopReason: { kind: "stages" } });
  });

  it("follows a caller's own rule", async () => {
    const model = meeting([judged(true)]);
    const graph = compile({ model, selectSpeaker: ({ candidates }) => candidates.at(-1) });
    const result = await graph.invoke({ participants: six, seed: 1, stages: [{ task: "discuss" }] });
    expect(courseOf(result)).toEqual(["Discussion 1 Dan", "Discussion 1 Cy", "Discussion 1 Bea"]);
  });
});

describe("the decision", () => {
  it("is requested once more if it is unreadable", async () => {
    const model = meeting([judged(true)], ["We ship!", decided]);
    const { finalDecision, usage } = await run(model);
    expect(finalDecision?.decision).toBe("We ship.");
    expect(usage.find(({ purpose }) => purpose === "decide")?.calls).toBe(2);
    const again = model.calls.filter(({ purpose }) => purpose === "decide")[1];
    expect(again?.messages.at(-2)?.text).toBe("We ship!");
  });

  it("fails the run after two unreadable answers, and the resumed run keeps all speeches", async () => {
    const model = meeting([judged(true)], ["We ship!", "{}", decided]);
    const graph = createGroupChat({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    await expect(graph.invoke({ participants: six, seed: 1 }, config)).rejects.toMatchObject({
      code: "unreadable-answer",
      message: expect.stringMatching(
        /^Fay gave no readable decision.+turn 6.+“\{\}”.+If the conversation is saved, resume it to try again/,
      ),
      details: { participant: "Fay", turn: 6, purpose: "decide" },
    });
    const kept = (await graph.getState(config)).values as GroupChatConversation;
    expect(kept.messages).toHaveLength(6);
    const result = await graph.invoke(null, config);
    expect(result.finalDecision?.decision).toBe("We ship.");
    expect(result.decisions).toHaveLength(6);
  });
});

describe("a stop condition", () => {
  it("cuts the discussion short at `maxTurns`, and the meeting still summarizes and decides", async () => {
    const result = await run(meeting([judged(false)]), { maxTurns: 3 });
    expect(courseOf(result)).toEqual([
      "Presentation 1 Ann",
      "Discussion 1 Bea",
      "Discussion 1 Cy",
      "Summary 1 Eve",
      "Decision 1 Fay",
    ]);
    expect(result.stopReason).toEqual({ kind: "cut-short", turn: 5, reason: { kind: "turns", turn: 3, limit: 3 } });
    expect(result.finalDecision).not.toBeNull();
  });

  it.each([
    ["a discussion's last turn", 4, { maxRounds: 1 }],
    ["a discussion's last round", 7, { maxRounds: 2 }],
    ["the summary", 5, { maxRounds: 1 }],
    ["the decision", 6, { maxRounds: 1 }],
  ])("changes nothing if it first holds after %s", async (_what, maxTurns, rounds) => {
    const stages = [{ task: "present" }, { task: "discuss", ...rounds }, { task: "summarize" }, { task: "decide" }];
    const { stopReason } = await run(meeting([judged(false)]), { maxTurns, stages });
    expect(stopReason).toMatchObject({ kind: "stages", rounds: rounds.maxRounds });
  });

  it("changes nothing if it first holds after a summary that mentions a discusser", async () => {
    const participants = castOf("Ann", "Bea", "Dan", "Eve", "Fay").map((each) => ({
      ...each,
      onlyWhenMentioned: each.name === "Dan",
    }));
    const model = new ScriptedModel(({ purpose, participant }) => {
      if (purpose === "decide") return decided;
      return participant === "Eve" ? "Dan was silent." : `${participant} speaks.`;
    });
    const stages = [{ task: "present" }, { task: "discuss", maxRounds: 1 }, { task: "summarize" }, { task: "decide" }];
    const { stopReason } = await run(model, { participants, stages, maxTurns: 3 });
    expect(stopReason).toMatchObject({ kind: "stages" });
  });

  it("cuts the discussion short if it first holds between two rounds", async () => {
    const stages = [{ task: "present" }, { task: "discuss", maxRounds: 2 }, { task: "decide" }];
    const { stopReason } = await run(meeting([judged(false)]), { maxTurns: 4, stages });
    expect(stopReason).toMatchObject({ kind: "cut-short", reason: { kind: "turns", turn: 4 } });
  });

  it("cuts the discussion short at a phrase", async () => {
    const { stopReason, finalDecision } = await run(meeting([judged(false)]), { stopping: { phrase: "Dan says 1" } });
    expect(stopReason).toMatchObject({ kind: "cut-short", reason: { kind: "phrase", speaker: "Dan" } });
    expect(finalDecision).not.toBeNull();
  });
});

describe("the message that a speaker answers", () => {
  const replies = (first: string) =>
    new ScriptedModel(({ purpose, participant }) => {
      if (purpose === "judge-round") return judged(true);
      if (purpose === "decide") return decided;
      return participant === "Cy" ? first : `${participant} speaks.`;
    });

  it("is chosen by the number at the start of the speech, and the number is removed", async () => {
    const model = replies("<2> I heard that.");
    const { messages } = await run(model);
    expect(messages[3]).toMatchObject({ name: "Cy", content: "I heard that." });
    expect(placeOf(messages[3] as never)?.replyingTo).toBe("turn-1");
    const speech = model.calls.find(({ participant }) => participant === "Cy");
    expect(speech?.messages[1]?.text).toContain("[1] Moderator: Ship it?\n[2] Ann: Ann speaks.\n[3] Bea: Bea speaks.");
  });

  it.each([
    ["no number", "I heard that."],
    ["an unknown number", "<77> I heard that."],
    ["zero", "<0> I heard that."],
  ])("is the latest message if the speech starts with %s", async (_what, answer) => {
    const { messages } = await run(replies(answer));
    expect(messages[3]?.text).toBe("I heard that.");
    expect(placeOf(messages[3] as never)?.replyingTo).toBe("turn-2");
  });

  it("is named in exactly one streamed piece of the speech", async () => {
    const model = replies("<1> I heard that.");
    const seen: unknown[] = [];
    for await (const [chunk] of await compile({ model }).stream(
      { participants: six, seed: 1 },
      { streamMode: "messages" },
    ))
      if (chunk.id === "turn-3" && chunk.additional_kwargs["rostrum"])
        seen.push((chunk.additional_kwargs["rostrum"] as { replyingTo: string }).replyingTo);
    expect(seen).toEqual(["opening"]);
  });
});

it("a meeting starts with the discussion if the input has messages, or if the thread has ended and gets no new topic", async () => {
  const debate = await compileBidding({
    model: bidTable(
      ["Ann", "Bea"],
      [
        [5, 1],
        [1, 5],
      ],
    ),
  }).invoke({
    participants: castOf("Ann", "Bea"),
    maxTurns: 2,
    seed: 1,
  });
  const model = meeting([judged(true)], [decided, decided, decided]);
  const graph = createGroupChat({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  const first = await graph.invoke({ participants: six, seed: 1, messages: debate.messages }, config);
  expect(courseOf(first).slice(2)).toEqual([
    "Discussion 1 Bea",
    "Discussion 1 Cy",
    "Discussion 1 Dan",
    "Summary 1 Eve",
    "Decision 1 Fay",
  ]);
  expect(model.calls[0]?.messages[1]?.text).toContain(debate.messages[1]?.text);
  const second = await graph.invoke({}, config);
  expect(second.messages).toHaveLength(first.messages.length + 5);
  const third = await graph.invoke({ topic: "And when?" }, config);
  expect(courseOf(third).at(second.messages.length)).toBe("Presentation 1 Ann");
  expect(new Set(second.messages.map(({ id }) => id)).size).toBe(second.messages.length);
  expect(second.judgements).toHaveLength(2);
});

it("a meeting emits its events in order", async () => {
  const kinds: string[] = [];
  for await (const event of await compile({ model: meeting([judged(true)]) }).stream(
    { participants: castOf("Ann", "Bea", "Cy"), seed: 1 },
    { streamMode: "custom" },
  )) {
    const { type } = event as RostrumEvent;
    if (type !== "speech-delta") kinds.push(type);
  }
  const turn = ["decision", "speech-start", "speech-end"];
  expect(kinds).toEqual([
    ...["scene-set", "opening", "round-start", ...turn, "round-start", ...turn, "judgement"],
    ...["round-start", ...turn, "round-start", ...turn, "stopped"],
  ]);
});

it.each([
  [{ stages: [{ task: "discuss", speakers: ["Zoe"] }] }, "stages[0].speakers[0]"],
  [{ stages: [{ task: "discuss", speakers: ["Ann", "Ann"] }] }, "stages[0].speakers[1]"],
  [{ stages: [{ name: "A" }, { name: "A" }] }, "stages[1].name"],
  [{ stages: [{ task: "decide", speakers: ["Ann", "Bea"] }] }, "stages[0].speakers"],
  [{ stages: [{ minRounds: 3, maxRounds: 2 }] }, "stages[0].minRounds"],
  [{ stages: [] }, "stages"],
])("a meeting rejects invalid stages: %j", async (input, field) => {
  await expect(run(new ScriptedModel({}), input)).rejects.toMatchObject({
    code: "invalid-input",
    details: { problems: [{ field }] },
  });
});
