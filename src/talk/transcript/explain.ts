import {
  choiceFacts,
  choiceReason,
  isByModel,
  isTie,
  reasonInWords,
  scoredBid,
} from "../../core/selection/decision-in-words.js";
import type { Decision } from "../../records/decision.js";
import { locales } from "../../words/registry.js";
import { placeInWords } from "./in-words.js";
import type { ConversationDocument } from "./json.js";
import { ruleReason } from "./reason.js";

/** Returns up to three paragraphs: who could speak, what they bid, and how the speaker was chosen. */
export function explainDecision(decision: Decision, conversation: ConversationDocument): string[] {
  const { join, transcript: words } = locales[conversation.language];
  const { explain, list, number } = words;
  const { turn, speaker, candidates, bids, scores, choices, addressed, tied, waived = [], among, task } = decision;
  const drawn = decision.draw === null ? null : words.draw(decision.draw);

  // Omits the participants listed in `bids`, because the paragraph about bids covers them.
  const absent = decision.excluded.filter(({ participant }) => !bids.some((bid) => bid.participant === participant));
  const excluded = [...Map.groupBy(absent, ({ reason }) => reason)].map(([reason, group]) =>
    explain.excluded[reason](list(group.map(({ participant }) => participant)), group.length === 1),
  );
  const lifted = waived.map(({ participant, reason }) => explain.excluded[reason](participant, true));

  const shown = bids.map((bid) =>
    [bid.participant, scoredBid(decision, bid.participant, words), reasonInWords(bid)].filter(Boolean).join(" "),
  );
  const unread = bids.flatMap(({ participant, attempts }) =>
    attempts.flatMap(({ answer, problem }, attempt) =>
      problem === null ? [] : [explain.unreadBid(participant, attempt, answer)],
    ),
  );

  const byBids = words.bidReason(decision);
  const chances = scores.map(({ participant, total }) => `${participant} ${number(total)}`);
  const reason = choiceReason(choices);
  // With the rule “selector”, `explain.shortlisted` names the highest scorers, so `choiceFacts` does not.
  const shortlist = decision.rule === "selector" ? among : undefined;
  const { among: _among, ...beyondShortlist } = decision;
  // The task's result contains the attempt and the remark, if any.
  const result = task && conversation.results.find((each) => each.turn === turn && each.number === task.number);
  const chosen = [
    ...choices.flatMap(({ answer, problem }) =>
      problem === null ? [] : [explain.unreadChoice(problem === "call-failed" ? null : answer)],
    ),
    addressed?.granted === false && explain.refused(addressed),
    shortlist
      ? explain.shortlisted(speaker, list(shortlist))
      : ruleReason(decision, conversation.language, conversation.leader?.name ?? ""),
    result?.attempt && explain.attempt(result.attempt),
    result?.remark && explain.remark(result.remark),
    byBids ?? (isTie(decision) && explain.tie(list(tied), drawn, speaker, isByModel(decision))),
    bids.length === 0 && chances.length > 0 && !isTie(decision) && explain.chances(chances),
    ...choiceFacts(shortlist ? beyondShortlist : decision, words),
    reason && explain.reason(reason),
    conversation.messages.some((message) => message.kind === "speech" && message.turn === turn && message.cut) &&
      words.cut,
  ];
  const whoCould = [
    explain.turn(turn, speaker, placeInWords(turn, conversation, words)),
    explain.candidates(list(candidates), candidates.length === 1),
    ...excluded,
    lifted.length > 0 && explain.waived(join(lifted)),
  ];
  return [whoCould, [shown.length > 0 && explain.bids(shown), ...unread], chosen]
    .map((sentences) => join(sentences.flatMap((sentence) => sentence || [])))
    .filter(Boolean);
}
