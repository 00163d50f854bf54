/** Opens the conversation: sets the seed and the cast, and asks the question. On an ended thread, starts another round. */

import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { freshSeed } from "../../../base/chance.js";
import type { FieldIssue } from "../../../core/field-issue.js";
import { exampleIn, isExampleTopic } from "../../../core/state/example.js";
import { longestTopic } from "../../../core/state/fields.js";
import type { Participant } from "../../../core/state/participant.js";
import { problemOf } from "../../../core/state/problems.js";
import { readContextScenario } from "../../../core/state/run-settings.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { openSpending } from "../../../core/stopping/budget-forecast.js";
import { checkStopping } from "../../../core/stopping/registry.js";
import { freshId, placeOf } from "../../../core/text/message.js";
import { visiblePart } from "../../../core/text/name.js";
import type { StepWarning } from "../../../core/usage/task-usage.js";
import { invalidInput } from "../../../errors/rostrum-error.js";
import type { Interjection } from "../../../records/interjection.js";
import type { MessagePlace } from "../../../records/message.js";
import type { Warning } from "../../../records/usage.js";
import { locales } from "../../../words/registry.js";
import { unheardIn } from "../../inbox/chat.js";
import { messagesOf } from "../../inbox/interjection.js";
import type { Conversation, ConversationUpdate } from "../../state/conversation-state.js";
import type { SceneRules } from "../run/scene-rules.js";
import { promptsFor } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { summarizeMemory } from "./between-turns.js";
import { hearInbox } from "./hear-inbox.js";
import { checkCast, checkModels, prepare } from "./prepare.js";

/** The question of a conversation that is open already; undefined if the topic is new. */
function openQuestion({ messages, opening, topic, participants }: Conversation): string | undefined {
  if (opening?.topic === topic) return opening.question;
  const isAsked = askedIn(messages, participants) === topic;
  return isAsked || (!opening && messages.length > 0) ? topic : undefined;
}

/** How much is on record, apart from the chat messages that the coming run hears. */
function recordedIn(
  state: Conversation & { readonly judgements?: readonly unknown[]; readonly results?: readonly unknown[] },
  chat: readonly Interjection[],
) {
  const { messages, interjections, controls, warnings, judgements = [], verdicts, stopDraws, results = [] } = state;
  return {
    messages: messages.length - chat.length,
    heard: interjections.length + controls.length,
    warnings: warnings.length,
    judgements: judgements.length,
    results: results.length,
    verdicts: verdicts.length,
    stopDraws: stopDraws.length,
  };
}

function openingMessage({ messages, turn }: Conversation, question: string, speaker: string, now: Date): HumanMessage {
  const time = now.toISOString();
  const place: MessagePlace = { kind: "opening", turn, stage: null, round: null, time, replyingTo: null };
  const id = freshId(messages, turn === 0 ? "opening" : `opening-${turn}`);
  return new HumanMessage({ id, name: speaker, content: question, additional_kwargs: { rostrum: place } });
}

/** Warns of names that match no participant: a typing error would silently leave the participant to another model. */
function checkAssigned(
  { services: { assigned } }: StepContext,
  people: readonly Participant[],
  { language }: Conversation,
): StepWarning[] {
  const names = people.map(({ name }) => name);
  const unknown = assigned.filter((name) => !names.includes(name));
  const reason = locales[language].transcript.unknownName;
  return unknown.map((participant) => ({ purpose: "assignment", participant, reason }));
}

/** The newest human message that no participant said, cut to a topic's length. */
function askedIn(messages: readonly BaseMessage[], participants: readonly Participant[]): string | undefined {
  const asked = messages.findLast((message) => {
    const isOther = !placeOf(message) && participants.every(({ name }) => name !== message.name);
    return message.type === "human" && isOther && visiblePart(message.text) !== "";
  });
  return asked && [...asked.text.trim()].slice(0, longestTopic).join("");
}

/** Without a `topic`, what a human asked becomes the topic. */
function topicOf({ topic, messages, opening, participants }: Conversation, renewsTopic: boolean): string {
  const latest = messages.findLastIndex((message) => placeOf(message) !== undefined);
  if (opening && (isExampleTopic(topic) || topic === opening.topic))
    return (renewsTopic && askedIn(messages.slice(latest + 1), participants)) || opening.topic;
  return (isExampleTopic(topic) && askedIn(messages, participants)) || topic;
}

