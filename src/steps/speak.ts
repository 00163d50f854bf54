/** Lets the one who has the floor speak, and adds the speech to the conversation. */

import { stageContextIn } from "../modes/group-chat/stage-context.js";
import type { UnspokenTurn } from "../selection/decision.js";
import { findInterjection } from "../selection/requested.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import type { Participant } from "../state/participant.js";
import { askPerson } from "./ask-person.js";
import { settleTogether } from "./fan-out.js";
import { callContextOf, callFor, type ModeServices, promptsFor, type StepConfig } from "./run-context.js";
import { takeSpeculative } from "./speculative-answers.js";
import { speakAloud, speakForPerson } from "./speech.js";
import { speechRequestFor } from "./speech-request.js";

/** What one of several is sent with who speak at once. Everything else it reads from the shared state. */
export interface SpeakTask {
  readonly seat: number;
  readonly turn: number;
}

/** Where somebody else's speech failed in this turn, what came of it has gone out under the turn's first id. */
function idIn(state: Conversation & { readonly unspoken?: readonly UnspokenTurn[] }, turn: number): string {
  const failed = state.unspoken?.filter((each) => each.turn === turn).length ?? 0;
  return failed === 0 ? `turn-${turn}` : `turn-${turn}-after-${failed}`;
}

/** `readState` gives those who speak at once the state that they share; only modes in which that happens need it. */
export function createSpeak(services: ModeServices, readState?: (config: StepConfig) => Conversation) {
  async function say(state: Conversation, self: Participant, turn: number, config: StepConfig) {
    const stage = stageContextIn(state);
    const heard = findInterjection(state, self.name);
    const place = stage ? { stage: stage.name, round: stage.round } : {};
    const reply = heard?.messageId ? { replyingTo: heard.messageId } : {};
    const slot = { speaker: self.name, turn, kind: "speech", id: idIn(state, turn), ...place, ...reply } as const;
    if (self.human) {
      const text = askPerson(state, { participant: self.name, turn, purpose: "speech", heard });
      return {
        messages: [speakForPerson(services, state, slot, text || promptsFor(services, state).passes, config)],
        turn,
      };
    }
    const request = { ...speechRequestFor(state, self, turn), ...(stage ? { stage } : {}) };
    const question = callFor(services, state, request, callContextOf(config));
    const begun = takeSpeculative(config, turn, self.name);
    return { ...(await speakAloud(services, state, slot, question, config, { begun })), turn };
  }

  function speakTogether({ seat, turn }: SpeakTask, config: StepConfig): Promise<ConversationUpdate> {
    const state = readState?.(config);
    const self = state?.participants[seat];
    if (!state || !self) throw new Error(`nobody can speak from seat ${seat}`);
    return settleTogether(callContextOf(config).signal, () => say(state, self, turn, config));
  }

  return async function speak(given: Conversation | SpeakTask, config: StepConfig): Promise<ConversationUpdate> {
    if ("seat" in given) return speakTogether(given, config);
    const self = given.participants.find(({ name }) => name === given.nextSpeaker);
    if (!self) throw new Error(`“${given.nextSpeaker}” has the floor but is not in the cast`);
    return { ...(await say(given, self, given.turn + 1, config)), nextSpeaker: "" };
  };
}
