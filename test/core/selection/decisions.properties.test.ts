import assert from "node:assert/strict";
import fc from "fast-check";
import { answerFirst } from "../../../src/core/selection/addressed.js";
import { highestBid } from "../../../src/core/selection/highest-bid.js";
import { rules } from "../../../src/core/selection/registry.js";
import type { Selection, SelectionContext } from "../../../src/core/selection/rule.js";
import type { ModelCaller } from "../../../src/graph/models/model-caller.js";
import type { BiddingConversation } from "../../../src/graph/modes/bidding/state.js";
import { directorsChoice } from "../../../src/graph/modes/director/give-floor.js";
import { askRule, createChooseSpeaker, type FindSpeaker } from "../../../src/graph/steps/floor/choose-speaker.js";
import { type FloorRules, type OpenFloor, openFloor } from "../../../src/graph/steps/floor/open-floor.js";
import type { ModeServices } from "../../../src/graph/steps/run/services.js";
import { StepContext } from "../../../src/graph/steps/run/step-context.js";
import type { Decision } from "../../../src/records/decision.js";
import { type RandomTurn, randomTurn } from "../../support/auctions.js";
import { itHolds } from "../../support/property.js";

const rulesFor = ({ left }: RandomTurn): FloorRules<BiddingConversation> => ({
  selectionOf: ({ selection }) => selection,
  bidsOf: ({ bids }) => bids,
  excludedOf: ({ participants }) =>
    left.map((seat) => ({ participant: participants[seat]?.name ?? "", reason: "resting" })),
});

const open = (turn: RandomTurn) => openFloor(turn.state, rulesFor(turn));

const auction: FindSpeaker<BiddingConversation> = (floor, step) =>
  answerFirst(floor, () => askRule(highestBid, floor, step));

const stepWith = (text: string) => {
  const caller = { text: async () => ({ text, isTooLong: false }) } as Partial<ModelCaller> as ModelCaller;
  return new StepContext({}, { caller, prompts: {} } as Partial<ModeServices> as ModeServices, {} as never);
};

const choosers: Readonly<Record<string, (floor: OpenFloor<BiddingConversation>, number: number) => unknown>> = {
  ...Object.fromEntries(
    rules.map((rule) => [
      rule.name,
      (floor: OpenFloor<BiddingConversation>, number: number) =>
        askRule<BiddingConversation>(rule, floor, stepWith(`<${number}>`)),
    ]),
  ),
  addressed: (floor, number) => {
    const settings = { ...floor.settings, addressed: true };
    return answerFirst({ ...floor, settings }, () => askRule(highestBid, floor, stepWith(`<${number}>`)));
  },
  ...Object.fromEntries(
    (["first", "least-recent", "random"] as const).flatMap((fallback) => [
      [`director, ${fallback}`, (floor: SelectionContext) => directorsChoice(floor, [], fallback)],
    ]),
  ),
  director: (floor, number) => directorsChoice(floor, [{ answer: `<${number + 1}>`, problem: null }], "first"),
};

itHolds(
  "every rule and the director choose a candidate, and choose the same candidate if they are asked again",
  fc.asyncProperty(
    randomTurn,
    fc.constantFrom(...Object.keys(choosers)),
    fc.oneof(fc.integer({ min: -2, max: 7 }), fc.double()),
    async (turn, chooser, number) => {
      const { floor, granted } = open(turn);
      const before = JSON.stringify(floor);
      const seats = floor.candidates.map(({ seat }) => seat);
      const choose = async () => (await choosers[chooser]?.(floor, number)) as Selection;
      const selected = await choose();
      assert.ok(seats.includes(selected.seat));
      assert.deepEqual(await choose(), selected);
      assert.equal(JSON.stringify(floor), before, "a rule changed its context");
      // A participant who gets the floor by request instead of by the rule is a candidate too.
      if (granted) assert.ok(seats.includes(granted.seat));
    },
  ),
);

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** The position of an exclusion in the order in which exclusions are waived; -1 if it is never waived. */
const strength = (reason: string) => ["only-when-mentioned", "transition", "spoke-last"].indexOf(reason);

