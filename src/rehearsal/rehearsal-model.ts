/**
 * A chat model that needs no network and no key. It answers the request that Rostrum hands over beside the prompt, and says on
 * stderr that no language model is at work.
 */

import { setTimeout as wait } from "node:timers/promises";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BaseChatModelParams,
} from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, type UsageMetadata } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { type Runnable, type RunnableConfig, RunnableLambda } from "@langchain/core/runnables";
import type { Language } from "../language.js";
import type { ModelRequest } from "../models/request.js";
import { estimateTokens } from "../usage/usage.js";

const notices: Readonly<Record<Language, string>> = {
  en: "This is a rehearsal: no language model is at work, the lines come from built-in texts. To have a model speak, set OPENAI_API_KEY, or pass --model openai:NAME (or set ROSTRUM_MODEL); for a local server, set OPENAI_BASE_URL.",
  zh: "这是排演，没有语言模型参与，台词由内置文本拼成。要让语言模型发言，请设置 OPENAI_API_KEY，或用 --model openai:名称（也可设 ROSTRUM_MODEL）；本地服务请设 OPENAI_BASE_URL。",
};

/** What a rehearsal is and how to have a language model speak instead, so that nobody takes a rehearsal for one. */
export const rehearsalNotice = (language: Language): string => notices[language];

/** What is asked comes as data: the rehearsal does not read prompts. */
type CallOptions = BaseChatModelCallOptions & { readonly request?: ModelRequest };

/** How a rehearsal runs. */
export interface RehearsalModelOptions extends BaseChatModelParams {
  /** Pause between two streamed pieces, in milliseconds. Defaults to 0, which uses no timer. */
  readonly pace?: number;
  /** `false` keeps the notice off stderr. By default it is written once in a process and language. */
  readonly notice?: false;
}

/** A chat model that answers each {@link ModelRequest} from built-in texts, the same request always alike. */
export class RehearsalModel extends BaseChatModel<CallOptions> {
  static override lc_name(): string {
    return "RehearsalModel";
  }

  constructor(private readonly settings: RehearsalModelOptions = {}) {
    super(settings);
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
    const { pace = 0 } = this.settings;
    // As a language model would stream them: words with the space before, Chinese characters one by one.
    const pieces = text.match(/\s*\p{Script=Han}|\s*[^\s\p{Script=Han}]+|\s+/gu) ?? [];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 && pace > 0) await wait(pace, undefined, options.signal ? { signal: options.signal } : {});
      options.signal?.throwIfAborted();
      const message = new AIMessageChunk(piece);
      if (index === pieces.length - 1) Object.assign(message, { usage_metadata: usageOf(messages, text) });
      const chunk = new ChatGenerationChunk({ text: piece, message });
      yield chunk;
      await runManager?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  /** Parses the answer as JSON; for a text that is none, `parsed` is null. The schema is not checked. */
  // biome-ignore lint/suspicious/noExplicitAny: the base class overloads the result for each kind of schema
  override withStructuredOutput(_: unknown, config?: { includeRaw?: boolean }): Runnable<BaseLanguageModelInput, any> {
    return RunnableLambda.from(async (input: BaseLanguageModelInput, options: RunnableConfig) => {
      const raw = await this.invoke(input, options);
      const parsed: unknown = raw.text.startsWith("{") ? JSON.parse(raw.text) : null;
      return config?.includeRaw ? { raw, parsed } : parsed;
    });
  }

  private async answer(request: ModelRequest | undefined): Promise<string> {
    // Most programs use a language model and never need the texts.
    const [{ rehearse }, { once }] = await Promise.all([import("./answer.js"), import("./texts.js")]);
    const notice = rehearsalNotice(request?.language ?? "en");
    if (this.settings.notice !== false) once(notice, () => process.stderr.write(`${notice}\n`));
    return rehearse(request);
  }
}

function usageOf(messages: readonly BaseMessage[], text: string): UsageMetadata {
  const input = messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
  const output = estimateTokens(text);
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}
