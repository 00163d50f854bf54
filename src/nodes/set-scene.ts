/** Opens the conversation: settles the seed and the cast, and puts the question. On a thread that has ended it goes on. */
import { HumanMessage } from "@langchain/core/messages";
import { freshSeed } from "../domain/chance.js";
import { freshId } from "../domain/message.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { exampleFor } from "../state/example.js";
import { participantField } from "../state/fields.js";
import { type NodeConfig, type NodeKit, promptsFor, runOf, tell } from "./node-kit.js";
import { type Preparation, prepare } from "./prepare.js";

/** Whether there is nothing to open: the topic is open already, or a conversation was handed in. */
const isOpen = ({ messages, opening, topic }: Conversation) =>
  opening ? opening.topic === topic : messages.length > 0;

/** The message that opens the conversation. */
function openingMessage({ messages, turn }: Conversation, question: string, speaker: string, now: Date): HumanMessage {
  const place = { kind: "opening", turn, time: now.toISOString(), replyingTo: null } as const;
  const id = freshId(messages, turn === 0 ? "opening" : `opening-${turn}`);
  return new HumanMessage({ id, name: speaker, content: question, additional_kwargs: { rostrum: place } });
}

/** A model that cannot be had must not show only when its owner's turn comes. */
async function checkModels(kit: NodeKit, { participants, language }: Conversation, config: NodeConfig) {
  const purposes = ["bid", "speech"] as const;
  const calls = participants.flatMap((participant) =>
    purposes
      .filter((purpose) => purpose === "speech" || participant.bidder === "model")
      .map((purpose) => ({ purpose, participant, language })),
  );
  await kit.asker.checkModels(calls, runOf(config).context);
}

/** The example in the conversation's language, where the form was left as it was. */
function localExample({ language, topic, participants }: Conversation) {
  const example = exampleFor(language, { topic, participants });
  return (
    example && { topic: example.topic, participants: example.participants.map((each) => participantField.parse(each)) }
  );
}

export function createSetScene(kit: NodeKit) {
  return async function setScene(given: Conversation, config: NodeConfig): Promise<ConversationUpdate> {
    const { moderator } = promptsFor(kit, given);
    await checkModels(kit, given, config);
    const state = { ...given, ...localExample(given), seed: given.seed ?? freshSeed() };
    const { topic, participants } = state;
    const known = isOpen(state) ? (state.opening?.question ?? topic) : undefined;
    const plain: Preparation = { question: known ?? topic, participants, usage: [], warnings: [] };
    const scene = state.prepare ? await prepare(kit, state, known, config) : plain;
    const messages = known === undefined ? [openingMessage(state, scene.question, moderator, kit.clock())] : [];

    const { seed, maxTurns } = state;
    tell(config, { type: "scene-set", topic, participants: scene.participants, seed, maxTurns });
    for (const warning of scene.warnings) tell(config, { type: "warning", warning });
    for (const { text } of messages) tell(config, { type: "opening", speaker: moderator, text });

    return {
      seed,
      topic,
      messages,
      participants: scene.participants,
      opening: { topic, question: scene.question },
      turnAtStart: state.turn,
      stopReason: null,
      nextSpeaker: "",
      usage: scene.usage,
      warnings: scene.warnings,
    };
  };
}
