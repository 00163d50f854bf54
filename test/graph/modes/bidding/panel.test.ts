/** With a panel, one call bids for all agents. Each bid that is missing or unreadable is requested separately. */
import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { RostrumError } from "../../../../src/errors/rostrum-error.js";
import { createBidding } from "../../../../src/graph/modes/bidding/bidding.js";
import { createGroupChat } from "../../../../src/graph/modes/group-chat/group-chat.js";
import { RehearsalModel } from "../../../../src/offline/rehearsal/rehearsal-model.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../../src/offline/scripted-model.js";
import { languages } from "../../../../src/words/registry.js";
import { castOf, compileBidding, fixedClock } from "../../../support/conversation.js";

const names = ["Ann", "Bea", "Cid"];
const input = { topic: "Tea?", participants: castOf(...names), maxTurns: 1, seed: 5 };
const byPanel = (settings: object = {}) => ({ ...input, bidding: { by: "panel", ...settings } as const });
const entries = (...bids: unknown[]) =>
  JSON.stringify({ bids: bids.map((bid, index) => ({ participant: index + 1, bid })) });
const callsOf = ({ calls }: ScriptedModel) =>
  calls.map(({ purpose, participant }) => (participant ? `${purpose}:${participant}` : purpose));

function panelOf(answer: (call: ScriptedCall) => ScriptedReply) {
  return new ScriptedModel((call) => {
    if (call.purpose === "bid-panel") return answer(call);
    return call.purpose === "bid" ? "<4>" : `${call.participant} speaks in turn ${call.turn}.`;
  });
}

