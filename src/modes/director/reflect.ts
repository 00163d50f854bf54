/**
 * The director takes stock: in a comment that keeps the conversation going, or, once it has been decided that it stops, in
 * its last message. It is told which of the two; it is never asked.
 */

import { locales } from "../../locales/registry.js";
import type { CallContext, ModelCall } from "../../models/model-call.js";
import { findRequest } from "../../steps/floor-requests.js";
import { type FloorRules, openFloor } from "../../steps/open-floor.js";
import { callFor, type ModeServices } from "../../steps/services.js";
import { beginAloud, cleanerFor, directionSlot, speakAloud } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { placeOf } from "../../text/message.js";
import { firstSentence, repeats } from "../../text/repetition.js";
import { sentencesOf } from "../../text/sentences.js";
import { askDirector, directorScene, type Reading, shareOf } from "./ask-director.js";
import type { Direction } from "./read-direction.js";
import { commentOf, readDirection } from "./read-direction.js";
import type { DirectorConversation, DirectorUpdate } from "./state.js";

/** So many of its messages the director is reminded of, and checked against. */
const remembered = 8;

/** What it said lately, without its questions: those may well be alike. */
function ownComments({ messages, director }: DirectorConversation): string[] {
  const own = messages.filter((message) => message.name === director.name && placeOf(message)?.kind === "direction");
  const comment = (text: string) => sentencesOf(text).filter((sentence) => !/[?？]/u.test(sentence));
  return own.slice(-remembered).map(({ text }) => comment(text).join("").trim() || text);
}

export function createDirectorReflect(
  services: ModeServices,
  rules: FloorRules<DirectorConversation>,
  choosesItself: boolean,
) {
  async function close(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    const { turn, stopReason } = state;
    const openings = ownComments(state).map(firstSentence);
    const request = { ...directorScene(state), turn, purpose: "reflect", intent: "close", openings } as const;
    const question = callFor(services, state, request, step.call);
    const slot = { speaker: request.self.name, turn, kind: "closing", id: `closing-${turn}` } as const;
    const said = await speakAloud(services, state, slot, question, step);
    if (stopReason) step.emit({ type: "stopped", turn, reason: stopReason });
    return { ...said, direction: null };
  }

  /** A comment as it will be said, refused where the director has said it before. */
  function readComment(state: DirectorConversation, earlier: readonly string[]) {
    const names = [state.director.name, ...state.participants.map(({ name }) => name)];
    const comparison = { ...locales[state.language], names };
    return (answer: string): Reading<string> => {
      const { text, faults } = cleanerFor(services, state, state.director.name)(answer, true);
      if (text === "") return { value: text, text, faults, refused: ["empty"] };
      return { value: text, text, faults, refused: repeats(text, earlier, comparison) ? ["repetition"] : [] };
    };
  }

  async function comment(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    const scene = directorScene(state);
    const earlier = ownComments(state);
    const request = {
      ...scene,
      purpose: "reflect",
      intent: "continue",
      openings: earlier.map(firstSentence),
      wordLimit: shareOf(state.wordLimit),
    } as const;
    const { last, corrections } = await askDirector(
      services,
      state,
      { request, read: readComment(state, earlier) },
      step,
    );
    return { corrections, direction: { turn: scene.turn, comment: last.text, choices: [], question: null } };
  }

  async function direct(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    const scene = directorScene(state);
    const earlier = ownComments(state);
    const candidates = openFloor(state, rules).floor.candidates.map(({ participant }) => participant);
    const request = { ...scene, purpose: "direct", openings: earlier.map(firstSentence), candidates } as const;
    const names = candidates.map(({ name }) => name);
    const asComment = readComment(state, earlier);
    const read = (answer: string) => {
      const value = readDirection(answer, names);
      const reading = asComment(value.comment);
      const refused = [...reading.refused, ...(value.choice.ok ? [] : [value.choice.problem])];
      return { ...reading, value, refused };
    };
    const slot = directionSlot(request.self.name, scene.turn);
    const createCleaner = () => commentOf(cleanerFor(services, state, request.self.name));
    // The comment is heard while the choice and the question are still to come.
    const { last, readings, answers, corrections } = await beginAloud(services, state, slot, step, (listener) => {
      const ask = async (question: ModelCall, run: CallContext) =>
        (await services.caller.stream(question, run, createCleaner, listener, { mayBeEmpty: true })).raw;
      return askDirector(services, state, { request, read, ask }, step);
    });
    // The question belongs to the choice that counts; of the comments the latest that says something.
    const chosen = readings.findLast(({ value }) => value.choice.ok) ?? last;
    const direction: Direction = {
      turn: scene.turn,
      comment: readings.findLast(({ text }) => text !== "")?.text ?? "",
      choices: readings.map(({ value: { choice } }, index) => ({
        answer: answers[index] ?? "",
        problem: choice.ok ? null : choice.problem,
      })),
      question: chosen.value.question,
    };
    return { corrections, direction };
  }

  return function directorReflect(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    if (state.stopReason) return close(state, step);
    // Whoever was spoken to by a listener has the floor: then there is nobody to choose.
    const choosesNow = choosesItself && !findRequest(state);
    return state.director.calls === "one" && choosesNow ? direct(state, step) : comment(state, step);
  };
}
