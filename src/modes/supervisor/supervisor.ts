/** Supervisor: one plans, workers do their tasks, the one sums up. The contrast to a meeting of equals. */
import { END, Send, START } from "@langchain/langgraph";
import type { CallFor } from "../models/choose-model.js";
import { chooseWorkers, tasksToGive } from "../nodes/assign.js";
import { createExecute } from "../nodes/execute.js";
import { createStateReader } from "../nodes/graph-internals.js";
import { supervisorOf } from "../nodes/leader-of.js";
import { nodeNames } from "../nodes/node-names.js";
import { createPlan } from "../nodes/plan.js";
import { createSetScene } from "../nodes/set-scene.js";
import { createSpeak } from "../nodes/speak.js";
import { createSumUp } from "../nodes/sum-up.js";
import { createTaskCheck } from "../nodes/task-check.js";
import { type SupervisorConversation, supervisor } from "../state/conversation-state.js";
import { checkSupervisor } from "../state/fields/supervisor.js";
import { callsOfSpeakers } from "./calls.js";
import { conversationGraph } from "./conversation-graph.js";
import { type ConversationOptions, kitOf } from "./options.js";

function callsOf(state: SupervisorConversation): CallFor[] {
  const participant = supervisorOf(state);
  return [
    { purpose: "plan", participant },
    { purpose: "sum-up", participant },
    ...callsOfSpeakers(state).map((call): CallFor => ({ ...call, purpose: "execute" })),
  ];
}

/** A thread that has ended gets a new plan. */
const settle = ({ supervisor: settings }: SupervisorConversation, moderator: string) => ({
  supervisor: { ...settings, name: settings.name || moderator },
  tasks: [],
  summary: "",
});

/** Every worker who was given a task is sent to work at the same time; whoever has the floor for itself speaks. */
function sendToWork(state: SupervisorConversation) {
  if (state.nextSpeaker) return nodeNames.speak;
  const tasks = tasksToGive(state);
  // Where there is no budget for any of them it is summed up.
  if (tasks.length === 0 || state.budgetStop) return nodeNames.stopCheck;
  return tasks.map(({ number }, index) => new Send(nodeNames.execute, { number, turn: state.turn + 1 + index }));
}

const assignOrSumUp = ({ stopReason }: SupervisorConversation) =>
  stopReason ? nodeNames.sumUp : nodeNames.chooseSpeaker;

/** What a supervisor can be made with: it gives the floor by its plan, and ends with it. */
export type SupervisorOptions = Omit<ConversationOptions<SupervisorConversation>, "selectSpeaker" | "stopWhen">;

/**
 * Makes the supervisor mode: `set-scene → plan → choose-speaker → execute ×N → stop-check → (choose-speaker → …) → sum-up → END`.
 * Tasks that do not need each other's results are done at the same time. A task whose call fails does not end the run: what
 * builds on it is skipped, and the supervisor names both in its summary. The supervisor is not in the cast. Throws
 * `unreadable-answer` when no plan can be read twice. Returns an uncompiled builder.
 *
 * @example
 * ```ts
 * const graph = createSupervisor({ model: "openai:gpt-4.1-mini" }).compile();
 * const { summary, results } = await graph.invoke({ topic: "What would a night ferry cost us?" });
 * ```
 */
export function createSupervisor(options: SupervisorOptions = {}) {
  const kit = kitOf(options, ["selectSpeaker", "stopWhen"]);
  return conversationGraph(kit, supervisor)
    .addNode(
      nodeNames.setScene,
      createSetScene(kit, { fields: supervisor.fields, callsOf, check: checkSupervisor, settle }),
    )
    .addNode(nodeNames.plan, createPlan(kit))
    .addNode(nodeNames.chooseSpeaker, chooseWorkers)
    .addNode(nodeNames.execute, createExecute(kit, createStateReader(supervisor.state)))
    .addNode(nodeNames.speak, createSpeak(kit))
    .addNode(nodeNames.stopCheck, createTaskCheck(kit))
    .addNode(nodeNames.sumUp, createSumUp(kit))
    .addEdge(START, nodeNames.setScene)
    .addEdge(nodeNames.setScene, nodeNames.plan)
    .addEdge(nodeNames.plan, nodeNames.chooseSpeaker)
    .addConditionalEdges(nodeNames.chooseSpeaker, sendToWork, [nodeNames.execute, nodeNames.speak, nodeNames.stopCheck])
    .addEdge(nodeNames.execute, nodeNames.stopCheck)
    .addEdge(nodeNames.speak, nodeNames.stopCheck)
    .addConditionalEdges(nodeNames.stopCheck, assignOrSumUp, [nodeNames.chooseSpeaker, nodeNames.sumUp])
    .addEdge(nodeNames.sumUp, END);
}
