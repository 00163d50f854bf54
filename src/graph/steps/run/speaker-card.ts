/** Cards that chat clients with LangGraph's generative UI show beside a message. */

import type { BaseMessage } from "@langchain/core/messages";
import { bidInWords, howWon } from "../../../core/selection/decision-in-words.js";
import { wordsOfRule } from "../../../core/selection/rule-words.js";
import { leaderIn, peopleIn } from "../../../core/state/scene.js";
import type { UiMessage } from "../../../core/state/speaker-card.js";
import { placeOf, speakerOf } from "../../../core/text/message.js";
import { rehearsalName } from "../../../core/usage/usage.js";
import type { Decision } from "../../../records/decision.js";
import type { MessagePlace } from "../../../records/message.js";
import type { UsageRow } from "../../../records/usage.js";
import { locales } from "../../../words/registry.js";
import type { Conversation } from "../../state/conversation-state.js";

type Card = Pick<MessagePlace, "turn" | "kind" | "stage" | "round"> & {
  readonly messageId: string;
  readonly speaker: string;
};

export function cardFor(state: Conversation, { messageId, speaker, turn, kind, stage, round }: Card): UiMessage {
  const words = locales[state.language].transcript;
  const person = peopleIn(state).find(({ name }) => name === speaker);
  const decision = kind === "speech" ? state.decisions.findLast((each) => each.turn === turn) : undefined;
  const model = state.usage.findLast(({ participant }) => participant === speaker)?.model;
  return {
    type: "ui",
    id: `speaker-${messageId}`,
    name: "speaker",
    props: {
      name: speaker,
      role: [person?.role, person && person === leaderIn(state) && words.leads].filter(Boolean).join(" · "),
      stage: stage === null ? "" : words.round(stage, round ?? 1, (round ?? 1) === 1),
      decision: decision ? howWon(decision, words) || (wordsOfRule(decision.rule, words).label ?? "") : "",
      bids: (decision?.bids ?? []).map((bid) => ({ name: bid.participant, bid: bidInWords(bid, words) })),
      rehearsal: model === rehearsalName ? words.rehearsed : "",
    },
    metadata: { message_id: messageId },
  };
}

interface Update {
  readonly messages?: readonly BaseMessage[];
  readonly decisions?: readonly Decision[];
  readonly usage?: readonly UsageRow[];
}

export function cardsIn(state: Conversation, { messages = [], decisions = [], usage = [] }: Update): UiMessage[] {
  const known = { ...state, decisions: [...state.decisions, ...decisions], usage: [...state.usage, ...usage] };
  return messages.flatMap((message) => {
    const place = placeOf(message);
    const isSaid = place?.kind === "speech" || place?.kind === "direction" || place?.kind === "closing";
    return isSaid && message.id
      ? [cardFor(known, { ...place, messageId: message.id, speaker: speakerOf(message) })]
      : [];
  });
}
