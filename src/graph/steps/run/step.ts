import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { isRecord } from "../../../base/is-record.js";
import { type Paused, reviewRequest } from "../../../core/state/people.js";
import { budgetReason } from "../../../core/stopping/budget-forecast.js";
import { placeOf } from "../../../core/text/message.js";
import { BudgetExceededError, type TaskUsage } from "../../../core/usage/task-usage.js";
import { totalUsage } from "../../../core/usage/usage.js";
import { invalidField, RostrumError } from "../../../errors/rostrum-error.js";
import type { Decision } from "../../../records/decision.js";
import type { StopReason } from "../../../records/stop-reason.js";
import type { Warning } from "../../../records/usage.js";
import { locales } from "../../../words/registry.js";
import { interruptTask } from "../../langgraph/task.js";
import { isPaused } from "../../state/control.js";
import type { Conversation, ConversationUpdate } from "../../state/conversation-state.js";
import { stepNames } from "../../state/step-names.js";
import type { SceneRules } from "./scene-rules.js";
import type { ModeServices } from "./services.js";
import { shareUsage } from "./share-usage.js";
import { cardsIn } from "./speaker-card.js";
import { StepContext, workingTime } from "./step-context.js";

type MeteredState = Conversation & {
  /** Only in supervisor mode. A failed task always has a result, but may have no speech. */
  readonly results?: readonly { readonly turn: number }[];
};

/** Leaves out decisions in turns of this run that have neither a speech nor a task result. */
function withoutUnspoken({ decisions, messages, results = [], turnAtStart }: MeteredState): Decision[] {
  const speeches = messages.map(placeOf).filter((place) => place?.kind === "speech");
  const turns = new Set([...speeches, ...results].map((each) => each?.turn));
  return decisions.filter(({ turn }) => turn <= turnAtStart || turns.has(turn));
}

type MeteredInput = MeteredState | { readonly state: MeteredState };

/** Routes to the step that `next` returns or, if the run is paused, to the stop check, where the run waits. */
export const unlessPaused =
  <State extends Pick<Conversation, "pauseAt" | "turn" | "stopReason">, Next>(next: (state: State) => Next) =>
  (state: State) =>
    isPaused(state) ? stepNames.stopCheck : next(state);

/** Interrupts the run, or returns immediately if the run has been resumed. */
function waitAtPause({ language, turn, controls }: Conversation, config: LangGraphRunnableConfig): void {
  const asked = controls.findLast(
    ({ control, refusal }) => refusal === null && control && ("pause" in control || "step" in control),
  );
  const description = locales[language].transcript.paused(turn, asked?.from ?? "");
  const question = reviewRequest(description, {}, ["approve"]);
  interruptTask<Paused>(config, { kind: "paused", turn, from: asked?.from ?? "", language, ...question });
}

/**
 * Checks the input, because a caller's `Command` can send any input to a node.
 *
 * @throws `invalid-input` if the input contains no state.
 */
function stateIn(given: MeteredInput): MeteredState {
  const state: unknown = isRecord(given) && "state" in given ? given["state"] : given;
  const isState = isRecord(state) && isRecord(state["budget"]) && Array.isArray(state["participants"]);
  if (!isState) throw invalidField("goto", "step-input", {});
  return state as unknown as MeteredState;
}

type MeterUpdate = Pick<ConversationUpdate, "stopReason" | "nextSpeaker" | "decisions" | "budgetStop" | "pauseAt">;

type Step<Given, Update> = (given: Given, step: StepContext) => Promise<Update> | Update;

/**
 * What happens when the budget is exceeded. `skip`: the step does nothing. `stop`: the step ends the conversation; only
 * the stop check, at which a paused run waits, has this value. `run`: the step runs, because it opens a new budget.
 */
type OverBudget = "skip" | "stop" | "run";

/**
 * Creates a function that converts a step to a node of the graph. The node adds the usage of the step's calls to the
 * update. If the budget does not allow a call, the run does not fail; instead, the conversation ends at the next stop
 * check.
 */
