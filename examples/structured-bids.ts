/** A debate with bids as structured output and a custom criterion. */
import { createBidding } from "rostrum";

const graph = createBidding().compile();
const { decisions, messages, stopReason } = await graph.invoke({
  topic: "Should the valley library lend out tools as well as books?",
  participants: [
    {
      name: "Idris",
      role: "librarian",
      description: "Supports lending tools: a drill is used for nine minutes a year.",
    },
    {
      name: "Marta",
      role: "hardware dealer",
      description: "Opposes lending tools: the town's last shop lives on drills.",
    },
    { name: "Joon", role: "carpenter", description: "Undecided, and has seen what borrowers do to a chisel." },
  ],
  bidding: {
    criterion: "how much you can add that nobody at this table has said yet",
    answer: "structured",
    scale: { min: 0, max: 5 },
  },
  selection: { repeat: "forbid" },
  maxTurns: 5,
  seed: 11,
});

const speeches = messages.slice(1); // the first message is the moderator's
for (const { turn, bids, speaker } of decisions) {
  console.log(`Turn ${turn}: ${bids.map(({ participant, value }) => `${participant} ${value}`).join(", ")}`);
  console.log(`${speaker}: ${speeches[turn - 1]?.text}\n`);
}
console.log(stopReason);
