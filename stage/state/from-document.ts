/** A finished transcript as the events that a reader would have followed, so that a replay shows what the stage shows. */
import { History } from "../../src/core/history.js";
import type { ConversationDocument, Numbered, Participant, SceneRecord } from "../port.js";

/** The cast at the beginning: nobody had joined, left or been muted. */
function firstCast({ participants, controls }: ConversationDocument): readonly Participant[] {
  const obeyed = controls.flatMap(({ control, refusal }) => (control && refusal === null ? [control] : []));
  const joined = obeyed.flatMap((control) => ("add" in control ? [control.add.name] : []));
  const steered = obeyed.flatMap((control) => Object.values(control));
  return participants
    .filter(({ name }) => !joined.includes(name))
    .map((each) => (steered.includes(each.name) ? { ...each, presence: "present" } : each));
}

const nothing = { messages: 0, heard: 0, warnings: 0, judgements: 0, verdicts: 0, stopDraws: 0, results: 0 };

/** A transcript does not say where another round began, so all of it is one run. */
function sceneOf(document: ConversationDocument): SceneRecord {
  const { topic, leader, seed, messages, decisions } = document;
  const maxTurns = decisions.at(-1)?.turn ?? messages.at(-1)?.turn ?? 0;
  const begun = { turn: 0, topic, participants: firstCast(document), leader, seed: seed ?? 0, maxTurns };
  return { ...begun, ended: null, before: nothing, heard: 0 };
}

export function eventsOf(document: ConversationDocument): readonly Numbered[] {
  const { messages, stopReason: end } = document;
  const messageAt = (index: number) => {
    const { id, name: speaker, text, words, kind, turn, time, stage, round, replyingTo } = messages[index] as Message;
    const place = kind === "other" ? undefined : { kind, turn: turn ?? 0, time: time ?? "", stage, round, replyingTo };
    return { id: id ?? "", speaker, text, words, place };
  };
  // A transcript grows no more. What an interrupted run has left behind its last speech stays.
  const course = { bids: [], turn: Number.POSITIVE_INFINITY, end };
  const records = { ...document, ...course, messageCount: messages.length, messageAt, scenes: [sceneOf(document)] };
  const { numbered, underWay } = new History(records);
  const last = numbered.at(-1)?.sequence ?? 0;
  return [...numbered, ...underWay.map((event, index) => ({ ...event, sequence: last + 1 + index }) as Numbered)];
}

type Message = ConversationDocument["messages"][number];
