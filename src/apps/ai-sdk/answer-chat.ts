import { describeError } from "../../errors/describe-error.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { Conversations, StatusEvent } from "../../talk/conversations/port/port.js";
import { isActive } from "../../talk/conversations/port/status-meanings.js";
import { type Language, locales } from "../../words/registry.js";
import { statusOf } from "../web/failure-status.js";
import { languageOf } from "../web/language.js";
import { readBody } from "../web/requests.js";
import { type ChatChunk, type ChatMetadata, ChatTranslator, type OwnMessages } from "./chat-chunks.js";
import { type ChatOptions, chatRequest, shownIn } from "./chat-request.js";
import { deliver } from "./deliver.js";

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
  /** The language of error messages, except the message of a run that failed. Default: English. */
  readonly language?: Language;
}

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
    // `follow` can also end without such a status, for example if somebody deletes the conversation.
    yield { type: "finish", messageMetadata: {} };
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    yield { type: "error", errorText: describeError(error, language) };
  }
}

/** The interval between the comments that keep an idle connection open, in milliseconds. */
const heartbeat = 15_000;

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
 * Streams a conversation as one `useChat` message, until the conversation is neither queued nor running. Each text
 * follows a `data-speaker` part that names its speaker. Use this function in the route that `resumeStream` calls.
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
 * nobody, or if the chat shows that it is waiting for nobody or for somebody else, the message is an interjection or,
 * if the conversation has ended, starts another round. A message that is sent again, for example after a broken
 * connection, is delivered once. The response is the same stream as that of `streamChat`, and continues after what the
 * chat already shows. If Rostrum rejects the request, the response contains the error message, which `useChat` returns
 * in its `error`.
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
    const chat = await readBody({ req: request }, chatRequest);
    const turn = await deliver(conversations, chat, options);
    const own = { ids: new Set(chat.messages.map(({ id }) => id)), turn };
    return stream(conversations, chat.id, { after: shownIn(chat), signal: request.signal, language }, own);
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    return new Response(describeError(error, language), { status: statusOf(error) });
  }
}
