import type { BaseChatModelParams } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { printNotice } from "#platform.js";
import type { ModelRequest } from "../../core/model-request.js";
import { estimateTokens } from "../../core/usage/usage.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import { type LocalCallOptions, LocalModel } from "../local-model.js";

/** The notice says that this is a rehearsal, and explains how to use a language model instead. */
export const rehearsalNotice = (language: Language): string => locales[language].rehearsalNotice;

/** The options of a {@link RehearsalModel}, which extend those of LangChain's chat models. */
export interface RehearsalModelOptions extends BaseChatModelParams {
  /** The pause between two streamed pieces, in milliseconds. Default: 0, which uses no timer. */
  readonly pace?: number;
  /** Set to `false` to suppress the notice on stderr. By default, the model prints it once per process and language. */
  readonly notice?: false;
}

/**
 * A chat model that answers each {@link ModelRequest} from built-in texts, without a network or a key. The same request
 * always gets the same answer.
 */
export class RehearsalModel extends LocalModel {
  // Streams like a language model: each word with the space before it, and Chinese text character by character.
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
    // Loads the texts on first use, because programs that use only language models never need them.
    const [{ rehearse }, { loadTexts, once }] = await Promise.all([import("./answer.js"), import("./texts.js")]);
    const language = request?.language ?? defaultLanguage;
    await loadTexts(language);
    const notice = rehearsalNotice(language);
    if (this.settings.notice !== false) once(notice, () => printNotice(notice));
    const text = rehearse(request);
    const input_tokens = messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
    const output_tokens = estimateTokens(text);
    const usage_metadata = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
    return Object.assign(new AIMessage(text), { usage_metadata });
  }
}
