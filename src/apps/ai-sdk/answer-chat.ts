/** Responds to the requests of the AI SDK's `useChat` with a conversation. */
import { z } from "zod/v4";
import { isId } from "../../base/is-id.js";
import { isRecord, type Named } from "../../base/is-record.js";
import { describeError } from "../../errors/describe-error.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { ConversationSnapshot, Conversations, StatusEvent } from "../../talk/conversations/port/port.js";
import { findConversation } from "../../talk/conversations/port/status.js";
import { canResume, isActive } from "../../talk/conversations/port/status-meanings.js";
import { type Language, locales } from "../../words/registry.js";
import { statusOf } from "../web/failure-status.js";
import { languageOf } from "../web/language.js";
import { check } from "../web/requests.js";
import { type ChatChunk, type ChatMetadata, ChatTranslator, type OwnMessages } from "./chat-chunks.js";

export interface ChatOptions {
  /** The mode of a new conversation. Default: `bidding`. */
  readonly mode?: string;
  /** The mode's input fields. The user's first message becomes the `topic`, unless it is set here. Default: none. */
  readonly input?: Named;
  /** The mode's context fields, such as `model`. Default: the settings of the environment. */
  readonly context?: Named;
  /** The name of the chat's user in the conversation. Default: `User`. */
  readonly from?: string;
}

/** The request that `useChat` sends. Drops unknown fields, which newer versions may send. */
const body = z.object({
  id: z.string().refine(isId, { params: { rule: "expected", expected: "id" } }),
  trigger: z.string().optional(),
  messages: z.array(
    z.object({
      id: z.string(),
      role: z.string(),
      parts: z.array(z.object({ type: z.string(), text: z.string().optional() })),
      metadata: z.unknown().optional(),
    }),
  ),
});
type ChatRequest = z.output<typeof body>;

/** The user's new message. */
interface Said {
  readonly id: string;
  readonly text: string;
}

function newMessageIn({ messages, trigger }: ChatRequest): Said | undefined {
  const last = messages.at(-1);
  if (last?.role !== "user" || trigger === "regenerate-message") return undefined;
  const text = last.parts.flatMap((part) => (part.type === "text" ? (part.text ?? "") : [])).join("\n");
  return text.trim() === "" ? undefined : { id: last.id, text };
}

/** Returns the number of the last saved event that the chat shows. */
function shownIn({ messages }: ChatRequest): number {
  const sequences = messages.map(({ metadata }) => (isRecord(metadata) ? Number(metadata["sequence"]) : 0));
  return Math.max(0, ...sequences.filter(Number.isInteger));
}

/**
 * Delivers the user's message as the answer of the first person for whom the conversation is waiting. If this person
 * was asked for a speech, returns its turn and participant; if the person was asked to approve a draft, returns
 * undefined.
 */
async function answer(conversations: Conversations, { thread, waiting }: ConversationSnapshot, said: Said) {
  const [person] = waiting;
  if (!person) return undefined;
  const { id, value } = person;
  const seen = value.kind === "approval" ? { answered: value.work.answered } : {};
  await conversations.answer(thread, { [id]: { text: said.text, ...seen } });
  return value.kind === "approval" ? undefined : { turn: value.turn, participant: value.participant };
}

/**
 * Starts or resumes the conversation, and delivers the user's message: as an answer if the conversation is waiting for
 * a person, otherwise as an interjection. Returns the turn in which the user spoke for a participant, if any.
 */
async function deliver(conversations: Conversations, request: ChatRequest, options: ChatOptions) {
  const { mode = "bidding", input = {}, context = {}, from } = options;
  const { id: thread } = request;
  const said = newMessageIn(request);
  const known = await findConversation(conversations, thread);
  const name = from === undefined ? {} : { from };
  if (!known) {
    const topic = said && input["topic"] === undefined ? { topic: said.text } : {};
    await conversations.start(mode, { thread, input: { ...input, ...topic }, context });
    if (said && input["topic"] !== undefined)
      await conversations.interject(thread, said.text, { id: said.id, ...name });
    return undefined;
  }
  if (known.status === "ended") {
    if (!said) return undefined;
    const messages = [{ type: "human", id: said.id, content: said.text, ...(from !== undefined && { name: from }) }];
    await conversations.start(known.mode, { thread, input: { ...input, messages }, context });
    return undefined;
  }
  if (said && known.waiting.length > 0) return answer(conversations, known, said);
  if (said) await conversations.interject(thread, said.text, { id: said.id, ...name });
  if (canResume(known.status)) await conversations.resume(thread);
  return undefined;
}

