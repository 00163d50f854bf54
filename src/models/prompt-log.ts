/** Records the prompts of a run, to measure how much of them a provider's prefix cache can serve. */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { Serialized } from "@langchain/core/load/serializable";
import type { BaseMessage } from "@langchain/core/messages";

/** A prompt as the provider sees it: one text from the first character to the last. */
const asText = (messages: readonly BaseMessage[]) =>
  messages.map((message) => `${message.type}\n${message.text}\n`).join("");

function sharedLength(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let length = 0;
  while (length < limit && left[length] === right[length]) length += 1;
  return length;
}

/**
 * A LangChain callback handler that records all prompts of the runs it is passed to.
 *
 * @example
 * ```ts
 * const prompts = new PromptLog();
 * await graph.invoke(input, { callbacks: [prompts] });
 * console.log(prompts.cacheableShare);
 * ```
 */
export class PromptLog extends BaseCallbackHandler {
  readonly name = "rostrum-prompts";
  // Keeps the prompts in the order of the calls.
  override readonly awaitHandlers = true;
  private readonly prompts: string[] = [];

  override handleChatModelStart(_model: Serialized, [messages = []]: BaseMessage[][]): void {
    // A second model, called without a prompt, streams each speech in public; see steps/public-voice.
    if (messages.length > 0) this.prompts.push(asText(messages));
  }

  get count(): number {
    return this.prompts.length;
  }

  /**
   * The share of all prompt text, from 0 to 1, that repeats the beginning of an earlier prompt: the most that a provider's cache
   * can serve. 0 if there are no prompts.
   */
  get cacheableShare(): number {
    let whole = 0;
    let repeated = 0;
    for (const [index, prompt] of this.prompts.entries()) {
      whole += prompt.length;
      repeated += this.prompts
        .slice(0, index)
        .reduce((longest, earlier) => Math.max(longest, sharedLength(prompt, earlier)), 0);
    }
    return whole === 0 ? 0 : repeated / whole;
  }
}
