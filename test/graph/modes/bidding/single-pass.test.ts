/**
 * With a single pass, each bidder's bid and speech come in one answer, but only the winner's speech is public. With
 * speculation, one speech starts before all bids have arrived.
 */
import { describe, expect, it } from "@jest/globals";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { totalUsage } from "../../../../src/core/usage/usage.js";
import { createBidding } from "../../../../src/graph/modes/bidding/bidding.js";
import { castOf, compileBidding, fixedClock } from "../../../support/conversation.js";
import { inPieces, type Stream, StreamingModel } from "../../../support/streaming-model.js";

const names = ["Ann", "Bea", "Cid"];
const input = { topic: "Tea?", participants: castOf(...names), maxTurns: 6, seed: 5 };

/** Bids and speeches depend only on participant and turn, so one pass and two passes get the same answers. */
const bidOf = ({ participant, turn }: Stream) => `<${1 + ((turn * 7 + names.indexOf(participant) * 5) % 4)}>`;
const speechOf = ({ participant, turn }: Stream) =>
  `${participant} says in turn ${turn} what takes a few more words than others would need, <9> among them.`;

function plain(stream: Stream): string[] {
  switch (stream.purpose) {
    case "bid":
      return [bidOf(stream)];
    case "bid-and-speech":
      return [bidOf(stream), ...inPieces(` ${speechOf(stream)}`)];
    default:
      return inPieces(speechOf(stream));
  }
}

const bidding = (settings: object) => ({ ...input, bidding: settings });
const shown = ({
  messages,
  decisions,
}: {
  messages: readonly { text: string; name?: string | undefined }[];
  decisions: object;
}) => ({
  lines: messages.map(({ name, text }) => `${name}: ${text}`),
  decisions,
});
const streamsOf = ({ streams }: StreamingModel, turn: number) =>
  streams
    .filter((stream) => stream.turn === turn)
    .map(({ purpose, participant, end }) => `${purpose} ${participant} ${end}`);

