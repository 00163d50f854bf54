import { pricesUsed } from "../../../core/usage/budget.js";
import { changedAnswers, endInWords, usageByPurpose } from "../../../talk/transcript/in-words.js";
import type { ConversationDocument } from "../../../talk/transcript/json.js";
import type { RunTexts } from "../../../words/command-line.js";
import type { TranscriptWords } from "../../../words/en/transcript.js";
import { alignTable, type Layout, safeLine, wrapText } from "./text.js";

export interface SummaryOptions extends Layout {
  readonly elapsedMs: number;
  readonly repeat: string | undefined;
  readonly isRepeatExact: boolean;
}

const outOfTurn: ReadonlySet<string> = new Set(["opening", "interjection", "other"]);

/**
 * The leader's name comes first, and is omitted if the leader said only the opening. The names of those who spoke in an
 * earlier cast come last.
 */
function speakersOf({ participants, messages }: ConversationDocument): Set<string> {
  const leading = messages.filter(({ kind }) => kind === "direction" || kind === "closing");
  const speaking = messages.filter(({ kind }) => kind === "speech");
  return new Set([...leading, ...participants, ...speaking].map(({ name }) => name));
}

function speakerTable(conversation: ConversationDocument, texts: RunTexts, words: TranscriptWords): string[][] {
  const rows = [...speakersOf(conversation)].map((name) => {
    const said = conversation.messages.filter((message) => !outOfTurn.has(message.kind) && message.name === name);
    const length = said.reduce((sum, message) => sum + message.words, 0);
    return [safeLine(name), words.number(said.length), words.number(length)];
  });
  return [[words.columns.participant, texts.turnsColumn, texts.wordsColumn], ...rows];
}

export const priceLines = ({ rows, prices }: ConversationDocument["usage"], { priced }: TranscriptWords): string[] =>
  pricesUsed(rows, prices).map(([model, price]) => priced(safeLine(model), price));

export function summaryLines(conversation: ConversationDocument, options: SummaryOptions): string[] {
  const { colours, texts, width, words } = options;
  const { usage, seed } = conversation;
  const changed = changedAnswers(conversation.corrections);
  const table = (rows: string[][]) => {
    const [head = "", ...lines] = alignTable(rows, { indent: "  " });
    return [colours.dim(head), ...lines];
  };
  const { uncounted } = usage.totals;
  return [
    colours.bold(wrapText(safeLine(endInWords(conversation, words)), { width, indent: "" })),
    "",
    ...table(speakerTable(conversation, texts, words)),
    ...(usage.rows.length === 0 ? [] : ["", ...table(usageByPurpose(usage.rows, words))]),
    ...(uncounted === 0 ? [] : [colours.dim(`  ${words.uncounted(uncounted)}`)]),
    ...(usage.money === null ? [] : [colours.dim(`  ${words.cost(usage.money)}`)]),
    ...priceLines(usage, words).map((line) => colours.dim(`  ${line}`)),
    ...(changed === 0 ? [] : ["", colours.dim(`  ${words.corrected(changed)}`)]),
    "",
    colours.dim(
      [`  ${texts.elapsed(options.elapsedMs / 1000)}`, seed === null ? "" : words.seed(seed)]
        .filter(Boolean)
        .join(" · "),
    ),
    ...(options.repeat === undefined ? [] : [`  ${texts.repeat(options.isRepeatExact)}`, `  ${options.repeat}`]),
  ];
}
