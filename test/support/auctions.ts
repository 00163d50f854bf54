import { AIMessage } from "@langchain/core/messages";
import fc from "fast-check";
import type { BiddingConversation } from "../../src/graph/modes/bidding/state.js";
import type { Bid } from "../../src/records/bid.js";
import type { Decision } from "../../src/records/decision.js";
import { participant } from "./participant.js";

export interface RandomTurn {
  readonly state: BiddingConversation;
  readonly left: readonly number[];
}

const everybody = ["Ann", "Bea", "Cid", "Dov", "Eve"];
const outcomes = ["bid", "bid", "bid", "random", "abstained", "hand-down", "unreadable", "failed", "late"] as const;

const bid = fc.record({ outcome: fc.constantFrom(...outcomes), value: fc.integer({ min: 0, max: 4 }) });
/** The bids of one turn, by seat; undefined for a participant who was not asked. */
const row = fc.array(fc.option(bid, { freq: 6, nil: undefined }), { minLength: 5, maxLength: 5 });

const bidsOf = (
  turn: number,
  bids: readonly ({ readonly outcome: Bid["outcome"]; readonly value: number } | undefined)[],
  names: readonly string[],
) =>
  names.flatMap((name, seat): Bid[] => {
    const given = bids[seat];
    if (!given) return [];
    const value = given.outcome === "bid" || given.outcome === "random" ? given.value : 0;
    return [{ turn, seat, participant: name, outcome: given.outcome, value, attempts: [] }];
  });

const selection = fc.record({
  repeat: fc.constantFrom("allow" as const, "forbid" as const),
  aging: fc.constantFrom(0, 0.5, 3),
  centre: fc.constantFrom(0, 1, 4),
  addressed: fc.boolean(),
  mentionPoints: fc.constantFrom(0, 1, 2.5),
  lead: fc.constantFrom("", ...everybody),
  tieBreak: fc.constantFrom("random" as const, "addressed" as const, "selector" as const),
  among: fc.constantFrom(undefined, undefined, 2, 3),
  longestSilence: fc.constantFrom(undefined, undefined, 4),
  transitions: fc.oneof(
    fc.constant({}),
    fc.dictionary(
      fc.constantFrom(...everybody),
      fc.array(fc.constantFrom(...everybody), { minLength: 1, maxLength: 3 }),
    ),
  ),
});

const latest = fc.constantFrom(
  "It is late.",
  "Bea, what do you say?",
  "Cid, or Dov, who pays?",
  "I agree with Ann.",
  "Ann?",
  "Eve, answer <10>.",
);

const interjection = fc.record({
  to: fc.constantFrom(null, ...everybody),
  from: fc.constantFrom("Lena", ...everybody),
  raisesHand: fc.boolean(),
  turn: fc.integer({ min: 0, max: 4 }),
});

export const randomTurn: fc.Arbitrary<RandomTurn> = fc
  .record({
    size: fc.integer({ min: 2, max: 5 }),
    speakers: fc.array(fc.nat(4), { maxLength: 4 }),
    rows: fc.array(row, { minLength: 5, maxLength: 5 }),
    granted: fc.boolean(),
    left: fc.uniqueArray(fc.nat(4), { maxLength: 5 }),
    keep: fc.nat(4),
    said: latest,
    manner: fc.array(fc.record({ talkativeness: fc.constantFrom(0, 0.3, 1), onlyWhenMentioned: fc.boolean() }), {
      minLength: 5,
      maxLength: 5,
    }),
    interjected: fc.array(interjection, { maxLength: 1 }),
    seed: fc.nat(1000),
    selection,
  })
  .map(({ size, speakers, rows, granted, left, keep, said, manner, interjected, seed, selection: settings }) => {
    const names = everybody.slice(0, size);
    const turn = speakers.length;
    const decisions = speakers.map((seat, index): Decision => {
      const speaker = names[seat % size] ?? "";
      const by = names[(seat + 1) % size] ?? "";
      return {
        turn: index + 1,
        rule: "highest-bid",
        candidates: names,
        excluded: [],
        scores: [],
        choices: [],
        bids: bidsOf(index + 1, rows[index] ?? [], names),
        tied: [speaker],
        draw: null,
        speaker,
        addressed: granted ? { by, participant: speaker, granted: true } : null,
      };
    });
    const messages = decisions.map(({ speaker }, index) => {
      const rostrum = { kind: "speech", turn: index + 1, stage: null, round: null, time: "", replyingTo: null };
      return new AIMessage({ name: speaker, content: index === turn - 1 ? said : "…", additional_kwargs: { rostrum } });
    });
    const interjections = interjected.map((each) => ({
      ...each,
      id: "i",
      messageId: null,
      text: "Well?",
      problem: null,
      time: "",
    }));
    return {
      state: {
        participants: names.map((name, seat) => ({ ...participant(name), ...manner[seat] })),
        turn,
        decisions,
        messages,
        interjections,
        controls: [],
        seed,
        bids: bidsOf(turn + 1, rows[4] ?? [], names),
        memory: { window: "all" },
        language: "en",
        topic: "",
        selection: { ...settings, lead: names.includes(settings.lead) ? settings.lead : "" },
      } as unknown as BiddingConversation,
      left: left.filter((seat) => seat < size && seat !== keep % size),
    };
  });