/** The turns so far. A graph around this one may keep nothing but the messages, whose places tell the turn. */
function latestTurn({ turn, messages }: Conversation): number {
  const places = messages.map(placeOf).filter((place) => place?.kind === "speech");
  return places.reduce((latest, place) => Math.max(latest, place?.turn ?? 0), turn);
}

export function createSetScene<State extends Conversation>({
  fields,
  callsOf,
  check,
  initialFields,
  leaderOf,
  leastCalls,
  renewsTopic = false,
}: SceneRules<State>) {
  return async function setScene(input: State, step: StepContext): Promise<ConversationUpdate & Partial<State>> {
    const { settings } = step;
    const fromScenario = readContextScenario(fields, input, settings.scenario) as Partial<State>;
    const given = { ...input, ...fromScenario };
    const moderator = promptsFor(step, given).moderator;
    const { language } = given;
    const refuse = (issues: readonly FieldIssue[]) => {
      if (issues.length > 0) throw invalidInput(issues.map((issue) => problemOf(issue, language)));
    };
    refuse(checkCast(step, given));
    refuse(await checkModels(given, callsOf(given), step));
    const about = { ...given, topic: topicOf(given, renewsTopic) };
    const turn = latestTurn(given);
    const local = { ...about, ...exampleIn(about), turn, seed: given.seed ?? freshSeed() };
    refuse([...checkStopping(step.services.conditions, local), ...(check?.(local) ?? [])]);
    const initial = initialFields?.(local, moderator) ?? {};
    const state = { ...local, ...initial };
    const { topic, participants } = state;
    const leader = leaderOf?.(state) ?? null;
    const known = openQuestion(state);
    step.openBudget({ ...state, spending: openSpending(state) });
    const scene = state.prepare
      ? await prepare(state, { known, leader }, step)
      : { question: known ?? topic, participants, warnings: [] };
    const messages =
      known === undefined ? [openingMessage(state, scene.question, moderator, step.services.clock())] : [];

    const { seed, maxTurns } = state;
    const warnings: Warning[] = [
      ...checkAssigned(step, leader ? [...participants, leader] : participants, state),
      ...scene.warnings,
    ].map((warning) => ({ turn, ...warning }));
    const begun = { topic, participants: scene.participants, leader, seed, maxTurns };
    step.emit({ type: "scene-set", ...begun });
    for (const warning of warnings) step.emit({ type: "warning", warning });
    for (const { text } of messages) step.emit({ type: "opening", speaker: moderator, text });

    const opening = { topic, question: scene.question, leader };
    const course = { opening, messages: [...state.messages, ...messages], pauseAt: null };
    const opened = { ...state, ...course, participants: scene.participants };
    // To a conversation that has ended, listeners may have added messages. Those of a new one are what it starts from.
    const chat = state.opening ? unheardIn(state, step.services.clock()) : [];
    for (const interjection of chat) step.emit({ type: "interjection", turn: state.turn, interjection });
    // What arrived before the conversation started, or after it had ended.
    const { heard } = await hearInbox(opened, step);
    const interjections = [...chat, ...(heard.interjections ?? [])];

    const update: ConversationUpdate = {
      ...conversationFormat.mark,
      participants: scene.participants,
      pauseAt: null,
      ...heard,
      seed,
      topic,
      messages: [
        ...messages,
        ...messagesOf({ ...state, messages: state.messages.slice(0, -chat.length) }, chat),
        ...(heard.messages ?? []),
      ],
      interjections,
      opening,
      scenes: [
        {
          turn,
          ...begun,
          ended: state.stopReason,
          before: recordedIn(state, chat),
          heard: interjections.length + (heard.controls?.length ?? 0),
        },
      ],
      turn,
      turnAtStart: turn,
      stopReason: null,
      budgetStop: null,
      spending: openSpending(state, leastCalls?.(state)),
      nextSpeaker: "",
      warnings,
      ...(await summarizeMemory(opened, step)),
    };
    return { ...fromScenario, ...initial, ...update } as ConversationUpdate & Partial<State>;
  };
}
