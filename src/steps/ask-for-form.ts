/** Asks for a structured answer that the mode cannot do without: twice at most, then it throws a resumable error. */

import { RostrumError } from "../errors.js";
import { locales } from "../locales/registry.js";
import { composeFormAgain } from "../models/compose.js";
import type { DecideRequest, PlanRequest } from "../models/request.js";
import type { Conversation } from "../state/conversation-state.js";
import { stripThinking } from "../text/strip-thinking.js";
import { callFor, type ModeServices } from "./services.js";
import type { StepContext } from "./step.js";

const mostAttempts = 2;
/** Longest part of an answer that an error shows, in characters. */
const longestShown = 200;

interface FormCall<Value> {
  readonly request: DecideRequest | PlanRequest;
  readonly schema: Record<string, unknown>;
  /** Null when the answer does not have the form. */
  readonly read: (answer: string) => Value | null;
}

export async function askForForm<Value>(
  services: ModeServices,
  state: Conversation,
  { request, schema, read }: FormCall<Value>,
  step: StepContext,
): Promise<Value> {
  const answers: string[] = [];
  const run = step.call;
  while (answers.length < mostAttempts) {
    const question = callFor(services, state, request, run, (catalog, asked) =>
      composeFormAgain(catalog, asked, answers),
    );
    const answer = await services.caller.structured(question, schema, run);
    answers.push(answer);
    const value = read(stripThinking(answer));
    if (value !== null) return value;
  }
  const { self, purpose, turn } = request;
  const last = (answers.at(-1) ?? "").slice(0, longestShown);
  const known = { purpose, participant: self.name, turn, attempts: answers.length, answer: last };
  throw new RostrumError("unreadable-answer", known, locales[request.language].errors);
}
