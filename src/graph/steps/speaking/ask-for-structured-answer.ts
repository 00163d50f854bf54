import type { DecideRequest, PlanRequest } from "../../../core/model-request.js";
import type { Rejection } from "../../../core/state/people.js";
import { cutText } from "../../../core/text/cut.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { locales } from "../../../words/registry.js";
import { lengthLimitOf } from "../../models/answer-limit.js";
import { askAgain } from "../../models/compose.js";
import type { Conversation } from "../../state/conversation-state.js";
import { callFor, promptsFor } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";

const maxAttempts = 2;
/** In characters. */
const maxShownLength = 200;

/**
 * `read` returns null for an unreadable answer. `rejections`: earlier answers that a person has rejected.
 *
 * @throws `unreadable-answer` after two unreadable answers.
 */
export async function askForStructuredAnswer<Value>(
  state: Conversation,
  request: DecideRequest | PlanRequest,
  schema: Record<string, unknown>,
  read: (answer: string) => Value | null,
  step: StepContext,
  rejections: readonly Rejection[] = [],
): Promise<Value> {
  const attempts: { readonly answer: string; readonly limit?: number }[] = [];
  const question = callFor(step, state, request);
  const { planAgain, decideAgain, rewrite } = promptsFor(step, state);
  const complaint = request.purpose === "plan" ? planAgain(request) : decideAgain;
  while (attempts.length < maxAttempts) {
    const again = askAgain(question, attempts, () => complaint);
    const rewritten = askAgain(again, rejections, ({ instruction }) => rewrite(instruction));
    const { text: answer, isTooLong } = await step.services.caller.structured(rewritten, schema, step.call);
    attempts.push({ answer, ...(isTooLong && { limit: lengthLimitOf(step.settings) }) });
    const value = isTooLong ? null : read(answer);
    if (value !== null) return value;
  }
  const { self, purpose, turn } = request;
  const { answer: last = "", ...cut } = attempts.at(-1) ?? {};
  const answer = cutText(last, maxShownLength);
  const parameters = { purpose, participant: self.name, turn, attempts: attempts.length, answer, ...cut };
  throw new RostrumError("unreadable-answer", parameters, locales[request.language].errors);
}
