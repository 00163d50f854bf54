/** The rehearsal where an answer is wanted as an object. */
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { OutputParserException } from "@langchain/core/output_parsers";
import { Runnable } from "@langchain/core/runnables";
import { isRecord } from "../is-record.js";
import type { ModelRequest } from "../models/request.js";

export interface RehearsalCallOptions extends BaseChatModelCallOptions {
  /** What is asked, as data: the rehearsal does not read prompts. */
  readonly request?: ModelRequest;
}

type Fields = Record<string, unknown>;

/** Asks the model and reads the JSON that it answers. Call options pass through to the model. */
export class StructuredRehearsal extends Runnable<BaseLanguageModelInput, Fields, RehearsalCallOptions> {
  override lc_namespace = ["rostrum", "rehearsal"];

  constructor(
    private readonly model: Runnable<BaseLanguageModelInput, BaseMessage, RehearsalCallOptions>,
    private readonly schema: unknown,
    private readonly includeRaw: boolean,
  ) {
    super();
  }

  override async invoke(input: BaseLanguageModelInput, options?: Partial<RehearsalCallOptions>): Promise<Fields> {
    const raw = await this.model.invoke(input, options);
    const parsed = parse(raw.text, this.schema);
    if (this.includeRaw) return { raw, parsed };
    if (parsed === null) throw new OutputParserException(`Not the object that was asked for: ${raw.text}`, raw.text);
    return parsed;
  }
}

function parse(text: string, schema: unknown): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return null;
    const check = isRecord(schema) && typeof schema["parse"] === "function" ? schema["parse"].bind(schema) : undefined;
    return check ? check(value) : value;
  } catch {
    return null;
  }
}
