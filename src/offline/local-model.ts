/** A chat model that answers in this process. It receives each request as data, in addition to the prompt. */

import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { type AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { wait } from "#platform.js";
import type { ModelRequest } from "../core/model-request.js";
import { structuredOutputByPrompt } from "./structured-output.js";

export interface LocalCallOptions extends BaseChatModelCallOptions {
  readonly request?: ModelRequest;
  readonly tools?: readonly BindToolsInput[];
}

export abstract class LocalModel extends BaseChatModel<LocalCallOptions> {
  /** The pause between two streamed pieces, in milliseconds. */
  protected readonly pace: number = 0;
  /** Matches the pieces of a streamed answer. Default: the whole answer. */
  protected readonly pieces: RegExp = /.+/gs;
  /**
   * Whether prompts must contain the schema of a structured answer. Default: false, because the request says what to
   * answer.
   */
  protected readonly needsSchema: boolean = false;

  protected abstract reply(messages: BaseMessage[], options: LocalCallOptions): Promise<AIMessage>;

  override get callKeys(): string[] {
    return [...super.callKeys, "request"];
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const message = await this.reply(messages, options);
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text: whole, tool_calls = [], usage_metadata, response_metadata } = await this.reply(messages, options);
    const pieces = whole.match(this.pieces) ?? [whole];
    for (const [index, text] of pieces.entries()) {
      if (index > 0 && this.pace > 0) await wait(this.pace, undefined, options.signal && { signal: options.signal });
      options.signal?.throwIfAborted();
      const message = new AIMessageChunk(text);
      if (index === pieces.length - 1) Object.assign(message, { tool_calls, usage_metadata, response_metadata });
      const chunk = new ChatGenerationChunk({ text, message });
      yield chunk;
      await run?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  /**
   * Parses the JSON object in the answer, but does not check it against the schema. The parsed answer is null if the
   * text contains no object, or only an empty one.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the overridden method has overloads
  override withStructuredOutput(schema: unknown, config?: { includeRaw?: boolean }): any {
    return structuredOutputByPrompt(this, this.needsSchema ? schema : undefined, config);
  }
}
