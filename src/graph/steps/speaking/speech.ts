import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import type { ModelRequest, ReflectRequest, SumUpRequest } from "../../../core/model-request.js";
import type { Approval, Rejection } from "../../../core/state/people.js";
import { peopleIn } from "../../../core/state/scene.js";
import { type Cleaner, createCleaner } from "../../../core/text/clean-speech.js";
import { speakersIn } from "../../../core/text/message.js";
import { withoutReplyTag } from "../../../core/text/read-answer.js";
import type { Labelled } from "../../../core/text/speech-line.js";
import { countWords } from "../../../core/text/word-count.js";
import type { Correction } from "../../../records/correction.js";
import type { MessagePlace } from "../../../records/message.js";
import type { ToolCall } from "../../../records/tool-call.js";
import { askAgain, asksForReply } from "../../models/compose.js";
import type { ModelCall } from "../../models/model-call.js";
import type { Listener } from "../../models/stream-speech.js";
import type { ToolUse } from "../../models/tool-use.js";
import type { Conversation } from "../../state/conversation-state.js";
import type { StartedAnswer } from "../run/run-scope.js";
import { callFor, promptsFor } from "../run/services.js";
import { cardFor } from "../run/speaker-card.js";
import type { StepContext } from "../run/step-context.js";
import { awaitApproval } from "./await-approval.js";
import { type MessageStream, sayPublicly } from "./public-voice.js";

export interface Slot {
  readonly speaker: string;
  readonly turn: number;
  readonly kind: MessagePlace["kind"];
  /** If another message already has this id, a suffix is added. */
  readonly id: string;
  readonly stage?: string;
  readonly round?: number;
  /** Default: the latest message. */
  readonly replyingTo?: string;
  /** Whether Rostrum cut off the answer at its maximum length. */
  readonly cut?: boolean;
}

/**
 * Can change while the model is answering, because the answer may begin with the number of the message that it replies
 * to.
 */
type OpenPlace = { -readonly [Field in keyof MessagePlace]: MessagePlace[Field] };

function placeFor({ services }: StepContext, { messages }: Conversation, slot: Slot): OpenPlace {
  const { turn, kind, stage = null, round = null, replyingTo = messages.at(-1)?.id ?? null, cut } = slot;
  return { kind, turn, stage, round, time: services.clock().toISOString(), replyingTo, ...(cut && { cut }) };
}

const identify = (step: StepContext, { messages }: Conversation, { speaker, id }: Slot, place: MessagePlace) => ({
  id: step.freshId(messages, id),
  name: speaker,
  additional_kwargs: { rostrum: place },
});

interface CleaningRules {
  /** Names with which the answer can begin, because it addresses these people. */
  readonly addressed?: readonly string[];
  readonly keepsHeadings?: boolean;
  readonly dropsTitle?: boolean;
  /** Whether lines can begin with other participants' names, as in a summary. */
  readonly speaksOfOthers?: boolean;
}

/**
 * Creates the cleaner of a speaker's answers, which removes, for example, lines that the model wrote for other
 * speakers.
 */
export function cleanerFor(
  step: StepContext,
  state: Conversation,
  speaker: string,
  { addressed = [], speaksOfOthers = false, ...headings }: CleaningRules = {},
): Cleaner {
  const people: Labelled[] = peopleIn(state);
  const unknown = new Set([promptsFor(step, state).moderator, ...speakersIn(state.messages)]);
  for (const { name } of people) unknown.delete(name);
  const all = [...people, ...[...unknown].map((name) => ({ name }))];
  const others = speaksOfOthers ? [] : all.filter(({ name }) => name !== speaker && !addressed.includes(name));
  return createCleaner(all.find(({ name }) => name === speaker) ?? { name: speaker }, others, headings);
}

function listenerFor(state: Conversation, slot: Slot, stream: MessageStream, step: StepContext): Listener {
  const { turn, speaker, stage = null, round = null } = slot;
  return {
    begin: () => {
      const { attempt, messageId } = stream.begin();
      step.emit({ type: "speech-start", turn, speaker, attempt });
      if (step.services.ui) step.config.writer?.(cardFor(state, { ...slot, messageId, stage, round }));
    },
    piece: async (text) => {
      step.emit({ type: "speech-delta", turn, speaker, text });
      await stream.piece(text);
    },
  };
}

