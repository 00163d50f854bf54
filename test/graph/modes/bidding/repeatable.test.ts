import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { draw } from "../../../../src/base/chance.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { castOf, compileBidding } from "../../../support/conversation.js";

const names = ["Ada", "Bela", "Chen", "Dara"];

/** Bids depend only on turn and name, and often tie. `delayOf` determines the order in which they arrive. */
function modelWith(delayOf: (participant: string, index: number) => number) {
  return new ScriptedModel(async ({ purpose, participant, index }) => {
    await new Promise((resolve) => setTimeout(resolve, delayOf(participant, index)));
    if (purpose === "speech") return `${participant}, ${index}: something to think about.`;
    return `<${5 + Math.floor(draw({ seed: 1, turn: index, purpose: "rule", salt: participant }) * 2)}>`;
  });
}

async function run(seed: number, delayOf: (participant: string, index: number) => number) {
  const { messages, decisions, stopReason } = await compileBidding({ model: modelWith(delayOf) }).invoke({
    participants: castOf(...names),
    maxTurns: 8,
    seed,
  });
  return JSON.parse(JSON.stringify({ messages: messages.map((message) => message.toDict()), decisions, stopReason }));
}

it("gives the same messages and decisions for the same seed, whatever order the bids arrive in", async () => {
  const inOrder = await run(11, (participant) => names.indexOf(participant) * 4);
  const reversed = await run(11, (participant) => (3 - names.indexOf(participant)) * 4);
  const mixed = await run(11, (participant, index) => ((names.indexOf(participant) * 7 + index * 3) % 4) * 4);
  expect(reversed).toEqual(inOrder);
  expect(mixed).toEqual(inOrder);
  expect(inOrder.decisions.some(({ tied }: { tied: string[] }) => tied.length > 1)).toBe(true);
});

it("breaks ties differently with different seeds", async () => {
  const runs = await Promise.all([1, 2, 3, 4].map((seed) => run(seed, () => 0)));
  const winners = runs.map(({ decisions }) => decisions.map(({ speaker }: { speaker: string }) => speaker).join());
  expect(new Set(winners).size).toBeGreaterThan(1);
});

it("draws a seed if none is given, and saves it", async () => {
  const graph = compileBidding({ model: modelWith(() => 0) });
  const first = await graph.invoke({ participants: castOf(...names), maxTurns: 3 });
  const second = await graph.invoke({ participants: castOf(...names), maxTurns: 3 });
  expect(first.seed).toEqual(expect.any(Number));
  expect(second.seed).not.toBe(first.seed);
  const again = await compileBidding({ model: modelWith(() => 0) }).invoke({
    participants: castOf(...names),
    maxTurns: 3,
    seed: first.seed,
  });
  expect(again.decisions).toEqual(first.decisions);
});

it("gives the same conversation if a failed run is resumed", async () => {
  const whole = await run(11, () => 0);
  let failing = true;
  const model = new ScriptedModel(async (call) => {
    if (failing && call.purpose === "bid" && call.index === 3) throw new Error("no money left");
    const index = call.purpose === "bid" && call.index > 3 ? call.index - 1 : call.index;
    if (call.purpose === "speech") return `${call.participant}, ${index}: something to think about.`;
    return `<${5 + Math.floor(draw({ seed: 1, turn: index, purpose: "rule", salt: call.participant }) * 2)}>`;
  });
  const graph = compileBidding({ model });
  graph.checkpointer = new MemorySaver();
  const thread = { configurable: { thread_id: "one" } };
  const input = { participants: castOf(...names), maxTurns: 8, seed: 11 };
  await expect(graph.invoke(input, thread)).rejects.toMatchObject({
    code: "all-bids-failed",
    details: { purpose: "bid", turn: 4 },
    message: expect.stringMatching(
      /^All \d bids failed in turn 4\. .* in turn 4: no money left\. The conversation is saved in the thread “one”/,
    ),
  });
  expect((await graph.getState(thread)).values.messages).toHaveLength(4);
  failing = false;
  const { messages, decisions } = await graph.invoke(null, thread);
  expect(JSON.parse(JSON.stringify(decisions))).toEqual(whole.decisions);
  expect(messages.map(({ text }) => text)).toEqual(
    whole.messages.map((message: { data: { content: string } }) => message.data.content),
  );
});

describe("the chosen speaker", () => {
  it("is always a candidate, whatever the bids and settings", async () => {
    const answer = fc.constantFrom("<1>", "<5>", "<10>", "<pass>", "<0>", "nonsense", "<3> <4>");
    const settings = fc.record({
      repeat: fc.constantFrom("allow" as const, "forbid" as const),
      aging: fc.constantFrom(0, 0.5, 3),
      centre: fc.constantFrom(0, 1, 4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 6 }), settings, fc.nat(), async (answers, selection, seed) => {
        let asked = 0;
        const model = new ScriptedModel(({ purpose, participant }) =>
          purpose === "bid" ? (answers[asked++ % answers.length] as string) : `${participant} speaks.`,
        );
        const { decisions, messages } = await compileBidding({ model }).invoke({
          participants: [...castOf("Ada", "Bela"), { name: "Chen", bidder: "random" as const }],
          maxTurns: 4,
          selection,
          seed,
        });
        expect(decisions.map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
        for (const [index, { candidates, speaker, excluded, tied, draw: drawn }] of decisions.entries()) {
          expect(candidates).toContain(speaker);
          expect(tied).toContain(speaker);
          expect(drawn === null).toBe(tied.length === 1);
          const before = decisions[index - 1]?.speaker;
          if (selection.repeat === "forbid" && before) {
            expect(speaker).not.toBe(before);
            expect(excluded).toContainEqual({ participant: before, reason: "spoke-last" });
          }
        }
        expect(messages.slice(1).map(({ name }) => name)).toEqual(decisions.map(({ speaker }) => speaker));
      }),
      { numRuns: 60 },
    );
  });
});
