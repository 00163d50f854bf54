/**
 * A chat model that needs no network and no key. It answers the request that Rostrum hands over beside the prompt, and says on
 * stderr that no language model is at work.
 */
import type { BaseChatModelParams } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../../core/model-request.js";
import { estimateTokens } from "../../core/usage/usage.js";
import type { Language } from "../../words/registry.js";
import { type LocalCallOptions, LocalModel } from "../local-model.js";

const notices: Readonly<Record<Language, string>> = {
  en: "This is a rehearsal: no language model is at work; the lines come from built-in texts. To use a model, set OPENAI_API_KEY, or OPENAI_BASE_URL for a local server, or ROSTRUM_MODEL for another model.",
  zh: "这是排演，没有语言模型参与，台词由内置文本拼成。要让语言模型发言，请设置 OPENAI_API_KEY；本地服务请设 OPENAI_BASE_URL；换用别的模型请设 ROSTRUM_MODEL。",
};

/** What a rehearsal is and how to have a language model speak instead, so that nobody takes a rehearsal for one. */
export const rehearsalNotice = (language: Language): string => notices[language];

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
    const notice = rehearsalNotice(request?.language ?? "en");
    if (this.settings.notice !== false) once(notice, () => process.stderr.write(`${notice}\n`));
    const text = rehearse(request);
    const input_tokens = messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
    const output_tokens = estimateTokens(text);
    const usage_metadata = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
    return Object.assign(new AIMessage(text), { usage_metadata });
  }
}
