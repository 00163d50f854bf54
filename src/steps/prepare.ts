/** Writes what a conversation can do without: descriptions of the cast, and one sharp question made of the topic. */
import type { Brief } from "../domain/brief.js";
import type { Warning } from "../domain/events.js";
import { fitWords } from "../domain/fit-words.js";
import type { Participant } from "../domain/participant.js";
import { RostrumError } from "../errors.js";
import { isRefused } from "../models/call-failure.js";
import { BudgetSpentError } from "../models/ledger.js";
import { stripThinking } from "../parsing/strip-thinking.js";
import type { Conversation } from "../state/conversation-state.js";
import { type NodeConfig, type NodeKit, questionFor, runOf } from "./node-kit.js";
import { sceneOf } from "./scene.js";

type PreparationBrief = Extract<Brief, { purpose: Warning["purpose"] }>;

/** A text that was written, or the plain one in its place and the reason. */
interface Prepared {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** What the scene is set with. */
export interface Preparation {
  readonly question: string;
  readonly participants: Participant[];
  readonly warnings: Warning[];
}

const asGiven = (text: string): Prepared => ({ text, warnings: [] });

/** A topic that is a question already needs no sharpening. */
const isQuestion = (topic: string) => /[?？]$/.test(topic.trim());

/** Asks for a text. A failure is recorded and falls back to the plain text: the conversation can go on without. */
async function write(
  kit: NodeKit,
  state: Conversation,
  brief: PreparationBrief,
  plain: string,
  config: NodeConfig,
): Promise<Prepared> {
  const run = runOf(config);
  const participant = "self" in brief ? brief.self.name : "";
  const fallback = (reason: string): Prepared => ({
    text: plain,
    warnings: [{ purpose: brief.purpose, participant, reason }],
  });
  try {
    const text = await kit.asker.text(questionFor(kit, state, brief, run), run);
    const written = stripThinking(text);
    if (written === "") return fallback("the answer was empty");
    const fitted = fitWords(written, state.wordLimit, state.language);
    // Half a question would be another question.
    if (fitted === "" || (brief.purpose === "sharpen-topic" && fitted !== written))
      return fallback(`the answer was longer than ${state.wordLimit} words`);
    return asGiven(fitted);
  } catch (error) {
    // A wrong key or model would fail every turn as well: better to hear of it at once, in full.
    const canGoOn = RostrumError.isInstance(error) && error.code === "model-call-failed" && !isRefused(error);
    if (BudgetSpentError.isInstance(error)) return fallback(error.message);
    if (run.signal.aborted || !canGoOn) throw error;
    return fallback(error.message);
  }
}

/** Writes what is missing, all at once; what was given stays as it is, and so does a question that is open already. */
export async function prepare(
  kit: NodeKit,
  state: Conversation,
  openQuestion: string | undefined,
  config: NodeConfig,
): Promise<Preparation> {
  const scene = { ...sceneOf({ ...state, opening: null }), turn: 0 };
  const [question, ...descriptions] = await Promise.all([
    openQuestion !== undefined || isQuestion(state.topic)
      ? asGiven(openQuestion ?? state.topic)
      : write(kit, state, { ...scene, purpose: "sharpen-topic" }, state.topic, config),
    ...state.participants.map((self) =>
      self.description || self.instructions || self.human
        ? asGiven(self.description)
        : write(kit, state, { ...scene, purpose: "describe-participant", self }, "", config),
    ),
  ]);
  const all = [question, ...descriptions];
  return {
    question: question.text,
    participants: state.participants.map((self, seat) => ({ ...self, description: descriptions[seat]?.text ?? "" })),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}
