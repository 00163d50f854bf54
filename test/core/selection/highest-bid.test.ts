import { describe, expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { highestBid } from "../../../src/core/selection/highest-bid.js";
import { participantField } from "../../../src/core/state/participant.js";
import type { BiddingConversation } from "../../../src/graph/modes/bidding/state.js";
import { byRule, createChooseSpeaker } from "../../../src/graph/steps/floor/choose-speaker.js";
import type { ModeServices } from "../../../src/graph/steps/run/services.js";
import { StepContext } from "../../../src/graph/steps/run/step-context.js";
import type { Bid } from "../../../src/records/bid.js";
import type { Decision } from "../../../src/records/decision.js";

const names = ["Ada", "Bela", "Chen"];
const participants = names.map((name) => participantField.parse({ name }));
const plain = { repeat: "allow", aging: 0, centre: 0, addressed: false, mentionPoints: 1 } as const;

const bidsOf = (turn: number, values: readonly number[]): Bid[] =>
  values.map((value, seat) => ({
    turn,
    seat,
    participant: names[seat] ?? "",
    outcome: "bid",
    value,
    attempts: [],
  }));

const chooseSpeaker = createChooseSpeaker<BiddingConversation>(
  byRule(() => highestBid),
  {
    selectionOf: ({ selection }) => selection,
    bidsOf: ({ bids }) => bids,
  },
);

async function play(
  rows: readonly (readonly number[])[],
  settings: Partial<BiddingConversation["selection"]>,
  seed = 1,
): Promise<Decision[]> {
  const decisions: Decision[] = [];
  for (const [turn, values] of rows.entries()) {
    const messages = decisions.map(({ speaker }) => new AIMessage({ name: speaker, content: "…" }));
    const bids = bidsOf(turn + 1, values);
    const state = {
      participants,
      turn,
      bids,
      interjections: [],
      controls: [],
      decisions,
      messages,
      seed,
      selection: { ...plain, ...settings },
    };
    const update = await chooseSpeaker(
      state as unknown as BiddingConversation,
      new StepContext({}, {} as ModeServices, {} as never),
    );
    decisions.push(...(update.decisions as Decision[]));
  }
  return decisions;
}

const speakers = (decisions: readonly Decision[]) => decisions.map(({ speaker }) => speaker);

describe("`repeat`", () => {
  it("lets the highest bidder speak again if set to “allow”", async () => {
    expect(
      speakers(
        await play(
          [
            [9, 1, 2],
            [9, 1, 2],
          ],
          { repeat: "allow" },
        ),
      ),
    ).toEqual(["Ada", "Ada"]);
  });

  it("excludes the last speaker, even with the highest bid, if set to “forbid”", async () => {
    const decisions = await play(
      [
        [9, 1, 2],
        [9, 1, 2],
        [9, 1, 2],
      ],
      { repeat: "forbid" },
    );
    expect(speakers(decisions)).toEqual(["Ada", "Chen", "Ada"]);
    expect(decisions[1]?.candidates).toEqual(["Bela", "Chen"]);
  });
});

describe("`aging`", () => {
  it("adds points for every turn of waiting, until even the lowest bidder speaks", async () => {
    const decisions = await play(Array(8).fill([8, 2, 1]), { aging: 2 });
    expect(decisions[2]?.scores).toEqual([
      { participant: "Ada", bid: 8, aging: 0, mention: 0, centre: 0, total: 8 },
      { participant: "Bela", bid: 2, aging: 4, mention: 0, centre: 0, total: 6 },
      { participant: "Chen", bid: 1, aging: 4, mention: 0, centre: 0, total: 5 },
    ]);
    expect(new Set(speakers(decisions))).toEqual(new Set(names));
  });
});

describe("`centre`", () => {
  const shouting = Array.from({ length: 12 }, (_row, turn) => [10, 3 + (turn % 3), 4 - (turn % 2)]);

  it("lets a constant maximum bid win every turn if set to 0", async () => {
    expect(new Set(speakers(await play(shouting, {})))).toEqual(new Set(["Ada"]));
  });

  it("subtracts the mean of the bidder's recent bids, so constant maximum bids win fewer than half of the turns", async () => {
    const decisions = await play(shouting, { centre: 4 });
    const won = speakers(decisions).filter((speaker) => speaker === "Ada").length;
    expect(won).toBeLessThan(6);
    expect(decisions[6]?.scores[0]).toEqual({
      participant: "Ada",
      bid: 10,
      aging: 0,
      mention: 0,
      centre: 10,
      total: 0,
    });
    expect(decisions[3]?.scores[1]).toEqual({
      participant: "Bela",
      bid: 3,
      aging: 0,
      mention: 0,
      // The mean leaves out Bela's bid right after her own speech.
      centre: 3.5,
      total: -0.5,
    });
  });

  it("subtracts the mean of all bids in the first turn, because no bidder has earlier bids", async () => {
    expect((await play([[10, 4, 1]], { centre: 3 }))[0]?.scores.map(({ centre }) => centre)).toEqual([5, 5, 5]);
  });
});

describe("a three-way tie", () => {
  it("is won equally often by each seat over 10,000 seeds (chi-square, p > 0.001)", async () => {
    const counts = new Map(names.map((name) => [name, 0]));
    const state = {
      participants,
      turn: 0,
      interjections: [],
      controls: [],
      bids: bidsOf(1, [7, 7, 7]),
      decisions: [],
      messages: [],
      selection: plain,
    };
    for (let seed = 0; seed < 10_000; seed += 1) {
      const { nextSpeaker } = await chooseSpeaker(
        { ...state, seed } as unknown as BiddingConversation,
        new StepContext({}, {} as ModeServices, {} as never),
      );
      counts.set(String(nextSpeaker), (counts.get(String(nextSpeaker)) ?? 0) + 1);
    }
    expect([...counts.keys()]).toEqual(names);
    const expected = 10_000 / 3;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // The 0.999 quantile of the chi-square distribution with two degrees of freedom.
    expect(chiSquare).toBeLessThan(13.816);
  });
});
