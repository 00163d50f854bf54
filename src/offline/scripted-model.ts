/** A scripted chat model for testing conversations without a network, an API key or randomness. */
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, type AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import type { Runnable } from "@langchain/core/runnables";
import type { ModelRequest } from "../core/model-request.js";
import type { Purpose } from "../records/request.js";
import { type LocalCallOptions, LocalModel } from "./local-model.js";

/** A model call, in the form that a script function receives. */
export interface ScriptedCall {
  /** The purpose of the call, such as `bid` or `speech`. */
  readonly purpose: Purpose;
  /**
   * The name of the participant or leader for whom the model answers. Empty for calls that belong to neither, such as
   * `judge-round`.
   */
  readonly participant: string;
  /**
   * The turn that the call belongs to, counted from 1. Between turns, the number of turns so far; 0 for calls that
   * prepare the topic or the cast.
   */
  readonly turn: number;
  /** The number of earlier calls with this purpose and participant. */
  readonly index: number;
  /** The messages of the prompt. */
  readonly messages: readonly BaseMessage[];
  /** Names of the tools that the model may call. */
  readonly tools: readonly string[];
  /** The request from which Rostrum built the prompt. */
  readonly request: ModelRequest;
}

/** A text, a message that calls tools or reports a specific usage, or an error for the call to throw. */
export type ScriptedReply = string | AIMessage | Error;

/**
 * Either a table of replies or a function that answers every call. The table's keys are `purpose:name`, with the name
 * of the participant or leader, or just `purpose` for calls that belong to neither.
 */
export type Script =
  | Readonly<Record<string, readonly ScriptedReply[]>>
  | ((call: ScriptedCall) => ScriptedReply | Promise<ScriptedReply>);

const keyOf = ({ purpose, participant }: Pick<ScriptedCall, "purpose" | "participant">) =>
  participant ? `${purpose}:${participant}` : purpose;

/**
 * A chat model that answers from a script. It needs no prompts, because Rostrum passes it each request as data. It
 * streams word by word, returns structured output for replies that are JSON, and accepts tools. For a text, it reports
 * 10 input tokens, and as many output tokens as the text has characters. For a message, it reports the message's own
 * usage.
 */
export class ScriptedModel extends LocalModel {
  /** All calls so far, in order. */
  readonly calls: ScriptedCall[] = [];
  /** The largest number of calls that ran at the same time. */
  maxConcurrentCalls = 0;
  private concurrentCalls = 0;
  private readonly unexpected: string[] = [];
  protected override readonly pieces = /(?:^\s*)?\S+\s*/g;

  constructor(private readonly script: Script) {
    super({});
  }

  override _llmType(): string {
    return "scripted";
  }

  /**
   * Checks that the calls used up the table of replies.
   *
   * @throws Error if the table has unused replies, or if a call got no reply.
   */
  assertComplete(): void {
    const replies = typeof this.script === "function" ? {} : this.script;
    const problems = [...this.unexpected];
    for (const [key, { length }] of Object.entries(replies)) {
      const unused = length - this.calls.filter((call) => keyOf(call) === key).length;
      if (unused > 0) problems.push(`unused replies for ${key}: ${unused}`);
    }
    if (problems.length > 0) throw new Error(problems.join("; "));
  }

  /**
   * @throws Error if the call comes from outside a Rostrum conversation, or if the script has no reply for it. A reply
   * that is an error is thrown itself.
   */
  protected override async reply(messages: readonly BaseMessage[], options: LocalCallOptions): Promise<AIMessage> {
    const { request, tools = [] } = options;
    if (!request) throw new Error("a ScriptedModel answers only calls from a Rostrum conversation");
    const { purpose, turn } = request;
    const participant = "self" in request ? request.self.name : "";
    const key = keyOf({ purpose, participant });
    const index = this.calls.filter((call) => keyOf(call) === key).length;
    const call = { purpose, participant, turn, index, messages, tools: tools.map(nameOf), request };
    this.calls.push(call);
    this.concurrentCalls += 1;
    this.maxConcurrentCalls = Math.max(this.maxConcurrentCalls, this.concurrentCalls);
    try {
      const reply = typeof this.script === "function" ? await this.script(call) : this.script[key]?.[index];
      if (reply === undefined) {
        this.unexpected.push(`unexpected call ${index + 1} of ${key} in turn ${turn}`);
        throw new Error(this.unexpected.at(-1));
      }
      if (reply instanceof Error) throw reply;
      if (typeof reply !== "string") return reply;
      return Object.assign(new AIMessage(reply), { usage_metadata: usageOf(reply) });
    } finally {
      this.concurrentCalls -= 1;
    }
  }

  override bindTools(tools: BindToolsInput[], options: Partial<LocalCallOptions> = {}) {
    return this.withConfig({ ...options, tools }) as Runnable<BaseLanguageModelInput, AIMessageChunk, LocalCallOptions>;
  }
}

const nameOf = (tool: BindToolsInput): string => ("name" in tool ? String(tool["name"]) : "");

const usageOf = ({ length }: string) => ({ input_tokens: 10, output_tokens: length, total_tokens: 10 + length });
