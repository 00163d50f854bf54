/** Runs one debate with twenty seeds. Shows how often each participant speaks and how the debates end. */
import { createBidding } from "rostrum";

const graph = createBidding().compile();
const input = {
  topic: "Should the night bus wait for the last film?",
  participants: [
    { name: "Ulla", role: "bus driver", description: "Opposes waiting: forty passengers freeze for four." },
    { name: "Mateo", role: "projectionist", description: "Supports waiting: nobody watches half a film." },
    { name: "Ines", role: "dispatcher", bidder: "random" as const },
  ],
  selection: { rule: "lottery" },
  stopping: { probability: 0.15 },
  maxTurns: 12,
};

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
const runs = await graph.batch(
  seeds.map((seed) => ({ ...input, seed })),
  { maxConcurrency: 4 },
);

const turns = runs.flatMap(({ decisions }) => decisions);
for (const { name } of input.participants) {
  const share = turns.filter(({ speaker }) => speaker === name).length / turns.length;
  console.log(`${name}: ${Math.round(100 * share)} % of ${turns.length} turns`);
}
for (const [kind, ended] of Object.entries(Object.groupBy(runs, ({ stopReason }) => stopReason?.kind ?? "none")))
  console.log(`ended by ${kind}: seeds ${ended?.map(({ seed }) => seed).join(", ")}`);
