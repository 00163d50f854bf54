/**
 * A chat model that needs no network and no key. It answers the request that Rostrum hands over beside the prompt, and says on
 * stderr that no language model is at work.
 */
import type { BaseChatModelParams } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../../core/model-request.js";
import { estimateTokens } from "../../core/usage/usage.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import { type LocalCallOptions, LocalModel } from "../local-model.js";

/** What a rehearsal is and how to have a language model speak instead, so that nobody takes a rehearsal for one. */
export const rehearsalNotice = (language: Language): string => locales[language].rehearsalNotice;

/** How a rehearsal runs. */
export interface RehearsalModelOptions extends BaseChatModelParams {
  /** Pause between two streamed pieces, in milliseconds. Defaults to 0, which uses no timer. */
  readonly pace?: number;
  /** `false` keeps the notice off stderr. By default, it is written once per process and language. */
  readonly notice?: false;
}

/** A chat model that answers each {@link ModelRequest} from built-in texts, and the same request always in the same way. */
export class RehearsalModel extends LocalModel {
  // As a language model would stream them: words with the space before, Chinese characters one by one.
  protected override readonly pieces = /(?<!\s)\s*(?:\p{Script=Han}|[^\s\p{Script=Han}]+|(?<=\s)$)/gu;
  protected override readonly pace: number;

  constructor(private readonly settings: RehearsalModelOptions = {}) {
    super(settings);
    this.pace = settings.pace ?? 0;
  }

  override _llmType(): string {
    return "rehearsal";
  }

  protected override async reply(
    messages: readonly BaseMessage[],
    { request, signal }: LocalCallOptions,
  ): Promise<AIMessage> {
    signal?.throwIfAborted();
    // Most programs use a language model and never need the texts.
    const [{ rehearse }, { once }] = await Promise.all([import("./answer.js"), import("./texts.js")]);
    const notice = rehearsalNotice(request?.language ?? defaultLanguage);
    if (this.settings.notice !== false) once(notice, () => process.stderr.write(`${notice}\n`));
    const text = rehearse(request);
    const input_tokens = messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
    const output_tokens = estimateTokens(text);
    const usage_metadata = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
    return Object.assign(new AIMessage(text), { usage_metadata });
  }
}