describe("a single pass", () => {
  it("gives the same conversation as two passes, with or without `speculative`", async () => {
    const [double, single, ahead] = await Promise.all(
      [{ pass: "double" }, { pass: "single" }, { speculative: true }].map(async (settings) =>
        shown(await compileBidding({ model: new StreamingModel(plain) }).invoke(bidding(settings))),
      ),
    );
    expect(single).toEqual(double);
    expect(ahead).toEqual(double);
    expect(double?.lines).toHaveLength(7);
  });

  it("makes one call per bidder and turn, finishes the winner's stream and aborts the others", async () => {
    const model = new StreamingModel(plain);
    const { decisions, usage } = await compileBidding({ model }).invoke(bidding({ pass: "single" }));
    for (const { turn, speaker } of decisions) {
      const ends = names.map((name) => `bid-and-speech ${name} ${name === speaker ? "whole" : "aborted"}`);
      expect(streamsOf(model, turn).sort()).toEqual(ends);
    }
    expect(totalUsage(usage)).toMatchObject({ calls: 18 });
    const lost = model.streams.filter(({ end }) => end === "aborted");
    // The losers' streams are aborted after the bid and a few words.
    for (const { said } of lost) expect(inPieces(said).length).toBeLessThan(8);
  });

  it("streams only the winner's speech, without its bid", async () => {
    const graph = compileBidding({ model: new StreamingModel(plain) });
    const events: RostrumEvent[] = [];
    const streamed: string[] = [];
    for await (const [kind, data] of await graph.stream(bidding({ pass: "single" }), {
      streamMode: ["custom", "messages"],
    }))
      if (kind === "custom") events.push(data as RostrumEvent);
      else streamed.push(data[0].text);
    const pieces = events.flatMap((event) => (event.type === "speech-delta" ? [event] : []));
    const ends = events.flatMap((event) => (event.type === "speech-end" ? [event.text] : []));
    expect(pieces.length).toBeGreaterThan(50);
    expect(pieces.map(({ text }) => text).join("")).toBe(ends.join(""));
    expect(streamed.join("")).toContain(ends.join(""));
    for (const text of ends) expect(text).toMatch(/^\w+ says in turn \d what/);
  });

  it.each([
    ["missing", ["I will", " speak at once, and then", " bid <7>."], "no-bid"],
    ["off the scale", ["<", "11> Well."], "out-of-scale"],
    ["not a whole number", ["<bid>", "seven</bid> Well."], "not-an-integer"],
  ])("requests the bid once more, without a speech, if the bid is %s", async (_how, pieces, problem) => {
    const model = new StreamingModel((stream) =>
      stream.participant === "Bea" && stream.purpose === "bid-and-speech" ? pieces : plain(stream),
    );
    const { decisions } = await compileBidding({ model }).invoke({ ...bidding({ pass: "single" }), maxTurns: 1 });
    expect(decisions[0]?.bids[1]).toMatchObject({ outcome: "bid", attempts: [{ problem }, { problem: null }] });
    expect(streamsOf(model, 1)).toContain("bid Bea whole");
    expect(
      model.streams.find(({ participant, purpose }) => participant === "Bea" && purpose === "bid-and-speech")?.end,
    ).toMatch(/aborted|whole/);
  });

  it("reads bids that are split, bracketed differently, or preceded by thinking", async () => {
    const model = new StreamingModel((stream) => {
      if (stream.purpose !== "bid-and-speech") return plain(stream);
      return (
        {
          Ann: ["  ＜", "2", "＞", " Mine."],
          Bea: ["<think>High: <10>", "</think>", "\n<b", "id>3</b", "id> Mine."],
          Cid: ["<pass", ">"],
        }[stream.participant] ?? []
      );
    });
    const { decisions, messages } = await compileBidding({ model }).invoke({
      ...bidding({ pass: "single" }),
      maxTurns: 1,
    });
    expect(decisions[0]?.bids.map(({ outcome, value }) => `${outcome} ${value}`)).toEqual([
      "bid 2",
      "bid 3",
      "abstained 0",
    ]);
    expect(messages.at(-1)).toMatchObject({ name: "Bea", text: "Mine." });
  });

  it("repeats only the speech if the winner's stream breaks after its bid", async () => {
    const model = new StreamingModel((stream) =>
      stream.purpose === "bid-and-speech" && stream.participant === "Cid"
        ? ["<9>", " I was about", new Error("cut")]
        : stream.purpose === "bid-and-speech"
          ? ["<1>", ...inPieces(" I would say something else in many words indeed.")]
          : plain(stream),
    );
    const events: RostrumEvent[] = [];
    const graph = compileBidding({ model });
    for await (const event of await graph.stream(
      { ...bidding({ pass: "single" }), maxTurns: 1 },
      { streamMode: "custom" },
    ))
      events.push(event as RostrumEvent);
    expect(streamsOf(model, 1).filter((each) => /Cid/.test(each))).toEqual([
      "bid-and-speech Cid broken",
      "speech Cid whole",
    ]);
    expect(model.streams.filter(({ purpose }) => purpose === "bid")).toEqual([]);
    const begins = events.flatMap((event) => (event.type === "speech-start" ? [event.attempt] : []));
    expect(begins).toEqual([1, 2]);
    expect(events.find(({ type }) => type === "speech-end")).toMatchObject({
      text: speechOf({ participant: "Cid", turn: 1 } as Stream),
    });
  });

  it("requests the speech separately if the winner's answer contains only a bid", async () => {
    const model = new StreamingModel((stream) =>
      stream.purpose === "bid-and-speech" ? [bidOf(stream)] : plain(stream),
    );
    const { messages } = await compileBidding({ model }).invoke(bidding({ pass: "single" }));
    expect(messages).toHaveLength(7);
    expect(model.streams.filter(({ purpose }) => purpose === "speech")).toHaveLength(6);
  });

  it("gives the same conversation if every turn is interrupted before its speech", async () => {
    const whole = shown(await compileBidding({ model: new StreamingModel(plain) }).invoke(bidding({ pass: "single" })));
    const model = new StreamingModel(plain);
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "crash" } };
    const graph = createBidding({ model, clock: fixedClock }).compile({ checkpointer, interruptBefore: ["speak"] });
    // Each run stops between the auction and the speech, so the next run starts without the auction's streams.
    let state = await graph.invoke(bidding({ pass: "single" }), config);
    for (let step = 0; state.stopReason === null && step < 20; step += 1) state = await graph.invoke(null, config);
    expect(shown(state)).toEqual(whole);
    expect(model.streams.filter(({ end }) => end === "open")).toEqual([]);
  });

  it("counts the usage that the provider reports, even with a very slow bidder", async () => {
    class Reporting extends StreamingModel {
      override async *_streamResponseChunks(messages: BaseMessage[], options: this["ParsedCallOptions"]) {
        yield* super._streamResponseChunks(messages, options);
        const usage_metadata = { input_tokens: 100, output_tokens: 20, total_tokens: 120 };
        yield new ChatGenerationChunk({ text: "", message: Object.assign(new AIMessageChunk(""), { usage_metadata }) });
      }
    }
    const slow = (stream: Stream) =>
      stream.participant === "Cid" ? [...Array<string>(60).fill(""), ...plain(stream)] : plain(stream);
    const model = new Reporting(slow);
    const { usage, stopReason } = await compileBidding({ model }).invoke({
      ...bidding({ pass: "single" }),
      maxTurns: 50,
      budget: { tokens: 1500 },
    });
    expect(stopReason).toMatchObject({ kind: "budget", budget: "tokens" });
    const whole = model.streams.filter(({ end }) => end === "whole");
    expect(totalUsage(usage)).toMatchObject({ inputTokens: 100 * whole.length, calls: model.streams.length });
  });

  it("uses the model that is assigned to speeches", async () => {
    const [bids, speeches] = [new StreamingModel(plain), new StreamingModel(plain)];
    const models = { byPurpose: { bid: bids, speech: speeches } };
    await compileBidding({ model: bids, models }).invoke(bidding({ pass: "single" }));
    expect(bids.streams).toEqual([]);
    expect(speeches.streams).toHaveLength(18);
  });

  it("rejects structured answers, and uses two passes if not all bidders may be called at once", async () => {
    const model = new StreamingModel(plain);
    const graph = compileBidding({ model });
    await expect(graph.invoke(bidding({ pass: "single", answer: "structured" }))).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining("bidding.answer: must be “tag” if bidding.pass is “single”"),
    });
    for (const limit of [{ context: { maxConcurrency: 2 } }, { maxConcurrency: 2 }])
      await graph.invoke({ ...bidding({ pass: "single" }), maxTurns: 2 }, limit);
    expect(new Set(model.streams.map(({ purpose }) => purpose))).toEqual(new Set(["bid", "speech"]));
  });

  it("aborts every stream if the run is cancelled, fails, or is abandoned by its reader", async () => {
    const endless = (stream: Stream) =>
      stream.purpose === "bid-and-speech" ? ["<5>", ...Array.from({ length: 400 }, () => " word")] : plain(stream);
    const cancelled = new StreamingModel(endless, 5);
    const controller = new AbortController();
    const running = compileBidding({ model: cancelled }).invoke(bidding({ pass: "single" }), {
      signal: controller.signal,
    });
    while (!cancelled.streams.some(({ said }) => said.length > 40))
      await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(running).rejects.toThrow();
    expect(cancelled.streams.map(({ end }) => end)).toEqual(["aborted", "aborted", "aborted"]);

    const left = new StreamingModel(endless, 5);
    const stream = await compileBidding({ model: left }).stream(bidding({ pass: "single" }), { streamMode: "custom" });
    const reader = stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read())
      if ((read.value as RostrumEvent).type === "speech-delta") break;
    reader.releaseLock();
    await stream.cancel();
    expect(left.streams.map(({ end }) => end)).toEqual(["aborted", "aborted", "aborted"]);

    const failing = new StreamingModel(endless, 5);
    const selectSpeaker = () => "nobody";
    await expect(
      compileBidding({ model: failing, selectSpeaker }).invoke(bidding({ pass: "single" })),
    ).rejects.toMatchObject({
      code: "invalid-selection",
    });
    expect(failing.streams.map(({ end }) => end)).toEqual(["aborted", "aborted", "aborted"]);
  });
});

