/**
 * Puts a speech on LangGraph's `messages` stream as it comes, under the id and the name that the public message will have.
 * The stream shows what chat models say; the model that was asked is kept off it, because what it answers is public only
 * after it was cleaned. So the voice is a chat model of its own, which says just that.
 */

import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { RunnableConfig } from "@langchain/core/runnables";

/** Everything about the public message but its text. */
interface Identity {
  readonly id: string;
  readonly name: string;
  readonly additional_kwargs: Record<string, unknown>;
}

/** Whether anybody watches what a step does: by callbacks, by LangSmith, or by the `messages` stream. */
function isWatched({ callbacks }: RunnableConfig): boolean {
  return (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).length > 0;
}

/** What a speech is told as it comes. */
export interface Hearing {
  /** A try begins. What an earlier one said is void, so it goes on under another id. `isRest`: its beginning has been said before. */
  begin(attempt: number, isRest?: boolean): void;
  piece(text: string): Promise<void>;
}

type SpeechSource<Answer extends { readonly text: string }> = (hearing: Hearing) => Promise<Answer>;

/** The id of a message that was begun so often: what an earlier try said stays under the id that it had. */
const idOf = ({ id }: Identity, attempt: number) => (attempt === 1 ? id : `${id}.${attempt}`);

/** Has a speech made and says every piece of it as it comes. Returns the message that enters the conversation. */
export async function sayPublicly<Answer extends { readonly text: string }>(
  identity: Identity,
  speech: SpeechSource<Answer>,
  config: RunnableConfig,
): Promise<{ readonly message: AIMessage; readonly answer: Answer }> {
  const { id, answer } = await (isWatched(config) ? sayToListeners : sayToNobody)(identity, speech);
  return { message: new AIMessage({ ...identity, id, content: answer.text }), answer };
}

type Said<Answer> = { readonly id: string; readonly answer: Answer };

/** Without listeners a model of its own would say it for nothing. */
async function sayToNobody<Answer extends { readonly text: string }>(
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

async function sayToListeners<Answer extends { readonly text: string }>(
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

/** Ends a voice that had nothing to say: LangGraph would put its empty message on the stream. */
const nothingSaid = new Error("nothing was said");

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
        // Clients add chunks up, fields as well as text: what must not be doubled goes with the first one only.
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
