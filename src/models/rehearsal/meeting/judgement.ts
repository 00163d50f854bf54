/** Whether a discussion has been sufficient: by how many rounds there were and how many concerns have been raised. */

import { countWords } from "../../../locales/word-count.js";
import type { Judgement } from "../../../state/stage.js";
import type { JudgeRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { chanceInDebate, chanceInTurn } from "../luck.js";
import type { Slots } from "../template.js";
import { type Argued, arguedIn, arguersIn, missingIn, sharedIn, unansweredIn } from "./heard.js";
import { meetingTextsOf } from "./texts.js";
import { namesOf, plainPoint, subjectOf } from "./wording.js";

/** By now everything has been said, if not by everyone. */
const lastRound = 3;
const mostOpen = 3;

/** Something that is still to be discussed. */
interface Gap {
  readonly point: string;
  /** Who alone has spoken of it; undefined where nobody has. */
  readonly name: string | undefined;
}

export function judgement(request: JudgeRequest): Pick<Judgement, "sufficient" | "reason" | "open"> {
  const argued = arguedIn(request);
  const gaps = gapsIn(argued, request);
  if (isSufficient(argued, request) || (gaps.length === 0 && request.stage.round > 1))
    return { sufficient: true, reason: praise(argued, request), open: [] };
  const reason = complaint(gaps[0], request);
  let room = request.wordLimit - countWords(reason, request.language);
  const wanted = 1 + Math.floor(chanceInTurn(request, "open") * mostOpen);
  const open = gaps.slice(0, wanted).flatMap(({ point }) => {
    const words = countWords(point, request.language);
    if (words > room) return [];
    room -= words;
    return [point];
  });
  return { sufficient: false, reason, open };
}

function isSufficient(argued: readonly Argued[], request: JudgeRequest): boolean {
  const { round } = request.stage;
  if (round >= lastRound) return true;
  const raised = new Set(argued.flatMap(({ concerns }) => concerns)).size;
  if (round === 1) return raised > 6 && chanceInTurn(request, "first round") < 0.3;
  // More people raise more, and need to hear more.
  const enough = arguersIn(argued).length + 1 + Math.floor(chanceInDebate(request, 0, "enough concerns") * 3);
  return raised >= enough && chanceInDebate(request, 0, "second round") < 0.7;
}

/** What nobody has raised, and what nobody has answered; now the one first, now the other. */
function gapsIn(argued: readonly Argued[], request: JudgeRequest): Gap[] {
  const missing = missingIn(request, argued).map(
    (concern): Gap => ({ point: plainPoint(concern, request), name: undefined }),
  );
  // Where only one has argued there was nobody to answer.
  const alone = arguersIn(argued).length > 1 ? unansweredIn(argued) : [];
  const unanswered = alone.map(
    ({ concern, name }): Gap => ({ point: plainPoint(concern, request), name: namesOf([{ name }], request) }),
  );
  const start = Math.floor(chanceInTurn(request, "unanswered") * unanswered.length);
  const turned = [...unanswered.slice(start), ...unanswered.slice(0, start)];
  const [first, second] = chanceInTurn(request, "gaps") < 0.5 ? [missing, turned] : [turned, missing];
  return [first?.[0], second?.[0], ...first.slice(1), ...second.slice(1)].filter((gap) => gap !== undefined);
}

function complaint(gap: Gap | undefined, request: JudgeRequest): string {
  const { missing, unanswered, general, tiny } = meetingTextsOf[request.language].judgement.insufficient;
  // Of what it does not remember, it cannot say that nobody has spoken.
  const isKnown = gap !== undefined && request.conversation.omitted === 0;
  const fitting = !isKnown ? [] : gap.name ? [unanswered] : [missing];
  const slots = { point: gap?.point, missing: gap?.point, name: gap?.name };
  const groups = chanceInTurn(request, "complaint") < 0.8 ? [...fitting, general] : [general, ...fitting];
  return sentence(request, "insufficient", [...groups, tiny], slots, gap ? 0.75 : 1);
}

function praise(argued: readonly Argued[], request: JudgeRequest): string {
  const { point, general, tiny } = meetingTextsOf[request.language].judgement.sufficient;
  const shared = sharedIn(argued);
  const concern = shared[Math.floor(chanceInTurn(request, "shared") * shared.length)]?.concern;
  const fitting = concern ? [point] : [];
  const groups = chanceInTurn(request, "praise") < 0.6 ? [...fitting, general] : [general, ...fitting];
  return sentence(request, "sufficient", [...groups, tiny], { point: concern && plainPoint(concern, request) }, 1);
}

/** A sentence that takes up no more than a share of the limit, where there is one. */
function sentence(
  request: JudgeRequest,
  salt: string,
  groups: readonly (readonly string[])[],
  slots: Slots,
  share: number,
): string {
  const choose = createChooser(request, request.stage.round);
  const from = (budget: number) => choose({ salt, groups, slots: { subject: subjectOf(request), ...slots }, budget });
  return from(request.wordLimit * share) ?? from(request.wordLimit) ?? (groups.at(-1)?.[0] as string);
}
