/** Opens the conversation or, if the thread's conversation has ended, continues it. */

import { HumanMessage } from "@langchain/core/messages";
import { freshSeed } from "../../../base/chance.js";
import type { FieldIssue } from "../../../core/field-issue.js";
import { exampleIn } from "../../../core/state/example.js";
import type { Participant } from "../../../core/state/participant.js";
import { problemOf } from "../../../core/state/problems.js";
import { readContextScenario } from "../../../core/state/run-settings.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { type Opening, type Scene, turnLimitOf } from "../../../core/state/scene.js";
import { openSpending } from "../../../core/stopping/budget-forecast.js";
import { checkStopping } from "../../../core/stopping/registry.js";
import { placeOf } from "../../../core/text/message.js";
import { nearestName } from "../../../core/text/nearest-name.js";
import { noCharge, type StepWarning } from "../../../core/usage/task-usage.js";
import { addUsage } from "../../../core/usage/usage.js";
import { invalidInput } from "../../../errors/rostrum-error.js";
import type { Interjection } from "../../../records/interjection.js";
import type { MessagePlace } from "../../../records/message.js";
import type { Warning } from "../../../records/usage.js";
import { locales } from "../../../words/registry.js";
import { unheardIn } from "../../inbox/chat.js";
import { messagesOf } from "../../inbox/interjection.js";
import type { Conversation, ConversationUpdate } from "../../state/conversation-state.js";
import type { SceneRules } from "../run/scene-rules.js";
import { promptsFor, seedOf } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { summarizeMemory } from "./between-turns.js";
import { hearInbox } from "./hear-inbox.js";
import { checkCast, checkModels, prepare } from "./prepare.js";
import { openQuestion, topicOf } from "./topic.js";

interface PreparedScene {
  readonly participants: Conversation["participants"];
  readonly opening: Opening;
  /** The opening message, if one has to ask the question; otherwise empty. */
  readonly messages: readonly HumanMessage[];
  readonly warnings: readonly Warning[];
}

interface Arrivals {
  /** Messages that a chat client added to the thread after the conversation had ended. */
  readonly chat: readonly Interjection[];
  readonly heard: Partial<Conversation>;
}

export function createSetScene<State extends Conversation>(rules: SceneRules<State>) {
  return async function setScene(input: State, step: StepContext): Promise<ConversationUpdate & Partial<State>> {
    const fromScenario = readContextScenario(rules.fields, input, step.settings.scenario) as Partial<State>;
    const merged = { ...input, ...fromScenario };
    const { moderator } = promptsFor(step, merged);
    const given = { ...merged, prices: await checkResources(merged, rules, step) };
    const complete = completeInput(given, rules);
    refuse([...checkStopping(step.services.conditions, complete), ...(rules.check?.(complete) ?? [])], given);
    const ofMode = rules.initialFields?.(complete, moderator) ?? {};
    const state = { ...complete, ...ofMode };
    const scene = await prepareScene(state, moderator, rules.leaderOf?.(state) ?? null, step);
    announce(state, scene, moderator, step);
    const { participants, opening } = scene;
    const opened = { ...state, participants, opening, messages: [...state.messages, ...scene.messages], pauseAt: null };
    const arrivals = await hearArrivals(state, opened, step);
    const summarized = await summarizeMemory(opened, step);
    const update: ConversationUpdate = {
      ...openingUpdate(state, scene, arrivals, turnLimitOf(complete)),
      spending: spendingAfter(state, step, rules.leastCalls?.(state)),
      ...summarized,
    };
    return { ...fromScenario, ...ofMode, ...update } as ConversationUpdate & Partial<State>;
  };
}

/** What the opening has cost belongs to the run, but not to its first turn. */
function spendingAfter(state: Conversation, { scope, usage: { usage } }: StepContext, leastCalls?: number) {
  const { rows, seconds } = scope.spentBefore?.cutOff ?? noCharge;
  const charge = { rows: [...rows, ...usage], seconds };
  return openSpending({ ...state, usage: addUsage(state.usage, usage) }, charge, leastCalls);
}

function refuse(issues: readonly FieldIssue[], { language }: Conversation): void {
  if (issues.length > 0) throw invalidInput(issues.map((issue) => problemOf(issue, language)));
}

async function checkResources<State extends Conversation>(
  state: State,
  { callsOf }: SceneRules<State>,
  step: StepContext,
) {
  refuse(checkCast(step, state), state);
  const { prices, issues } = await checkModels(state, callsOf(state), step);
  refuse(issues, state);
  return prices;
}

/**
 * Adds the topic, the turn and the seed. If the cast is the unedited example, adapts it to the conversation's language
 * and topic.
 */
function completeInput<State extends Conversation>(given: State, { renewsTopic = false }: SceneRules<State>) {
  const withTopic = { ...given, topic: topicOf(given, renewsTopic) };
  const seed = given.seed ?? freshSeed();
  return { ...withTopic, ...exampleIn(withTopic), turn: latestTurn(given), seed };
}

