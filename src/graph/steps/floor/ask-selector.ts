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

const isUnreadable = (attempt: ChoiceAttempt): attempt is ChoiceAttempt & { readonly problem: ChoiceProblem } =>
  attempt.problem !== null && attempt.problem !== "call-failed";

/**
 * A rule may pass candidates that it has copied, so only their seats count.
 *
 * @param attempts - Receives every attempt, even if this function throws.
 */
async function askSelector<State extends Conversation>(
  floor: OpenFloor<State>,
  { candidates: shown = floor.candidates, guidance = "", count = 1 }: ModelQuestion,
  step: StepContext,
  attempts: ChoiceAttempt[],
): Promise<ModelChoice> {
  if (!isCount(count)) throw invalidField("ask.count", "expected", { expected: "count" });
  const { state, turn } = floor;
  const candidates = floor.candidates.filter(({ seat }) => shown.some((each) => each.seat === seat));
  if (candidates.length < 2) return { chosen: candidates, attempts };
  const people = candidates.map(({ participant }) => participant);
  const asked = { candidates: people, guidance, count: Math.min(count, people.length) };
  const request = { ...sceneOf(state), purpose: "select", turn, conversation: remember(state), ...asked } as const;
  const question = callFor(step, state, request);
  const { selectAgain } = promptsFor(step, state);
  while (attempts.length < maxAttempts) {
    const again = askAgain(question, attempts.filter(isUnreadable), ({ problem }) => selectAgain(request, problem));
    try {
      const { text: answer, isTooLong } = await step.services.caller.text(again, step.call);
      const choice = parseChoices(afterThinking(normalizeAnswer(answer)), people.length, asked.count);
      if (!isTooLong && choice.ok) {
        const chosen = choice.indexes.flatMap((index) => candidates[index] ?? []);
        attempts.push({ answer, problem: null });
        return { chosen, attempts };
      }
      attempts.push({ answer, problem: choice.ok || isTooLong ? "too-long" : choice.problem });
    } catch (error) {
      attempts.push({ answer: "", problem: "call-failed" });
      // If the key was rejected or the account has no credit, every further call would fail as well.
      if (!isFailedAlone(error)) throw error;
      return { chosen: [], attempts };
    }
  }
  return { chosen: [], attempts };
}

export class RuleQuestions<State extends Conversation> {
  private readonly asked: Promise<ModelChoice>[] = [];
  private readonly attempts: ChoiceAttempt[][] = [];
  private isOver = false;

  constructor(
    private readonly floor: OpenFloor<State>,
    private readonly step: StepContext,
  ) {}

  readonly ask: AskModel = (question = {}) => {
    const answer = this.isOver ? Promise.reject(invalidField("ask", "asked-too-late", {})) : this.put(question);
    // If the rule does not wait for the answer, a failure must not end the process.
    answer.catch(() => {});
    return answer;
  };

  private put(question: ModelQuestion): Promise<ModelChoice> {
    const attempts: ChoiceAttempt[] = [];
    const answer = askSelector(this.floor, question, this.step, attempts);
    this.asked.push(answer);
    this.attempts.push(attempts);
    return answer;
  }

  /**
   * Allows no further questions, and returns the attempts at all questions. Waits for the answers that the rule did not
   * wait for, because their attempts are part of the record, too.
   */
  async end(): Promise<readonly ChoiceAttempt[]> {
    this.isOver = true;
    await Promise.allSettled(this.asked);
    return this.attempts.flat();
  }
}
