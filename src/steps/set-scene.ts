/** Opens the conversation: sets the seed and the cast, and asks the question. On an ended thread, starts another round. */
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { z } from "zod";
import { freshSeed } from "../chance.js";
import { invalidField, invalidInput } from "../errors.js";
import { exampleIn, fitWords, isExampleTopic, locales } from "../locales/registry.js";
import type { CallTarget } from "../models/choose-model.js";
import type { ModelRequest } from "../models/request.js";
import type { AuctionSettings } from "../selection/bid.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { longestTopic } from "../state/fields.js";
import type { Participant } from "../state/participant.js";
import { type FieldCheck, type FieldIssue, problemOf } from "../state/problems.js";
import { readContextScenario } from "../state/run-settings.js";
import { openSpending } from "../stopping/budget-forecast.js";
import { judgesOf, type StoppingSettings } from "../stopping/registry.js";
import { freshId, type MessagePlace, placeOf } from "../text/message.js";
import { visiblePart } from "../text/name.js";
import { unheardIn } from "../thread/chat.js";
import { messagesOf } from "../thread/interject.js";
import type { Warning } from "../usage/task-usage.js";
import { askForOptionalText, hearInterjections, summarizeMemory } from "./between-turns.js";
import { callFor, promptsFor, sceneOf } from "./services.js";
import type { StepContext } from "./step.js";

export function callsOfSpeakers({ participants }: Conversation): CallTarget[] {
  return participants.filter(({ human }) => !human).map((participant) => ({ purpose: "speech", participant }));
}

/** Models bid for all participants except people and random bidders. */
export const isAskedForBids = ({ bidder, human }: Participant): boolean => bidder !== "random" && !human;

/** The calls of an auction. With a panel, bidders are asked alone only where its answer leaves them out. */
export function callsOfBidders({
  participants,
  bidding,
}: {
  readonly participants: readonly Participant[];
  readonly bidding: Pick<AuctionSettings, "by">;
}): CallTarget[] {
  const alone = participants.filter(isAskedForBids).map((participant) => ({ purpose: "bid", participant }) as const);
  return bidding.by === "panel" ? [{ purpose: "bid-panel" }, ...alone] : alone;
}

interface Prepared {
  readonly text: string;
  readonly warning?: Warning;
}

/** A topic that is a question needs no rewording. */
const isQuestion = (topic: string) => /[?？]$/.test(topic.trim());

/** Asks for a text. If there is none, keeps the plain one with a warning. */
async function write(
  state: Conversation,
  request: Extract<ModelRequest, { purpose: Warning["purpose"] }>,
  plain: string,
  step: StepContext,
): Promise<Prepared> {
  const shorten = (written: string) => {
    const fitted = fitWords(written, state.wordLimit, state.language);
    // A shortened question would be another question.
    return request.purpose === "sharpen-topic" && fitted !== written ? "" : fitted;
  };
  const call = callFor(step, state, request);
  const { text, reason } = await askForOptionalText(call, shorten, step);
  const participant = "self" in request ? request.self.name : "";
  return reason === "" ? { text } : { text: plain, warning: { purpose: request.purpose, participant, reason } };
}

/** Writes all missing texts concurrently. Keeps given descriptions and a question that is already open. */
async function prepare(
  state: Conversation,
  { known, leader }: { readonly known: string | undefined; readonly leader: Participant | null },
  step: StepContext,
) {
  const scene = { ...sceneOf({ ...state, opening: null }, leader ?? undefined), turn: 0 };
  const [question, ...descriptions] = await Promise.all([
    known !== undefined || isQuestion(state.topic)
      ? { text: known ?? state.topic }
      : write(state, { ...scene, purpose: "sharpen-topic" }, state.topic, step),
    ...state.participants.map((self) =>
      self.description || self.instructions || self.human
        ? { text: self.description }
        : write(state, { ...scene, purpose: "describe-participant", self }, "", step),
    ),
  ]);
  const all: readonly Prepared[] = [question, ...descriptions];
  return {
    question: question.text,
    participants: state.participants.map((self, seat) => ({ ...self, description: descriptions[seat]?.text ?? "" })),
    warnings: all.flatMap(({ warning }) => warning ?? []),
  };
}

/** The question of a conversation that is open already; undefined if the topic is new. */
function openQuestion({ messages, opening, topic, participants }: Conversation): string | undefined {
  if (opening?.topic === topic) return opening.question;
  const isAsked = askedIn(messages, participants) === topic;
  return isAsked || (!opening && messages.length > 0) ? topic : undefined;
}