describe("runs with a single pass", () => {
  it("keep their speeches apart if an outer graph runs two of them concurrently", async () => {
    const talk = (mark: string, slow: string) => {
      const marked = (stream: Stream) =>
        stream.participant === slow ? [...Array<string>(30).fill(""), ...plain(stream)] : plain(stream);
      const model = new StreamingModel((stream) =>
        marked(stream).map((piece) => piece.replace("says", `${mark} says`)),
      );
      return compileBidding({ model });
    };
    const graphs = { one: talk("ONE", "Bea"), two: talk("TWO", "Cid") };
    const said: Record<string, string[]> = {};
    const speak = (which: keyof typeof graphs, config?: object) => async () => {
      const { messages } = await graphs[which].invoke(bidding({ pass: "single" }), config);
      said[which] = messages.slice(1).map(({ text }) => text);
      return {};
    };
    const State = Annotation.Root({ done: Annotation<boolean> });
    await new StateGraph(State)
      .addNode("one", speak("one"))
      .addNode("two", speak("two"))
      .addEdge(START, "one")
      .addEdge(START, "two")
      .compile()
      .invoke({});
    for (const [which, mark] of [
      ["one", "ONE"],
      ["two", "TWO"],
    ] as const) {
      expect(said[which]).toHaveLength(6);
      expect(said[which]?.every((text) => text.includes(mark))).toBe(true);
    }
  });

  it.each(["choose-speaker", "speak"] as const)("leave no stream open if they stop before %s", async (node) => {
    const model = new StreamingModel(plain);
    const graph = createBidding({ model, clock: fixedClock }).compile({
      checkpointer: new MemorySaver(),
      interruptBefore: [node],
    });
    const config = { configurable: { thread_id: "stopped" } };
    await graph.invoke(bidding({ pass: "single" }), config);
    expect(model.streams.filter(({ end }) => end === "open")).toEqual([]);
    expect(model.streams.filter(({ end }) => end === "whole").length).toBeLessThanOrEqual(1);
  });
});