function gapsOf(decision: Decision, { participants, turn, bids: given, selection }: BiddingConversation): string[] {
  const { candidates, excluded, waived = [], bids, scores, tied, draw, speaker, addressed, rule, among } = decision;
  const names = participants.map(({ name }) => name);
  const left = excluded.map(({ participant }) => participant);
  const setAside = left.filter((name) => candidates.includes(name));
  const scored = scores.map(({ participant }) => participant);
  const highest = Math.max(...scores.map(({ total }) => total));
  const tops = scores.filter(({ total }) => total === highest).map(({ participant }) => participant);
  const asked = given.filter((bid) => bid.turn === turn + 1);
  const isByModel = decision.choices.some(({ problem }) => problem === null);
  const isAuction = ["highest-bid", "selector"].includes(rule);
  const lowestShown = Math.min(
    ...scores.flatMap(({ participant, total }) => (among?.includes(participant) ? total : [])),
  );
  const isPaid = addressed?.granted === true && addressed.participant === speaker;
  const bidOf = (name: string) => bids.find(({ participant }) => participant === name)?.value ?? 0;
  const checks: Readonly<Record<string, boolean>> = {
    "the turn": decision.turn === turn + 1,
    "the candidates, in the order of their seats": same(
      candidates,
      names.filter((name) => candidates.includes(name)),
    ),
    "every participant, as a candidate or as excluded": same(sorted([...candidates, ...left]), sorted(names)),
    "no waiver, or one for every candidate":
      waived.length === 0 || same(sorted(waived.map(({ participant }) => participant)), sorted(candidates)),
    "waivers only of the weakest exclusion": waived.every(
      ({ reason }) =>
        reason === waived[0]?.reason &&
        excluded.every((other) => strength(other.reason) < 0 || strength(other.reason) > strength(reason)),
    ),
    "each exclusion once": new Set(left).size === left.length,
    "a speaker who is a candidate and not excluded": candidates.includes(speaker) && !setAside.includes(speaker),
    "the bids exactly as given": same(bids, asked),
    "the addressed participant who got the floor": isAuction
      ? addressed?.granted !== true
      : ["raised-hand", "longest-silence"].includes(rule) || isPaid,
    "no scores, ties or draw without an auction": isAuction || same([scores, tied, draw], [[], [speaker], null]),
    "a score or an exclusion for every candidate":
      !isAuction || same(sorted([...scored, ...setAside]), sorted(candidates)),
    "no score for an excluded candidate": !scored.some((name) => setAside.includes(name)),
    "totals that follow from the terms": scores.every(
      ({ bid, aging = 0, mention = 0, centre = 0, excess = 0, divisor = 1, talkativeness = 1, total }) => {
        const points = bid + aging + mention - excess;
        return Math.abs((points * talkativeness) / divisor - centre - total) < 1e-5;
      },
    ),
    "scores that start from the bids": scores.every(({ participant, bid }) => bid === bidOf(participant)),
    "everybody with the highest total, as tied, unless a model chose": same(
      tied,
      isAuction && rule !== "selector" ? tops : [speaker],
    ),
    "a model's choice if and only if an answer was readable":
      (rule === "selector") === (isByModel && among !== undefined),
    "a speaker from the shortlist": rule !== "selector" || among?.includes(speaker) === true,
    "a shortlist of two or more, without anybody who scored less than somebody outside it":
      among === undefined ||
      (among.length > 1 &&
        scores.every(({ participant, total }) => among.includes(participant) || total < lowestShown)),
    "a draw if and only if it broke a tie":
      tied.length === 1 || (draw === null && (selection.tieBreak === "addressed" || (isByModel && !among)))
        ? draw === null
        : tied[Math.floor((draw ?? -1) * tied.length)] === speaker,
  };
  return Object.keys(checks).filter((what) => !checks[what]);
}

itHolds(
  "the decision record is complete and consistent",
  fc.asyncProperty(randomTurn, fc.constantFrom("<1>", "<2>", "Nobody."), async (turn, answer) => {
    const choose = createChooseSpeaker<BiddingConversation>(auction, rulesFor(turn));
    const { decisions, nextSpeaker } = await choose(turn.state, stepWith(answer));
    const [decision, ...others] = decisions as Decision[];
    if (!decision) throw new Error("there is no decision");
    assert.deepEqual([gapsOf(decision, turn.state), others, nextSpeaker], [[], [], decision.speaker]);
  }),
);
