/**
 * Streams a speech to LangGraph's `messages` stream under the id and the name of its public message.
 * LangGraph fills this stream from chat models. The called model stays off it, because its answer is public only after cleaning;
 * a second chat model repeats the cleaned text.
 */

import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { RunnableConfig } from "@langchain/core/runnables";

interface Identity {
  readonly id: string;
  readonly name: string;
  readonly additional_kwargs: Record<string, unknown>;
}

function isWatched({ callbacks }: RunnableConfig): boolean {
  return (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).length > 0;
}

export interface MessageStream {
  /**
   * Starts an attempt. It voids the text of earlier ones, so its message has another id, which this returns. `isRest`: its
   * beginning is public already.
   */
  begin(attempt: number, isRest?: boolean): string;
  piece(text: string): Promise<void>;
}

/** Makes a speech and streams every piece of it. Returns the message that enters the conversation. */
export async function sayPublicly<Answer extends { readonly text: string }>(
  identity: Identity,
  speech: (stream: MessageStream) => Promise<Answer>,
  config: RunnableConfig,
): Promise<{ readonly message: AIMessage; readonly answer: Answer }> {
  let answer: Answer | undefined;
  let { id } = identity;
  const speak = async ({ begin, piece }: Voice) => {
    const track = (attempt: number, isRest = false) => {
      // Text of earlier attempts keeps its own id.
      id = attempt === 1 ? identity.id : `${identity.id}.${attempt}`;
      begin(id, isRest);
      return id;
    };
    answer = await speech({ begin: track, piece });
    return answer.text;
  };
  if (isWatched(config)) await new VoiceModel(identity, speak).say();
  else await speak({ begin() {}, async piece() {} });
  if (!answer) throw new Error("the speech ended without an answer");
  const message = new AIMessage({ ...identity, id: answer.text === "" ? identity.id : id, content: answer.text });
  return { message, answer };
}

interface Voice {
  begin(id: string, isRest: boolean): void;
  piece(text: string): Promise<void>;
}

/** Ends a voice without text, because LangGraph would stream an empty message. */
const nothingSaid = new Error("nothing was said");

/** The second chat model: it says the speech, piece by piece, as its own answer. */
class VoiceModel extends BaseChatModel {
  constructor(
    private readonly identity: Identity,
    private readonly speak: (voice: Voice) => Promise<string>,
  ) {
    super({});
  }

  override _llmType(): string {
    return "public-voice";
  }

  async say(): Promise<void> {
    await this.invoke([]).catch((error: unknown) => {
      if (error !== nothingSaid) throw error;
    });
  }

  override async _generate(
    _messages: BaseMessage[],
    _options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    const { name, additional_kwargs } = this.identity;
    let { id } = this.identity;
    let isFirst = true;
    const text = await this.speak({
      begin: (attemptId, isRest) => {
        id = attemptId;
        isFirst = !isRest;
      },
      piece: async (text) => {
        // Clients concatenate chunks, fields included, so only the first chunk carries the fields.
        const message = new AIMessageChunk({ id, name, content: text, ...(isFirst ? { additional_kwargs } : {}) });
        isFirst = false;
        const chunk = new ChatGenerationChunk({ text, message });
        await run?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
      },
    });
    if (text === "") throw nothingSaid;
    return { generations: [{ text, message: new AIMessage({ id, name, additional_kwargs, content: text }) }] };
  }
}
