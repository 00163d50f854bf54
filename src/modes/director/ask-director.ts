/** Asks the director, and once more where the answer would not do. */
import type { DirectorBrief } from "../domain/brief.js";
import type { Correction, Fault } from "../domain/correction.js";
import type { ChoiceProblem } from "../domain/decision.js";
import type { Question, Run } from "../models/question.js";
import { cleanable } from "../models/say-as-it-comes.js";
import { afterThinking } from "../parsing/strip-thinking.js";
import { remember } from "../policies/memory/remember.js";
import { composeDirectorAgain, type DirectorAttempt } from "../prompts/compose.js";
import type { DirectorConversation } from "../state/conversation-state.js";
import { directorOf } from "./leader-of.js";
import { type NodeConfig, type NodeKit, questionFor, runOf, tell } from "./node-kit.js";
import { sceneOf } from "./scene.js";
import { correct } from "./speech.js";

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

export interface DirectorQuestion<Value> {
  readonly brief: DirectorBrief;
  readonly read: (answer: string) => Reading<Value>;
  /** How it is asked. Default: for a text, which is read when it is there. */
  readonly ask?: (question: Question, run: Run) => Promise<string>;
  /** An answer that is there already and would not do. */
  readonly given?: string | undefined;
}

const isFault = (refusal: Fault | ChoiceProblem): refusal is "repetition" | "wrong-addressee" | "empty" =>
  refusal === "repetition" || refusal === "wrong-addressee" || refusal === "empty";

/** What every brief to the director begins with. */
export function directorScene(state: DirectorConversation) {
  const conversation = remember(state);
  return { ...sceneOf(state), self: directorOf(state), turn: state.turn + 1, conversation };
}

export async function askDirector<Value>(
  kit: NodeKit,
  state: DirectorConversation,
  { brief, read, ask = (question, run) => kit.asker.text(question, run), given }: DirectorQuestion<Value>,
  config: NodeConfig,
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
    const run = runOf(config);
    const question = questionFor(kit, state, brief, run, (catalog, asked) =>
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
      turn: brief.turn,
      participant: brief.self.name,
      purpose: brief.purpose,
      faults: [...new Set([...faults, ...refused.filter(isFault)])],
      answer: answers[index] ?? "",
      used: index === readings.length - 1 ? text : null,
    }),
  );
  for (const correction of corrections) tell(config, { type: "correction", turn: brief.turn, correction });
  return { last, readings, answers, corrections };
}
