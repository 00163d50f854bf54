/** Asks the director, and once more if the answer is rejected. */
import { composeDirectorAgain, type DirectorAttempt } from "../../models/compose.js";
import type { CallContext, ModelCall } from "../../models/model-call.js";
import type { DirectorRequest } from "../../models/request.js";
import { normalizeAnswer } from "../../models/stream-speech.js";
import type { ChoiceProblem } from "../../selection/decision.js";
import type { Participant } from "../../state/participant.js";
import type { Correction, Fault } from "../../state/records.js";
import { asParticipant } from "../../state/records.js";
import { callFor, type ModeServices, personalScene } from "../../steps/services.js";
import type { StepContext } from "../../steps/step.js";
import { afterThinking } from "../../text/read-answer.js";
import type { DirectorConversation } from "./state.js";

const maxAttempts = 2;

export interface Reading<Value> {
  readonly value: Value;
  /** The part of the answer that the director will say. */
  readonly text: string;
  readonly faults: readonly Fault[];
  /** Why the answer is rejected and asked for again; empty if it is accepted. */
  readonly rejections: readonly (Fault | ChoiceProblem)[];
}

interface Outcome<Value> {
  readonly last: Reading<Value>;
  readonly readings: readonly Reading<Value>[];
  readonly answers: readonly string[];
  readonly corrections: Correction[];
}

export interface DirectorCall<Value> {
  readonly request: DirectorRequest;
  readonly read: (answer: string) => Reading<Value>;
  /** Makes the call. Default: asks for the whole text at once. */
  readonly ask?: (question: ModelCall, run: CallContext) => Promise<string>;
  /** An answer from an earlier call, read as the first attempt. Default: none. */
  readonly earlierAnswer?: string | undefined;
}

const isRecordedFault = (rejection: Fault | ChoiceProblem): rejection is "repetition" | "wrong-addressee" | "empty" =>
  rejection === "repetition" || rejection === "wrong-addressee" || rejection === "empty";

export const directorScene = (state: DirectorConversation) => personalScene(state, directorOf(state), state.turn + 1);

export async function askDirector<Value>(
  services: ModeServices,
  state: DirectorConversation,
  { request, read, ask = (question, run) => services.caller.text(question, run), earlierAnswer }: DirectorCall<Value>,
  step: StepContext,
): Promise<Outcome<Value>> {
  const answers: string[] = earlierAnswer === undefined ? [] : [earlierAnswer];
  let readings = answers.map(read);
  while (readings.length === 0 || (readings.length < maxAttempts && readings.at(-1)?.rejections.length !== 0)) {
    const attempts = readings.map(
      ({ faults, rejections }, index): DirectorAttempt => ({
        answer: answers[index] ?? "",
        faults: [...new Set([...faults, ...rejections])],
      }),
    );
    const run = step.call;
    const question = callFor(services, state, request, run, (catalog, asked) =>
      composeDirectorAgain(catalog, asked, attempts),
    );
    const answer = await ask(question, run);
    answers.push(answer);
    readings = [...readings, read(afterThinking(normalizeAnswer(answer)))];
  }
  const last = readings.at(-1);
  if (!last) throw new Error("the director was not asked");
  const { turn, purpose, self } = request;
  const corrections = readings.flatMap(({ text, faults, rejections }, index) => {
    const recorded = [...new Set([...faults, ...rejections.filter(isRecordedFault)])];
    const used = index === readings.length - 1 ? text : null;
    const correction = { turn, participant: self.name, purpose, answer: answers[index] ?? "", used };
    return recorded.length > 0 ? [{ ...correction, faults: recorded }] : [];
  });
  for (const correction of corrections) step.emit({ type: "correction", turn, correction });
  return { last, readings, answers, corrections };
}

export const directorOf = ({ director }: DirectorConversation): Participant => asParticipant(director);

/** The lower bound of {@link halfWordLimit}, so that a short limit still leaves room for a sentence. */
const minWords = 5;

/** The director's comment and question share one message, so each gets half of its words. */
export const halfWordLimit = (wordLimit: number): number => Math.max(minWords, Math.ceil(wordLimit / 2));
