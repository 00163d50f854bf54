/**
 * `npm run report:turn-taking`: what each selection rule does with the floor. Casts of 3, 5 and 8 bid as models bid in this project's
 * recorded debates, through the real graph: each participant takes over a recorded seat, and its bid is one of those that the seat
 * made in the same situation, right after its own speech or not. Then one of four plays a strategy. Prints a Markdown table for the
 * documentation. Exit 1 where `proportional-fair` misses its bars.
 */
import { readFileSync } from "node:fs";
import { draw, pick } from "../src/chance.js";
import { createBidding } from "../src/modes/bidding/bidding.js";
import type { BiddingUpdate } from "../src/modes/bidding/state.js";
import { ScriptedModel } from "../src/testing/index.js";

interface Recorded {
  readonly debates: readonly {
    readonly seats: number;
    readonly auctions: readonly { readonly bids: readonly number[]; readonly winner: number }[];
  }[];
}

/** The bids of one recorded seat. */
interface Habit {
  readonly afterOwnSpeech: readonly number[];
  readonly otherwise: readonly number[];
}

const { debates }: Recorded = JSON.parse(
  readFileSync(new URL("../test/fixtures/auctions.json", import.meta.url), "utf8"),
);

const recordedHabits = debates.flatMap(({ seats, auctions }) =>
  Array.from({ length: seats }, (_each, seat): Habit => {
    const bids = (spokeLast: boolean) =>
      auctions.flatMap((auction, index) =>
        (auctions[index - 1]?.winner === seat) === spokeLast ? [auction.bids[seat] ?? 0] : [],
      );
    return { afterOwnSpeech: bids(true), otherwise: bids(false) };
  }),
);
const lowAfterOwnSpeech = [1, 2];

/** What somebody bids, given what it would bid honestly. */
type Strategy = (honest: number, spokeLast: boolean) => number;

const strategies: Readonly<Record<string, Strategy>> = {
  "always 10": () => 10,
  "10 unless it just spoke": (_honest, spokeLast) => (spokeLast ? 1 : 10),
  "2 more than it means": (honest) => Math.min(10, honest + 2),
  "10 where it means 6": (honest) => (honest >= 6 ? 10 : 1),
  "always 1": () => 1,
};

type Selection = NonNullable<BiddingUpdate["selection"]>;

const ways: Readonly<Record<string, Selection>> = {
  "highest-bid": {},
  "highest-bid, repeat: forbid": { repeat: "forbid" },
  "highest-bid, aging: 1": { aging: 1 },
  "highest-bid, centre: 10": { centre: 10 },
  "proportional-fair": { rule: "proportional-fair" },
  "proportional-fair, longestSilence: 8": { rule: "proportional-fair", longestSilence: 8 },
  "round-robin": { rule: "round-robin" },
  "least-recent": { rule: "least-recent" },
  lottery: { rule: "lottery" },
};

interface Talk {
  /** The speakers' seats, turn by turn. */
  readonly speakers: readonly number[];
  /** How many words each speech had. */
  readonly words: readonly number[];
  /** What everybody would have bid honestly, turn by turn. */
  readonly honest: readonly (readonly number[])[];
  readonly ties: number;
}

async function hold(
  selection: Selection,
  size: number,
  turns: number,
  seed: number,
  strategy?: Strategy,
): Promise<Talk> {
  const names = Array.from({ length: size }, (_each, seat) => `Participant ${seat}`);
  const habits = names.map((_name, seat) => pick(recordedHabits, draw({ seed, turn: 0, purpose: "rehearsal", seat })));
  const honestBid = (turn: number, seat: number, spokeLast: boolean) => {
    const habit = habits[seat] as Habit;
    const own = habit.afterOwnSpeech.length > 0 ? habit.afterOwnSpeech : lowAfterOwnSpeech;
    return pick(spokeLast ? own : habit.otherwise, draw({ seed, turn, purpose: "random-bid", seat }));
  };
  const length = (turn: number, seat: number) =>
    20 + Math.floor(100 * draw({ seed, turn, purpose: "rehearsal", seat }));
  const model = new ScriptedModel(({ purpose, participant, turn, request }) => {
    const seat = names.indexOf(participant);
    if (purpose !== "bid") return "word ".repeat(length(turn, seat));
    const spokeLast = "conversation" in request && request.conversation.lines.at(-1)?.speaker === participant;
    const honest = honestBid(turn, seat, spokeLast);
    return `<${seat === 0 && strategy ? strategy(honest, spokeLast) : honest}>`;
  });
  const participants = names.map((name) => ({ name, description: "A debater." }));
  const { decisions } = await createBidding({ model })
    .compile()
    .invoke({ topic: "The bridge", participants, maxTurns: turns, seed, selection, wordLimit: 400 });
  const speakers = decisions.map(({ speaker }) => names.indexOf(speaker));
  return {
    speakers,
    words: speakers.map((seat, index) => length(index + 1, seat)),
    honest: speakers.map((_seat, index) =>
      names.map((_name, seat) => honestBid(index + 1, seat, speakers[index - 1] === seat)),
    ),
    ties: decisions.filter(({ tied }) => tied.length > 1).length,
  };
}

/** 0: all have the same; near 1: one has all. */
function gini(shares: readonly number[]): number {
  const sorted = shares.toSorted((left, right) => left - right);
  const total = sorted.reduce((sum, share) => sum + share, 0);
  const weighted = sorted.reduce((sum, share, index) => sum + (2 * (index + 1) - sorted.length - 1) * share, 0);
  return total === 0 ? 0 : weighted / (sorted.length * total);
}

