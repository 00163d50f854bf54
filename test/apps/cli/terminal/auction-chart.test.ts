import { describe, expect, it } from "@jest/globals";
import stringWidth from "string-width";
import { auctionChart, type ChartOptions } from "../../../../src/apps/cli/terminal/auction-chart.js";
import { coloursFor } from "../../../../src/apps/cli/terminal/text.js";
import type { Bid } from "../../../../src/records/bid.js";
import type { Decision } from "../../../../src/records/decision.js";
import { cliTexts } from "../../../../src/words/command-line.js";
import { locales } from "../../../../src/words/registry.js";

const options = (names: readonly string[], language: "en" | "zh" = "en"): ChartOptions => ({
  names,
  highestBid: 10,
  width: 80,
  colours: coloursFor({ isTTY: false } as never, {}),
  words: locales[language].transcript,
  texts: cliTexts(language).run,
});

const bid = (participant: string, seat: number, value: number, outcome: Bid["outcome"] = "bid"): Bid => ({
  turn: 1,
  seat,
  participant,
  outcome,
  value,
  attempts: [],
});

function decisionOf(bids: readonly Bid[], speaker: string, more: Partial<Decision> = {}): Decision {
  const candidates = bids.map(({ participant }) => participant);
  const scores = bids
    .filter(({ outcome }) => outcome !== "abstained")
    .map(({ participant, value }) => ({ participant, bid: value, aging: 0, mention: 0, centre: 0, total: value }));
  const base = {
    turn: 1,
    rule: "highest-bid",
    candidates,
    excluded: [],
    bids,
    scores,
    choices: [],
    addressed: null,
    tied: [speaker],
    draw: null,
    speaker,
  };
  return { ...base, ...more };
}

describe("a chart", () => {
  it("shows bids, random bids, unreadable answers, passes and exclusions", () => {
    const bids = [
      bid("Ann", 0, 7),
      bid("Bo", 1, 4, "random"),
      bid("Cy", 2, 0, "unreadable"),
      bid("Di", 3, 0, "abstained"),
    ];
    const excluded = [
      { participant: "Di", reason: "abstained" as const },
      { participant: "Eve", reason: "spoke-last" as const },
    ];
    expect(auctionChart(decisionOf(bids, "Ann", { excluded }), options(["Ann", "Bo", "Cy", "Di", "Eve"]))).toEqual([
      "▸ Ann  ███████···  7",
      "  Bo   ████······  4 drawn",
      "  Cy   ··········    unreadable (0)",
      "  Di                 pass",
      "  Eve                spoke last",
    ]);
  });

  it("shows how aging and centering changed the score, and how a tie was broken", () => {
    const scores = [
      { participant: "Ann", bid: 5, aging: 2, mention: 0, centre: 0, total: 7 },
      { participant: "Bo", bid: 10, aging: 0, mention: 0, centre: 3, total: 7 },
    ];
    const decision = decisionOf([bid("Ann", 0, 5), bid("Bo", 1, 10)], "Bo", {
      scores,
      tied: ["Ann", "Bo"],
      draw: 0.9124,
    });
    expect(auctionChart(decision, options(["Ann", "Bo"]))).toEqual([
      "  Ann  ███████···  5 + 2 for waiting = 7",
      "▸ Bo   ███████··· 10 − 3 average = 7",
      "  Ann and Bo both scored 7; the draw of 0.912 selected Bo",
    ]);
  });

  it("scales the bars to the highest total if that total exceeds the highest possible bid", () => {
    const scores = [
      { participant: "Ann", bid: 10, aging: 0, mention: 0, centre: 0, total: 10 },
      { participant: "Bo", bid: 8, aging: 12, mention: 0, centre: 0, total: 20 },
      { participant: "Cy", bid: 1, aging: 0, mention: 0, centre: 4, total: -3 },
    ];
    const bids = [bid("Ann", 0, 10), bid("Bo", 1, 8), bid("Cy", 2, 1)];
    expect(auctionChart(decisionOf(bids, "Bo", { scores }), options(["Ann", "Bo", "Cy"]))).toEqual([
      "  Ann  █████····· 10",
      "▸ Bo   ██████████  8 + 12 for waiting = 20",
      "  Cy   ··········  1 − 4 average = −3",
      "  Ann bid 10 and Bo 8, but Bo had waited longer",
    ]);
  });

  it("fits into a narrow terminal", () => {
    const scores = [{ participant: "Oluwaseun", bid: 10, aging: 0.5, mention: 0, centre: 0, total: 10.5 }];
    const decision = decisionOf([bid("Oluwaseun", 0, 10)], "Oluwaseun", { scores });
    expect(auctionChart(decision, { ...options(["Oluwaseun"]), width: 40 })).toEqual([
      "▸ Oluwaseun  ██████████ 10\n             + 0.5 for waiting = 10.5",
    ]);
  });

  it("aligns names of different widths", () => {
    const names = ["林晚舟", "Bo", "欧阳启明"];
    const lines = auctionChart(
      decisionOf(
        names.map((name, seat) => bid(name, seat, 5)),
        "Bo",
      ),
      options(names, "zh"),
    );
    expect(new Set(lines.map((line) => stringWidth(line.slice(0, line.indexOf("█")))))).toEqual(new Set([12]));
  });

  it("shows the speaker and the highest bids of a large cast, and counts the others", () => {
    const names = Array.from({ length: 100 }, (_, seat) => `Guest ${seat}`);
    const bids = names.map((name, seat) => bid(name, seat, seat % 10));
    const lines = auctionChart(decisionOf(bids, "Guest 9"), options(names));
    expect(lines).toHaveLength(13);
    expect(lines).toContainEqual(expect.stringMatching(/^▸ Guest 9 .* 9$/));
    expect(lines.filter((line) => / 9$/.test(line))).toHaveLength(10);
    expect(lines.at(-1)).toBe("  and 88 more, none higher");
  });

  it("escapes terminal control sequences in a name", () => {
    const [line] = auctionChart(decisionOf([bid("A\u001b[31m", 0, 1)], "A\u001b[31m"), options(["A\u001b[31m"]));
    expect(line).not.toContain("\u001b");
  });
});
