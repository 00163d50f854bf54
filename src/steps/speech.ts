/** Makes a speech, streams it in public, and records it: the same for every speaker. */
import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import { countWords } from "../locales/word-count.js";
import { asksForReply } from "../models/compose.js";
import type { ModelCall } from "../models/model-call.js";
import type { ModelRequest, Purpose } from "../models/request.js";
import type { Listener } from "../models/stream-speech.js";
import type { ToolUse } from "../models/tool-use.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Correction } from "../state/correction.js";
import { leaderIn } from "../state/opening.js";
import type { ToolCall } from "../state/tool-call.js";
import { type Cleaner, createCleaner, type Labelled } from "../text/clean-speech.js";
import { freshId, type MessagePlace, speakerOf } from "../text/message.js";
import { withoutReplyTag } from "../text/reply-tag.js";
import { type Hearing, sayPublicly } from "./public-voice.js";
import { type ModeServices, promptsFor } from "./services.js";
import type { StartedAnswer } from "./speculative-answers.js";
import type { StepContext } from "./step.js";

/** The place of a public message. */
interface Slot {
  readonly speaker: string;
  readonly turn: number;
  readonly kind: MessagePlace["kind"];
  /** The message's id, unless a message of the input has it. */
  readonly id: string;
  readonly stage?: string;
  readonly round?: number;
  /** The id of the message that it answers. Default: the latest message. */
  readonly replyingTo?: string;
}

/** What a speech adds to the state. */
interface Said {
  readonly messages: AIMessage[];
  readonly corrections: Correction[];
  readonly toolCalls: ToolCall[];
}

/** A message's place while it is made: its first words may say which message it answers. */
type OpenPlace = { -readonly [Field in keyof MessagePlace]: MessagePlace[Field] };

function placeFor(services: ModeServices, { messages }: Conversation, slot: Slot): OpenPlace {
  const { turn, kind, stage = null, round = null, replyingTo = messages.at(-1)?.id ?? null } = slot;
  return { kind, turn, stage, round, time: services.clock().toISOString(), replyingTo };
}

const identify = ({ messages }: Conversation, { speaker, id }: Slot, place: MessagePlace) => ({
  id: freshId(messages, id),
  name: speaker,
  additional_kwargs: { rostrum: place },
});

interface CleaningRules {
  /** Whose names may stand at the beginning. Default: nobody's. */
  readonly addressed?: readonly string[];
  /** Whether to keep headings. Default: no. */
  readonly keepsHeadings?: boolean;
  /** Whether lines may begin with the names of others, as in a summary. Default: no. */
  readonly speaksOfOthers?: boolean;
}

/** Removes from a speaker's answer whatever it writes for others. */
export function cleanerFor(
  services: ModeServices,
  state: Conversation,
  speaker: string,
  { addressed = [], keepsHeadings = false, speaksOfOthers = false }: CleaningRules = {},
): Cleaner {
  const leader = leaderIn(state);
  const people: Labelled[] = [...state.participants, ...(leader ? [leader] : [])];
  const known = new Set(people.map(({ name }) => name));
  const unknown = [promptsFor(services, state).moderator, ...state.messages.map(speakerOf)].filter(
    (name) => !known.has(name),
  );
  const all = [...people, ...[...new Set(unknown)].map((name) => ({ name }))];
  const others = speaksOfOthers ? [] : all.filter(({ name }) => name !== speaker && !addressed.includes(name));
  return createCleaner(all.find(({ name }) => name === speaker) ?? { name: speaker }, others, { keepsHeadings });
}

interface SpeakingOptions {
  /** Collects tool calls as they are made, also those of a speech that fails. */
  readonly toolCalls?: ToolCall[];
  /** The answer, if an earlier step has started it. */
  readonly started?: StartedAnswer | undefined;
}

/** Asks for a speech and streams it. */
export async function speakAloud(
  services: ModeServices,
  state: Conversation,
  slot: Slot,
  question: ModelCall,
  step: StepContext,
  { toolCalls = [], started }: SpeakingOptions = {},
): Promise<Said> {
  const { turn, speaker } = slot;
  const place = placeFor(services, state, slot);
  const latest = place.replyingTo;
  const { request } = question;
  const takeReply = (number: number | undefined) => {
    place.replyingTo = (number && state.messages[number - 1]?.id) || latest;
  };
  const createCleanerForTry = () => {
    const isSummary = slot.kind === "closing" || (request.purpose === "speech" && request.stage?.task === "summarize");
    const keepsHeadings = request.purpose === "execute" || request.purpose === "sum-up";
    const clean = cleanerFor(services, state, speaker, { keepsHeadings, speaksOfOthers: isSummary });
    return request.purpose === "speech" && asksForReply(request) ? withoutReplyTag(clean, takeReply) : clean;
  };
  const begun = started && { answer: started.answer, createCleaner: () => started.cleaner(createCleanerForTry()) };
  const toolUse = toolUseFor(services, state, request, (call) => {
    const toolCall = { turn, participant: speaker, ...call };
    toolCalls.push(toolCall);
    step.emit({ type: "tool-call", turn, toolCall });
  });
  const said = (hearing: Hearing) => {
    const listener: Listener = {
      attempt: (attempt) => {
        step.emit({ type: "speech-start", turn, speaker, attempt });
        hearing.begin(attempt);
      },
      piece: async (text) => {
        step.emit({ type: "speech-delta", turn, speaker, text });
        await hearing.piece(text);
      },
    };
    return services.caller.stream(question, step.call, createCleanerForTry, listener, {
      toolUse,
      begun,
    });
  };
  const { message, answer } = await sayPublicly(identify(state, slot, place), said, step.config);
  const { text, raw, faults } = answer;
  endSpeech(state, slot, text, step);
  const corrections = correct({
    turn,
    participant: speaker,
    purpose: request.purpose,
    faults,
    answer: raw,
    used: text,
  });
  for (const correction of corrections) step.emit({ type: "correction", turn, correction });
  return { messages: [message], corrections, toolCalls };
}

