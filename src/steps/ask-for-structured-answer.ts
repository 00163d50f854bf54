/** Asks for a structured answer that the mode needs. Asks again once, then throws an error after which the run can be resumed. */
import { RostrumError } from "../errors.js";
import { locales } from "../locales/registry.js";
import { composeAgain, composeRewritten } from "../models/compose.js";
import type { DecideRequest, PlanRequest } from "../models/request.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Rejection } from "../state/people.js";
import { callFor, promptsFor } from "./services.js";
import type { StepContext } from "./step.js";

const maxAttempts = 2;
/** The longest part of an answer that the error shows, in characters. */
const maxShownLength = 200;

/**
 * `read` returns null for an answer that does not match the schema. `rejections`: what a person has rejected of it before.
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
  const answers: string[] = [];
  while (answers.length < maxAttempts) {
    const attempts = answers.map((answer) => ({ answer }));
    const question = callFor(step, state, request, (catalog, asked) =>
      composeAgain(catalog, asked, attempts, () =>
        asked.purpose === "plan" ? catalog.planAgain(asked) : catalog.decideAgain,
      ),
    );
    const again = composeRewritten(question, rejections, promptsFor(step, state).rewrite);
    const answer = await step.services.caller.structured(again, schema, step.call);
    answers.push(answer);
    const value = read(answer);
    if (value !== null) return value;
  }
  const { self, purpose, turn } = request;
  const last = (answers.at(-1) ?? "").slice(0, maxShownLength);
  const known = { purpose, participant: self.name, turn, attempts: answers.length, answer: last };
  throw new RostrumError("unreadable-answer", known, locales[request.language].errors);
}
