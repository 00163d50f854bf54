/** Turns an exported conversation into saved events like those a follower receives, so that the page can replay it. */
import { History } from "../../src/core/history.js";
import type { ConversationDocument, Numbered, Participant, SceneRecord } from "../port.js";

function firstCast({ participants, controls }: ConversationDocument): readonly Participant[] {
  const applied = controls.flatMap(({ control, refusal }) => (control && refusal === null ? [control] : []));
  const joined = applied.flatMap((control) => ("add" in control ? [control.add.name] : []));
  const presenceBefore = ({ name }: Participant) => {
    const first = applied.find((control) => Object.values(control).includes(name));
    if (!first) return undefined;
    return "unmute" in first ? "muted" : "present";
  };
  return participants
    .filter(({ name }) => !joined.includes(name))
    .map((each) => ({ ...each, presence: presenceBefore(each) ?? each.presence }));
}

const noRecords = {
  messages: 0,
  heard: 0,
  warnings: 0,
  judgements: 0,
  verdicts: 0,
  stopDraws: 0,
  results: 0,
  plans: 0,
};

/** One scene for the whole conversation, because an export does not record where each run started. */
function sceneOf(document: ConversationDocument): SceneRecord {
  const { topic, leader, seed, messages, decisions } = document;
  const maxTurns = decisions.at(-1)?.turn ?? messages.at(-1)?.turn ?? 0;
  const start = { turn: 0, topic, participants: firstCast(document), leader, seed: seed ?? 0, maxTurns };
  return { ...start, ended: null, before: noRecords, heard: 0 };
}

export function eventsOf(document: ConversationDocument): readonly Numbered[] {
  const { messages, stopReason: end } = document;
  const decisions = document.decisions.map(({ reason: _reason, ...decision }) => decision);
  const messageAt = (index: number) => {
    const {
      id,
      name: speaker,
      text,
      words,
      kind,
      turn,
      time,
      stage,
      round,
      replyingTo,
      cut = false,
      usage,
    } = messages[index] as Message;
    const said = { turn: turn ?? 0, time: time ?? "", stage, round, replyingTo, cut, ...(usage && { usage }) };
    const place = kind === "other" ? undefined : { kind, ...said };
    return { id: id ?? "", speaker, text, words, place };
  };
  // With an infinite turn, `History` includes the records after the last speech, such as those from an interrupted run.
  const rest = { bids: [], turn: Number.POSITIVE_INFINITY, end };
  const records = {
    ...document,
    ...rest,
    plans: document.plans ?? [],
    decisions,
    messageCount: messages.length,
    messageAt,
    scenes: [sceneOf(document)],
  };
  const { numbered, underWay } = new History(records);
  const last = numbered.at(-1)?.sequence ?? 0;
  return [...numbered, ...underWay.map((event, index) => ({ ...event, sequence: last + 1 + index }) as Numbered)];
}

type Message = ConversationDocument["messages"][number];
