/**
 * `npm run report:turn-taking`: measures how selection rules distribute the floor, and what one participant gains with
 * a strategy. Each participant imitates one recorded seat: it draws from the bids that this seat made in the same
 * situation. In “provoked” casts, one turn after the seat's own speech is a situation of its own: models reply to
 * replies, so two participants can keep the floor between them.
 *
 * Prints Markdown tables for the documentation. Exits with 1 if `proportional-fair` misses a bar. `npm run
 * report:turn-taking -- 5` holds five conversations per row instead of thirty.
 */
import { readFileSync } from "node:fs";
import { draw, pick } from "../src/base/chance.js";
import { createBidding } from "../src/graph/modes/bidding/bidding.js";
import type { BiddingUpdate } from "../src/graph/modes/bidding/state.js";
import { ScriptedModel } from "../src/offline/scripted-model.js";

interface Recorded {
  readonly debates: readonly {
    readonly seats: number;
    readonly auctions: readonly { readonly bids: readonly number[]; readonly winner: number }[];
  }[];
}

/**
 * The bids of one recorded seat. Index 0: right after its own speech. Index 1: one turn later. Index 2: all other
 * turns.
 */
type Habit = readonly (readonly number[])[];

const { debates }: Recorded = JSON.parse(
  readFileSync(new URL("../test/fixtures/auctions.json", import.meta.url), "utf8"),
);

const turnsSince = (speakers: readonly number[], seat: number) => {
  const last = speakers.lastIndexOf(seat);
  return last < 0 ? 2 : Math.min(2, speakers.length - 1 - last);
};

const recordedHabits = debates.flatMap(({ seats, auctions }) => {
  const winners = auctions.map(({ winner }) => winner);
  return Array.from(
    { length: seats },
    (_each, seat): Habit =>
      [0, 1, 2].map((since) =>
        auctions.flatMap(({ bids }, index) =>
          turnsSince(winners.slice(0, index), seat) === since ? [bids[seat] ?? 0] : [],
        ),
      ),
  );
});
const lowAfterOwnSpeech = [1, 2];

/** Returns the bid that the participant makes instead of an honest bid. */
type Strategy = (honest: number, spokeLast: boolean) => number;

const strategies: Readonly<Record<string, Strategy>> = {
  "always 10": () => 10,
  "10 unless it just spoke": (_honest, spokeLast) => (spokeLast ? 1 : 10),
  "honest bid + 2": (honest) => Math.min(10, honest + 2),
  "10 if its honest bid is 6 or more, otherwise 1": (honest) => (honest >= 6 ? 10 : 1),
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
  lottery: { rule: "lottery" },
};

interface Talk {
  readonly speakers: readonly number[];
  readonly words: readonly number[];
  /** The honest bids of all participants, turn by turn. */
  readonly honest: readonly (readonly number[])[];
  readonly ties: readonly boolean[];
}

interface Cast {
  readonly size: number;
  readonly isProvoked?: boolean;
}

const longest = 30;

async function hold(
  selection: Selection,
  { size, isProvoked }: Cast,
  seed: number,
  strategy: Strategy | undefined,
): Promise<Talk> {
  const names = Array.from({ length: size }, (_each, seat) => `Participant ${seat}`);
  const habits = names.map((_name, seat) => pick(recordedHabits, draw({ seed, turn: 0, purpose: "rehearsal", seat })));
  const honestBid = (turn: number, seat: number, speakers: readonly number[]) => {
    const [own = [], next = [], later = []] = habits[seat] ?? [];
    const answering = next.length > 0 ? next : later;
    const other = isProvoked
      ? [answering, later.length > 0 ? later : next]
      : [
          [...next, ...later],
          [...next, ...later],
        ];
    const bids = [own.length > 0 ? own : lowAfterOwnSpeech, ...other][turnsSince(speakers, seat)] ?? [];
    return pick(bids, draw({ seed, turn, purpose: "random-bid", seat }));
  };
  const length = (turn: number, seat: number) =>
    20 + Math.floor(100 * draw({ seed, turn, purpose: "rehearsal", seat }));
  const model = new ScriptedModel(({ purpose, participant, turn, request }) => {
    const seat = names.indexOf(participant);
    if (purpose !== "bid") return "word ".repeat(length(turn, seat));
    const lines = "conversation" in request ? request.conversation.lines.slice(1) : [];
    const speakers = lines.map(({ speaker }) => names.indexOf(speaker));
    const honest = honestBid(turn, seat, speakers);
    return `<${seat === 0 && strategy ? strategy(honest, speakers.at(-1) === seat) : honest}>`;
  });
  const participants = names.map((name) => ({ name, description: "A debater." }));
  const { decisions } = await createBidding({ model })
    .compile()
    .invoke({ topic: "The bridge", participants, maxTurns: longest, seed, selection, wordLimit: 400 });
  const speakers = decisions.map(({ speaker }) => names.indexOf(speaker));
  return {
    speakers,
    words: speakers.map((seat, index) => length(index + 1, seat)),
    honest: speakers.map((_seat, index) =>
      names.map((_name, seat) => honestBid(index + 1, seat, speakers.slice(0, index))),
    ),
    ties: decisions.map(({ tied }) => tied.length > 1),
  };
}

