import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { bidTable, castOf, compileBidding, speakersOf } from "../../../support/conversation.js";

interface Recorded {
  debates: { id: string; seats: number; scale: [number, number]; auctions: { bids: number[]; winner: number }[] }[];
}

const { debates }: Recorded = JSON.parse(
  readFileSync(new URL("../../../fixtures/auctions.json", import.meta.url), "utf8"),
);

describe.each(debates)("the recorded debate $id", ({ seats, scale: [min, max], auctions }) => {
  const names = Array.from({ length: seats }, (_each, seat) => `Seat ${seat}`);

  it.each([1, 2, 3])("gives the floor to a highest bidder in every turn with seed %d", async (seed) => {
    const model = bidTable(
      names,
      auctions.map(({ bids }) => bids),
    );
    const { decisions, messages } = await compileBidding({ model }).invoke({
      participants: castOf(...names),
      maxTurns: auctions.length,
      bidding: { scale: { min, max } },
      seed,
    });
    expect(decisions).toHaveLength(auctions.length);
    expect(speakersOf(messages)).toEqual(decisions.map(({ speaker }) => speaker));
    for (const [turn, { bids, winner }] of auctions.entries()) {
      const decision = decisions[turn];
      const highest = Math.max(...bids);
      const tops = names.filter((_name, seat) => bids[seat] === highest);
      expect(decision?.bids.map(({ value }) => value)).toEqual(bids);
      expect(decision?.tied).toEqual(tops);
      expect(tops).toContain(decision?.speaker);
      expect(decision?.draw === null).toBe(tops.length === 1);
      if (tops.length === 1) expect(decision?.speaker).toBe(names[winner]);
    }
  });
});

it("the recordings contain auctions with one highest bid and auctions with ties", () => {
  const auctions = debates.flatMap((debate) => debate.auctions);
  const isTied = ({ bids }: { bids: number[] }) => bids.filter((bid) => bid === Math.max(...bids)).length > 1;
  expect(auctions.filter(isTied).length).toBeGreaterThan(5);
  expect(auctions.filter((auction) => !isTied(auction)).length).toBeGreaterThan(5);
});
