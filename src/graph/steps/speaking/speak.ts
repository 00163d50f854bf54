import type { BaseMessage } from "@langchain/core/messages";
import type { SpeechRequest } from "../../../core/model-request.js";
import type { Participant } from "../../../core/state/participant.js";
import type { StageContext } from "../../../records/request.js";
import type { PromptCatalog } from "../../../words/en/prompts.js";
import type { Conversation, ConversationUpdate } from "../../state/conversation-state.js";
import { takeFloor } from "../floor/choose-speaker.js";
import { findInterjection } from "../run/floor-requests.js";
import { callFor, occasionOf, personalScene, promptsFor } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { askPerson, missTurn } from "./ask-person.js";
import { speakAloud, speakForPerson } from "./speech.js";

/**
 * The input of `speak` for one of several concurrent speakers. A node started by `Send` receives nothing else, so the
 * input includes the state.
 */
export interface SpeakTask<State extends Conversation = Conversation> {
  readonly state: State;
  readonly seat: number;
  readonly turn: number;
}

export interface SpeakRules<State extends Conversation> {
  readonly stageOf?: (state: State) => StageContext;
  /** Returns the id of a turn's message. Default: `turn-1` for the first turn, and so on. */
  readonly messageIdOf?: (state: State, turn: number) => string;
  /** Composes the prompt for a speech. Default: the prompt in the conversation's language. */
  readonly compose?: (catalog: PromptCatalog, request: SpeechRequest) => BaseMessage[];
}

export function createSpeak<State extends Conversation>({
  stageOf,
  messageIdOf = (_state, turn) => `turn-${turn}`,
  compose,
}: SpeakRules<State> = {}) {
  async function say(state: State, self: Participant, turn: number, step: StepContext) {
    const stage = stageOf?.(state);
    const heard = findInterjection(state, self.name);
    const place = stage ? { stage: stage.name, round: stage.round } : {};
    const reply = heard?.messageId ? { replyingTo: heard.messageId } : {};
    const id = messageIdOf(state, turn);
    const slot = { speaker: self.name, turn, kind: "speech", id, ...place, ...reply } as const;
    if (self.human) {
      const { text, isLate } = await askPerson(state, { participant: self.name, turn, purpose: "speech", heard }, step);
      if (isLate) return missTurn(state, slot, text, step);
      const line = text || promptsFor(step, state).passes;
      return { messages: [speakForPerson(state, slot, line, step)], turn };
    }
    const scene = { ...personalScene(state, self, turn), ...occasionOf(state, self) };
    const request: SpeechRequest = { ...scene, purpose: "speech", ...(stage ? { stage } : {}) };
    const call = callFor(step, state, request, compose);
    const started = step.scope.speculation.take(turn, self.name, step.usage);
    return { ...(await speakAloud(state, slot, call, step, { started })), turn };
  }

  return async function speak(given: State | SpeakTask<State>, step: StepContext): Promise<ConversationUpdate> {
    if ("seat" in given) {
      const { state, seat, turn } = given;
      const self = state.participants[seat];
      if (!self) throw new Error(`nobody can speak from seat ${seat}`);
      return step.fanOut.run(step.signal, () => say(state, self, turn, step));
    }
    const { self, recorded } = takeFloor(given, step);
    return { ...(await say(given, self, given.turn + 1, step)), ...recorded, nextSpeaker: "" };
  };
}
