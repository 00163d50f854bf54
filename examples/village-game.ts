/** A village hunts its werewolf. Bids are levels of urgency, and participants answer when they are addressed. */
import { createBidding, type RostrumEvent } from "rostrum";

const secret = (text: string) => `${text} You never reveal your role, and you speak in at most three sentences.`;
const graph = createBidding().compile();
const round = await graph.stream(
  {
    topic: "The miller was found at dawn. Who among us is the werewolf?",
    participants: [
      { name: "Orla", role: "baker", description: secret("You are a villager.") },
      { name: "Bram", role: "tanner", description: secret("You are the werewolf.") },
      { name: "Fenna", role: "midwife", description: secret("You are the seer: you know that Bram is the werewolf.") },
      { name: "Tycho", role: "bell-ringer", description: secret("You are a villager.") },
    ],
    // From 0 (would rather listen) to 4 (was spoken to directly and must answer).
    bidding: { scale: { min: 0, max: 4 }, anchors: "five-levels" },
    selection: { repeat: "forbid", addressed: true, mentionPoints: 2 },
    stopping: { silence: { threshold: 0, turns: 2 } },
    maxTurns: 8,
    seed: 13,
  },
  { streamMode: "custom" },
);

for await (const event of round) {
  const happened = event as RostrumEvent;
  if (happened.type === "decision") {
    const { bids, rule } = happened.decision;
    const all = bids.map(({ participant, value }) => `${participant} ${"●".repeat(value)}`).join("  ");
    console.log(`\n${all || rule}`);
  }
  if (happened.type === "speech-end") console.log(`${happened.speaker}: ${happened.text}`);
}
