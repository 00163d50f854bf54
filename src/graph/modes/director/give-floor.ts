import { chosenBy } from "../../../core/selection/model-choice.js";
import type { Selection, SelectionContext } from "../../../core/selection/rule.js";
import { readAddresses, withoutCalling, withoutQuestions } from "../../../core/text/address.js";
import { parseChoice } from "../../../core/text/read-answer.js";
import type { Correction, Fault } from "../../../records/correction.js";
import type { ChoiceAttempt } from "../../../records/decision.js";
import { locales } from "../../../words/registry.js";
import { isFailedAlone } from "../../models/call-failure.js";
import { type FindSpeaker, takeFloor } from "../../steps/floor/choose-speaker.js";
import type { OpenFloor } from "../../steps/floor/open-floor.js";
import { promptsFor } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import { cleanerFor, directionSlot, sayAloud } from "../../steps/speaking/speech.js";
import { askDirector, choicesIn, directorScene, halfWordLimit, type Reading } from "./ask-director.js";
import type { DirectorConversation, DirectorSettings, DirectorUpdate } from "./state.js";

export const directorsChoice = (
  floor: SelectionContext,
  choices: readonly ChoiceAttempt[],
  fallback: DirectorSettings["fallback"],
): Selection => chosenBy("directors-choice", floor, choices, fallback);

const directionFor = ({ direction, turn }: DirectorConversation) =>
  direction?.turn === turn + 1 ? direction : undefined;

async function askForChoice({ candidates, state }: OpenFloor<DirectorConversation>, step: StepContext) {
  const comment = directionFor(state)?.comment ?? "";
  const people = candidates.map(({ participant }) => participant);
  const request = { ...directorScene(state), purpose: "choose-speaker", comment, candidates: people } as const;
  const read = (answer: string) => {
    const choice = parseChoice(answer, candidates.length);
    return { choice, text: answer, faults: [], rejections: choice.ok ? [] : [choice.problem] };
  };
  try {
    return choicesIn((await askDirector(state, { request, read }, step)).attempts);
  } catch (error) {
    if (!isFailedAlone(error)) throw error;
    return [{ answer: "", problem: "call-failed" } as const];
  }
}

export const letDirectorChoose: FindSpeaker<DirectorConversation> = async (floor, step) => {
  const { candidates, state } = floor;
  const prepared = directionFor(state)?.choices ?? [];
  const [only] = candidates;
  if (prepared.length === 0 && only && candidates.length === 1) return { rule: "only-candidate", seat: only.seat };
  const choices = prepared.length > 0 ? prepared : await askForChoice(floor, step);
  return directorsChoice(floor, choices, state.director.fallback);
};

function addressFault(question: string, speaker: string, names: readonly string[]): Fault | undefined {
  const { asked, called, named } = readAddresses(question, names);
  const addressee = asked.at(-1) ?? (called.includes(speaker) ? speaker : called.at(-1));
  if (addressee !== undefined) return addressee === speaker ? undefined : "wrong-addressee";
  return named.includes(speaker) ? undefined : "no-addressee";
}

export async function promptSpeaker(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
  const scene = directorScene(state);
  const { turn, self, language } = scene;
  const { self: speaker, recorded } = takeFloor(state, step);
  const direction = directionFor(state);
  const names = state.participants.map(({ name }) => name);
  const written = direction?.comment ?? "";
  const comment = withoutQuestions(written, names, speaker.name);
  const wordLimit = halfWordLimit(state.wordLimit);
  const request = { ...scene, purpose: "prompt-speaker", comment, speaker, wordLimit } as const;

  const others = names.filter((name) => name !== speaker.name);
  const { address, askPlainly } = promptsFor(step, state);
  const read = (answer: string): Reading => {
    // The question may begin with the speaker's name. The cleaner must keep this name, because it is an address, not a
    // label.
    const { text, faults } = cleanerFor(step, state, self.name, { addressed: [speaker.name], dropsTitle: true })(
      answer,
      true,
    );
    if (text === "") return { text: askPlainly(speaker.name), faults, rejections: ["empty"] };
    const fault = addressFault(text, speaker.name, names);
    if (!fault) return { text, faults, rejections: [] };
    const rest = withoutCalling(text, others);
    const mended = address(speaker.name, rest);
    // Adding the speaker's name would not help if the question already mentions the speaker or still addresses another
    // participant.
    const { named, called } = readAddresses(rest, names);
    const isMended = !named.includes(speaker.name) && called.length === 0;
    const used = isMended ? mended : askPlainly(speaker.name);
    // A question that merely lacks the speaker's name has been mended above. Only a question that addresses another
    // participant is rejected.
    const rejections = fault === "wrong-addressee" ? [fault] : [];
    return { text: used, faults: [...faults, fault], rejections };
  };
  const earlierAnswer = direction?.question || undefined;
  const { last, corrections } = await askDirector(state, { request, read, earlierAnswer }, step);

  if (comment !== written) {
    const purpose = direction?.question === null ? "reflect" : "direct";
    const changed = { turn, participant: self.name, purpose, answer: written, used: comment, messageId: null } as const;
    const correction: Correction = { ...changed, faults: ["wrong-addressee"] };
    step.emit({ type: "correction", turn, correction });
    corrections.unshift(correction);
  }
  const text = locales[language].join([comment, last.text].filter(Boolean));
  const message = await sayAloud(state, directionSlot(self.name, turn), text, step);
  return { messages: [message], direction: null, corrections, ...recorded };
}
