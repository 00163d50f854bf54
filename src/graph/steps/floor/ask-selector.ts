/** Asks a model who should speak next, for rules that let a model choose. */
import { remember } from "../../../core/memory/remember.js";
import { afterThinking, parseChoice } from "../../../core/text/read-answer.js";
import type { ChoiceAttempt, ChoiceProblem } from "../../../records/decision.js";
import { isFailedCall, isRefused } from "../../models/call-failure.js";
import { askAgain } from "../../models/compose.js";
import { normalizeAnswer } from "../../models/stream-speech.js";
import type { Conversation } from "../../state/conversation-state.js";
import { callFor, promptsFor, sceneOf } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import type { OpenFloor } from "./open-floor.js";

const maxAttempts = 2;

type UnreadableChoice = ChoiceAttempt & { readonly problem: ChoiceProblem };

/**
 * Returns the model's answers. After an unreadable answer, asks once more. If a call fails, the last entry says so.
 *
 * @param guidance - What the model should consider; empty for the default.
 */
export async function askSelector<State extends Conversation>(
  { candidates, state, turn }: OpenFloor<State>,
  guidance: string,
  step: StepContext,
): Promise<readonly ChoiceAttempt[]> {
  const people = candidates.map(({ participant }) => participant);
  const conversation = remember(state);
  const request = { ...sceneOf(state), purpose: "select", turn, conversation, candidates: people, guidance } as const;
  const question = callFor(step, state, request);
  const { selectAgain } = promptsFor(step, state);
  const unreadable: UnreadableChoice[] = [];
  while (unreadable.length < maxAttempts) {
    const again = askAgain(question, unreadable, ({ problem }) => selectAgain(request, problem));
    try {
      const { text: answer, isTooLong } = await step.services.caller.text(again, step.call);
      const choice = parseChoice(afterThinking(normalizeAnswer(answer)), people.length);
      const problem = isTooLong ? "too-long" : choice.ok ? null : choice.problem;
      if (problem === null) return [...unreadable, { answer, problem }];
      unreadable.push({ answer, problem });
    } catch (error) {
      // If the key was rejected, every further call would fail as well.
      if (!isFailedCall(error) || isRefused(error)) throw error;
      return [...unreadable, { answer: "", problem: "call-failed" }];
    }
  }
  return unreadable;
}
