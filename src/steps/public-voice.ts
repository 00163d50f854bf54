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

/** The public message without its text. */
interface Identity {
  readonly id: string;
  readonly name: string;
  readonly additional_kwargs: Record<string, unknown>;
}

/** Whether callbacks, LangSmith or the `messages` stream observe the step. */
function isWatched({ callbacks }: RunnableConfig): boolean {
  return (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).length > 0;
}

/** Receives a speech piece by piece. */
export interface MessageStream {
  /** Starts an attempt. It voids the text of earlier ones, so its message has another id. `isRest`: its beginning is public already. */
  begin(attempt: number, isRest?: boolean): void;
  piece(text: string): Promise<void>;
}

type SpeechSource<Answer extends { readonly text: string }> = (stream: MessageStream) => Promise<Answer>;

/** The id of an attempt's message. Text of earlier attempts keeps its own id. */
const idOf = ({ id }: Identity, attempt: number) => (attempt === 1 ? id : `${id}.${attempt}`);

/** Makes a speech and streams every piece of it. Returns the message that enters the conversation. */
export async function sayPublicly<Answer extends { readonly text: string }>(
  identity: Identity,
  speech: SpeechSource<Answer>,
  config: RunnableConfig,
): Promise<{ readonly message: AIMessage; readonly answer: Answer }> {
  const { id, answer } = await (isWatched(config) ? sayStreaming : sayUnwatched)(identity, speech);
  return { message: new AIMessage({ ...identity, id, content: answer.text }), answer };
}

type Said<Answer> = { readonly id: string; readonly answer: Answer };

/** Without observers the pieces go nowhere. */
async function sayUnwatched<Answer extends { readonly text: string }>(
  identity: Identity,
  speech: SpeechSource<Answer>,
): Promise<Said<Answer>> {
  let attempt = 1;
  const begin = (number: number) => {
    attempt = number;
  };
  const answer = await speech({ begin, piece: async () => {} });
  return { id: answer.text === "" ? identity.id : idOf(identity, attempt), answer };
}

async function sayStreaming<Answer extends { readonly text: string }>(
  identity: Identity,
  speech: SpeechSource<Answer>,
): Promise<Said<Answer>> {
  const voice = new VoiceModel(identity, speech);
  const message = await voice.invoke([]).catch((error: unknown) => {
    if (error !== nothingSaid) throw error;
  });
  if (!voice.answer) throw new Error("the speech ended without an answer");
  return { id: message?.id ?? identity.id, answer: voice.answer };
}

/** Ends a voice without text, because LangGraph would stream an empty message. */
const nothingSaid = new Error("nothing was said");

/** The second chat model: it says the speech, piece by piece, as its own answer. */
class VoiceModel<Answer extends { readonly text: string }> extends BaseChatModel {
  answer: Answer | undefined;

  constructor(
    private readonly identity: Identity,
    private readonly speech: SpeechSource<Answer>,
  ) {
    super({});
  }

  override _llmType(): string {
    return "public-voice";
  }

  override async _generate(
    _messages: BaseMessage[],
    _options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    const { name, additional_kwargs } = this.identity;
    let { id } = this.identity;
    let isFirst = true;
    this.answer = await this.speech({
      begin: (attempt, isRest = false) => {
        id = idOf(this.identity, attempt);
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
    const { text } = this.answer;
    if (text === "") throw nothingSaid;
    return { generations: [{ text, message: new AIMessage({ id, name, additional_kwargs, content: text }) }] };
  }
}
