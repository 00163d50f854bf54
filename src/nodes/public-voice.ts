/**
 * Puts a speech on LangGraph's `messages` stream as it comes, under the id and the name that the public message will have.
 * The stream shows what chat models say; the model that was asked is kept off it, because what it answers is public only
 * after it was cleaned. So the voice is a chat model of its own, which says just that.
 */

import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Answer } from "../models/ask.js";

/** Everything about the public message but its text. */
interface Identity {
  readonly id: string;
  readonly name: string;
  readonly additional_kwargs: Record<string, unknown>;
}

/** Hears each piece of the speech. */
type Hear = (piece: string) => Promise<void>;

type Speech = (hear: Hear) => Promise<Answer>;

export class PublicVoice {
  constructor(private readonly identity: Identity) {}

  /** Has the speech made, and says every piece of it as it comes. */
  async say(speech: Speech): Promise<Answer> {
    const model = new VoiceModel(this.identity, speech);
    await model.invoke([]);
    if (!model.answer) throw new Error("the speech ended without an answer");
    return model.answer;
  }

  /** The message that enters the conversation. */
  message(text: string): AIMessage {
    return new AIMessage({ ...this.identity, content: text });
  }
}

class VoiceModel extends BaseChatModel {
  answer: Answer | undefined;

  constructor(
    private readonly identity: Identity,
    private readonly speech: Speech,
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
    const { id, name, additional_kwargs } = this.identity;
    let first = true;
    this.answer = await this.speech(async (piece) => {
      // Chunks are added up by clients, fields as well as text: what must not be doubled goes with the first one only.
      const fields = first ? { id, name, additional_kwargs } : { id, name };
      first = false;
      const message = new AIMessageChunk({ ...fields, content: piece });
      const chunk = new ChatGenerationChunk({ text: piece, message });
      await run?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk });
    });
    const { text } = this.answer;
    return { generations: [{ text, message: new AIMessage({ ...this.identity, content: text }) }] };
  }
}