/** Only the reviewer sees drafts, so they are not streamed. */
const draftListener: Listener = { begin() {}, piece() {} };

interface SpeakOptions {
  /** Collects the tool calls as they are made, so that the caller has them even if the speech fails. */
  readonly toolCalls?: ToolCall[];
  readonly started?: StartedAnswer | undefined;
  /**
   * Receives the number in angle brackets at the beginning of the model's speech, or undefined if there is none or a
   * person edited the speech.
   */
  readonly onNumber?: (number: number | undefined) => void;
}

export async function speakAloud(
  state: Conversation,
  slot: Slot,
  question: ModelCall,
  step: StepContext,
  { toolCalls = [], started, onNumber }: SpeakOptions = {},
) {
  const { turn, speaker } = slot;
  const place = placeFor(step, state, slot);
  const latest = place.replyingTo;
  const { request } = question;
  let begunWith: number | undefined;
  const takeNumber = (number: number | undefined) => {
    begunWith = number;
  };
  const takeReply = (number: number | undefined) => {
    place.replyingTo = (number && state.messages[number - 1]?.id) || latest;
  };
  const freshCleaner = () => {
    const isSummary = slot.kind === "closing" || (request.purpose === "speech" && request.stage?.task === "summarize");
    const keepsHeadings = request.purpose === "execute" || request.purpose === "sum-up";
    const clean = cleanerFor(step, state, speaker, { keepsHeadings, speaksOfOthers: isSummary });
    if (onNumber) return withoutReplyTag(clean, takeNumber);
    return request.purpose === "speech" && asksForReply(request) ? withoutReplyTag(clean, takeReply) : clean;
  };
  const speculative = started && { answer: started.answer, createCleaner: () => started.cleaner(freshCleaner()) };
  const toolUse = toolUseFor(step, state, request, (call) => {
    const toolCall = { turn, participant: speaker, ...call };
    toolCalls.push(toolCall);
    step.emit({ type: "tool-call", turn, toolCall });
  });
  if ("self" in request && request.self.approve) {
    const make = async (rejections: readonly Rejection[]) => {
      const { rewrite } = promptsFor(step, state);
      const again = askAgain(question, rejections, ({ instruction }) => rewrite(instruction));
      const options = { toolUse, speculative: rejections.length === 0 ? speculative : undefined };
      const made = await step.services.caller.stream(again, step.call, freshCleaner, draftListener, options);
      const cut = made.faults.includes("too-long");
      const extra = { replyingTo: place.replyingTo, toolCalls, cut, number: begunWith };
      return { text: made.text, answer: made.raw, faults: made.faults, extra };
    };
    const say = (text: string, { replyingTo, cut }: Pick<OpenPlace, "replyingTo" | "cut">, isEdited: boolean) =>
      sayAloud(state, { ...slot, ...(replyingTo && { replyingTo }), ...(cut && !isEdited && { cut }) }, text, step);
    const asked = { participant: speaker, turn, purpose: request.purpose as Approval["purpose"] };
    const { message, corrections, extra, isEdited } = await awaitApproval(state, asked, make, say, step);
    onNumber?.(isEdited ? undefined : extra.number);
    return { messages: [message], corrections, toolCalls: extra.toolCalls };
  }
  const makeSpeech = async (stream: MessageStream) => {
    const listener = listenerFor(state, slot, stream, step);
    const options = { toolUse, speculative };
    const speech = await step.services.caller.stream(question, step.call, freshCleaner, listener, options);
    if (speech.faults.includes("too-long")) place.cut = true;
    return speech;
  };
  const { message, answer } = await sayPublicly(identify(step, state, slot, place), makeSpeech, step.config);
  onNumber?.(begunWith);
  const { text, raw, faults } = answer;
  endSpeech(state, { ...slot, ...(place.cut && { cut: true }) }, text, step);
  const { id: messageId = null } = message;
  const asked = { turn, participant: speaker, purpose: request.purpose };
  const corrections: Correction[] = faults.length > 0 ? [{ ...asked, faults, answer: raw, used: text, messageId }] : [];
  for (const correction of corrections) step.emit({ type: "correction", turn, correction });
  return { messages: [message], corrections, toolCalls };
}