describe("speculation", () => {
  it("counts hits, misses and wasted tokens, and makes no second call after a hit", async () => {
    const model = new StreamingModel(plain);
    const { speculation, decisions } = await compileBidding({ model }).invoke({
      ...bidding({ speculative: true }),
      maxTurns: 8,
    });
    expect(speculation.hits + speculation.misses).toBe(8);
    expect(speculation.hits).toBeGreaterThan(0);
    expect(speculation.misses).toBeGreaterThan(0);
    expect(speculation.wastedTokens).toBeGreaterThan(100 * speculation.misses);
    for (const { turn, speaker } of decisions) {
      const speeches = model.streams.filter((stream) => stream.purpose === "speech" && stream.turn === turn);
      expect(speeches.filter(({ participant }) => participant === speaker).map(({ end }) => end)).toEqual(["whole"]);
      expect(speeches.filter(({ participant }) => participant !== speaker).length).toBeLessThanOrEqual(1);
    }
    expect(model.streams.filter(({ end }) => end === "open")).toEqual([]);
  });

  it("does not fail the run if the early speech breaks", async () => {
    const model: StreamingModel = new StreamingModel((stream) =>
      stream.purpose === "speech" && isEarly(stream.turn) ? ["Well, ", new Error("cut")] : plain(stream),
    );
    const bidsIn = (turn: number) =>
      model.streams.filter((each) => each.purpose === "bid" && each.turn === turn && each.end === "whole");
    const isEarly = (turn: number) => bidsIn(turn).length < names.length;
    const { messages } = await compileBidding({ model }).invoke(bidding({ speculative: true }));
    expect(messages).toHaveLength(7);
  });
});
