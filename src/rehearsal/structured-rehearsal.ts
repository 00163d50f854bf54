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

/** What a model says, as it said it and as an object; null when it isn't the object that was asked for. */
export interface RawAndParsed {
  readonly raw: BaseMessage;
  readonly parsed: Record<string, unknown> | null;
}

/** Asks the model and reads the JSON that it answers. Call options pass through to the model. */
export class StructuredRehearsal extends Runnable<
  BaseLanguageModelInput,
  RawAndParsed | Record<string, unknown>,
  RehearsalCallOptions
> {
  static override lc_name(): string {
    return "StructuredRehearsal";
  }
  override lc_namespace = ["rostrum", "models", "rehearsal"];

  constructor(
    private readonly model: Runnable<BaseLanguageModelInput, BaseMessage, RehearsalCallOptions>,
    private readonly schema: unknown,
    private readonly includeRaw: boolean,
  ) {
    super();
  }

  override async invoke(
    input: BaseLanguageModelInput,
    options?: Partial<RehearsalCallOptions>,
  ): Promise<RawAndParsed | Record<string, unknown>> {
    const raw = await this.model.invoke(input, options);
    const parsed = parse(raw.text, this.schema);
    if (this.includeRaw) return { raw, parsed };
    if (parsed === null) throw new OutputParserException(`Not the object that was asked for: ${raw.text}`, raw.text);
    return parsed;
  }
}

/** The object in `text`, checked where the schema can check. */
function parse(text: string, schema: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return null;
    return canCheck(schema) ? (schema.parse(value) as Record<string, unknown>) : value;
  } catch {
    return null;
  }
}

function canCheck(schema: unknown): schema is { parse(value: unknown): unknown } {
  return typeof schema === "object" && schema !== null && "parse" in schema && typeof schema.parse === "function";
}
