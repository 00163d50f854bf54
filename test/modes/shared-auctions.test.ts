/** Auctions of more candidates than there are tasks for: whatever becomes of one bid, the others that share its task have theirs. */
import { expect, it } from "@jest/globals";
import { createBidding } from "../../src/modes/bidding/bidding.js";
import { ScriptedModel } from "../../src/testing/index.js";
import { castOf, fixedClock } from "../support/conversation.js";
import { plainAnswer } from "../support/plain-answers.js";

const first = ["Ann", "Bea", "Cid", "Dov"];
const participants = castOf(...Array.from({ length: 23 }, (_each, index) => `${first[index % 4]} ${index}`));
const input = { topic: "Tea?", participants, seed: 1, maxTurns: 1 };

const modelWhere = (fails: (participant: string) => boolean = () => false) =>
  new ScriptedModel((call) =>
    call.purpose === "bid" && fails(call.participant)
      ? Object.assign(new Error("no"), { status: 400 })
      : plainAnswer(call),
  );
const graphOf = (model: ScriptedModel) => createBidding({ model, clock: fixedClock }).compile();

it("are held in ten tasks, with all calls at once, and every bid is on record in the order of the seats", async () => {
  const model = modelWhere();
  let tasks = 0;
  for await (const step of await graphOf(model).stream(input, { streamMode: "updates" }))
    if ("bid-collection" in step) tasks += 1;
  expect(tasks).toBe(10);
  expect(model.maxConcurrentCalls).toBe(23);
  const { decisions } = await graphOf(modelWhere()).invoke(input);
  expect(decisions[0]?.bids.map(({ seat }) => seat)).toEqual(participants.map((_each, seat) => seat));
});

it("go on without the bids of those whose calls fail, whichever tasks they share", async () => {
  const fails = (participant: string) => participant.startsWith("Ann") || participant.startsWith("Bea");
  const { decisions } = await graphOf(modelWhere(fails)).invoke(input);
  const outcomes = decisions[0]?.bids.map(({ participant, outcome }) => [participant, outcome === "failed"]);
  expect(outcomes).toEqual(participants.map(({ name }) => [name, fails(name)]));
});

it("end in one error where all calls fail", async () => {
  const failing = graphOf(modelWhere(() => true)).invoke(input);
  await expect(failing).rejects.toMatchObject({ code: "all-bids-failed" });
});

it.each([3, 7, 15])(
  "leave no call under way, and none uncounted, where a budget of %i calls ends them",
  async (calls) => {
    const model = modelWhere();
    const { usage, stopReason } = await graphOf(model).invoke({ ...input, maxTurns: 5, budget: { calls } });
    expect(stopReason).toMatchObject({ kind: "budget", limit: calls });
    expect(model.calls).toHaveLength(calls);
    expect(usage.reduce((sum, row) => sum + row.calls, 0)).toBe(calls);
    expect(usage.filter(({ uncounted }) => uncounted > 0)).toEqual([]);
  },
);

it("keep to the number of tasks at once that LangGraph is told", async () => {
  const model = modelWhere();
  await graphOf(model).invoke(input, { maxConcurrency: 2 });
  expect(model.maxConcurrentCalls).toBe(2);
});