function longestSilence(speakers: readonly number[], size: number): number {
  const silences = Array.from({ length: size }, (_each, seat) => {
    const turns = [-1, ...speakers.flatMap((speaker, index) => (speaker === seat ? [index] : [])), speakers.length];
    return Math.max(...turns.slice(1).map((turn, index) => turn - (turns[index] ?? 0) - 1));
  });
  return Math.max(...silences);
}

const isBackAndForth = ([first, second, third, fourth]: readonly number[]) =>
  first === third && second === fourth && first !== second;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function measure(talks: readonly Talk[], size: number) {
  const seats = Array.from({ length: size }, (_each, seat) => seat);
  const sharesOf = ({ speakers, words }: Talk, weigh: boolean) =>
    seats.map((seat) =>
      sum(speakers.map((speaker, index) => (speaker === seat ? (weigh ? (words[index] ?? 0) : 1) : 0))),
    );
  const windows = talks.flatMap(({ speakers }) =>
    speakers.slice(3).map((_speaker, index) => isBackAndForth(speakers.slice(index, index + 4))),
  );
  const heard = talks.flatMap(({ speakers, honest }) => speakers.map((seat, index) => honest[index]?.[seat] ?? 0));
  const wanted = talks.flatMap(({ honest }) => honest.map((bids) => Math.max(...bids)));
  return {
    turns: mean(talks.map((talk) => gini(sharesOf(talk, false)))),
    words: mean(talks.map((talk) => gini(sharesOf(talk, true)))),
    silence: mean(talks.map(({ speakers }) => longestSilence(speakers, size))),
    backAndForth: windows.filter(Boolean).length / windows.length,
    ties: sum(talks.map(({ ties }) => ties)) / sum(talks.map(({ speakers }) => speakers.length)),
    efficiency: sum(heard) / sum(wanted),
    share: mean(talks.map(({ speakers }) => speakers.filter((seat) => seat === 0).length / speakers.length)),
    /** What the first participant's own turns were worth to it, by its honest bids. */
    value: sum(
      talks.flatMap(({ speakers, honest }) =>
        speakers.map((seat, turn) => (seat === 0 ? (honest[turn]?.[0] ?? 0) : 0)),
      ),
    ),
  };
}

const seeds = Array.from({ length: Number(process.argv[2] ?? 30) }, (_each, seed) => seed + 1);

async function measureAll(selection: Selection, size: number, turns: number, strategy?: Strategy) {
  const talks: Talk[] = [];
  for (const seed of seeds) talks.push(await hold(selection, size, turns, seed, strategy));
  return measure(talks, size);
}

const misses: string[] = [];
const require = (name: string, value: number, bar: { readonly atMost: number } | { readonly atLeast: number }) => {
  const isMet = "atMost" in bar ? value <= bar.atMost : value >= bar.atLeast;
  if (!isMet)
    misses.push(
      `${name}: ${value.toFixed(3)}, not ${"atMost" in bar ? `at most ${bar.atMost}` : `at least ${bar.atLeast}`}`,
    );
};
const row = (...cells: readonly (string | number)[]) =>
  console.log(`| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(3) : cell)).join(" | ")} |`);

console.log(`${seeds.length} conversations a row; each measure is the mean over them.\n`);
row("rule", "cast", "turns", "Gini of turns", "Gini of words", "longest silence", "ABAB", "ties", "efficiency");
row(...Array.from({ length: 9 }, () => "---"));
for (const [name, selection] of Object.entries(ways))
  for (const size of [3, 5, 8])
    for (const turns of [10, 30]) {
      const found = await measureAll(selection, size, turns);
      row(
        name,
        String(size),
        String(turns),
        found.turns,
        found.words,
        found.silence.toFixed(1),
        found.backAndForth,
        found.ties,
        found.efficiency,
      );
      if (name !== "proportional-fair") continue;
      const of = (what: string) => `proportional-fair, cast of ${size}, ${turns} turns: ${what}`;
      if (size === 3) require(of("Gini of turns"), found.turns, { atMost: 0.105 });
      if (size === 3) require(of("ABAB"), found.backAndForth, { atMost: 0.12 });
      require(of("efficiency"), found.efficiency, { atLeast: size === 3 ? 0.978 : 0.96 });
    }

console.log(
  "\nOne of four plays a strategy for 30 turns: its share of the turns, and what they were worth to it by its honest bids, as a ratio to bidding honestly.\n",
);
row("rule", ...Object.keys(strategies));
row(...Array.from({ length: 1 + Object.keys(strategies).length }, () => "---"));
for (const [name, selection] of Object.entries(ways)) {
  const honest = await measureAll(selection, 4, 30);
  const cells: string[] = [];
  for (const [strategyName, strategy] of Object.entries(strategies)) {
    const { share, value } = await measureAll(selection, 4, 30, strategy);
    cells.push(`${share.toFixed(3)} (× ${(value / honest.value).toFixed(2)})`);
    if (!name.startsWith("proportional-fair")) continue;
    const bars = { "always 10": 0.27, "10 unless it just spoke": 0.3 } as Record<string, number>;
    if (bars[strategyName]) require(`${name}, ${strategyName}: share`, share, { atMost: bars[strategyName] });
    if (strategyName === "always 1" && selection.longestSilence)
      require(`${name}, always 1: share`, share, { atLeast: 0.08 });
  }
  row(name, ...cells);
}
for (const miss of misses) console.error(miss);
process.exitCode = misses.length > 0 ? 1 : 0;
