/**
 * Streams a speech to LangGraph's `messages` stream, which normally contains the output of chat models. The speaker's
 * model is kept out of this stream, because its answer must be cleaned first; the cleaned text is reported as the
 * output of a chat model instead. Tracers receive only the model's own run.
 */
import * as handlers from "@langchain/core/callbacks/base";
import { CallbackManager } from "@langchain/core/callbacks/manager";
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { type ChatGeneration, ChatGenerationChunk } from "@langchain/core/outputs";
import type { RunnableConfig } from "@langchain/core/runnables";

interface Identity {
  readonly id: string;
  readonly name: string;
  readonly additional_kwargs: Record<string, unknown>;
}

const isStream = (handler: handlers.BaseCallbackHandler) =>
  handlers.callbackHandlerPrefersStreaming(handler) || handlers.callbackHandlerPrefersChatModelStreamEvents(handler);

/** The callbacks that feed the run's streams, without tracers; undefined if there are no streams. */
function streamsOf({ callbacks }: RunnableConfig): CallbackManager | undefined {
  const streams = CallbackManager.configure(callbacks);
  for (const handler of streams?.handlers ?? []) if (!isStream(handler)) streams?.removeHandler(handler);
  return streams?.handlers.length ? streams : undefined;
}

export interface MessageStream {
  /** Begins an attempt, which replaces the earlier ones. `attempt`: the attempt's number, counted from 1. */
  begin(): { readonly attempt: number; readonly messageId: string };
  piece(text: string): Promise<void>;
}

/**
 * `attempts`: the number of attempts that are already public. Pieces continue the last of these until another begins.
 */
export async function sayPublicly<Answer extends { readonly text: string }>(
  identity: Identity,
  speech: (stream: MessageStream) => Promise<Answer>,
  config: RunnableConfig,
  attempts = 0,
): Promise<{ readonly message: AIMessage; readonly answer: Answer; readonly attempt: number }> {
  const streams = streamsOf(config);
  const model = { lc: 1, type: "not_implemented" as const, id: ["rostrum", "public-voice"] };
  const [run] = (await streams?.handleChatModelStart(model, [[]])) ?? [];
  const { name, additional_kwargs } = identity;
  let attempt = attempts;
  let isFirst = attempts === 0;
  // Each further attempt has its own id, so that clients do not append its text to an earlier attempt.
  const currentId = () => (attempt > 1 ? `${identity.id}.${attempt}` : identity.id);
  try {
    const answer = await speech({
      begin: () => {
        attempt += 1;
        isFirst = true;
        return { attempt, messageId: currentId() };
      },
      piece: async (text) => {
        if (!run) return;
        // Clients concatenate a message's chunks, including their fields, so only the first chunk contains
        // `additional_kwargs`.
        const fields = isFirst ? { name, additional_kwargs } : { name };
        const message = new AIMessageChunk({ id: currentId(), content: text, ...fields });
        isFirst = false;
        const chunk = new ChatGenerationChunk({ text, message });
        await run.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
      },
    });
    const { text } = answer;
    const message = new AIMessage({ ...identity, id: text === "" ? identity.id : currentId(), content: text });
    const generation: ChatGeneration = { text, message };
    // An empty speech ends the run with an error. If the run succeeded, LangGraph would stream the empty message.
    if (text === "") await run?.handleLLMError(new Error("nothing was said"));
    else await run?.handleLLMEnd({ generations: [[generation]] });
    return { message, answer, attempt };
  } catch (error) {
    await run?.handleLLMError(error);
    throw error;
  }
}
