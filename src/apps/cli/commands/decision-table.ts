import { howWon, scoredBid } from "../../../core/selection/decision-in-words.js";
import { wordsOfRule } from "../../../core/selection/rule-words.js";
import type { Decision } from "../../../records/decision.js";
import { endInWords, placeInWords } from "../../../talk/transcript/in-words.js";
import type { ConversationDocument } from "../../../talk/transcript/json.js";
import type { TranscriptWords } from "../../../words/en/transcript.js";
import { locales } from "../../../words/registry.js";
import { alignTable, padEnd, safeLine, truncate, widest } from "../terminal/text.js";

const maxQuoteWidth = 60;

const short = (text: string) => truncate(safeLine(text), maxQuoteWidth);

function bidCell(decision: Decision, name: string, words: TranscriptWords): string {
  const exclusion = decision.excluded.find(({ participant }) => participant === name);
  return scoredBid(decision, name, words) || (exclusion ? words.exclusions[exclusion.reason] : "–");
}

function choiceInWords(decision: Decision, conversation: ConversationDocument, words: TranscriptWords): string {
  const { turn, rule, choices } = decision;
  const explanation = howWon(decision, words);
  // Removes the winner's name, because the row already contains it.
  const winner = ` → ${decision.speaker}`;
  const won = explanation.endsWith(winner) ? explanation.slice(0, -winner.length) : explanation;
  const unread = choices.flatMap(({ answer, problem }) =>
    problem === null ? [] : [words.unreadChoice(problem === "call-failed" ? null : short(answer))],
  );
  const tasks = conversation.results
    .filter((result) => result.turn === turn)
    .map((result) => (result.outcome === "done" ? short(result.task) : words.task(result)));
  return [
    placeInWords(decision.turn, conversation, words),
    ...unread,
    won || (decision.bids.length > 0 ? "" : (wordsOfRule(rule, words).label ?? rule)),
    ...tasks,
  ]
    .filter(Boolean)
    .map(safeLine)
    .join(" · ");
}

const reasonsIn = ({ bids }: Decision, { colon }: TranscriptWords) =>
  bids.flatMap(({ participant, reason }) => (reason ? [`   ${safeLine(`${participant}${colon}${reason}`)}`] : []));

function afterTurn(
  turn: number,
  { stopDraws, verdicts, judgements, plans = [] }: ConversationDocument,
  words: TranscriptWords,
): string[] {
  const draws = stopDraws.filter((each) => each.turn === turn).map(words.stopDraw);
  const judged = judgements.filter((each) => each.turn === turn).map(words.judgement);
  const asked = verdicts.filter((each) => each.turn === turn).map(words.verdict);
  const planned = plans.filter((each) => each.turn === turn).map(words.plan);
  return [...draws, ...asked, ...judged, ...planned].map((line) => `   ${safeLine(line)}`);
}

export function decisionTable(conversation: ConversationDocument): string {
  const { decisions, language, participants } = conversation;
  const words = locales[language].transcript;
  const bidders = participants
    .map(({ name }) => name)
    .filter((name) => decisions.some(({ bids }) => bids.some((bid) => bid.participant === name)));
  const heading = ["#", words.columns.speaker, ...bidders.map(safeLine)];
  const rows = decisions.map((decision) => [
    String(decision.turn),
    safeLine(decision.speaker),
    ...bidders.map((name) => bidCell(decision, name, words)),
  ]);
  const [head = "", ...lines] = alignTable([heading, ...rows], { leftColumns: 2 });
  const width = widest(lines);
  const turns = decisions.flatMap((decision, index) => [
    `${padEnd(lines[index] ?? "", width)}  ${choiceInWords(decision, conversation, words)}`.trimEnd(),
    ...reasonsIn(decision, words),
    ...afterTurn(decision.turn, conversation, words),
  ]);
  return `${[head, ...afterTurn(0, conversation, words), ...turns, safeLine(endInWords(conversation, words))].join("\n")}\n`;
}