/** Has the leader speak the closing words, and then emits `stopped`. */
export async function closeAloud(state: Conversation, request: ReflectRequest | SumUpRequest, step: StepContext) {
  const { turn, stopReason } = state;
  const slot = { speaker: request.self.name, turn, kind: "closing", id: `closing-${turn}` } as const;
  const said = await speakAloud(state, slot, callFor(step, state, request), step);
  if (stopReason) step.emit({ type: "stopped", turn, reason: stopReason });
  return said;
}

function toolUseFor(
  step: StepContext,
  state: Conversation,
  request: ModelRequest,
  onCall: ToolUse["onCall"],
): ToolUse | undefined {
  const named = "self" in request ? (request.self.tools ?? []) : [];
  const tools = step.services.toolbox.tools.filter(({ name }) => named.includes(name));
  if (tools.length === 0) return undefined;
  return { ...step.services.toolbox, tools, explain: promptsFor(step, state).toolProblem, onCall };
}

/** Emits a person's line and returns it as a message, unchanged, because only models' answers need cleaning. */
export function speakForPerson(state: Conversation, slot: Slot, text: string, step: StepContext): HumanMessage {
  const { turn, speaker } = slot;
  step.emit({ type: "speech-start", turn, speaker, attempt: 1 });
  step.emit({ type: "speech-delta", turn, speaker, text });
  endSpeech(state, slot, text, step);
  return new HumanMessage({ ...identify(step, state, slot, placeFor(step, state, slot)), content: text });
}

export const directionSlot = (speaker: string, turn: number): Slot => ({
  speaker,
  turn,
  kind: "direction",
  id: `turn-${turn}-direction`,
});

export async function beginAloud<Result>(
  state: Conversation,
  slot: Slot,
  step: StepContext,
  speech: (listener: Listener) => Promise<Result>,
): Promise<Result> {
  const place = placeFor(step, state, slot);
  const makeSpeech = async (stream: MessageStream) => {
    const listener = listenerFor(state, slot, stream, step);
    let text = "";
    let hasStarted = false;
    const result = await speech({
      begin: () => {
        hasStarted = false;
      },
      piece: async (piece) => {
        // Emits the start of an attempt only together with the attempt's first text. An attempt without text replaces
        // nothing, so the earlier text stays public.
        if (!hasStarted) {
          hasStarted = true;
          text = "";
          listener.begin();
        }
        text += piece;
        await listener.piece(piece);
      },
    });
    return { text, result };
  };
  const { answer, attempt } = await sayPublicly(identify(step, state, slot, place), makeSpeech, step.config);
  if (attempt > 0) step.scope.beginning = { id: slot.id, place, attempt, text: answer.text };
  return answer.result;
}

export async function sayAloud(state: Conversation, slot: Slot, text: string, step: StepContext): Promise<AIMessage> {
  const beginning = step.scope.beginning?.id === slot.id ? step.scope.beginning : undefined;
  const isRest = beginning !== undefined && text.startsWith(beginning.text);
  const place = beginning?.place ?? placeFor(step, state, slot);
  const makeSpeech = async (stream: MessageStream) => {
    const listener = listenerFor(state, slot, stream, step);
    if (!isRest) listener.begin();
    await listener.piece(isRest ? text.slice(beginning.text.length) : text);
    return { text };
  };
  const { message } = await sayPublicly(
    identify(step, state, slot, place),
    makeSpeech,
    step.config,
    beginning?.attempt,
  );
  endSpeech(state, slot, text, step);
  return message;
}

type EndedSlot = Pick<Slot, "turn" | "speaker" | "cut">;

function endSpeech(
  { language }: Conversation,
  { turn, speaker, cut }: EndedSlot,
  text: string,
  step: StepContext,
): void {
  step.emit({ type: "speech-end", turn, speaker, text, words: countWords(text, language), ...(cut && { cut }) });
}
