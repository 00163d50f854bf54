/**
 * Renders a conversation as a Markdown page, and parses such a page. Each message is a heading and a block quote. No
 * text can end its block quote and imitate another message, so `readMarkdown` recovers the same speakers and texts.
 */

import { howWon, reasonInWords, scoredBid } from "../../core/selection/decision-in-words.js";
import type { Participant } from "../../core/state/participant.js";
import { isModeratorName } from "../../core/text/reserved-names.js";
import { totalUsage } from "../../core/usage/usage.js";
import type { Decision } from "../../records/decision.js";
import type { Judgement } from "../../records/meeting.js";
import type { Line } from "../../records/message.js";
import type { TranscriptWords } from "../../words/en/transcript.js";
import { locales } from "../../words/registry.js";
import { changedAnswers, endInWords, usageByPurpose } from "./in-words.js";
import type { ConversationDocument, ExportedMessage } from "./json.js";
import {
  escapeMarkdownLabel,
  escapeMarkdownLines,
  escapeMarkdownPhrase,
  unescapeMarkdownLabel,
  unescapeMarkdownLines,
} from "./markdown-escape.js";

const small = (text: string) => `<sub>${escapeMarkdownPhrase(text)}</sub>`;

/** The first row is the heading. The columns after the first `textColumns` columns contain numbers. */
function markdownTable([heading = [], ...rows]: readonly (readonly string[])[], textColumns = heading.length): string {
  const cells = [heading, ...rows].map((row) => row.map(escapeMarkdownPhrase));
  cells.splice(
    1,
    0,
    heading.map((_cell, column) => (column < textColumns ? "---" : "---:")),
  );
  return cells.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const quote = (text: string) =>
  escapeMarkdownLines(text)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");

function peopleOf({ participants, leader }: ConversationDocument, { leads }: TranscriptWords): readonly Participant[] {
  if (!leader || isModeratorName(leader.name)) return participants;
  return [{ ...leader, role: [leader.role, leads].filter(Boolean).join(" · ") }, ...participants];
}

function castTable(participants: readonly Participant[], { columns }: TranscriptWords): string {
  const fields = (["name", "role", "location", "description"] as const).filter((field) =>
    participants.some((each) => each[field]),
  );
  const heading = fields.map((field) => columns[field === "name" ? "participant" : field]);
  return markdownTable([heading, ...participants.map((participant) => fields.map((field) => participant[field]))]);
}

function settingsLine({ mode, seed, messages, usage }: ConversationDocument, words: TranscriptWords): string {
  const models = new Set(usage.rows.map(({ model }) => model));
  const startedAt = messages[0]?.time;
  const date = startedAt ? words.date(new Date(startedAt)) : "";
  const parts = [mode, ...models, seed === null ? "" : words.seed(seed), date];
  return parts.filter(Boolean).map(escapeMarkdownPhrase).join(" · ");
}

function floorLine(decision: Decision, words: TranscriptWords): string {
  const bids = [...decision.bids]
    .sort((left, right) => left.seat - right.seat)
    .map((bid) => {
      const parts = [bid.participant, scoredBid(decision, bid.participant, words), reasonInWords(bid)];
      const shown = escapeMarkdownPhrase(parts.filter(Boolean).join(" "));
      return bid.participant === decision.speaker ? `**${shown}**` : shown;
    });
  const absent = (decision.bids.length > 0 ? decision.excluded : [])
    .filter(({ participant }) => !decision.bids.some((bid) => bid.participant === participant))
    .map((exclusion) => `${exclusion.participant} (${words.exclusions[exclusion.reason]})`);
  const others = [...absent, howWon(decision, words)].filter(Boolean).map(escapeMarkdownPhrase);
  return [...bids, ...others].join(" · ");
}

function turnBlock(message: ExportedMessage, decision: Decision | undefined, words: TranscriptWords): string {
  const { kind, turn, name, text, cut } = message;
  const isNamed = kind === "opening" || kind === "closing" || kind === "interjection";
  const place = isNamed ? words[kind] : String(turn ?? "–");
  const blocks = [`### ${place} · ${escapeMarkdownLabel(name)}`.trimEnd(), quote(text)];
  if (cut) blocks.push(small(words.cut));
  const floor = decision ? floorLine(decision, words) : "";
  if (floor) blocks.push(`<sub>${floor}</sub>`);
  return blocks.join("\n\n");
}

type Place = Pick<ExportedMessage, "stage" | "round">;

const isSameRound = (left?: Place, right?: Place) => left?.stage === right?.stage && left?.round === right?.round;

/** Returns the judgement of the round that ends with this message. */
function judgementAfter(index: number, { messages, judgements }: ConversationDocument): Judgement | undefined {
  const [message, next] = [messages[index], messages[index + 1]];
  if (next?.turn === message?.turn && isSameRound(message, next)) return undefined;
  return judgements.find((judgement) => judgement.turn === message?.turn && isSameRound(judgement, message));
}

/**
 * Returns the heading of a round that begins with this message. If another run continues with the same round after its
 * judgement, the heading is repeated.
 */
function roundHeading(index: number, conversation: ConversationDocument, words: TranscriptWords): string[] {
  const { messages } = conversation;
  const { stage = null, round = null } = messages[index] ?? {};
  const continues = isSameRound(messages[index], messages[index - 1]) && !judgementAfter(index - 1, conversation);
  if (stage === null || round === null || continues) return [];
  const isOnly = !messages.some((other) => other.stage === stage && other.round !== round);
  return [`## ${escapeMarkdownLabel(words.round(stage, round, isOnly))}`];
}

function judgementLine(index: number, conversation: ConversationDocument, words: TranscriptWords): string[] {
  const judgement = judgementAfter(index, conversation);
  return judgement ? [small(words.judgement(judgement))] : [];
}

/**
 * Renders the controls for each message. A control follows the last message of its turn or, if the turn has none, of an
 * earlier turn.
 */
function controlLines({ messages, controls }: ConversationDocument, words: TranscriptWords): string[][] {
  const lines = messages.map((): string[] => []);
  for (const control of controls) {
    const index = messages.findLastIndex(({ turn }) => (turn ?? 0) <= control.turn);
    lines[Math.max(0, index)]?.push(small(words.control(control)));
  }
  return lines;
}

/**
 * Renders, for each message, what the supervisor decided about its plan after the message. A turn whose task failed may
 * have no message, so the lines follow the last message before the next turn or the closing words.
 */
function planLines({ messages, plans = [] }: ConversationDocument, words: TranscriptWords): string[][] {
  let read = 0;
  return messages.map((_message, index) => {
    const next = messages[index + 1];
    const end = next ? (next.turn ?? 0) + (next.kind === "closing" ? 1 : 0) : Number.POSITIVE_INFINITY;
    const first = read;
    while ((plans[read]?.turn ?? end) < end) read += 1;
    // Skips the first version of the plan, because it is already shown as a message.
    const decided = plans.slice(first, read).filter(({ outcome }) => outcome !== "made");
    return decided.map((plan) => small(words.plan(plan)));
  });
}

function usageBlock({ rows, money }: ConversationDocument["usage"], words: TranscriptWords): string {
  const { uncounted } = totalUsage(rows);
  const notes = [uncounted === 0 ? "" : words.uncounted(uncounted), money === null ? "" : words.cost(money)];
  return [
    markdownTable(usageByPurpose(rows, words), 1),
    ...notes.filter(Boolean).map((note) => `<sub>${note}</sub>`),
  ].join("\n\n");
}

/** Renders a conversation as a Markdown page, from which {@link readMarkdown} recovers the exact speakers and texts. */
export function renderMarkdown(conversation: ConversationDocument): string {
  const words = locales[conversation.language].transcript;
  const { messages, decisions, usage, title, topic, warnings, corrections, results } = conversation;
  const changed = changedAnswers(corrections);
  const planned = planLines(conversation, words);
  const steered = controlLines(conversation, words);
  const decisionOf = ({ kind, turn }: ExportedMessage) =>
    kind === "speech" ? decisions.find((decision) => decision.turn === turn) : undefined;
  const blocks = [
    `# ${escapeMarkdownPhrase(title || topic)}`,
    settingsLine(conversation, words),
    ...(conversation.isPublic ? [small(words.publicCopy)] : []),
    castTable(peopleOf(conversation, words), words),
    ...warnings.map((warning) => small(words.warning(warning))),
    ...messages.flatMap((message, index) => [
      ...roundHeading(index, conversation, words),
      turnBlock(message, decisionOf(message), words),
      ...judgementLine(index, conversation, words),
      ...(planned[index] ?? []),
      ...(steered[index] ?? []),
    ]),
    "---",
    escapeMarkdownPhrase(endInWords(conversation, words)),
    ...results.filter(({ outcome }) => outcome !== "done").map((result) => small(words.task(result))),
    ...(changed === 0 ? [] : [small(words.corrected(changed))]),
    ...(usage.rows.length === 0 ? [] : [usageBlock(usage, words)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const turnHeading = /^### \S+ ·(?: (.*))?$/;

/**
 * Returns the lines of the block quote that follows `start`. Removes the first space and the spaces at the end of each
 * line, which `quote` added. The text's own spaces at the end are escaped, so they are not removed.
 */
function quotedLines(lines: readonly string[], start: number): string[] {
  let first = start;
  while (lines[first] === "") first += 1;
  const quoted: string[] = [];
  for (let index = first; lines[index]?.startsWith(">"); index += 1)
    quoted.push((lines[index] ?? "").slice(1).replace(/^ |(?<! ) +$/g, ""));
  return quoted;
}

/** Parses a page that {@link renderMarkdown} wrote. Returns the exact speaker and text of each message. */
export function readMarkdown(markdown: string): Line[] {
  const lines = markdown.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const found = turnHeading.exec(line);
    if (!found) return [];
    const [, name = ""] = found;
    return { speaker: unescapeMarkdownLabel(name), text: unescapeMarkdownLines(quotedLines(lines, index + 1)) };
  });
}
