import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Bid } from "../../src/records/bid.js";
import type { Decision, Score } from "../../src/records/decision.js";
import { languages, locales } from "../../src/words/registry.js";
import { bidTable, compileBidding } from "../support/conversation.js";
import { itHolds } from "../support/property.js";

const { bidReason } = locales.en.transcript;

const bid = (participant: string, value: number, outcome: Bid["outcome"] = "bid"): Bid => ({
  ...{ turn: 1, seat: 0, participant, outcome, value },
  attempts: [],
});

const plain: Decision = {
  ...{ turn: 1, rule: "highest-bid", candidates: ["Ann", "Bo", "Cid"], excluded: [], choices: [], addressed: null },
  ...{ bids: [], scores: [], tied: ["Ann"], draw: null, speaker: "Ann" },
};

const decided = (
  bids: readonly (readonly [name: string, bid: number, score?: Partial<Score>])[],
  more: Partial<Decision> = {},
) =>
  bidReason({
    ...plain,
    bids: bids.map(([name, value]) => bid(name, value)),
    scores: bids.map(([participant, value, score]) => ({ participant, bid: value, total: value, ...score })),
    ...more,
  });

describe("the sentence", () => {
  it.each([
    [
      "a clear win",
      decided([
        ["Ann", 7],
        ["Bo", 4],
      ]),
      "Ann bid 7, the highest bid.",
    ],
    ["a single bid", decided([["Ann", 7]]), "Only Ann bid: 7."],
    [
      "a draw between equal bids",
      decided(
        [
          ["Ann", 7],
          ["Bo", 7],
          ["Cid", 2],
        ],
        { tied: ["Ann", "Bo"], draw: 0.31 },
      ),
      "Ann and Bo both bid 7; the draw of 0.310 selected Ann.",
    ],
    [
      "a draw between three equal scores",
      decided(
        [
          ["Ann", 5, { total: 8, aging: 3 }],
          ["Bo", 8],
          ["Cid", 8],
        ],
        { tied: ["Ann", "Bo", "Cid"], draw: 0.5 },
      ),
      "Ann, Bo and Cid all scored 8; the draw of 0.500 selected Ann.",
    ],
    [
      "a tie that the latest message settled",
      decided(
        [
          ["Ann", 7],
          ["Bo", 7],
        ],
        { tied: ["Ann", "Bo"] },
      ),
      "Ann and Bo both bid 7; the latest message asked, called on or named Ann.",
    ],
    [
      "waiting, with equal bids",
      decided([
        ["Ann", 7, { aging: 2, total: 9 }],
        ["Bo", 7, { aging: 1, total: 8 }],
      ]),
      "Ann and Bo both bid 7; Ann had waited longer.",
    ],
    [
      "waiting, with a lower bid",
      decided([
        ["Ann", 6, { aging: 3, total: 9 }],
        ["Bo", 7, { total: 7 }],
        ["Cid", 6],
      ]),
      "Bo bid 7 and Ann 6, but Ann had waited longer.",
    ],
    [
      "a mention",
      decided([
        ["Ann", 6, { mention: 2, total: 8 }],
        ["Bo", 7],
      ]),
      "Bo bid 7 and Ann 6, but Ann had just been mentioned.",
    ],
    [
      "usual bids",
      decided([
        ["Ann", 6, { centre: 3, total: 3 }],
        ["Bo", 9, { centre: 8, total: 1 }],
      ]),
      "Bo bid 9 and Ann 6, but Bo usually bids higher.",
    ],
    [
      "overbidding",
      decided([
        ["Ann", 6],
        ["Bo", 9, { excess: 5, total: 4 }],
      ]),
      "Bo bid 9 and Ann 6, but Bo usually bids higher than the others.",
    ],
    [
      "recent turns",
      decided([
        ["Ann", 6],
        ["Bo", 9, { divisor: 3, total: 3 }],
      ]),
      "Bo bid 9 and Ann 6, but Bo's bid was reduced more for recent turns.",
    ],
    [
      "talkativeness",
      decided([
        ["Ann", 6],
        ["Bo", 9, { talkativeness: 0.5, total: 4.5 }],
      ]),
      "Bo bid 9 and Ann 6, but Bo is set to speak less often.",
    ],
    [
      "an equal bid that was reduced, with two rivals",
      decided([
        ["Ann", 6],
        ["Bo", 6, { divisor: 3, total: 2 }],
        ["Cid", 6, { divisor: 6, total: 1 }],
      ]),
      "Ann and Bo both bid 6; Bo's bid was reduced more for recent turns.",
    ],
  ])("explains %s", (_case, said, expected) => expect(said).toBe(expected));
});

it.each([
  [
    "a rule that chose a lower score",
    decided([
      ["Ann", 2],
      ["Bo", 7],
    ]),
  ],
  ["a speaker without a bid", bidReason({ ...plain, bids: [bid("Bo", 7)] })],
  ["a speaker who passed", bidReason({ ...plain, bids: [bid("Ann", 0, "abstained"), bid("Bo", 7)] })],
  ["no bids", bidReason(plain)],
  [
    "a speaker whom somebody set",
    decided(
      [
        ["Ann", 7],
        ["Bo", 4],
      ],
      { rule: "by-hand" },
    ),
  ],
  [
    "a rule without scores",
    decided(
      [
        ["Ann", 7],
        ["Bo", 4],
      ],
      { rule: "longest-silence", scores: [] },
    ),
  ],
  [
    "a tie with somebody whose bid was unreadable",
    bidReason({
      ...plain,
      bids: [bid("Ann", 3), bid("Bo", 0, "unreadable"), bid("Cid", 1)],
      scores: [
        { participant: "Ann", bid: 3, total: 3 },
        { participant: "Bo", bid: 0, aging: 3, total: 3 },
        { participant: "Cid", bid: 1, total: 1 },
      ],
      ...{ tied: ["Ann", "Bo"], draw: 0.1 },
    }),
  ],
  [
    "a question that gave the floor",
    decided(
      [
        ["Ann", 7],
        ["Bo", 2],
      ],
      { addressed: { by: "Bo", participant: "Ann", granted: true } },
    ),
  ],
])("there is no sentence for %s", (_case, said) => expect(said).toBeNull());

itHolds(
  "the sentence about a played turn names the speaker, and calls a bid the highest only if the speaker alone made it",
  fc.asyncProperty(
    fc.array(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 3, maxLength: 3 }), { minLength: 6, maxLength: 6 }),
    fc.constantFrom(
      { rule: "proportional-fair" },
      { rule: "highest-bid", aging: 1.5 },
      { rule: "highest-bid", centre: 3 },
    ),
    fc.nat(1000),
    async (rows, selection, seed) => {
      const names = ["Ann", "Bo", "Cid"];
      const graph = compileBidding({ model: bidTable(names, rows) });
      const participants = names.map((name) => ({ name }));
      const { decisions } = await graph.invoke({ participants, selection, seed, maxTurns: 6 } as never);
      for (const decision of decisions as Decision[]) {
        const own = decision.bids.find(({ participant }) => participant === decision.speaker)?.value ?? 0;
        const isHighest = decision.tied.length === 1 && decision.bids.filter(({ value }) => value >= own).length === 1;
        for (const language of languages) {
          const said = locales[language].transcript.bidReason(decision) ?? "";
          assert.ok(said.includes(decision.speaker), said);
          assert.equal(/the highest bid\.$|为最高出价。$/.test(said), isHighest, said);
        }
      }
    },
  ),
  5,
);
