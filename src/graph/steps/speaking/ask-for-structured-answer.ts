/**
 * Asks for a structured answer that the mode needs. If the answer is unreadable, asks once more, and then throws an
 * error after which the run can be resumed.
 */

import type { DecideRequest, PlanRequest } from "../../../core/model-request.js";
import type { Rejection } from "../../../core/state/people.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { locales } from "../../../words/registry.js";
import { askAgain } from "../../models/compose.js";
import type { Conversation } from "../../state/conversation-state.js";
import { callFor, promptsFor } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";

const maxAttempts = 2;
/** The maximum length of the answer in the error, in characters. */
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
  const attempts: { readonly answer: string }[] = [];
  const question = callFor(step, state, request);
  const { planAgain, decideAgain, rewrite } = promptsFor(step, state);
  const complaint = request.purpose === "plan" ? planAgain(request) : decideAgain;
  while (attempts.length < maxAttempts) {
    const again = askAgain(question, attempts, () => complaint);
    const rewritten = askAgain(again, rejections, ({ instruction }) => rewrite(instruction));
    const answer = await step.services.caller.structured(rewritten, schema, step.call);
    attempts.push({ answer });
    const value = read(answer);
    if (value !== null) return value;
  }
  const { self, purpose, turn } = request;
  const last = (attempts.at(-1)?.answer ?? "").slice(0, maxShownLength);
  const parameters = { purpose, participant: self.name, turn, attempts: attempts.length, answer: last };
  throw new RostrumError("unreadable-answer", parameters, locales[request.language].errors);
}
