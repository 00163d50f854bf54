/** Lets the one who has the floor speak, and adds the speech to the conversation. */
import { remember } from "../policies/memory/remember.js";
import { composePrompt } from "../prompts/compose.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { type NodeConfig, type NodeKit, promptsFor } from "./node-kit.js";
import { sceneOf } from "./scene.js";
import { speakAloud } from "./speech.js";

export function createSpeak(kit: NodeKit) {
  return async function speak(state: Conversation, config: NodeConfig): Promise<ConversationUpdate> {
    const self = state.participants.find(({ name }) => name === state.nextSpeaker);
    if (!self) throw new Error(`“${state.nextSpeaker}” has the floor but is not in the cast`);
    const turn = state.turn + 1;
    const conversation = remember(state.messages, state.memory);
    const brief = { ...sceneOf(state), purpose: "speech", self, turn, conversation } as const;
    const question = { brief, messages: composePrompt(promptsFor(kit, state), brief) };
    const slot = { speaker: self.name, turn, kind: "speech", id: `turn-${turn}` } as const;
    return { ...(await speakAloud(kit, state, slot, question, config)), turn, nextSpeaker: "" };
  };
}
