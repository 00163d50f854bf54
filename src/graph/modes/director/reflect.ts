import { placeOf } from "../../../core/text/message.js";
import { firstSentence, repeats } from "../../../core/text/repetition.js";
import { sentencesOf } from "../../../core/text/sentences.js";
import { locales } from "../../../words/registry.js";
import { warnOfCut } from "../../models/answer-limit.js";
import type { CallContext, ModelCall } from "../../models/model-call.js";
import { type FloorRules, openFloor } from "../../steps/floor/open-floor.js";
import { findRequest } from "../../steps/run/floor-requests.js";
import type { StepContext } from "../../steps/run/step-context.js";
import { beginAloud, cleanerFor, closeAloud, directionSlot } from "../../steps/speaking/speech.js";
import { askDirector, choicesIn, directorScene, halfWordLimit, type Reading } from "./ask-director.js";
import { commentCleaner, readDirection } from "./read-direction.js";
import type { DirectorConversation, DirectorUpdate } from "./state.js";

/** The number of the director's latest messages that a comment must not repeat. */
const comparedMessages = 8;

/** Leaves out questions, which the director may repeat, unless a comment contains nothing else. */
function ownComments({ messages, director }: DirectorConversation): string[] {
  const own = messages.filter((message) => message.name === director.name && placeOf(message)?.kind === "direction");
  const comment = (text: string) => sentencesOf(text).filter((sentence) => !/[?？]/u.test(sentence));
  return own.slice(-comparedMessages).map(({ text }) => comment(text).join("").trim() || text);
}

const namesOf = ({ participants }: DirectorConversation) => participants.map(({ name }) => name);

function readComment(state: DirectorConversation, earlier: readonly string[], step: StepContext) {
  const names = [state.director.name, ...namesOf(state)];
  const comparison = { ...locales[state.language], names };
  return (answer: string): Reading => {
    const { text, faults } = cleanerFor(step, state, state.director.name, { dropsTitle: true })(answer, true);
    if (text === "") return { text, faults, rejections: ["empty"] };
    return { text, faults, rejections: repeats(text, earlier, comparison) ? ["repetition"] : [] };
  };
}

export const floorRules: FloorRules<DirectorConversation> = {
  selectionOf: ({ selection, director }) => ({ ...selection, repeat: director.repeat }),
};

export function createDirectorReflect(choosesItself: boolean) {
  async function close(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    const openings = ownComments(state).map(firstSentence);
    const scene = { ...directorScene(state), turn: state.turn, openings };
    return { ...(await closeAloud(state, { ...scene, purpose: "reflect", intent: "close" }, step)), direction: null };
  }

  async function comment(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    const scene = directorScene(state);
    const earlier = ownComments(state);
    const openings = earlier.map(firstSentence);
    const wordLimit = halfWordLimit(state.wordLimit);
    const request = { ...scene, purpose: "reflect", intent: "continue", openings, wordLimit } as const;
    const read = readComment(state, earlier, step);
    const { last, corrections } = await askDirector(state, { request, read }, step);
    return { corrections, direction: { turn: scene.turn, comment: last.text, choices: [], question: null } };
  }

  async function direct(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    const scene = directorScene(state);
    const earlier = ownComments(state);
    const candidates = openFloor(state, floorRules).floor.candidates.map(({ participant }) => participant);
    const request = { ...scene, purpose: "direct", openings: earlier.map(firstSentence), candidates } as const;
    const names = candidates.map(({ name }) => name);
    const asComment = readComment(state, earlier, step);
    const read = (answer: string) => {
      const { comment, choice, question } = readDirection(answer, names);
      const reading = asComment(comment);
      const rejections = [...reading.rejections, ...(choice.ok ? [] : [choice.problem])];
      return { ...reading, choice, question, rejections };
    };
    const slot = directionSlot(request.self.name, scene.turn);
    const createCleaner = () =>
      commentCleaner(cleanerFor(step, state, request.self.name, { dropsTitle: true }), namesOf(state));
    // The comment streams while the model is still writing the choice and the question.
    const { last, attempts, corrections } = await beginAloud(state, slot, step, (listener) => {
      const ask = async (question: ModelCall, run: CallContext) => {
        const options = { allowEmpty: true };
        const { raw, faults } = await step.services.caller.stream(question, run, createCleaner, listener, options);
        const isTooLong = faults.includes("too-long");
        if (isTooLong) warnOfCut(question, run);
        return { text: raw, isTooLong };
      };
      return askDirector(state, { request, read, ask }, step);
    });
    // The question must fit the choice, so both come from the same answer. The comment may come from another attempt.
    const { question } = attempts.findLast(({ choice }) => choice.ok) ?? last;
    const comment = attempts.findLast(({ text }) => text !== "")?.text ?? "";
    return { corrections, direction: { turn: scene.turn, comment, choices: choicesIn(attempts), question } };
  }

  return function directorReflect(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    if (state.stopReason) return close(state, step);
    // If there is a request for the floor, it decides the turn, so there is nothing to choose.
    const choosesNow = choosesItself && !findRequest(state);
    return state.director.calls === "one" && choosesNow ? direct(state, step) : comment(state, step);
  };
}