/** The Gini coefficient: 0 if all `n` shares are equal, and 1 - 1/n if one participant has everything. */
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

const beginning = ({ speakers, words, honest, ties }: Talk, turns: number): Talk => ({
  speakers: speakers.slice(0, turns),
  words: words.slice(0, turns),
  honest: honest.slice(0, turns),
  ties: ties.slice(0, turns),
});

function measure(whole: readonly Talk[], { size }: Cast, turns: number) {
  const talks = whole.map((talk) => beginning(talk, turns));
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
    longestSilence: Math.max(...talks.map(({ speakers }) => longestSilence(speakers, size))),
    backAndForth: windows.filter(Boolean).length / windows.length,
    ties: mean(talks.flatMap(({ ties }) => ties.map(Number))),
    efficiency: sum(heard) / sum(wanted),
    share: mean(talks.map(({ speakers }) => speakers.filter((seat) => seat === 0).length / speakers.length)),
    /** How much the first participant's turns are worth to it: the sum of its honest bids for them. */
    value: sum(
      talks.flatMap(({ speakers, honest }) =>
        speakers.map((seat, turn) => (seat === 0 ? (honest[turn]?.[0] ?? 0) : 0)),
      ),
    ),
  };
}

const seeds = Array.from({ length: Number(process.argv[2] ?? 30) }, (_each, seed) => seed + 1);

async function holdAll(selection: Selection, cast: Cast, strategy?: Strategy): Promise<Talk[]> {
  const talks: Talk[] = [];
  for (const seed of seeds) talks.push(await hold(selection, cast, seed, strategy));
  return talks;
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

const casts: Readonly<Record<string, Cast>> = {
  "3": { size: 3 },
  "3, provoked": { size: 3, isProvoked: true },
  "5": { size: 5 },
  "8": { size: 8 },
};
const headings = ["rule", "cast", "Gini of turns", "Gini of words", "longest silence", "ABAB", "ties", "efficiency"];
console.log(`${seeds.length} conversations a row; each measure is the mean over them, after 10 / ${longest} turns.\n`);
row(...headings);
row(...headings.map(() => "---"));
for (const [name, selection] of Object.entries(ways))
  for (const [label, cast] of Object.entries(casts)) {
    const talks = await holdAll(selection, cast);
    const [short, long] = [measure(talks, cast, 10), measure(talks, cast, longest)];
    const both = (of: "turns" | "words" | "silence" | "backAndForth" | "ties" | "efficiency", digits = 3) =>
      `${short[of].toFixed(digits)} / ${long[of].toFixed(digits)}`;
    row(
      name,
      label,
      both("turns"),
      both("words"),
      both("silence", 1),
      both("backAndForth"),
      both("ties"),
      both("efficiency"),
    );
    if (selection.longestSilence)
      require(`${name}, ${label}: longest silence`, long.longestSilence, { atMost: selection.longestSilence });
    if (name !== "proportional-fair" || cast.isProvoked) continue;
    for (const found of [short, long]) {
      const of = (what: string) => `proportional-fair, cast of ${label}: ${what}`;
      if (cast.size === 3) require(of("Gini of turns"), found.turns, { atMost: 0.105 });
      if (cast.size === 3) require(of("ABAB"), found.backAndForth, { atMost: 0.12 });
      require(of("efficiency"), found.efficiency, { atLeast: cast.size === 3 ? 0.978 : 0.96 });
    }
  }

console.log(
  `\nOne of four participants plays a strategy for ${longest} turns: its share of the turns and, in brackets, what these turns are worth to it, measured by its honest bids, relative to bidding honestly.\n`,
);
row("rule", ...Object.keys(strategies));
row(...Array.from({ length: 1 + Object.keys(strategies).length }, () => "---"));
const four: Cast = { size: 4 };
for (const [name, selection] of Object.entries(ways)) {
  const honest = measure(await holdAll(selection, four), four, longest);
  const cells: string[] = [];
  for (const [strategyName, strategy] of Object.entries(strategies)) {
    const { share, value } = measure(await holdAll(selection, four, strategy), four, longest);
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
