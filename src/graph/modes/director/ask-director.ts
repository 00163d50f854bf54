import type { DirectorRequest } from "../../../core/model-request.js";
import type { Participant } from "../../../core/state/participant.js";
import { asParticipant } from "../../../core/state/scene.js";
import { afterThinking, type ChoiceReading } from "../../../core/text/read-answer.js";
import type { Correction, Fault } from "../../../records/correction.js";
import type { ChoiceAttempt, ChoiceProblem } from "../../../records/decision.js";
import type { WholeAnswer } from "../../models/answer-limit.js";
import { askAgain } from "../../models/compose.js";
import type { CallContext, ModelCall } from "../../models/model-call.js";
import { normalizeAnswer } from "../../models/stream-speech.js";
import { callFor, personalScene, promptsFor } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import type { DirectorConversation } from "./state.js";

const maxAttempts = 2;

export interface Reading {
  /** The text that the conversation uses instead of the exact answer. */
  readonly text: string;
  readonly faults: readonly Fault[];
  /** Why the answer is rejected; empty if it is accepted. */
  readonly rejections: readonly (Fault | ChoiceProblem)[];
}

type Attempt<Read> = Read & { readonly answer: string };

export interface DirectorCall<Read extends Reading> {
  readonly request: DirectorRequest;
  readonly read: (answer: string) => Read;
  readonly ask?: (question: ModelCall, run: CallContext) => Promise<WholeAnswer>;
  /** An answer from an earlier call, which counts as the first attempt. */
  readonly earlierAnswer?: string | undefined;
}

const isRecorded = (fault: Fault | ChoiceProblem): fault is Fault =>
  !["no-choice", "several-choices", "not-an-integer", "out-of-range"].includes(fault);

const allFaults = ({ faults, rejections }: Reading) => [...new Set([...faults, ...rejections])];

/** For an answer that was cut off at the length limit. Its text is still used if it is the last attempt. */
function rejectTooLong<Read extends Reading>(reading: Read): Read {
  const choice = "choice" in reading ? { choice: { ok: false, problem: "too-long" } } : {};
  return { ...reading, ...choice, rejections: [...reading.rejections, "too-long"] };
}

export const directorScene = (state: DirectorConversation) => personalScene(state, directorOf(state), state.turn + 1);

export async function askDirector<Read extends Reading>(
  state: DirectorConversation,
  {
    request,
    read,
    ask = (question, run) => step.services.caller.text(question, run),
    earlierAnswer,
  }: DirectorCall<Read>,
  step: StepContext,
): Promise<{ readonly last: Attempt<Read>; readonly attempts: readonly Attempt<Read>[]; corrections: Correction[] }> {
  const attempts: Attempt<Read>[] =
    earlierAnswer === undefined ? [] : [{ answer: earlierAnswer, ...read(earlierAnswer) }];
  const question = callFor(step, state, request);
  const { directorAgain } = promptsFor(step, state);
  let last = attempts.at(-1);
  while (!last || (attempts.length < maxAttempts && last.rejections.length > 0)) {
    const again = askAgain(question, attempts, (attempt) => directorAgain(request, allFaults(attempt)));
    const { text: answer, isTooLong } = await ask(again, step.call);
    const reading = read(afterThinking(normalizeAnswer(answer)));
    last = { answer, ...(isTooLong ? rejectTooLong(reading) : reading) };
    attempts.push(last);
  }
  const { turn, self, purpose } = request;
  const corrections = attempts.flatMap((attempt) => {
    const faults = allFaults(attempt).filter(isRecorded);
    const used = attempt === last ? attempt.text : null;
    const correction = { turn, participant: self.name, purpose, answer: attempt.answer, used, messageId: null };
    return faults.length > 0 ? [{ ...correction, faults }] : [];
  });
  for (const correction of corrections) step.emit({ type: "correction", turn, correction });
  return { last, attempts, corrections };
}

export const choicesIn = (attempts: readonly Attempt<{ readonly choice: ChoiceReading }>[]): ChoiceAttempt[] =>
  attempts.map(({ answer, choice }) => ({ answer, problem: choice.ok ? null : choice.problem }));

export const directorOf = ({ director }: DirectorConversation): Participant => asParticipant(director);

/** A low limit must still leave room for a sentence. */
const minWords = 5;

/** The director's comment and its question share a message, so each can use half of the words. */
export const halfWordLimit = (wordLimit: number): number => Math.max(minWords, Math.ceil(wordLimit / 2));
