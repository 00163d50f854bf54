/** Whether a discussion has been sufficient: by how many rounds there were and how many concerns have been raised. */
import type { JudgeBrief } from "../../../domain/brief.js";
import type { Judgement } from "../../../domain/stage.js";
import { countWords } from "../../../domain/word-count.js";
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

export function judgement(brief: JudgeBrief): Pick<Judgement, "sufficient" | "reason" | "open"> {
  const argued = arguedIn(brief);
  const gaps = gapsIn(argued, brief);
  if (isSufficient(argued, brief) || (gaps.length === 0 && brief.stage.round > 1))
    return { sufficient: true, reason: praise(argued, brief), open: [] };
  const reason = complaint(gaps[0], brief);
  let room = brief.wordLimit - countWords(reason, brief.language);
  const wanted = 1 + Math.floor(chanceInTurn(brief, "open") * mostOpen);
  const open = gaps.slice(0, wanted).flatMap(({ point }) => {
    const words = countWords(point, brief.language);
    if (words > room) return [];
    room -= words;
    return [point];
  });
  return { sufficient: false, reason, open };
}

function isSufficient(argued: readonly Argued[], brief: JudgeBrief): boolean {
  const { round } = brief.stage;
  if (round >= lastRound) return true;
  const raised = new Set(argued.flatMap(({ concerns }) => concerns)).size;
  if (round === 1) return raised > 6 && chanceInTurn(brief, "first round") < 0.3;
  // More people raise more, and need to hear more.
  const enough = arguersIn(argued).length + 1 + Math.floor(chanceInDebate(brief, 0, "enough concerns") * 3);
  return raised >= enough && chanceInDebate(brief, 0, "second round") < 0.7;
}

/** What nobody has raised, and what nobody has answered; now the one first, now the other. */
function gapsIn(argued: readonly Argued[], brief: JudgeBrief): Gap[] {
  const missing = missingIn(brief, argued).map(
    (concern): Gap => ({ point: plainPoint(concern, brief), name: undefined }),
  );
  // Where only one has argued there was nobody to answer.
  const alone = arguersIn(argued).length > 1 ? unansweredIn(argued) : [];
  const unanswered = alone.map(
    ({ concern, name }): Gap => ({ point: plainPoint(concern, brief), name: namesOf([{ name }], brief) }),
  );
  const start = Math.floor(chanceInTurn(brief, "unanswered") * unanswered.length);
  const turned = [...unanswered.slice(start), ...unanswered.slice(0, start)];
  const [first, second] = chanceInTurn(brief, "gaps") < 0.5 ? [missing, turned] : [turned, missing];
  return [first?.[0], second?.[0], ...first.slice(1), ...second.slice(1)].filter((gap) => gap !== undefined);
}

function complaint(gap: Gap | undefined, brief: JudgeBrief): string {
  const { missing, unanswered, general, tiny } = meetingTextsOf[brief.language].judgement.insufficient;
  // Of what it does not remember, it cannot say that nobody has spoken.
  const isKnown = gap !== undefined && brief.conversation.omitted === 0;
  const fitting = !isKnown ? [] : gap.name ? [unanswered] : [missing];
  const slots = { point: gap?.point, missing: gap?.point, name: gap?.name };
  const groups = chanceInTurn(brief, "complaint") < 0.8 ? [...fitting, general] : [general, ...fitting];
  return sentence(brief, "insufficient", [...groups, tiny], slots, gap ? 0.75 : 1);
}

function praise(argued: readonly Argued[], brief: JudgeBrief): string {
  const { point, general, tiny } = meetingTextsOf[brief.language].judgement.sufficient;
  const shared = sharedIn(argued);
  const concern = shared[Math.floor(chanceInTurn(brief, "shared") * shared.length)]?.concern;
  const fitting = concern ? [point] : [];
  const groups = chanceInTurn(brief, "praise") < 0.6 ? [...fitting, general] : [general, ...fitting];
  return sentence(brief, "sufficient", [...groups, tiny], { point: concern && plainPoint(concern, brief) }, 1);
}

/** A sentence that takes up no more than a share of the limit, where there is one. */
function sentence(
  brief: JudgeBrief,
  salt: string,
  groups: readonly (readonly string[])[],
  slots: Slots,
  share: number,
): string {
  const choose = createChooser(brief, brief.stage.round);
  const from = (budget: number) => choose({ salt, groups, slots: { subject: subjectOf(brief), ...slots }, budget });
  return from(brief.wordLimit * share) ?? from(brief.wordLimit) ?? (groups.at(-1)?.[0] as string);
}