function openingMessage({ messages, turn }: Conversation, question: string, speaker: string, now: Date): HumanMessage {
  const time = now.toISOString();
  const place: MessagePlace = { kind: "opening", turn, stage: null, round: null, time, replyingTo: null };
  const id = freshId(messages, turn === 0 ? "opening" : `opening-${turn}`);
  return new HumanMessage({ id, name: speaker, content: question, additional_kwargs: { rostrum: place } });
}

export interface SceneRules<State extends Conversation> {
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** The calls that the conversation will make, so that an unavailable model fails here, not in mid-conversation. */
  readonly callsOf: (state: State) => readonly CallTarget[];
  /** The minimum number of calls in the first turn, for modes in which any turn may be the last. Default: unknown. */
  readonly leastCalls?: (state: State) => number;
  /** Checks fields against each other. Default: no checks. */
  readonly check?: FieldCheck;
  /** The initial values of the mode's own fields. `moderator`: the speaker of the opening message. Default: none. */
  readonly initialFields?: (state: State, moderator: string) => Partial<State>;
  /** Whether a human message on an ended thread is a new topic, or part of the conversation. Default: part of the conversation. */
  readonly renewsTopic?: boolean;
  /** Who leads the conversation without being in its cast. Default: nobody. */
  readonly leaderOf?: (state: State) => Participant;
}

function checkTools({ services }: StepContext, { participants }: Conversation): FieldIssue[] {
  const names = services.toolbox.tools.map(({ name }) => name);
  return participants.flatMap(({ tools = [] }, seat) =>
    tools.flatMap((name, index) =>
      names.includes(name)
        ? []
        : [{ path: ["participants", seat, "tools", index], params: { rule: "unknown-tool", name, names } }],
    ),
  );
}

/** Warns of names that match no participant: a typing error would silently leave the participant to another model. */
function checkAssigned(
  { services: { assigned } }: StepContext,
  people: readonly Participant[],
  { language }: Conversation,
): Warning[] {
  const names = people.map(({ name }) => name);
  const unknown = assigned.filter((name) => !names.includes(name));
  const reason = locales[language].transcript.unknownName;
  return unknown.map((participant) => ({ purpose: "assignment", participant, reason }));
}

function checkPrices({ budget, prices }: Conversation, models: readonly string[]): FieldIssue[] {
  if (budget.money === undefined) return [];
  const unpriced = models.filter((model) => !Object.hasOwn(prices, model));
  return unpriced.map((model) => ({ path: ["prices"], params: { rule: "no-price", model } }));
}

/** A run can wait for a person only if it is saved. */
function requireCheckpointer({ participants, language }: Conversation, step: StepContext): void {
  const seat = participants.findIndex(({ human }) => human);
  if (seat < 0 || step.isSaved) return;
  throw invalidField(`participants[${seat}].human`, "unkept-person", {}, locales[language].errors);
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
    refuse(checkTools(step, given));
    const calls = callsOf(given).map((call) => ({ ...call, language }));
    const summaryCalls: readonly CallTarget[] =
      given.memory.window === "summary" ? [{ purpose: "summarize", language }] : [];
    const { stopping } = given as { readonly stopping?: StoppingSettings };
    const judgeCalls = judgesOf(stopping).map(({ judge: { purpose } }) => ({ purpose, language }));
    const models = await step.services.caller.checkModels([...calls, ...summaryCalls, ...judgeCalls], settings);
    refuse(checkPrices(given, models));
    const about = { ...given, topic: topicOf(given, renewsTopic) };
    const turn = latestTurn(given);
    const local = { ...about, ...exampleIn(about), turn, seed: given.seed ?? freshSeed() };
    refuse(check?.(local) ?? []);
    requireCheckpointer(local, step);
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
    const warnings = [
      ...checkAssigned(step, leader ? [...participants, leader] : participants, state),
      ...scene.warnings,
    ];
    step.emit({ type: "scene-set", topic, participants: scene.participants, leader, seed, maxTurns });
    for (const warning of warnings) step.emit({ type: "warning", warning });
    for (const { text } of messages) step.emit({ type: "opening", speaker: moderator, text });

    const opening = { topic, question: scene.question, leader };
    const opened = { ...state, opening, messages: [...state.messages, ...messages] };
    // To a conversation that has ended, listeners may have added messages. Those of a new one are what it starts from.
    const chat = state.opening ? unheardIn(state, step.services.clock()) : [];
    for (const interjection of chat) step.emit({ type: "interjection", turn: state.turn, interjection });
    // Adds interjections that arrived before the conversation started, or after it had ended.
    const heard = await hearInterjections(opened, step);

    const update: ConversationUpdate = {
      seed,
      topic,
      messages: [
        ...messages,
        ...messagesOf({ ...state, messages: state.messages.slice(0, -chat.length) }, chat),
        ...(heard.messages ?? []),
      ],
      interjections: [...chat, ...(heard.interjections ?? [])],
      participants: scene.participants,
      opening,
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
