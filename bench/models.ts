/** A model that does as little work as possible to answer the prompts of a bidding conversation. */
import { BaseChatModel, type BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { ModelRequest } from "../src/core/model-request.js";

/** Rostrum passes its request as the call option `request` to every model whose `callKeys` include `request`. */
export interface BenchOptions extends BaseChatModelCallOptions {
  readonly request?: Pick<ModelRequest, "purpose">;
}

const speech = "A thing worth saying takes about as long as this sentence does. ".repeat(4).padEnd(260, ".");

/** Waits `delayMs` milliseconds before each answer. If `delayMs` is 0, answers without setting a timer. */
export class BenchModel extends BaseChatModel<BenchOptions> {
  calls = 0;

  constructor(private readonly delayMs = 0) {
    super({});
  }

  override get callKeys(): string[] {
    return [...super.callKeys, "request"];
  }

  override _llmType(): string {
    return "bench";
  }

  override async _generate(messages: BaseMessage[], { request }: this["ParsedCallOptions"]): Promise<ChatResult> {
    this.calls += 1;
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const bid = `<${1 + (this.calls % 10)}>`;
    const purpose = request?.purpose ?? "speech";
    const text = purpose === "bid-and-speech" ? `${bid} ${speech}` : purpose === "bid" ? bid : speech;
    const letters = messages.reduce((sum, message) => sum + String(message.content).length, 0);
    const input_tokens = Math.ceil(letters / 4);
    const output_tokens = Math.ceil(text.length / 4);
    const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
    return { generations: [{ text, message: Object.assign(new AIMessage(text), { usage_metadata: usage }) }] };
  }
}
