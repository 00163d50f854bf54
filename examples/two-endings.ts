/** One debate, two endings: forks a saved conversation after its second turn and continues with another seed. */
import { createBidding, fork, openCheckpointer } from "rostrum";

const checkpointer = await openCheckpointer("memory"); // or a file, or postgres://…
const graph = createBidding().compile({ checkpointer });
const first = { configurable: { thread_id: "first" } };
const second = { configurable: { thread_id: "second" } };

const one = await graph.invoke(
  {
    topic: "Should the mountain hut take reservations?",
    participants: [
      { name: "Reto", role: "warden", description: "Supports reservations: bread has to be carried up." },
      { name: "Yara", role: "mountain guide", description: "Opposes reservations: storms do not book." },
      { name: "Colm", role: "hiker", bidder: "random" },
      { name: "Petra", role: "baker", bidder: "random" },
    ],
    maxTurns: 6,
    seed: 1,
  },
  first,
);
await fork(graph, first, second, { turn: 2, changes: { seed: 2 } });
const other = await graph.invoke(null, second);

for (const [name, { decisions }] of Object.entries({ one, other }))
  console.log(`${name}: ${decisions.map(({ speaker }) => speaker).join(", ")}`);
await checkpointer.close();
