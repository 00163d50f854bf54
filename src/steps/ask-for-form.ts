/** Asks for an answer in a form without which a mode cannot go on: at most twice, then it is an error that can be resumed. */
import type { DecideBrief, PlanBrief } from "../domain/brief.js";
import { RostrumError } from "../errors.js";
import { stripThinking } from "../parsing/strip-thinking.js";
import { composeFormAgain } from "../prompts/compose.js";
import type { Conversation } from "../state/conversation-state.js";
import { type NodeConfig, type NodeKit, questionFor, runOf } from "./node-kit.js";

const mostAttempts = 2;
/** So much of an answer is shown in an error. */
const longestShown = 200;

interface FormQuestion<Value> {
  readonly brief: DecideBrief | PlanBrief;
  readonly schema: Record<string, unknown>;
  /** Null where the answer is not in the form. */
  readonly read: (answer: string) => Value | null;
}

export async function askForForm<Value>(
  kit: NodeKit,
  state: Conversation,
  { brief, schema, read }: FormQuestion<Value>,
  config: NodeConfig,
): Promise<Value> {
  const answers: string[] = [];
  const run = runOf(config);
  while (answers.length < mostAttempts) {
    const question = questionFor(kit, state, brief, run, (catalog, asked) => composeFormAgain(catalog, asked, answers));
    const answer = await kit.asker.structured(question, schema, run);
    answers.push(answer);
    const value = read(stripThinking(answer));
    if (value !== null) return value;
  }
  const { self, purpose, turn } = brief;
  const last = (answers.at(-1) ?? "").slice(0, longestShown);
  throw new RostrumError(
    "unreadable-answer",
    `${self.name} gave no ${purpose === "plan" ? "plan" : "decision"} that could be read in turn ${turn}, asked ${answers.length} times; the last answer was “${last}”. Nothing is lost: on a thread, invoke it again with null to ask once more`,
    { purpose, participant: self.name, turn },
  );
}
