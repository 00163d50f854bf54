/** Models for measuring: they answer every prompt of a bidding debate with as little work of their own as can be. */
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** 260 characters, a usual speech. */
const speech = "A thing worth saying takes about as long as this sentence does. ".repeat(4).padEnd(260, ".");

/** Bids and speaks after `delayMs`; at once, without a timer, when that is 0. */
export class BenchModel extends BaseChatModel {
  calls = 0;

  constructor(private readonly delayMs = 0) {
    super({});
  }

  override _llmType(): string {
    return "bench";
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.calls += 1;
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const request = String(messages.at(-1)?.content).slice(-600);
    const text = request.includes("bids now") ? `<${1 + (this.calls % 10)}>` : speech;
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
}