/** The tools that a speech may call; undefined if there are none. */
function toolUseFor(
  services: ModeServices,
  state: Conversation,
  request: ModelRequest,
  called: ToolUse["called"],
): ToolUse | undefined {
  const named = "self" in request ? (request.self.tools ?? []) : [];
  const tools = services.toolbox.tools.filter(({ name }) => named.includes(name));
  const { toolProblem: explain } = promptsFor(services, state);
  return tools.length === 0 ? undefined : { ...services.toolbox, tools, explain, called };
}

/** Adds a person's line as it is: only answers of models need cleaning. */
export function speakForPerson(
  services: ModeServices,
  state: Conversation,
  slot: Slot,
  text: string,
  step: StepContext,
): HumanMessage {
  const { turn, speaker } = slot;
  step.emit({ type: "speech-start", turn, speaker, attempt: 1 });
  step.emit({ type: "speech-delta", turn, speaker, text });
  endSpeech(state, slot, text, step);
  return new HumanMessage({ ...identify(state, slot, placeFor(services, state, slot)), content: text });
}

/** The place of a director's message to the speaker that it chose. */
export const directionSlot = (speaker: string, turn: number): Slot => ({
  speaker,
  turn,
  kind: "direction",
  id: `turn-${turn}-direction`,
});

/** Makes the beginning of a message and streams it. {@link sayAloud} adds the rest in a later step. */
export async function beginAloud<Result>(
  services: ModeServices,
  state: Conversation,
  slot: Slot,
  step: StepContext,
  speech: (listener: Listener) => Promise<Result>,
): Promise<Result> {
  const { turn, speaker, id } = slot;
  const place = placeFor(services, state, slot);
  let attempt = 0;
  const said = async (hearing: Hearing) => {
    let text = "";
    let isHeard = false;
    const result = await speech({
      attempt: () => {
        isHeard = false;
      },
      piece: async (piece) => {
        // An attempt without text voids nothing, so listeners need not hear of it.
        if (!isHeard) {
          isHeard = true;
          text = "";
          attempt += 1;
          step.emit({ type: "speech-start", turn, speaker, attempt });
          hearing.begin(attempt);
        }
        text += piece;
        step.emit({ type: "speech-delta", turn, speaker, text: piece });
        await hearing.piece(piece);
      },
    });
    return { text, result };
  };
  const { answer } = await sayPublicly(identify(state, slot, place), said, step.config);
  if (attempt > 0) step.scope.keepBeginning({ id, place, attempt, text: answer.text });
  return answer.result;
}

/** Says a complete text at once, or the rest of one whose beginning is public already. */
export async function sayAloud(
  services: ModeServices,
  state: Conversation,
  slot: Slot,
  text: string,
  step: StepContext,
): Promise<AIMessage> {
  const { turn, speaker } = slot;
  const begun = step.scope.takeBeginning(slot.id);
  const isRest = begun !== undefined && text.startsWith(begun.text);
  const attempt = isRest ? begun.attempt : (begun?.attempt ?? 0) + 1;
  const place = begun?.place ?? placeFor(services, state, slot);
  const said = async (hearing: Hearing) => {
    if (!isRest) step.emit({ type: "speech-start", turn, speaker, attempt });
    hearing.begin(attempt, isRest);
    const piece = isRest ? text.slice(begun.text.length) : text;
    step.emit({ type: "speech-delta", turn, speaker, text: piece });
    await hearing.piece(piece);
    return { text };
  };
  const { message } = await sayPublicly(identify(state, slot, place), said, step.config);
  endSpeech(state, slot, text, step);
  return message;
}

function endSpeech({ language }: Conversation, { turn, speaker }: Slot, text: string, step: StepContext): void {
  step.emit({ type: "speech-end", turn, speaker, text, words: countWords(text, language) });
}

/** Records an answer if it had faults. */
export function correct(correction: Omit<Correction, "purpose"> & { readonly purpose: Purpose }): Correction[] {
  return correction.faults.length === 0 ? [] : [correction];
}