export function createMeter(services: ModeServices, scene: Omit<SceneRules<Conversation>, "initialFields">) {
  return <Given extends MeteredInput, Update extends object>(
    run: Step<Given, Update>,
    { overBudget = "skip" }: { readonly overBudget?: OverBudget } = {},
  ) =>
    (given: Given, config: LangGraphRunnableConfig): Promise<Update | MeterUpdate> =>
      runMetered(run, given, new StepContext(config, services, scene), overBudget);
}

async function runMetered<Given extends MeteredInput, Update extends object>(
  run: Step<Given, Update>,
  given: Given,
  step: StepContext,
  overBudget: OverBudget,
): Promise<Update | MeterUpdate> {
  const state = stateIn(given);
  if (state.budgetStop && overBudget === "skip") return {};
  if (state.budgetStop && overBudget === "stop") return stopAtBudget(state, state.budgetStop, step);
  const isAtPause = overBudget === "stop" && isPaused(state);
  if (isAtPause) waitAtPause(state, step.config);
  if (overBudget !== "run") step.openBudget(state);
  const startedAt = workingTime();
  const resumed: { readonly pauseAt?: null } = isAtPause ? { pauseAt: null } : {};
  try {
    const perform = () => run(isAtPause ? { ...given, ...resumed } : given, step);
    const { trace } = step.scope;
    const update = await (trace ? trace.runStep(step.name, state.turn, perform) : perform());
    const metered = withCosts({ ...resumed, ...update }, state, startedAt, step, overBudget === "run");
    return step.services.ui ? { ...metered, ui: cardsIn(state, metered) } : metered;
  } catch (error) {
    return withCosts({ ...resumed, ...(await endTurn(error, state, step)) }, state, startedAt, step);
  } finally {
    step.closeAccount();
  }
}

function stopAtBudget(state: MeteredState, reason: StopReason, step: StepContext): MeterUpdate {
  step.emit({ type: "stopped", turn: state.turn, reason });
  return { stopReason: reason, nextSpeaker: "", decisions: new Overwrite(withoutUnspoken(state)) };
}

/** @throws any error other than an exceeded budget. A `RostrumError` contains the usage of the step's calls. */
async function endTurn(
  error: unknown,
  { budget, stopReason, turn }: MeteredState,
  step: StepContext,
): Promise<MeterUpdate> {
  step.scope.speculation.end(step.usage);
  if (!(error instanceof BudgetExceededError)) {
    // If saving fails as well, the step's own error is the one to report.
    await step.usage.saveAll().catch(() => {});
    throw withTaskUsage(error, step.usage);
  }
  // The conversation has already stopped. Its closing message, which this event normally follows, exceeded the budget.
  if (stopReason) step.emit({ type: "stopped", turn, reason: stopReason });
  return { budgetStop: budgetReason(error.budget, budget, error.spent, turn) };
}

function withCosts<Update extends object>(
  update: Update,
  state: MeteredState,
  startedAt: number,
  step: StepContext,
  opens = false,
) {
  const { turn, budget } = state;
  const { usage } = step.usage;
  const warnings = step.usage.warnings.map((warning): Warning => ({ turn, ...warning }));
  for (const warning of warnings) step.emit({ type: "warning", warning });
  const { warnings: own = [] }: { readonly warnings?: readonly Warning[] } = update;
  const seconds = (workingTime() - startedAt) / 1000;
  return {
    ...update,
    // Adds a channel only if it changes, because some checkpointers save a copy of every channel that a step writes.
    ...((usage.length > 0 || step.isSettling) && { usage }),
    ...shareUsage(update, state, usage, opens),
    ...(warnings.length > 0 && { warnings: [...own, ...warnings] }),
    ...(budget.seconds !== undefined && { workTime: { before: 0, step: step.number, latest: seconds } }),
  };
}

function withTaskUsage(error: unknown, { usage }: TaskUsage): unknown {
  const last = usage.at(-1);
  if (!RostrumError.isInstance(error) || !last || error.details.usage) return error;
  return error.withUsage({ ...last, ...totalUsage(usage) });
}
