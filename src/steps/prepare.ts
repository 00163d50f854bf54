/** Writes what is useful but not necessary: descriptions of the cast, and a precise question from the topic. */

import { RostrumError } from "../errors.js";
import { fitWords } from "../locales/word-count.js";
import { isRefused } from "../models/call-failure.js";
import type { ModelRequest } from "../models/request.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Participant } from "../state/participant.js";
import { stripThinking } from "../text/strip-thinking.js";
import { BudgetExceededError } from "../usage/budget-guard.js";
import type { Warning } from "../usage/task-usage.js";
import { sceneOf } from "./scene.js";
import { callFor, type ModeServices } from "./services.js";
import type { StepContext } from "./step.js";

type PreparationRequest = Extract<ModelRequest, { purpose: Warning["purpose"] }>;

/** A written text, or the fallback with a warning that gives the reason. */
interface Prepared {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** The result of the preparation. */
export interface Preparation {
  readonly question: string;
  readonly participants: Participant[];
  readonly warnings: Warning[];
}

const asGiven = (text: string): Prepared => ({ text, warnings: [] });

/** A topic that is a question needs no rewording. */
const isQuestion = (topic: string) => /[?？]$/.test(topic.trim());

/** Asks for a text. A failure becomes a warning and falls back to the plain text. */
async function write(
  services: ModeServices,
  state: Conversation,
  request: PreparationRequest,
  plain: string,
  step: StepContext,
): Promise<Prepared> {
  const run = step.call;
  const participant = "self" in request ? request.self.name : "";
  const fallback = (reason: string): Prepared => ({
    text: plain,
    warnings: [{ purpose: request.purpose, participant, reason }],
  });
  try {
    const text = await services.caller.text(callFor(services, state, request, run), run);
    const written = stripThinking(text);
    if (written === "") return fallback("the answer was empty");
    const fitted = fitWords(written, state.wordLimit, state.language);
    // A shortened question would be another question.
    if (fitted === "" || (request.purpose === "sharpen-topic" && fitted !== written))
      return fallback(`the answer was longer than ${state.wordLimit} words`);
    return asGiven(fitted);
  } catch (error) {
    // A wrong key or model would fail every turn, so it fails here.
    const canGoOn = RostrumError.isInstance(error) && error.code === "model-call-failed" && !isRefused(error);
    if (BudgetExceededError.isInstance(error)) return fallback(error.message);
    if (run.signal.aborted || !canGoOn) throw error;
    return fallback(error.message);
  }
}

/** Writes all missing texts concurrently. Keeps given descriptions and a question that is already open. */
export async function prepare(
  services: ModeServices,
  state: Conversation,
  { known, leader }: { readonly known: string | undefined; readonly leader: Participant | null },
  step: StepContext,
): Promise<Preparation> {
  const scene = { ...sceneOf({ ...state, opening: null }, leader ?? undefined), turn: 0 };
  const [question, ...descriptions] = await Promise.all([
    known !== undefined || isQuestion(state.topic)
      ? asGiven(known ?? state.topic)
      : write(services, state, { ...scene, purpose: "sharpen-topic" }, state.topic, step),
    ...state.participants.map((self) =>
      self.description || self.instructions || self.human
        ? asGiven(self.description)
        : write(services, state, { ...scene, purpose: "describe-participant", self }, "", step),
    ),
  ]);
  const all = [question, ...descriptions];
  return {
    question: question.text,
    participants: state.participants.map((self, seat) => ({ ...self, description: descriptions[seat]?.text ?? "" })),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}
