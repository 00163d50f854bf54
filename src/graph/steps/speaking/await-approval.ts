import type { AIMessage } from "@langchain/core/messages";
import { isRecord } from "../../../base/is-record.js";
import type { Approval, Draft, Rejection } from "../../../core/state/people.js";
import { reviewRequest } from "../../../core/state/people.js";
import type { Correction, Fault } from "../../../records/correction.js";
import type { YourTurnProblem } from "../../../records/person-question.js";
import { locales } from "../../../words/registry.js";
import { listenerIn } from "../../inbox/interjection.js";
import { interruptTask, savedInterrupts } from "../../langgraph/task.js";
import type { Conversation } from "../../state/conversation-state.js";
import type { StepContext } from "../run/step-context.js";
import { readReview } from "./read-answer.js";

type Asked = Pick<Approval, "participant" | "turn" | "purpose">;

/** Saved with the interrupt, so the fields must be serializable as JSON. */
interface Made<Extra> {
  readonly text: string;
  readonly answer: string;
  readonly faults: readonly Fault[];
  readonly extra: Extra;
}

/**
 * Asks a person to review a draft until one is accepted. Saves the draft and its usage with the interrupt, because
 * another process may continue the run. After a rejection, makes another draft from all rejected drafts and their
 * instructions.
 */
export async function awaitApproval<Extra>(
  state: Conversation,
  asked: Asked,
  make: (rejections: readonly Rejection[]) => Promise<Made<Extra>>,
  say: (text: string, extra: Extra, isEdited: boolean) => Promise<AIMessage>,
  step: StepContext,
) {
  const { participant, turn } = asked;
  const saved = ((await savedInterrupts(step.config)) as readonly Approval[]).find(
    (each) => each?.kind === "approval" && each.participant === participant && each.turn === turn,
  );
  step.usage.restore(saved?.work.usage ?? []);
  let draft = (saved?.work ?? { ...(await make([])), rejections: [], answered: 0 }) as Draft & Made<Extra>;
  let problem: YourTurnProblem | null = null;
  for (let count = 0; ; count += 1) {
    const work = { ...draft, answered: count, usage: step.usage.usage };
    const description = locales[state.language].transcript.approval({ ...asked, problem });
    const approval: Approval = {
      kind: "approval",
      ...asked,
      problem,
      language: state.language,
      draft: draft.text,
      work,
      ...reviewRequest(description, { text: draft.text }, ["approve", "edit", "reject"]),
    };
    const given = interruptTask<Approval>(step.config, approval);
    // Whenever the run continues, LangGraph repeats all earlier answers, which have already been handled.
    if (count < (saved?.work.answered ?? 0)) continue;
    const review = readReview(given, draft.text);
    const by = listenerIn(state, (isRecord(given) ? given["from"] : undefined) ?? step.owner);
    problem = "problem" in review ? review.problem : null;
    if ("rewrite" in review) {
      const rejections = [...draft.rejections, { answer: draft.answer, instruction: review.rewrite, by }];
      draft = { ...draft, ...(await make(rejections)), rejections };
    }
    if (!("text" in review)) continue;
    const { text } = review;
    const isEdited = text !== draft.text;
    const message = await say(text, draft.extra, isEdited);
    const rejected = { faults: ["rejected"], used: null, messageId: null } as const;
    const used = { faults: isEdited ? (["edited"] as const) : ([...draft.faults, "approved"] as const), used: text };
    const corrections: Correction[] = [
      ...draft.rejections.map(({ answer, by }) => ({ ...asked, ...rejected, by, answer })),
      { ...asked, ...used, by, answer: draft.answer, messageId: message.id ?? null },
    ];
    for (const correction of corrections) step.emit({ type: "correction", turn, correction });
    return { message, corrections, text, isEdited, extra: draft.extra };
  }
}
