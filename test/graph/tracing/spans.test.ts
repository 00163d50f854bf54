/**
 * @jest-environment ./jest.environment.js
 *
 * The OpenTelemetry spans of runs.
 */
import { expect, it } from "@jest/globals";
import { Command, MemorySaver } from "@langchain/langgraph";
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const exporter = new InMemorySpanExporter();
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
trace.setGlobalTracerProvider(provider);

async function spansOf(act: () => Promise<unknown>): Promise<ReadableSpan[]> {
  exporter.reset();
  await act();
  await provider.forceFlush();
  return [...exporter.getFinishedSpans()];
}

const named = (spans: readonly ReadableSpan[], name: string | RegExp) =>
  spans.filter((span) => (typeof name === "string" ? span.name === name : name.test(span.name)));

const parentOf = (span: ReadableSpan, spans: readonly ReadableSpan[]) =>
  spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);

it.each(allModes)("all spans of a run in %s mode form a tree below the run", async (mode) => {
  const model = new ScriptedModel(plainAnswer);
  const spans = await spansOf(() => compileMode(mode, { model }).invoke(inputFor(mode)));
  const [root, ...others] = named(spans, `invoke_workflow ${mode}`) as [ReadableSpan, ...ReadableSpan[]];
  expect(others).toEqual([]);
  expect(root.parentSpanContext).toBeUndefined();
  expect(root.attributes).toMatchObject({ "gen_ai.operation.name": "invoke_workflow", "gen_ai.agent.name": mode });
  expect(root.attributes["rostrum.stop_reason"]).toEqual(expect.any(String));
  for (const span of spans) if (span !== root) expect(parentOf(span, spans)).toBeDefined();
  for (const turn of named(spans, "turn")) expect(parentOf(turn, spans)).toBe(root);
  for (const auction of named(spans, "auction")) expect(parentOf(auction, spans)?.name).toBe("turn");
  const decisions = spans.flatMap(({ events }) => events.filter(({ name }) => name === "decision"));
  // A director's closing remark is a turn without a decision.
  const decided = named(spans, "turn").filter(({ attributes }) => "rostrum.speaker" in attributes);
  expect(decisions).toHaveLength(decided.length);
  expect(decided.length).toBeGreaterThan(2);
});

it.each(allModes)(
  "each model call in %s mode has a span with its agent, provider, purpose, turn and usage",
  async (mode) => {
    const model = new ScriptedModel(plainAnswer);
    const spans = await spansOf(() => compileMode(mode, { model }).invoke(inputFor(mode)));
    const calls = named(spans, /^chat /);
    expect(calls).toHaveLength(model.calls.length);
    const described = calls.map(({ attributes }) => [
      attributes["rostrum.purpose"],
      attributes["gen_ai.agent.name"],
      attributes["rostrum.turn"],
    ]);
    expect(described.sort()).toEqual(
      model.calls.map(({ purpose, participant, turn }) => [purpose, participant || undefined, turn]).sort(),
    );
    for (const { attributes } of calls) {
      expect(attributes["gen_ai.provider.name"]).toBe("scripted");
      expect(attributes["gen_ai.usage.input_tokens"]).toBeGreaterThan(0);
      expect(attributes["gen_ai.usage.output_tokens"]).toBeGreaterThan(0);
    }
  },
);

it("puts bids below the auction, with the decision, and the speech below the turn", async () => {
  const model = new ScriptedModel(plainAnswer);
  const spans = await spansOf(() => compileMode("bidding", { model }).invoke(inputFor("bidding", { maxTurns: 2 })));
  const [auction] = named(spans, "auction") as [ReadableSpan];
  const ofPurpose = (purpose: string) =>
    named(spans, /^chat /).filter(({ attributes }) => attributes["rostrum.purpose"] === purpose);
  for (const bid of ofPurpose("bid")) expect(parentOf(bid, spans)?.name).toBe("auction");
  for (const speech of ofPurpose("speech")) expect(parentOf(speech, spans)?.name).toBe("turn");
  expect(auction.events.map(({ name }) => name)).toEqual(["bid", "bid", "bid", "bid", "decision"]);
  expect(auction.events.at(-1)?.attributes).toMatchObject({
    "rostrum.rule": "highest-bid",
    "rostrum.speaker": "Ann",
    "rostrum.bids": ["Ann: 9", "Bea: 1", "Cid: 1", "Dov: 1"],
  });
  expect(parentOf(auction, spans)?.attributes).toMatchObject({ "rostrum.turn": 1, "rostrum.speaker": "Ann" });
});

it.each(allModes)("no span in %s mode contains the conversation's text", async (mode) => {
  const model = new ScriptedModel((call) => plainAnswer(call).replace(/speaks|Remark|say|bridge/g, "$& xyzzy"));
  const input = { ...inputFor(mode), topic: "Shall we build the xyzzy?" };
  const spans = await spansOf(() => compileMode(mode, { model }).invoke(input));
  const written = spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
  expect(JSON.stringify(written)).not.toContain("xyzzy");
});

it("marks a failed call and its run as failed, without the provider's message", async () => {
  const model = new ScriptedModel(() => {
    throw Object.assign(new Error("refused: xyzzy"), { status: 401 });
  });
  const run = () => compileMode("round-robin", { model }).invoke(inputFor("round-robin"));
  const spans = await spansOf(() => expect(run()).rejects.toThrow());
  for (const name of [/^chat /, /^invoke_workflow /]) {
    const [span] = named(spans, name) as [ReadableSpan];
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span.attributes["error.type"]).toBe("401");
  }
  expect(JSON.stringify(spans.map(({ events }) => events))).not.toContain("xyzzy");
});

it("ends the spans of a run that is waiting for a person, and continues the turn in the next run", async () => {
  const model = new ScriptedModel(plainAnswer);
  const graph = compileMode("round-robin", { model }, { checkpointer: new MemorySaver() });
  const participants = [{ name: "Ann" }, { name: "Hana", human: true }];
  const config = { configurable: { thread_id: "talk" } };
  const first = await spansOf(() =>
    graph.invoke({ topic: "Tea?", participants, seed: 1, maxTurns: 2 } as never, config),
  );
  const second = await spansOf(() => graph.invoke(new Command({ resume: "Yes." }), config));
  const turns = (spans: readonly ReadableSpan[]) =>
    named(spans, "turn").map(({ attributes }) => attributes["rostrum.turn"]);
  expect([turns(first), turns(second)]).toEqual([[1, 2], [2]]);
  for (const { attributes } of [...first, ...second]) expect(attributes["gen_ai.conversation.id"]).toBe("talk");
});
