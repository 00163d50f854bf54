import { END, Send, START } from "@langchain/langgraph";
import { conditionsWithoutBids } from "../../../core/stopping/registry.js";
import type { CallTarget } from "../../models/choose-model.js";
import { stepNames } from "../../state/step-names.js";
import { createSetScene } from "../../steps/boundary/set-scene.js";
import { conversationGraph } from "../../steps/run/conversation-graph.js";
import { findRequest } from "../../steps/run/floor-requests.js";
import { callsOfSpeakers, type SceneRules } from "../../steps/run/scene-rules.js";
import { createMeter, unlessPaused } from "../../steps/run/step.js";
import { createSpeak } from "../../steps/speaking/speak.js";
import { defineMode } from "../mode.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { withOwnChoices } from "../own-choices.js";
import { plan, supervisorOf } from "./plan.js";
import { isLookDue, mayReplan, mostTasksOf } from "./progress.js";
import { replan } from "./replan.js";
import { checkSupervisor, type SupervisorBuilder, type SupervisorConversation, supervisor } from "./state.js";
import { chooseWorkers, execute, stopCheck, sumUp, tasksToGive } from "./tasks.js";

const offers = { schemas: supervisor, check: checkSupervisor, conditions: conditionsWithoutBids };

function callsOf(state: SupervisorConversation): CallTarget[] {
  const participant = supervisorOf(state);
  return [
    { purpose: "plan", participant },
    ...(mayReplan(state) ? [{ purpose: "replan", participant } as const] : []),
    { purpose: "sum-up", participant },
    ...callsOfSpeakers(state).map((call): CallTarget => ({ ...call, purpose: "execute" })),
  ];
}

/** Unless a request has given a participant the floor, all assigned tasks start concurrently. */
function sendToWork(state: SupervisorConversation) {
  if (state.nextSpeaker) return stepNames.speak;
  const tasks = tasksToGive(state);
  // If no task can start, for example because the budget does not cover any, the stop check decides how to go on.
  if (tasks.length === 0 || state.budgetStop) return stepNames.stopCheck;
  return tasks.map(({ number }, index) => new Send(stepNames.execute, { state, number, turn: state.turn + 1 + index }));
}

/** If a request for the floor is open, its participant speaks before the supervisor looks at new results. */
function continueOrSumUp(state: SupervisorConversation) {
  if (state.stopReason) return stepNames.sumUp;
  return isLookDue(state) && !findRequest(state) ? stepNames.lookAtResults : stepNames.chooseSpeaker;
}

const assignOrSumUp = ({ stopReason }: SupervisorConversation) =>
  stopReason ? stepNames.sumUp : stepNames.chooseSpeaker;

/**
 * The options of the supervisor mode. They exclude `rules`, `selectSpeaker` and `stopWhen`, because the plan decides
 * who works and when the conversation ends, unless the budget or a condition in the `stopping` field ends it earlier.
 */
export type SupervisorOptions = Omit<
  ConversationOptions<SupervisorConversation>,
  "rules" | "selectSpeaker" | "stopWhen"
>;

/**
 * Creates the supervisor mode: `set-scene → plan → choose-speaker → execute ×N → stop-check → (look-at-results →)
 * (choose-speaker → …) → sum-up → END`. Workers carry out independent tasks concurrently. The supervisor is not in the
 * cast. Returns an uncompiled builder. The run throws `unreadable-answer` after two unreadable plans.
 *
 * @throws `invalid-input` for invalid options.
 */
export function createSupervisor(options: SupervisorOptions = {}): SupervisorBuilder {
  // Each run makes its own plan, so a run on an ended thread starts without tasks and without a summary.
  const initialFields = ({ supervisor: settings }: SupervisorConversation, moderator: string) => ({
    supervisor: { ...settings, name: settings.name || moderator },
    tasks: [],
    summary: "",
  });
  const ownRules = { initialFields, leaderOf: supervisorOf, renewsTopic: true };
  const { schemas, check } = withOwnChoices(offers, options);
  const sceneRules: SceneRules<SupervisorConversation> = { fields: schemas.fields, callsOf, check, ...ownRules };
  const meter = createMeter(servicesOf(options, ["rules", "selectSpeaker", "stopWhen"]), sceneRules);
  const nextSteps = [stepNames.chooseSpeaker, stepNames.stopCheck] as const;
  return conversationGraph("supervisor", schemas)
    .addNode(stepNames.setScene, meter(createSetScene(sceneRules), { overBudget: "run" }))
    .addNode(stepNames.plan, meter(plan))
    .addNode(stepNames.chooseSpeaker, meter(chooseWorkers))
    .addNode(stepNames.execute, meter(execute))
    .addNode(stepNames.speak, meter(createSpeak()))
    .addNode(stepNames.stopCheck, meter(stopCheck, { overBudget: "stop" }))
    .addNode(stepNames.lookAtResults, meter(replan))
    .addNode(stepNames.sumUp, meter(sumUp))
    .addEdge(START, stepNames.setScene)
    .addEdge(stepNames.setScene, stepNames.plan)
    .addConditionalEdges(
      stepNames.plan,
      unlessPaused(() => stepNames.chooseSpeaker),
      [...nextSteps],
    )
    .addConditionalEdges(stepNames.chooseSpeaker, sendToWork, [stepNames.execute, stepNames.speak, stepNames.stopCheck])
    .addEdge(stepNames.execute, stepNames.stopCheck)
    .addEdge(stepNames.speak, stepNames.stopCheck)
    .addConditionalEdges(stepNames.stopCheck, unlessPaused(continueOrSumUp), [
      ...nextSteps,
      stepNames.lookAtResults,
      stepNames.sumUp,
    ])
    .addConditionalEdges(stepNames.lookAtResults, assignOrSumUp, [stepNames.chooseSpeaker, stepNames.sumUp])
    .addEdge(stepNames.sumUp, END);
}

export const supervisorMode = defineMode({
  name: "supervisor",
  summary: "a supervisor plans tasks, workers carry them out, and the supervisor sums up",
  ...offers,
  // An estimate may lower `maxTurns`, a plan's limit on tasks. The run's limit on tasks must not change with it.
  extreme: (input) => ({ maxTasks: mostTasksOf(input) }),
  create: createSupervisor,
});