describe("a panel", () => {
  it("makes all bids and passes in one call, and each is recorded like a single bid", async () => {
    const model = panelOf(() => entries(3, null, 8));
    const { decisions, usage } = await compileBidding({ model }).invoke(byPanel());
    expect(callsOf(model)).toEqual(["bid-panel", "speech:Cid"]);
    expect(decisions[0]?.bids).toMatchObject([
      {
        participant: "Ann",
        outcome: "bid",
        value: 3,
        attempts: [{ answer: '{"participant":1,"bid":3}', problem: null }],
      },
      { participant: "Bea", outcome: "abstained", value: 0 },
      { participant: "Cid", outcome: "bid", value: 8 },
    ]);
    expect(decisions[0]).toMatchObject({ rule: "highest-bid", speaker: "Cid" });
    expect(usage.map(({ purpose, participant, calls }) => [purpose, participant, calls])).toEqual([
      ["bid-panel", "", 1],
      ["speech", "Cid", 1],
    ]);
  });

  it("sees all descriptions, and bids for the candidates by their numbers in the cast", async () => {
    const model = panelOf(({ turn }) => (turn === 1 ? entries(3, 2, 8) : '{"bids":[{"participant":2,"bid":9}]}'));
    const participants = [
      { name: "Ann", description: "Grows tea." },
      { name: "Bea", instructions: "You are rude." },
      { name: "Cid" },
    ];
    await compileBidding({ model }).invoke({
      ...byPanel(),
      participants,
      maxTurns: 2,
      selection: { repeat: "forbid" },
    });
    const [first, second] = model.calls.filter(({ purpose }) => purpose === "bid-panel");
    expect(first?.messages[0]?.text).toContain("1. Ann\n  Grows tea.\n2. Bea\n  You are rude.\n3. Cid");
    expect(first?.messages[0]?.text).toBe(second?.messages[0]?.text);
    expect(second?.messages[1]?.text).toContain("participants:\n1. Ann\n2. Bea\n");
    expect(callsOf(model).slice(2)).toEqual(["bid-panel", "bid:Ann", "speech:Bea"]);
  });

  it.each([
    ["is missing", '{"bids":[{"participant":1,"bid":3},{"participant":3,"bid":2}]}', "no-bid", ""],
    ["is off the scale", entries(3, 11, 2), "out-of-scale", '{"participant":2,"bid":11}'],
    ["is in words", entries(3, "nine", 2), "not-an-integer", '{"participant":2,"bid":"nine"}'],
    [
      "differs between two entries",
      '{"bids":[{"participant":2,"bid":3},{"participant":1,"bid":3},{"participant":2,"bid":9},{"participant":3,"bid":2}]}',
      "several-bids",
      '{"participant":2,"bid":3}\n{"participant":2,"bid":9}',
    ],
  ])("is followed by a separate call for a participant whose bid %s", async (_how, answer, problem, entry) => {
    const model = panelOf(() => answer);
    const { decisions } = await compileBidding({ model }).invoke(byPanel({ attempts: 1 }));
    expect(callsOf(model)).toEqual(["bid-panel", "bid:Bea", "speech:Bea"]);
    expect(decisions[0]?.bids[1]).toMatchObject({
      outcome: "bid",
      value: 4,
      attempts: [
        { answer: entry, problem },
        { answer: "<4>", problem: null },
      ],
    });
    expect(model.calls[1]?.messages).toHaveLength(2);
  });

  it("may use names instead of numbers, and may repeat a bid", async () => {
    const model = panelOf(
      () =>
        '{"bids":[{"participant":"Ann","bid":3},{"participant":"2","bid":5},{"participant":2,"bid":5},{"participant":9,"bid":9},{"participant":3,"bid":1}]}',
    );
    const { decisions } = await compileBidding({ model }).invoke(byPanel());
    expect(decisions[0]?.bids.map(({ value }) => value)).toEqual([3, 5, 1]);
    expect(callsOf(model)).toEqual(["bid-panel", "speech:Bea"]);
  });

  it("is replaced by single bid calls if its answer is unreadable, or, with a warning, if its call fails", async () => {
    const unreadable = panelOf(() => "Ann should speak.");
    const failing = panelOf(() => Object.assign(new Error("too many words"), { status: 400 }));
    const [first, second] = [
      await compileBidding({ model: unreadable }).invoke(byPanel()),
      await compileBidding({ model: failing }).invoke(byPanel()),
    ];
    for (const model of [unreadable, failing])
      expect(callsOf(model).slice(0, 4)).toEqual(["bid-panel", "bid:Ann", "bid:Bea", "bid:Cid"]);
    expect(first.warnings).toEqual([]);
    expect(second.warnings).toEqual([
      { turn: 0, purpose: "bid-panel", participant: "", reason: expect.stringContaining("too many words") },
    ]);
    expect(second.decisions[0]?.bids.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1]);
  });

  it("fails the run without single bid calls if the key is rejected", async () => {
    const model = panelOf(() => Object.assign(new Error("bad key"), { status: 401 }));
    const run = compileBidding({ model }).invoke(byPanel());
    await expect(run).rejects.toMatchObject({ code: "all-bids-failed" });
    expect(callsOf(model)).toEqual(["bid-panel"]);
  });

  it("does not bid for people, who raise hands, or for random bidders", async () => {
    const model = panelOf(() => entries(0, 0, 6, 2));
    const participants = [
      { name: "Pia", human: true },
      { name: "Ran", bidder: "random" as const },
      { name: "Cid" },
      { name: "Dov" },
    ];
    const saved = createBidding({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const { decisions } = await saved.invoke({ ...byPanel(), participants }, { configurable: { thread_id: "t" } });
    expect(decisions[0]?.bids.map(({ outcome }) => outcome)).toEqual(["hand-down", "random", "bid", "bid"]);
    expect(callsOf(model)[0]).toBe("bid-panel");
    expect(model.calls[0]?.messages[1]?.text).toContain("participants:\n3. Cid\n4. Dov\n");
  });

  it("uses the model that is assigned to bids", async () => {
    const [cheap, dear] = [panelOf(() => entries(1, 2, 3)), panelOf(() => new Error("not asked"))];
    const models = { byPurpose: { bid: cheap } };
    const { decisions } = await compileBidding({ model: dear, models }).invoke(byPanel());
    expect(decisions[0]?.speaker).toBe("Cid");
    expect([callsOf(cheap), callsOf(dear)]).toEqual([["bid-panel"], ["speech:Cid"]]);
  });

  it("bids while a speculative speech starts in parallel", async () => {
    const model = panelOf(() => entries(9, 1, 2));
    const { messages, speculation } = await compileBidding({ model }).invoke(byPanel({ speculative: true }));
    expect(speculation).toMatchObject({ hits: 1, misses: 0 });
    expect(messages.at(-1)?.text).toBe("Ann speaks in turn 1.");
    expect(callsOf(model).sort()).toEqual(["bid-panel", "speech:Ann"]);
  });

  it("bids in a meeting's stage with `order: bidding`", async () => {
    const model = new ScriptedModel(({ purpose, participant }) => {
      if (purpose === "bid-panel") return entries(1, 2, 3);
      return purpose === "judge-round" ? '{"sufficient":true,"reason":"r","open":[]}' : `${participant} speaks.`;
    });
    const stages = [{ task: "discuss", order: "bidding", speakers: names } as const];
    const { decisions } = await createGroupChat({ model })
      .compile()
      .invoke({ ...input, maxTurns: 9, stages, bidding: { by: "panel" } });
    expect(decisions.map(({ speaker }) => speaker)).toEqual(["Cid", "Bea", "Ann"]);
    // The last remaining speaker needs no auction.
    expect(callsOf(model).filter((call) => call === "bid-panel")).toHaveLength(2);
    expect(callsOf(model).filter((call) => call.startsWith("bid:"))).toEqual([]);
  });

  it("emits an event for every bid", async () => {
    const events: string[] = [];
    const graph = compileBidding({ model: panelOf(() => entries(3, 2, 8)) });
    for await (const event of await graph.stream(byPanel(), { streamMode: "custom" })) {
      const { type, bid, bidders } = event as Extract<RostrumEvent, { type: "bid" }>;
      if (type === "bid") events.push(`${bid.participant} ${bid.value}, one of ${bidders}`);
    }
    expect(events).toEqual(["Ann 3, one of 3", "Bea 2, one of 3", "Cid 8, one of 3"]);
  });

  it("is rejected together with `pass: single`", async () => {
    const run = compileBidding({ model: panelOf(() => "") }).invoke(byPanel({ pass: "single" }));
    await expect(run).rejects.toThrow(/bidding\.by: must be “participants” if bidding\.pass is “single”/);
    await expect(run).rejects.toBeInstanceOf(RostrumError);
  });
});

describe("the rehearsal as a panel", () => {
  it.each(languages)("makes the same bids as in separate calls, in %s", async (language) => {
    const model = new RehearsalModel({ notice: false });
    const shown = async (by: "participants" | "panel") => {
      const { decisions } = await compileBidding({ model }).invoke({
        language,
        seed: 7,
        maxTurns: 8,
        bidding: { by, reason: true },
      });
      return decisions.map(({ speaker, bids }) => [speaker, ...bids.map(({ value, reason }) => [value, reason])]);
    };
    expect(await shown("panel")).toEqual(await shown("participants"));
  });
});
