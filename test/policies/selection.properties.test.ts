/** Whatever was bid and said before, and however the rules are set: whoever is chosen is a candidate. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { directorsChoice } from "../../src/modes/director/choice.js";
import { answerFirst } from "../../src/selection/addressed.js";
import type { Decision } from "../../src/selection/decision.js";
import { highestBid } from "../../src/selection/highest-bid.js";
import { grantRequest } from "../../src/selection/requested.js";
import { roundRobin } from "../../src/selection/round-robin.js";
import type { SelectionContext, SelectionRule } from "../../src/selection/rule.js";
import type { BiddingConversation, RoundRobinConversation } from "../../src/state/conversation-state.js";
import { byRule, createChooseSpeaker } from "../../src/steps/choose-speaker.js";
import { type FloorRules, openFloor } from "../../src/steps/open-floor.js";
import { StepContext } from "../../src/steps/step.js";
import { type RandomTurn, randomTurn } from "../support/auctions.js";
import { itHolds } from "../support/property.js";

const rulesFor = ({ left }: RandomTurn): FloorRules<BiddingConversation> => ({
  repeatOf: ({ selection }) => selection.repeat,
  bidsOf: ({ bids }) => bids,
  excludedOf: ({ participants }) =>
    left.map((seat) => ({ participant: participants[seat]?.name ?? "", reason: "resting" })),
});

const floorOf = (turn: RandomTurn) => openFloor(turn.state, rulesFor(turn)).floor;

const auction: SelectionRule<BiddingConversation> = (floor) =>
  floor.state.selection.addressed ? answerFirst(floor, () => highestBid(floor)) : highestBid(floor);

/** Every rule that there is. */
const rules: Readonly<
  Record<string, (floor: SelectionContext<BiddingConversation>, number: number) => ReturnType<SelectionRule>>
> = {
  "the highest bid": (floor) => highestBid(floor),
  "whoever is asked, else the highest bid": auction,
  "the round": (floor) => roundRobin(floor as unknown as SelectionContext<RoundRobinConversation>),
  "the director's choice": (floor, number) => directorsChoice(floor, number, { choices: [], fallback: "first" }),
  "the longest silence": (floor) => directorsChoice(floor, undefined, { choices: [], fallback: "least-recent" }),
  "the lot": (floor) => directorsChoice(floor, undefined, { choices: [], fallback: "random" }),
};

itHolds(
  "the chosen one is a candidate, by every rule",
  fc.property(
    randomTurn,
    fc.constantFrom(...Object.keys(rules)),
    fc.oneof(fc.integer({ min: -2, max: 7 }), fc.double()),
    (turn, rule, number) => {
      const floor = floorOf(turn);
      const seats = floor.candidates.map(({ seat }) => seat);
      const selected = rules[rule]?.(floor, number);
      assert.ok(seats.some((seat) => seat === (typeof selected === "object" ? selected?.seat : selected)));
      // Whoever asks for the floor gets it only as a candidate, too.
      const granted = grantRequest(floor);
      if (granted) assert.ok(seats.includes(granted.seat));
    },
  ),
);

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** What a decision's record lacks. */
function gapsOf(decision: Decision, { participants, turn, bids: given }: BiddingConversation): string[] {
  const { candidates, excluded, bids, scores, tied, draw, speaker, addressed, rule } = decision;
  const names = participants.map(({ name }) => name);
  const left = excluded.map(({ participant }) => participant);
  const setAside = left.filter((name) => candidates.includes(name));
  const scored = scores.map(({ participant }) => participant);
  const highest = Math.max(...scores.map(({ total }) => total));
  const tops = scores.filter(({ total }) => total === highest).map(({ participant }) => participant);
  const asked = given.filter((bid) => bid.turn === turn + 1);
  const isAuction = rule === "highest-bid";
  const isPaid = addressed?.granted === true && addressed.participant === speaker;
  const bidOf = (name: string) => bids.find(({ participant }) => participant === name)?.value ?? 0;
  const checks: Readonly<Record<string, boolean>> = {
    "the turn": decision.turn === turn + 1,
    "the candidates, in the order of their seats": same(
      candidates,
      names.filter((name) => candidates.includes(name)),
    ),
    "everybody, as a candidate or as left out": same(sorted([...candidates, ...left]), sorted(names)),
    "each exclusion once": new Set(left).size === left.length,
    "a speaker who could be chosen": candidates.includes(speaker) && !setAside.includes(speaker),
    "the bids of all who were asked as they were given": same(bids, asked),
    "an address, where one was granted": isAuction ? addressed?.granted !== true : rule === "raised-hand" || isPaid,
    "nothing of an auction, where there was none": isAuction || same([scores, tied, draw], [[], [speaker], null]),
    "a score or an exclusion of every candidate":
      !isAuction || same(sorted([...scored, ...setAside]), sorted(candidates)),
    "no score of anybody set aside": !scored.some((name) => setAside.includes(name)),
    sums: scores.every(
      ({ bid, aging, mention, centre, total }) => Math.abs(bid + aging + mention - centre - total) < 1e-5,
    ),
    "the bids that the scores are of": scores.every(({ participant, bid }) => bid === bidOf(participant)),
    "all who are equal at the top": !isAuction || same(tied, tops),
    "the draw that broke a tie, and none where there was none":
      tied.length === 1 ? draw === null : tied[Math.floor((draw ?? -1) * tied.length)] === speaker,
  };
  return Object.keys(checks).filter((what) => !checks[what]);
}

itHolds(
  "the record of an auction is complete",
  fc.asyncProperty(randomTurn, async (turn) => {
    const choose = createChooseSpeaker<BiddingConversation>(byRule(auction), rulesFor(turn));
    const { decisions, nextSpeaker } = await choose(turn.state, new StepContext({}));
    const [decision, ...others] = decisions as Decision[];
    if (!decision) throw new Error("there is no decision");
    assert.deepEqual([gapsOf(decision, turn.state), others, nextSpeaker], [[], [], decision.speaker]);
  }),
);
