/**
 * A chat model that needs no network and no key. It answers the request that Rostrum hands over beside the prompt, and says on
 * stderr that no language model is at work.
 */

import { setTimeout as wait } from "node:timers/promises";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import { BaseChatModel, type BaseChatModelParams } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, type UsageMetadata } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import type { ModelRequest } from "../models/request.js";
import { estimateTokens } from "../usage/usage.js";
import { showRehearsalNotice } from "./notice.js";
import { type RehearsalCallOptions, StructuredRehearsal } from "./structured-rehearsal.js";

export { rehearsalNotice } from "./notice.js";

/** How a rehearsal runs. */
export interface RehearsalModelOptions extends BaseChatModelParams {
  /** Pause between two streamed pieces, in milliseconds. Defaults to 0, which uses no timer. */
  readonly pace?: number;
  /** `false` keeps the notice off stderr. By default it is written once in a process. */
  readonly notice?: false;
}

/** A chat model that answers each {@link ModelRequest} from built-in texts, the same request always alike. */
export class RehearsalModel extends BaseChatModel<RehearsalCallOptions> {
  static override lc_name(): string {
    return "RehearsalModel";
  }

  private readonly pace: number;
  private readonly isSilent: boolean;

  constructor(options: RehearsalModelOptions = {}) {
    super(options);
    this.pace = options.pace ?? 0;
    this.isSilent = options.notice === false;
  }

  override get callKeys(): string[] {
    return [...super.callKeys, "request"];
  }

  override _llmType(): string {
    return "rehearsal";
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    options.signal?.throwIfAborted();
    const text = await this.answer(options.request);
    const message = Object.assign(new AIMessage(text), { usage_metadata: usageOf(messages, text) });
    return { generations: [{ text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const text = await this.answer(options.request);
    const pieces = piecesOf(text);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 && this.pace > 0)
        await wait(this.pace, undefined, options.signal ? { signal: options.signal } : {});
      options.signal?.throwIfAborted();
      const message = new AIMessageChunk(piece);
      if (index === pieces.length - 1) Object.assign(message, { usage_metadata: usageOf(messages, text) });
      const chunk = new ChatGenerationChunk({ text: piece, message });
      yield chunk;
      await runManager?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  /** Answers as an object, where the request asks for structured output. */
  // biome-ignore lint/suspicious/noExplicitAny: the base class overloads this for each kind of schema
  override withStructuredOutput(schema: any, config?: { includeRaw?: boolean }): Runnable<BaseLanguageModelInput, any> {
    return new StructuredRehearsal(this, schema, config?.includeRaw === true);
  }

  private async answer(request: ModelRequest | undefined): Promise<string> {
    if (!this.isSilent) showRehearsalNotice(request?.language ?? "en");
    // Most programs use a language model and never need the texts.
    const { rehearse } = await import("./answer.js");
    return rehearse(request);
  }
}

/** Text in pieces as a language model would stream them: words with the space before, Chinese characters one by one. */
function piecesOf(text: string): string[] {
  return text.match(/\s*\p{Script=Han}|\s*[^\s\p{Script=Han}]+|\s+/gu) ?? [];
}

function usageOf(messages: readonly BaseMessage[], text: string): UsageMetadata {
  const input = messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
  const output = estimateTokens(text);
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}
