import { describe, expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, MemorySaver } from "@langchain/langgraph";
import { z } from "zod";
import { AgUiTranslator } from "../../../src/apps/web/ag-ui-events.js";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { placeOf } from "../../../src/core/text/message.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Purpose } from "../../../src/records/request.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import { explainDecision } from "../../../src/talk/transcript/explain.js";
import { exportConversation, readExport } from "../../../src/talk/transcript/json.js";
import { renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { locales } from "../../../src/words/registry.js";
import { eventsOf } from "../../../stage/state/from-document.js";
import { recordOf } from "../../../stage/state/record.js";
import { compileMode, inputFor } from "../../support/any-mode.js";
import { castOf } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

const limit = 200;
const context = { maxAnswerLength: limit };
/** The 200th and the 201st character are the two halves of an emoji. */
const long = `${"It is deep. ".repeat(16)}1234567\u{1f600}${" and wide.".repeat(90)}`;
const kept = long.slice(0, limit - 1);

const sonar = tool(() => "12 m", { name: "sonar", description: "Listens.", schema: z.object({}) });

/** The speeches, results and summaries of this model are too long. */
const talkative = () =>
  new ScriptedModel((call) => {
    if (call.purpose === "bid-and-speech") return `<5>${long}`;
    return ["speech", "execute", "sum-up"].includes(call.purpose) ? long : plainAnswer(call);
  });

describe.each([
  ["a plain speech", "round-robin", {}],
  ["a speech that comes with its bid", "bidding", { bidding: { pass: "single" } }],
  ["a speech that starts before all bids have arrived", "bidding", { bidding: { speculative: true } }],
  [
    "the speech of a participant with tools",
    "round-robin",
    { participants: [{ name: "Ann", tools: ["sonar"] }, { name: "Bea" }] },
  ],
  ["a worker's result", "supervisor", { maxTurns: 1 }],
] as const)("a long answer: %s", (_how, mode, more) => {
  it("is cut between two characters, and its message and its correction say so", async () => {
    const graph = compileMode(mode, { model: talkative(), tools: [sonar] });
    const events: RostrumEvent[] = [];
    let state: Awaited<ReturnType<typeof graph.invoke>> | undefined;
    const stream = await graph.stream(inputFor(mode, { maxTurns: 2, ...more }), {
      context,
      streamMode: ["custom", "values"],
    });
    for await (const [kind, data] of stream)
      if (kind === "values") state = data as never;
      else events.push(data as RostrumEvent);
    const said = state?.messages.filter((message) => placeOf(message)?.kind === "speech") ?? [];
    expect(said.length).toBeGreaterThan(0);
    for (const message of said) {
      expect(long.startsWith(message.text)).toBe(true);
      expect(message.text.length).toBeGreaterThan(limit - 5);
      expect(message.text.length).toBeLessThan(limit);
      expect(placeOf(message)?.cut).toBe(true);
    }
    expect(state?.corrections[0]).toMatchObject({ faults: ["too-long"], used: said[0]?.text, messageId: said[0]?.id });
    const ends = events.filter((event) => event.type === "speech-end");
    expect(ends.filter(({ speaker }) => speaker === said[0]?.name).every(({ cut }) => cut)).toBe(true);
    const deltas = events.flatMap((event) => (event.type === "speech-delta" && event.turn === 1 ? [event.text] : []));
    if (mode !== "supervisor") expect(deltas.join("")).toBe(said[0]?.text);
  });
});

it("a speech of exactly the maximum length is not cut", async () => {
  const model = new ScriptedModel(() => "x".repeat(limit));
  const { messages, corrections } = await compileMode("round-robin", { model }).invoke(
    inputFor("round-robin", { maxTurns: 1 }),
    { context },
  );
  expect([messages.at(-1)?.text.length, placeOf(messages.at(-1) as AIMessage)?.cut, corrections]).toEqual([
    limit,
    undefined,
    [],
  ]);
});

it("the default limit is 100,000 characters", async () => {
  const model = new ScriptedModel(() => "x".repeat(100_001));
  const { messages } = await compileMode("round-robin", { model }).invoke(inputFor("round-robin", { maxTurns: 1 }));
  expect(messages.at(-1)?.text).toHaveLength(100_000);
});

describe.each(["en", "zh"] as const)("a cut speech in %s", (language) => {
  const remark = locales[language].transcript.cut;
  const run = () =>
    compileMode("round-robin", { model: talkative() }).invoke(inputFor("round-robin", { maxTurns: 1, language }), {
      context,
    });

  it("is marked in transcripts, explanations and exports, and on the page", async () => {
    const state = await run();
    const document = exportConversation("round-robin", state);
    expect(readExport(JSON.stringify(document)).messages.map(({ cut }) => cut)).toEqual([undefined, true]);
    expect(renderMarkdown(document)).toContain(`<sub>${remark}</sub>`);
    expect(explainDecision(state.decisions[0] as never, document).join("\n")).toContain(remark);
    const isMarked = (events: Parameters<typeof recordOf>[0]) =>
      recordOf(events).items.map((item) => "cut" in item && item.cut);
    expect(isMarked(historyOf(state)).filter(Boolean)).toEqual([true]);
    expect(isMarked(eventsOf(document)).filter(Boolean)).toEqual([true]);
  });

  it("is followed by a remark for AG-UI clients, unless they already have it", async () => {
    const history = historyOf(await run());
    const remarksAfter = (sequence: number) => {
      const translator = new AgUiTranslator([], sequence, language);
      return history
        .flatMap((event) => translator.take(event))
        .filter((event) => event.type === "CUSTOM" && event.name === "speech-cut");
    };
    expect(remarksAfter(0)).toEqual([{ type: "CUSTOM", name: "speech-cut", value: { id: "turn-1", remark } }]);
    expect(remarksAfter(history.at(-1)?.sequence ?? 0)).toEqual([]);
  });
});

describe("a cut draft", () => {
  const draftOf = async (answer: unknown) => {
    const graph = compileMode("round-robin", { model: talkative() }, { checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "talk" }, context };
    const participants = [{ name: "Ann", approve: true }, { name: "Bea" }];
    await graph.invoke(inputFor("round-robin", { participants, maxTurns: 1 }), config);
    const { messages, corrections } = await graph.invoke(new Command({ resume: answer }), config);
    return [messages.at(-1)?.text, placeOf(messages.at(-1) as AIMessage)?.cut, corrections[0]?.faults];
  };

  it("is marked if it is approved", async () => {
    expect(await draftOf(true)).toEqual([kept, true, ["too-long", "approved"]]);
  });

  it("is not marked if a person replaces it", async () => {
    expect(await draftOf({ text: "Deep." })).toEqual(["Deep.", undefined, ["edited"]]);
  });
});

it("an answer that is cut during its thinking fails, and is not requested again", async () => {
  const model = new ScriptedModel(() => `<think>${long}`);
  const running = compileMode("round-robin", { model }).invoke(inputFor("round-robin", { maxTurns: 1 }), { context });
  await expect(running).rejects.toThrow(/the model reached its length limit while it was still thinking\.$/);
  expect(model.calls).toHaveLength(1);
});

/** Runs a conversation in which the first `times` answers for `purpose` are too long. */
async function withLong(
  mode: string,
  purpose: Purpose,
  answer: string,
  more: object,
  times = Number.POSITIVE_INFINITY,
) {
  expect(answer.length).toBeGreaterThan(limit);
  let left = times;
  const model = new ScriptedModel((call: ScriptedCall) => {
    if (call.purpose !== purpose || left === 0) return call.purpose === "bid-panel" ? "{}" : plainAnswer(call);
    left -= 1;
    return answer;
  });
  const graph = compileMode(mode, { model });
  const running = graph.invoke(inputFor(mode, { participants: castOf("Ann", "Bea"), maxTurns: 2, ...more }), {
    context,
  });
  return { ...(await running.catch((error: Error) => ({ error }))), calls: model.calls } as never as Record<
    string,
    never
  > & {
    readonly error?: Error;
    readonly warnings: readonly { purpose: string; participant: string; reason: string }[];
    readonly decisions: readonly {
      bids: readonly { outcome: string; attempts: readonly object[] }[];
      choices: readonly object[];
    }[];
  };
}

const filled = (fields: object) => JSON.stringify({ ...fields, more: "x".repeat(limit) });
const warned = (participant: string, purpose: string) => ({
  turn: expect.any(Number),
  purpose: "long-answer",
  participant,
  reason: `the ${purpose} was longer than 200 characters`,
});

describe("an overlong answer that Rostrum reads", () => {
  it.each([
    ["a bid", {}, `<9>${" ".repeat(limit)}<9>`],
    ["a structured bid", { bidding: { answer: "structured" } }, filled({ bid: 9 })],
  ])("counts as unreadable: %s", async (_what, more, answer) => {
    const { decisions, warnings } = await withLong("bidding", "bid", answer, { maxTurns: 1, ...more });
    const attempt = { answer: answer.slice(0, limit), problem: "too-long" };
    for (const bid of decisions[0]?.bids ?? []) {
      expect(bid).toMatchObject({ outcome: "unreadable", value: 0 });
      expect(bid.attempts[0]).toEqual(attempt);
    }
    expect(warnings).toContainEqual(warned("Ann", "bid"));
  });

  it("is ignored if it is a panel's, and each bidder is asked separately", async () => {
    const answer = filled({ bids: [1, 2].map((participant) => ({ participant, bid: 9 })) });
    const { decisions, warnings } = await withLong("bidding", "bid-panel", answer, {
      maxTurns: 1,
      bidding: { by: "panel" },
    });
    expect(decisions[0]?.bids).toMatchObject([{ value: 9 }, { value: 1 }]);
    expect(decisions[0]?.bids[0]?.attempts).toEqual([{ answer: "<9>", problem: null }]);
    expect(warnings).toEqual([warned("", "bids of all participants")]);
  });

  it("leaves a verdict open", async () => {
    const answer = filled({ agreed: true, on: "a bridge" });
    const { verdicts, stopReason, warnings } = await withLong("round-robin", "judge-agreement", answer, {
      maxTurns: 3,
      stopping: { agreement: { every: 1 } },
    });
    expect(verdicts).toMatchObject(
      [1, 2].map((turn) => ({ turn, holds: null, evidence: "", answer: answer.slice(0, limit) })),
    );
    expect(stopReason).toMatchObject({ kind: "turns" });
    expect(warnings).toContainEqual(warned("", "verdict on agreement"));
  });

  it("leaves the judgement of a round open", async () => {
    const answer = filled({ sufficient: true, reason: "All is said.", open: [] });
    const { judgements, warnings } = await withLong("group-chat", "judge-round", answer, {
      participants: castOf("Ann", "Bea", "Cid"),
      maxTurns: 20,
    });
    expect(judgements?.[0]).toMatchObject({ sufficient: null, answer: answer.slice(0, limit) });
    expect(warnings).toContainEqual(warned("", "verdict on the round"));
  });

  it("is requested again if it is a plan, and fails the run if the second plan is also too long", async () => {
    const answer = filled({ tasks: [{ worker: 1, task: "Measure.", after: [] }] });
    const { error, calls } = await withLong("supervisor", "plan", answer, {});
    expect(error).toMatchObject({ code: "unreadable-answer", details: { limit } });
    expect(error?.message).toContain("longer than 200 characters, and began with “{");
    expect(calls).toHaveLength(2);
    const { tasks } = await withLong("supervisor", "plan", answer, {}, 1);
    expect(tasks).toHaveLength(2);
  });

  it("is requested again if it is a director's choice", async () => {
    const { decisions, warnings } = await withLong(
      "director",
      "choose-speaker",
      `${" ".repeat(limit)}<2>`,
      { maxTurns: 1 },
      1,
    );
    expect(decisions[0]?.choices).toMatchObject([{ problem: "too-long" }, { answer: "<1>", problem: null }]);
    expect(warnings).toContainEqual(warned("Moderator", "choice of the next speaker"));
  });
});

describe("with tools,", () => {
  async function call(result: string, args: object = {}) {
    const given: string[] = [];
    const model = new ScriptedModel(({ messages, index, tools }) => {
      given.push(...messages.filter(({ type }) => type === "tool").map(({ text }) => text));
      if (index > 0 || tools.length === 0) return "Deep.";
      return new AIMessage({ content: "", tool_calls: [{ id: "1", name: "sonar", args, type: "tool_call" }] });
    });
    const listen = tool(() => result, { name: "sonar", description: "Listens.", schema: z.looseObject({}) });
    const participants = [{ name: "Ann", tools: ["sonar"] }, { name: "Bea" }];
    const graph = compileMode("round-robin", { model, tools: [listen] });
    const state = await graph.invoke(inputFor("round-robin", { participants, maxTurns: 1 }), { context });
    return { given: given[0], toolCall: state.toolCalls[0] };
  }

  it("a result that is too long is cut, and the record and the prompt say so", async () => {
    const { given, toolCall } = await call(long);
    expect(toolCall).toMatchObject({ outcome: "done", result: kept, cut: true });
    expect(given).toBe(`${kept}\n[The rest of the result, after 200 characters, was cut off.]`);
    expect((await call("12 m")).toolCall).toEqual({
      turn: 1,
      participant: "Ann",
      tool: "sonar",
      input: {},
      outcome: "done",
      result: "12 m",
    });
  });

  it("a call with arguments that are too long is not made, and only their beginning is recorded", async () => {
    const { toolCall } = await call("12 m", { depth: long });
    expect(toolCall).toMatchObject({ outcome: "malformed", input: JSON.stringify({ depth: long }).slice(0, limit) });
  });
});
