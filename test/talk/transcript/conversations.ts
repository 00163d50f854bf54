import type { ConversationDocument, ExportedMessage } from "../../../src/talk/transcript/json.js";

/** Returns a speech without its turn, which `conversationOf` adds. */
export function said(name: string, text: string): ExportedMessage {
  return {
    id: null,
    name,
    text,
    turn: null,
    time: "2026-03-04T12:00:00.000Z",
    kind: "speech",
    stage: null,
    round: null,
    replyingTo: null,
    words: 1,
  };
}

const participant = (name: string, role: string) =>
  ({ name, role, location: "", description: "", instructions: "", model: "", bidder: "model" }) as const;

export function conversationOf(messages: readonly ExportedMessage[]): ConversationDocument {
  const turnOf = (index: number) => messages.slice(0, index + 1).filter(({ kind }) => kind === "speech").length;
  return {
    version: 1,
    mode: "bidding",
    title: null,
    topic: "A topic",
    language: "en",
    seed: 1,
    participants: [participant("Ann", "driver"), participant("Bo", "")],
    messages: messages.map((message, index) =>
      message.kind === "speech" ? { ...message, turn: turnOf(index) } : message,
    ),
    leader: null,
    decisions: [],
    usage: { rows: [], totals: { calls: 0, uncounted: 0, inputTokens: 0, outputTokens: 0 }, money: null, prices: {} },
    stopDraws: [],
    verdicts: [],
    stopReason: { kind: "turns", turn: messages.length, limit: messages.length },
    warnings: [],
    interjections: [],
    controls: [],
    toolCalls: [],
    corrections: [],
    judgements: [],
    finalDecision: null,
    results: [],
  };
}
