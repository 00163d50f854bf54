/** A debate that ends when everybody has spoken. Run it: npm run debate "Should our school start at nine?" */
import { createBidding } from "rostrum";

export const participants = [
  { name: "Livia", role: "florist", description: "Wants quiet mornings." },
  { name: "Bruno", role: "delivery driver", description: "Wants free roads before eight." },
  { name: "Wanda", role: "town clerk", description: "Undecided, and asks what it costs." },
];

/** A stop condition is a function that returns the reason why the debate ends, or nothing. */
const everybodySpoke = ({ turn, decisions }) =>
  participants.every(({ name }) => decisions.some(({ speaker }) => speaker === name))
    ? { kind: "custom", turn, description: "everybody has spoken" }
    : undefined;

/**
 * `model` is a LangChain chat model. Default: the model in ROSTRUM_MODEL; otherwise OpenAI's, if OPENAI_API_KEY or
 * OPENAI_BASE_URL is set; otherwise an offline rehearsal.
 */
export const createDebate = ({ model } = {}) => createBidding({ model, stopWhen: everybodySpoke }).compile();

if (process.argv[1] === import.meta.filename) {
  const [, , topic = "Should our school start at nine?"] = process.argv;
  // Each turn of waiting adds a point to a participant's bid. This way, everybody gets a turn.
  const input = { topic, participants, selection: { aging: 1 }, maxTurns: 12 };
  for await (const event of await createDebate().stream(input, { streamMode: "custom" })) {
    if (event.type === "speech-end") console.log(`${event.speaker}: ${event.text}\n`);
    if (event.type === "stopped") console.log(event.reason);
  }
}