/**
 * Returns the state's turn or the latest turn in the messages, whichever is later, because a surrounding graph may keep
 * only the messages.
 */
function latestTurn({ turn, messages }: Conversation): number {
  const places = messages.map(placeOf).filter((place) => place?.kind === "speech");
  return places.reduce((latest, place) => Math.max(latest, place?.turn ?? 0), turn);
}

async function prepareScene(
  state: Conversation,
  moderator: string,
  leader: Participant | null,
  step: StepContext,
): Promise<PreparedScene> {
  const { topic, turn } = state;
  const known = openQuestion(state);
  step.openBudget({ ...state, spending: openSpending(state, step.scope.spentBefore?.cutOff) });
  const { question, participants, warnings } = state.prepare
    ? await prepare(state, { known, leader }, step)
    : { question: known ?? topic, participants: state.participants, warnings: [] };
  const messages = known === undefined ? [openingMessage(state, question, moderator, step)] : [];
  const people = leader ? [...state.participants, leader] : state.participants;
  const all = [...checkAssigned(step, people, state), ...warnings];
  const opening = { topic, question, leader };
  return { participants, opening, messages, warnings: all.map((warning) => ({ turn, ...warning })) };
}

function openingMessage(
  { messages, turn }: Conversation,
  question: string,
  speaker: string,
  step: StepContext,
): HumanMessage {
  const time = step.services.clock().toISOString();
  const place: MessagePlace = { kind: "opening", turn, stage: null, round: null, time, replyingTo: null };
  const id = step.freshId(messages, turn === 0 ? "opening" : `opening-${turn}`);
  return new HumanMessage({ id, name: speaker, content: question, additional_kwargs: { rostrum: place } });
}

/**
 * Returns a warning for each unknown name, because a misspelled name in `agents` or `models.byParticipant` would
 * otherwise silently give the participant another model.
 */
function checkAssigned(
  { services: { assigned } }: StepContext,
  people: readonly Participant[],
  { language }: Conversation,
): StepWarning[] {
  const names = people.map(({ name }) => name);
  const unknown = assigned.filter((name) => !names.includes(name));
  const { unknownName } = locales[language].transcript;
  return unknown.map((participant) => ({
    purpose: "assignment",
    participant,
    reason: unknownName(nearestName(participant, names)),
  }));
}

function publicFields(state: Conversation, { participants, opening: { leader } }: PreparedScene) {
  const { topic, maxTurns } = state;
  return { topic, participants, leader, seed: seedOf(state), maxTurns };
}

function announce(state: Conversation, scene: PreparedScene, moderator: string, step: StepContext): void {
  step.emit({ type: "scene-set", ...publicFields(state, scene) });
  for (const warning of scene.warnings) step.emit({ type: "warning", warning });
  for (const { text } of scene.messages) step.emit({ type: "opening", speaker: moderator, text });
}

async function hearArrivals(state: Conversation, opened: Conversation, step: StepContext): Promise<Arrivals> {
  // In a new conversation, all messages come from the input, so none of them is an interjection.
  const chat = state.opening ? unheardIn(state, step.services.clock()) : [];
  for (const interjection of chat) step.emit({ type: "interjection", turn: state.turn, interjection });
  return { chat, heard: (await hearInbox(opened, step)).heard };
}

function openingUpdate(
  state: Conversation,
  scene: PreparedScene,
  { chat, heard }: Arrivals,
  limit: number,
): ConversationUpdate {
  const { turn, topic } = state;
  const { participants, opening, warnings } = scene;
  const beforeChat = { ...state, messages: state.messages.slice(0, state.messages.length - chat.length) };
  const interjections = [...chat, ...(heard.interjections ?? [])];
  const record: Scene = {
    turn,
    ...publicFields(state, scene),
    ...(limit !== state.maxTurns && { limit }),
    ended: state.stopReason,
    before: recordedIn(state, chat),
    heard: interjections.length + (heard.controls?.length ?? 0),
  };
  return {
    ...conversationFormat.mark,
    participants,
    prices: state.prices,
    pauseAt: null,
    ...heard,
    seed: seedOf(state),
    topic,
    messages: [...scene.messages, ...messagesOf(beforeChat, chat), ...(heard.messages ?? [])],
    interjections,
    opening,
    scenes: [record],
    turn,
    turnAtStart: turn,
    stopReason: null,
    budgetStop: null,
    nextSpeaker: "",
    warnings: [...warnings],
  };
}

/** Counts the records of earlier runs. Excludes the chat messages, which this run records. */
function recordedIn(
  state: Conversation & Partial<Readonly<Record<"judgements" | "results" | "plans", readonly unknown[]>>>,
  chat: readonly Interjection[],
) {
  const { messages, interjections, controls, warnings, verdicts, stopDraws } = state;
  const { judgements = [], results = [], plans = [] } = state;
  return {
    messages: messages.length - chat.length,
    heard: interjections.length + controls.length,
    warnings: warnings.length,
    judgements: judgements.length,
    results: results.length,
    plans: plans.length,
    verdicts: verdicts.length,
    stopDraws: stopDraws.length,
  };
}
