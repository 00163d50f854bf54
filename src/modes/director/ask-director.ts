/** Asks the director, and once more where the answer would not do. */
import { remember } from "../../memory/remember.js";
import { composeDirectorAgain, type DirectorAttempt } from "../../models/compose.js";
import type { CallContext, ModelCall } from "../../models/model-call.js";
import type { DirectorRequest } from "../../models/request.js";
import { cleanable } from "../../models/stream-speech.js";
import type { ChoiceProblem } from "../../selection/decision.js";
import type { Correction, Fault } from "../../state/correction.js";
import { asParticipant } from "../../state/opening.js";
import type { Participant } from "../../state/participant.js";
import { sceneOf } from "../../steps/scene.js";
import { callFor, type ModeServices } from "../../steps/services.js";
import { correct } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { afterThinking } from "../../text/strip-thinking.js";
import type { DirectorConversation } from "./state.js";

const mostAttempts = 2;

/** An answer as far as it could be read. */
export interface Reading<Value> {
  readonly value: Value;
  /** The part of it that will be said. */
  readonly text: string;
  readonly faults: readonly Fault[];
  /** Why it has to be asked for once more; empty where it will do. */
  readonly refused: readonly (Fault | ChoiceProblem)[];
}

/** The last answer read, and all answers. */
interface Outcome<Value> {
  readonly last: Reading<Value>;
  readonly readings: readonly Reading<Value>[];
  readonly answers: readonly string[];
  readonly corrections: Correction[];
}

export interface DirectorCall<Value> {
  readonly request: DirectorRequest;
  readonly read: (answer: string) => Reading<Value>;
  /** How it is asked. Default: for a text, which is read when it is there. */
  readonly ask?: (question: ModelCall, run: CallContext) => Promise<string>;
  /** An answer that is there already and would not do. */
  readonly given?: string | undefined;
}

const isFault = (refusal: Fault | ChoiceProblem): refusal is "repetition" | "wrong-addressee" | "empty" =>
  refusal === "repetition" || refusal === "wrong-addressee" || refusal === "empty";

/** What every request to the director begins with. */
export function directorScene(state: DirectorConversation) {
  const conversation = remember(state);
  return { ...sceneOf(state), self: directorOf(state), turn: state.turn + 1, conversation };
}

export async function askDirector<Value>(
  services: ModeServices,
  state: DirectorConversation,
  { request, read, ask = (question, run) => services.caller.text(question, run), given }: DirectorCall<Value>,
  step: StepContext,
): Promise<Outcome<Value>> {
  const answers: string[] = given === undefined ? [] : [given];
  let readings = answers.map(read);
  while (readings.length === 0 || (readings.length < mostAttempts && readings.at(-1)?.refused.length !== 0)) {
    const attempts = readings.map(
      ({ faults, refused }, index): DirectorAttempt => ({
        answer: answers[index] ?? "",
        faults: [...new Set([...faults, ...refused])],
      }),
    );
    const run = step.call;
    const question = callFor(services, state, request, run, (catalog, asked) =>
      composeDirectorAgain(catalog, asked, attempts),
    );
    const answer = await ask(question, run);
    answers.push(answer);
    readings = [...readings, read(afterThinking(cleanable(answer)))];
  }
  const last = readings.at(-1);
  if (!last) throw new Error("the director was not asked");
  const corrections = readings.flatMap(({ text, faults, refused }, index) =>
    correct({
      turn: request.turn,
      participant: request.self.name,
      purpose: request.purpose,
      faults: [...new Set([...faults, ...refused.filter(isFault)])],
      answer: answers[index] ?? "",
      used: index === readings.length - 1 ? text : null,
    }),
  );
  for (const correction of corrections) step.emit({ type: "correction", turn: request.turn, correction });
  return { last, readings, answers, corrections };
}

export const directorOf = ({ director }: DirectorConversation): Participant => asParticipant(director);

/** Comment and question are one message of the director: each has half of a message's words, but enough to say something. */
const fewest = 5;

export const shareOf = (wordLimit: number): number => Math.max(fewest, Math.ceil(wordLimit / 2));
