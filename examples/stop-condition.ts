/** A debate with a custom stop condition: it ends when everybody has had two turns, or on the phrase “I withdraw”. */
import { anyOf, createBidding, onPhrase, type StopCondition } from "rostrum";

const everybodySpoke =
  (names: readonly string[], times: number): StopCondition =>
  ({ turn, decisions }) => {
    const turnsOf = (name: string) => decisions.filter(({ speaker }) => speaker === name).length;
    const fewest = Math.min(...names.map(turnsOf));
    if (fewest < times) return undefined;
    return { kind: "custom", turn, description: `everybody has spoken ${times} times`, values: { fewest } };
  };

const participants = [
  { name: "Saskia", role: "beekeeper", description: "Supports a meadow: the bees fly eight kilometres for clover." },
  { name: "Dov", role: "football coach", description: "Opposes a meadow: forty children would lose their pitch." },
  { name: "Aziza", role: "town gardener" },
];
const names = participants.map(({ name }) => name);

const graph = createBidding({ stopWhen: anyOf(everybodySpoke(names, 2), onPhrase("I withdraw")) }).compile();
const { decisions, stopReason } = await graph.invoke({
  topic: "Should the old airfield become a meadow?",
  participants,
  selection: { aging: 1 }, // waiting raises bids, so everybody gets a turn
  maxTurns: 20, // ends the debate even if the condition never holds
  seed: 4,
});
for (const { turn, speaker } of decisions) console.log(turn, speaker);
console.log(stopReason);
