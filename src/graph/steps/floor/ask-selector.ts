/** Asks a model who should speak next, for rules that let a model choose. */
import { remember } from "../../../core/memory/remember.js";
import type { AskModel, ModelChoice, ModelQuestion } from "../../../core/selection/rule.js";
import { isCount } from "../../../core/stopping/condition.js";
import { afterThinking, parseChoices } from "../../../core/text/read-answer.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { ChoiceAttempt, ChoiceProblem } from "../../../records/decision.js";
import { isFailedAlone } from "../../models/call-failure.js";
import { askAgain } from "../../models/compose.js";
import { normalizeAnswer } from "../../models/stream-speech.js";
import type { Conversation } from "../../state/conversation-state.js";
import { callFor, promptsFor, sceneOf } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import type { OpenFloor } from "./open-floor.js";

const maxAttempts = 2;

type UnreadableChoice = ChoiceAttempt & { readonly problem: ChoiceProblem };

/**
 * Returns the model's choice. After an unreadable answer, asks once more. If a call fails, the last attempt says so.
 * Asks no model if there is at most one candidate. A rule may pass candidates that it has copied, so only their seats
 * count.
 */
async function askSelector<State extends Conversation>(
  floor: OpenFloor<State>,
  { candidates: shown = floor.candidates, guidance = "", count = 1 }: ModelQuestion,
  step: StepContext,
): Promise<ModelChoice> {
  if (!isCount(count)) throw invalidField("ask.count", "expected", { expected: "count" });
  const { state, turn } = floor;
  const candidates = floor.candidates.filter(({ seat }) => shown.some((each) => each.seat === seat));
  if (candidates.length < 2) return { chosen: candidates, attempts: [] };
  const people = candidates.map(({ participant }) => participant);
  const asked = { candidates: people, guidance, count: Math.min(count, people.length) };
  const request = { ...sceneOf(state), purpose: "select", turn, conversation: remember(state), ...asked } as const;
  const question = callFor(step, state, request);
  const { selectAgain } = promptsFor(step, state);
  const unreadable: UnreadableChoice[] = [];
  while (unreadable.length < maxAttempts) {
    const again = askAgain(question, unreadable, ({ problem }) => selectAgain(request, problem));
    try {
      const { text: answer, isTooLong } = await step.services.caller.text(again, step.call);
      const choice = parseChoices(afterThinking(normalizeAnswer(answer)), people.length, asked.count);
      if (!isTooLong && choice.ok) {
        const chosen = choice.indexes.flatMap((index) => candidates[index] ?? []);
        return { chosen, attempts: [...unreadable, { answer, problem: null }] };
      }
      unreadable.push({ answer, problem: choice.ok || isTooLong ? "too-long" : choice.problem });
    } catch (error) {
      // If the key was rejected, every further call would fail as well.
      if (!isFailedAlone(error)) throw error;
      return { chosen: [], attempts: [...unreadable, { answer: "", problem: "call-failed" }] };
    }
  }
  return { chosen: [], attempts: unreadable };
}

/** The questions that a rule asks models in one turn. */
export class RuleQuestions<State extends Conversation> {
  private readonly asked: Promise<ModelChoice>[] = [];
  private isOver = false;

  constructor(
    private readonly floor: OpenFloor<State>,
    private readonly step: StepContext,
  ) {}

  readonly ask: AskModel = (question = {}) => {
    if (this.isOver) return Promise.reject(invalidField("ask", "asked-too-late", {}));
    const answer = askSelector(this.floor, question, this.step);
    this.asked.push(answer);
    // A failure that the rule does not wait for must not end the process.
    answer.catch(() => {});
    return answer;
  };

  /**
   * Allows no further questions, and waits for the answers that the rule did not wait for, because their calls also
   * count. Returns all answers, in the order of the questions. A question that failed counts as a failed call, whether
   * or not the rule has waited for it.
   */
  async end(): Promise<readonly ChoiceAttempt[]> {
    this.isOver = true;
    const answers = await Promise.allSettled(this.asked);
    return answers.flatMap((each): readonly ChoiceAttempt[] =>
      each.status === "fulfilled" ? each.value.attempts : [{ answer: "", problem: "call-failed" }],
    );
  }
}
