/** Has a speech made, said in public as it comes, and written down: the same for whoever speaks. */
import type { AIMessage } from "@langchain/core/messages";
import type { Purpose } from "../domain/brief.js";
import type { Correction } from "../domain/correction.js";
import { freshId, type MessagePlace, speakerOf } from "../domain/message.js";
import type { UsageRow } from "../domain/usage.js";
import { countWords } from "../domain/word-count.js";
import type { Question } from "../models/ask.js";
import { createCleaner } from "../parsing/clean-speech.js";
import type { Conversation } from "../state/conversation-state.js";
import { directorIn } from "./director-of.js";
import { type NodeConfig, type NodeKit, promptsFor, runOf, tell } from "./node-kit.js";
import { sayPublicly } from "./public-voice.js";

/** Where a public message will stand. */
interface Slot {
  readonly speaker: string;
  readonly turn: number;
  readonly kind: MessagePlace["kind"];
  /** The message's id, where no message handed in has it. */
  readonly id: string;
}

/** What a speech leaves behind in the state. */
interface Said {
  readonly messages: AIMessage[];
  readonly usage: UsageRow[];
  readonly corrections: Correction[];
}

function identify(kit: NodeKit, { messages }: Conversation, { speaker, turn, kind, id }: Slot) {
  const place: MessagePlace = {
    kind,
    turn,
    time: kit.clock().toISOString(),
    replyingTo: messages.at(-1)?.id ?? null,
  };
  return { id: freshId(messages, id), name: speaker, additional_kwargs: { rostrum: place } };
}

/** Cleans what one speaker says of whatever it writes for the others. */
export function cleanerFor(kit: NodeKit, state: Conversation, speaker: string) {
  const cast = state.participants.map(({ name }) => name);
  const others = [promptsFor(kit, state).moderator, directorIn(state)?.name ?? "", ...state.messages.map(speakerOf)];
  return createCleaner(
    speaker,
    [...new Set([...cast, ...others])].filter((name) => name !== "" && name !== speaker),
  );
}

/** Asks for a speech and says it while it comes. */
export async function speakAloud(
  kit: NodeKit,
  state: Conversation,
  slot: Slot,
  question: Question,
  config: NodeConfig,
): Promise<Said> {
  const { turn, speaker } = slot;
  const { message, answer } = await sayPublicly(identify(kit, state, slot), (hearing) =>
    kit.asker.stream(question, runOf(config), cleanerFor(kit, state, speaker), {
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
  const { text, usage, raw, faults } = answer;
  endSpeech(state, slot, text, config);
  const corrections = correct({
    turn,
    participant: speaker,
    purpose: question.brief.purpose,
    faults,
    answer: raw,
    used: text,
  });
  for (const correction of corrections) tell(config, { type: "correction", turn, correction });
  return { messages: [message], usage: [usage], corrections };
}

/** Says a text that is there already, all at once. */
export async function sayAloud(
  kit: NodeKit,
  state: Conversation,
  slot: Slot,
  text: string,
  config: NodeConfig,
): Promise<AIMessage> {
  const { turn, speaker } = slot;
  const { message } = await sayPublicly(identify(kit, state, slot), async (hearing) => {
    tell(config, { type: "speech-begins", turn, speaker, attempt: 1 });
    hearing.begin(1);
    tell(config, { type: "speech-piece", turn, speaker, text });
    await hearing.piece(text);
    return { text };
  });
  endSpeech(state, slot, text, config);
  return message;
}

function endSpeech({ language }: Conversation, { turn, speaker }: Slot, text: string, config: NodeConfig): void {
  tell(config, { type: "speech-ends", turn, speaker, text, words: countWords(text, language) });
}

/** The record of an answer that had faults; none of one that had not. */
export function correct(correction: Omit<Correction, "purpose"> & { readonly purpose: Purpose }): Correction[] {
  return correction.faults.length === 0 ? [] : [correction];
}
