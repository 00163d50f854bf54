/** A finished transcript as the events that a reader would have followed, so that a replay shows what the stage shows. */
import type { ConversationDocument, Numbered, Participant } from "../port.js";

type Message = ConversationDocument["messages"][number];
// Of a union each member is meant, or only what they all have in common would remain.
type Unnumbered<Event = Numbered> = Event extends unknown ? Omit<Event, "sequence" | "message"> : never;

/** The cast at the beginning: nobody had joined, left or been muted. */
function firstCast({ participants, controls }: ConversationDocument): readonly Participant[] {
  const obeyed = controls.flatMap(({ control, refusal }) => (control && refusal === null ? [control] : []));
  const joined = obeyed.flatMap((control) => ("add" in control ? [control.add.name] : []));
  const steered = obeyed.flatMap((control) => Object.values(control));
  return participants
    .filter(({ name }) => !joined.includes(name))
    .map((each) => (steered.includes(each.name) ? { ...each, presence: "present" } : each));
}

function sceneOf(document: ConversationDocument): Unnumbered {
  const { topic, leader, seed, messages, decisions } = document;
  const maxTurns = decisions.at(-1)?.turn ?? messages.at(-1)?.turn ?? 0;
  return { type: "scene-set", topic, participants: firstCast(document), leader, seed: seed ?? 0, maxTurns };
}

function eventsOfMessage(document: ConversationDocument, index: number): Unnumbered[] {
  const { messages, decisions, judgements, corrections, results } = document;
  const message = messages[index] as Message;
  const { kind, name: speaker, text, words, stage, round } = message;
  const turn = message.turn ?? 0;
  const isFirst = !messages.slice(Math.max(0, index - 4), index).some((other) => isOfTurn(other, turn));
  const isLast = !messages.slice(index + 1, index + 5).some((other) => isOfTurn(other, turn));
  if (kind === "opening") return [{ type: "opening", speaker, text }];
  if (kind === "interjection") {
    const interjection = document.interjections.find(({ messageId }) => messageId === message.id);
    return interjection ? [{ type: "interjection", turn, interjection }] : [];
  }
  const events: Unnumbered[] = [];
  const before = messages[index - 1];
  if (stage !== null && round !== null && (before?.stage !== stage || before.round !== round))
    events.push({ type: "round-start", turn, stage, round });
  const decision = isFirst && kind !== "closing" ? decisions.find((each) => each.turn === turn) : undefined;
  if (decision) events.push({ type: "decision", turn, decision });
  events.push({ type: "speech-end", turn, speaker, text, words });
  if (!isLast || kind !== "speech") return events;
  for (const correction of corrections)
    if (correction.turn === turn) events.push({ type: "correction", turn, correction });
  for (const result of results) if (result.turn === turn) events.push({ type: "task", turn, result });
  const judgement = judgements.find((each) => each.turn === turn);
  if (judgement) events.push({ type: "judgement", turn, judgement });
  return events;
}

const isOfTurn = ({ kind, turn }: Message, other: number) =>
  turn === other && (kind === "speech" || kind === "direction");

/** All events of a transcript, numbered from 1. */
export function eventsOf(document: ConversationDocument): Numbered[] {
  const { messages, interjections, controls, stopReason } = document;
  const events = messages.flatMap((_, index) => eventsOfMessage(document, index));
  // What has no message stands behind the turn after which it was heard.
  const heard = [
    ...interjections
      .filter(({ messageId }) => messageId === null)
      .map((interjection) => ({ type: "interjection", turn: interjection.turn, interjection }) as const),
    ...controls.map((control) => ({ type: "control", turn: control.turn, control }) as const),
  ];
  for (const each of heard) {
    const next = events.findIndex((event) => "turn" in event && event.turn > each.turn);
    events.splice(next < 0 ? events.length : next, 0, each);
  }
  const end: Unnumbered[] = stopReason ? [{ type: "stopped", turn: stopReason.turn, reason: stopReason }] : [];
  return [sceneOf(document), ...events, ...end].map((event, index) => ({ ...event, sequence: index + 1 }) as Numbered);
}
