import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { Serialized } from "@langchain/core/load/serializable";
import type { BaseMessage } from "@langchain/core/messages";

function sharedLength(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let length = 0;
  while (length < limit && left[length] === right[length]) length += 1;
  return length;
}

export class PromptLog extends BaseCallbackHandler {
  readonly name = "rostrum-prompts";
  // By default, LangChain runs handlers in the background, so prompts could be recorded out of order.
  override readonly awaitHandlers = true;
  private readonly prompts: string[] = [];

  override handleChatModelStart(_model: Serialized, [messages = []]: BaseMessage[][]): void {
    this.prompts.push(messages.map(({ type, text }) => `${type}\n${text}\n`).join(""));
  }

  get count(): number {
    return this.prompts.length;
  }

  /**
   * The share of all prompt text that repeats the beginning of an earlier prompt, from 0 to 1. A prefix cache cannot
   * serve more than this.
   */
  get cacheableShare(): number {
    const whole = this.prompts.join("").length;
    const repeated = this.prompts.map((prompt, index) =>
      Math.max(0, ...this.prompts.slice(0, index).map((earlier) => sharedLength(prompt, earlier))),
    );
    return whole === 0 ? 0 : repeated.reduce((sum, length) => sum + length, 0) / whole;
  }
}
