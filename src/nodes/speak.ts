/** Lets the one who has the floor speak, and adds the speech to the conversation. */
import { freshId, type MessagePlace } from "../domain/message.js";
import { countWords } from "../domain/word-count.js";
import { remember } from "../policies/memory/remember.js";
import { composePrompt } from "../prompts/compose.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { type NodeConfig, type NodeKit, promptsFor, runOf, tell } from "./node-kit.js";
import { sayPublicly } from "./public-voice.js";
import { sceneOf } from "./scene.js";

export function createSpeak(kit: NodeKit) {
  return async function speak(state: Conversation, config: NodeConfig): Promise<ConversationUpdate> {
    const self = state.participants.find(({ name }) => name === state.nextSpeaker);
    if (!self) throw new Error(`“${state.nextSpeaker}” has the floor but is not in the cast`);
    const { name: speaker } = self;
    const turn = state.turn + 1;
    const conversation = remember(state.messages, state.memory);
    const brief = { ...sceneOf(state), purpose: "speech", self, turn, conversation } as const;
    const question = { brief, messages: composePrompt(promptsFor(kit, state), brief) };

    const place: MessagePlace = {
      kind: "speech",
      turn,
      time: kit.clock().toISOString(),
      replyingTo: state.messages.at(-1)?.id ?? null,
    };
    const id = freshId(state.messages, `turn-${turn}`);
    const identity = { id, name: speaker, additional_kwargs: { rostrum: place } };
    const { message, answer } = await sayPublicly(identity, (hearing) =>
      kit.asker.stream(question, runOf(config), {
        attempt: (attempt) => {
          tell(config, { type: "speech-begins", turn, speaker, attempt });
          hearing.begin(attempt);
        },
        piece: async (text) => {
          tell(config, { type: "speech-piece", turn, speaker, text });
          await hearing.piece(text);
        },
      }),
    );
    const { text, usage } = answer;
    tell(config, { type: "speech-ends", turn, speaker, text, words: countWords(text, state.language) });
    return { messages: [message], turn, nextSpeaker: "", usage: [usage] };
  };
}