const metadataOf = ({ status, waiting }: StatusEvent): Partial<ChatMetadata> => ({
  status,
  waiting: waiting.map(({ value: { kind, participant, turn, ...value } }) => ({
    participant,
    turn,
    ...(kind === "approval" && "draft" in value && { draft: value.draft }),
  })),
});

interface StreamOptions {
  /** The number of the last event that the chat shows. Default: 0, so the stream contains the whole conversation. */
  readonly after?: number;
  /** Ends the stream when aborted. The conversation continues. Default: no signal. */
  readonly signal?: AbortSignal | undefined;
  /** The language of errors. Default: English. */
  readonly language?: Language;
}

/**
 * Yields the chunks of one message, starting after the event `after`. Ends when the conversation is waiting, paused or
 * over.
 */
async function* chunksOf(
  conversations: Conversations,
  thread: string,
  { after = 0, signal, language = "en" }: StreamOptions,
  own: OwnMessages,
): AsyncGenerator<ChatChunk, void> {
  const translator = new ChatTranslator(thread, own);
  yield { type: "start", messageMetadata: { thread, sequence: after } };
  try {
    for await (const event of conversations.follow(thread, { after, signal })) {
      yield* translator.take(event);
      if (event.type !== "status" || isActive(event.status)) continue;
      yield* translator.end();
      const { runFailed } = locales[language].transcript;
      if (event.status === "failed") yield { type: "error", errorText: event.error?.message ?? runFailed };
      yield { type: "finish", messageMetadata: metadataOf(event) };
      return;
    }
    // Somebody deleted the conversation, or the server is stopping.
    yield { type: "finish", messageMetadata: {} };
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    yield { type: "error", errorText: describeError(error, language) };
  }
}

/** The interval between the comments that keep an idle connection open, in milliseconds. */
const heartbeat = 15_000;

/** Encodes chunks as server-sent events. Ends the generator when the client leaves. */
function responseOf(chunks: AsyncGenerator<ChatChunk, void>, leave: () => void): Response {
  const encoder = new TextEncoder();
  let beat: ReturnType<typeof setInterval> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      beat = setInterval(() => controller.enqueue(encoder.encode(":\n\n")), heartbeat);
    },
    async pull(controller) {
      const { done, value } = await chunks.next().catch((error: unknown) => {
        clearInterval(beat);
        throw error;
      });
      controller.enqueue(encoder.encode(`data: ${done ? "[DONE]" : JSON.stringify(value)}\n\n`));
      if (!done) return;
      clearInterval(beat);
      controller.close();
    },
    cancel() {
      clearInterval(beat);
      leave();
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
      "x-vercel-ai-ui-message-stream": "v1",
      // Without this header, nginx would buffer the events.
      "x-accel-buffering": "no",
    },
  });
}

/**
 * Streams a conversation as one `useChat` message, until the conversation is waiting, paused or over. Each text follows
 * a `data-speaker` part that names its speaker. Use this function in the route that `resumeStream` calls.
 */
export function streamChat(conversations: Conversations, thread: string, options: StreamOptions = {}): Response {
  return stream(conversations, thread, options, { ids: new Set() });
}

function stream(conversations: Conversations, thread: string, options: StreamOptions, own: OwnMessages): Response {
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, ...(options.signal ? [options.signal] : [])]);
  return responseOf(chunksOf(conversations, thread, { ...options, signal }, own), () => leaving.abort());
}

/**
 * Responds to a `useChat` request. The chat's id is the conversation's thread. The first message starts the
 * conversation. A later message is the answer of the person for whom the conversation is waiting. If it is waiting for
 * nobody, the message is an interjection or, if the conversation has ended, starts another round. The response is the
 * same stream as that of `streamChat`, and continues after what the chat already shows. If Rostrum rejects the request,
 * the response contains the error message, which `useChat` shows.
 *
 * @example
 * ```ts
 * const conversations = await openConversations("talks.db");
 * export const POST = (request: Request) => answerChat(conversations, request, { mode: "bidding" });
 * ```
 */
export async function answerChat(
  conversations: Conversations,
  request: Request,
  options: ChatOptions = {},
): Promise<Response> {
  const language = languageOf(request);
  try {
    const given = await request.json().catch(() => {
      throw new RostrumError("request-refused", { fault: "not-json" });
    });
    const chat = check(body, given);
    const turn = await deliver(conversations, chat, options);
    const own = { ids: new Set(chat.messages.map(({ id }) => id)), turn };
    return stream(conversations, chat.id, { after: shownIn(chat), signal: request.signal, language }, own);
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    return new Response(describeError(error, language), { status: statusOf(error) });
  }
}
