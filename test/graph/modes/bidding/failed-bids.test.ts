import { describe, expect, it } from "@jest/globals";
import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { restingIn } from "../../../../src/graph/modes/bidding/failures.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../../src/offline/scripted-model.js";
import { control } from "../../../../src/talk/conversations/delivery/control.js";
import { castOf, compileBidding, compileDirector, fixedClock } from "../../../support/conversation.js";

const names = ["Ann", "Bea", "Cid"];
const cast = castOf(...names);
const refused = () => Object.assign(new Error("no access"), { status: 401 });
const input = { topic: "Tea?", participants: cast, maxTurns: 1, seed: 5 };

const model = (bids: (call: ScriptedCall) => ScriptedReply | Promise<ScriptedReply> | undefined) =>
  new ScriptedModel((call) =>
    call.purpose === "bid" ? (bids(call) ?? "<5>") : `${call.participant} speaks for the ${call.index + 1}. time.`,
  );

const outcomes = (decision: { bids: readonly { participant: string; outcome: string }[] } | undefined) =>
  Object.fromEntries((decision?.bids ?? []).map(({ participant, outcome }) => [participant, outcome]));

describe("a failed bid", () => {
  it("counts neither as a bid of 0 nor as a pass: its bidder cannot win, even if everybody else passes", async () => {
    const failing = model(({ participant }) => (participant === "Bea" ? refused() : "<pass>"));
    const { decisions } = await compileBidding({ model: failing }).invoke(input);
    expect(outcomes(decisions[0])).toEqual({ Ann: "abstained", Bea: "failed", Cid: "abstained" });
    expect(decisions[0]).toMatchObject({
      candidates: names,
      excluded: [{ participant: "Bea", reason: "failed" }],
      bids: [{}, { value: 0, failure: expect.stringMatching(/Bea's bid in turn 1: no access/) }, {}],
    });
    expect(["Ann", "Cid"]).toContain(decisions[0]?.speaker);
  });

  it("keeps the answers that came before the failure, and counts their cost", async () => {
    const failing = model(({ participant, index }) =>
      participant === "Bea" ? (index === 0 ? "Hm." : refused()) : undefined,
    );
    const { decisions, usage } = await compileBidding({ model: failing }).invoke(input);
    expect(decisions[0]?.bids[1]).toMatchObject({
      outcome: "failed",
      attempts: [{ answer: "Hm.", problem: "no-bid" }],
    });
    expect(usage.find(({ purpose, participant }) => purpose === "bid" && participant === "Bea")).toMatchObject({
      calls: 2,
      uncounted: 1,
      outputTokens: 3,
    });
  });

  it("fails the run if all bids fail, and the thread later resumes as if none had failed", async () => {
    let isBroken = false;
    const unsteady = () => model(({ index }) => (isBroken && index >= 2 ? refused() : undefined));
    const whole = await compileBidding({ model: unsteady() }).invoke({ ...input, maxTurns: 4 });
    const graph = compileBidding({ model: unsteady() });
    graph.checkpointer = new MemorySaver();
    const thread = { configurable: { thread_id: "t" } };
    isBroken = true;
    const failing = graph.invoke({ ...input, maxTurns: 4 }, thread);
    await expect(failing).rejects.toMatchObject({ code: "all-bids-failed", details: { turn: 3, purpose: "bid" } });
    await expect(graph.invoke(null, thread)).rejects.toMatchObject({ code: "all-bids-failed" });
    isBroken = false;
    const resumed = await graph.invoke(null, thread);
    expect(resumed.decisions).toEqual(whole.decisions);
    expect(resumed.messages.map(({ text }) => text)).toEqual(whole.messages.map(({ text }) => text));
  });

  it("leaves the floor to random bidders if all other bids fail", async () => {
    const failing = model(refused);
    const participants = [{ name: "Ann" }, { name: "Bea", bidder: "random" as const }, { name: "Cid" }];
    const { decisions } = await compileBidding({ model: failing }).invoke({ ...input, participants });
    expect(outcomes(decisions[0])).toEqual({ Ann: "failed", Bea: "random", Cid: "failed" });
    expect(decisions[0]?.speaker).toBe("Bea");
  });
});

describe("a bidder that fails in three consecutive turns", () => {
  it("is left out for three turns, then asked again, and left out again after one more failure", async () => {
    const failing = model(({ participant }) => (participant === "Bea" ? refused() : undefined));
    const { decisions } = await compileBidding({ model: failing }).invoke({ ...input, maxTurns: 10 });
    const asked = decisions.map((decision) => outcomes(decision)["Bea"] ?? "-");
    expect(asked).toEqual(["failed", "failed", "failed", "-", "-", "-", "failed", "-", "-", "-"]);
    for (const { excluded, bids } of decisions)
      expect(excluded).toContainEqual({
        participant: "Bea",
        reason: bids.length === 3 ? "failed" : "resting",
      });
    expect(failing.calls.filter(({ participant, purpose }) => participant === "Bea" && purpose === "bid")).toHaveLength(
      4,
    );
  });

  it("is asked again in every turn after one of its bids succeeds, even if its next two bids fail", async () => {
    const failing = model(({ participant, index }) => (participant === "Bea" && index !== 3 ? refused() : undefined));
    const { decisions } = await compileBidding({ model: failing }).invoke({ ...input, maxTurns: 10 });
    const asked = decisions.map((decision) => outcomes(decision)["Bea"] ?? "-");
    expect(asked).toEqual(["failed", "failed", "failed", "-", "-", "-", "bid", "failed", "failed", "failed"]);
  });

  it("is not left out if no other bidder is left", () => {
    const bid = (participant: string, turn: number) =>
      ({ turn, seat: 0, participant, outcome: "failed", value: 0, attempts: [] }) as const;
    const history = [1, 2, 3].map((turn) => ({ turn, bids: names.map((name) => bid(name, turn)) }));
    expect(restingIn(4, names, history as never)).toEqual([]);
    expect(restingIn(4, [...names, "Dov"], history as never).map(({ participant }) => participant)).toEqual(names);
  });
});

describe("the bid deadline", () => {
  /**
   * The first bid of each participant in `slow` arrives only when the test calls the participant's function in
   * `waiting`.
   */
  function slowModel(slow: readonly string[]) {
    const waiting = new Map<string, (reply: ScriptedReply) => void>();
    const scripted = model(({ participant, index }) => {
      if (!slow.includes(participant) || index > 0) return undefined;
      return new Promise<ScriptedReply>((resolve) => waiting.set(participant, resolve));
    });
    return { scripted, waiting };
  }

  it("marks missing bids as late, and the conversation continues without them", async () => {
    const { scripted } = slowModel(["Cid"]);
    const bidding = { deadlineMs: 30 };
    const { decisions, usage } = await compileBidding({ model: scripted }).invoke({ ...input, maxTurns: 2, bidding });
    expect(outcomes(decisions[0])).toEqual({ Ann: "bid", Bea: "bid", Cid: "late" });
    expect(decisions[0]?.excluded).toEqual([{ participant: "Cid", reason: "late" }]);
    expect(outcomes(decisions[1])).toEqual({ Ann: "bid", Bea: "bid", Cid: "bid" });
    expect(usage.find(({ purpose, participant }) => purpose === "bid" && participant === "Cid")).toMatchObject({
      calls: 2,
      uncounted: 1,
    });
  });

  it("does not end the auction before at least one bid has arrived", async () => {
    const { scripted, waiting } = slowModel(names);
    const running = compileBidding({ model: scripted }).invoke({ ...input, bidding: { deadlineMs: 10 } });
    while (waiting.size < 3) await new Promise((next) => setTimeout(next, 5));
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    await new Promise((next) => setTimeout(next, 60));
    expect(isOver).toBe(false);
    waiting.get("Bea")?.("<2>");
    const { decisions } = await running;
    expect(outcomes(decisions[0])).toEqual({ Ann: "late", Bea: "bid", Cid: "late" });
    expect(decisions[0]?.speaker).toBe("Bea");
  });

  it("has no effect if all bids arrive before it, and leaves no timer", async () => {
    const before = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const { decisions } = await compileBidding({ model: model(() => undefined) }).invoke({
      ...input,
      bidding: { deadlineMs: 600_000 },
    });
    expect(outcomes(decisions[0])).toEqual({ Ann: "bid", Bea: "bid", Cid: "bid" });
    const after = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    expect(after).toBeLessThanOrEqual(before);
  });
});

it("uses the director's fallback if the call for the director's choice fails, and records the failure", async () => {
  const failing = new ScriptedModel(({ purpose, participant, index }) =>
    purpose === "choose-speaker"
      ? Object.assign(new Error("no such model"), { status: 404 })
      : `${participant} says something new for the ${index + 1}. time, on ${purpose}.`,
  );
  const graph = compileDirector({ model: failing, clock: fixedClock });
  const director = { name: "Vesna", probability: 0, fallback: "least-recent" } as const;
  const { decisions, stopReason } = await graph.invoke({ ...input, maxTurns: 2, director });
  for (const decision of decisions)
    expect(decision).toMatchObject({
      rule: "fallback-least-recent",
      choices: [{ answer: "", problem: "call-failed" }],
    });
  expect(decisions.map(({ speaker }) => speaker)).toEqual(["Ann", "Bea"]);
  expect(stopReason).toMatchObject({ kind: "turns" });
});

describe("a failed speech", () => {
  /** The participants bid 9, 6 and 3. The speeches of those in `mute` fail. */
  const unable = (mute: readonly string[]) =>
    new ScriptedModel(({ purpose, participant, index }) => {
      if (purpose === "bid") return `<${9 - 3 * names.indexOf(participant)}>`;
      return mute.includes(participant) ? refused() : `${participant} speaks for the ${index + 1}. time.`;
    });
  const bidding = { runnerUp: true };

  it("gives the floor to the next-best bidder with `runnerUp`, and is recorded", async () => {
    const graph = compileBidding({ model: unable(["Ann"]) });
    const { messages, decisions, unspoken, usage, turn } = await graph.invoke({ ...input, bidding });
    expect(messages.slice(1).map(({ name, text }) => [name, text])).toEqual([["Bea", "Bea speaks for the 1. time."]]);
    expect(turn).toBe(1);
    expect(decisions).toHaveLength(1);
    expect(decisions[0]).toMatchObject({
      speaker: "Bea",
      candidates: ["Bea", "Cid"],
      excluded: [{ participant: "Ann", reason: "speech-failed" }],
    });
    expect(unspoken).toEqual([
      { turn: 1, participant: "Ann", reason: expect.stringMatching(/Ann's speech in turn 1/) },
    ]);
    expect(usage.find(({ purpose, participant }) => purpose === "speech" && participant === "Ann")).toMatchObject({
      calls: 1,
      uncounted: 1,
    });
  });

  it("fails the run with `runnerUp` only if every bidder's speech fails, and the thread resumes with the last bidder", async () => {
    const mute = [...names];
    const graph = compileBidding({ model: unable(mute) });
    graph.checkpointer = new MemorySaver();
    const thread = { configurable: { thread_id: "t" } };
    await expect(graph.invoke({ ...input, bidding }, thread)).rejects.toMatchObject({
      code: "model-call-failed",
      details: { participant: "Cid", purpose: "speech" },
    });
    mute.length = 0;
    const { messages, unspoken } = await graph.invoke(null, thread);
    expect(messages.slice(1).map(({ name }) => name)).toEqual(["Cid"]);
    expect(unspoken.map(({ participant }) => participant)).toEqual(["Ann", "Bea"]);
  });

  it("excludes nobody from a turn that starts again, in a new run or with `now`", async () => {
    const mute = [...names];
    const graph = compileBidding({ model: unable(mute) });
    graph.checkpointer = new MemorySaver();
    graph.store = new InMemoryStore();
    const inNewRun = { configurable: { thread_id: "new run" } };
    const now = { configurable: { thread_id: "now" } };
    for (const thread of [inNewRun, now])
      await expect(graph.invoke({ ...input, bidding }, thread)).rejects.toMatchObject({ code: "model-call-failed" });
    mute.splice(0, 2);
    const ofNewRun = await graph.invoke({ participants: castOf("Ann", "Bea") }, inNewRun);
    await control(graph, now, { remove: "Cid" }, { now: true });
    for (const { decisions } of [ofNewRun, await graph.invoke(null, now)])
      expect(decisions).toMatchObject([{ speaker: "Ann", candidates: ["Ann", "Bea"] }]);
  });

  it("fails the run without `runnerUp`", async () => {
    const failing = compileBidding({ model: unable(["Ann"]) }).invoke(input);
    await expect(failing).rejects.toMatchObject({ code: "model-call-failed", details: { participant: "Ann" } });
  });

  it("shares no message id with the runner-up's speech, and is reported as an event", async () => {
    const graph = compileBidding({ model: unable(["Ann"]) });
    const namesById = new Map<string, Set<string>>();
    const events: string[] = [];
    const stream = await graph.stream({ ...input, bidding }, { streamMode: ["messages", "custom"] });
    for await (const [mode, data] of stream) {
      if (mode === "custom") events.push((data as { type: string }).type);
      else {
        const [{ id = "", name = "" }] = data as unknown as [{ id?: string; name?: string }];
        namesById.set(id, (namesById.get(id) ?? new Set()).add(name));
      }
    }
    for (const speakers of namesById.values()) expect(speakers.size).toBe(1);
    expect([...namesById.keys()]).toContain("turn-1-after-1");
    expect(events).toEqual(expect.arrayContaining(["speech-start", "speech-failed", "speech-end"]));
  });
});
