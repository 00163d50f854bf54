/** Writes down the prompts of a run, to see how much of them providers' prefix caches can serve. */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { Serialized } from "@langchain/core/load/serializable";
import type { BaseMessage } from "@langchain/core/messages";

/** A prompt as a provider reads it, from its first letter to its last. */
const asText = (messages: readonly BaseMessage[]) =>
  messages.map((message) => `${message.type}\n${message.text}\n`).join("");

function sharedLength(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left[length] === right[length]) length += 1;
  return length;
}

/**
 * A LangChain callback handler that remembers all prompts of the runs it is given to.
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
  // The order of the prompts is that of the calls.
  override readonly awaitHandlers = true;
  private readonly prompts: string[] = [];

  override handleChatModelStart(_model: Serialized, [messages = []]: BaseMessage[][]): void {
    // What is said in public passes through a model of its own that is asked nothing.
    if (messages.length > 0) this.prompts.push(asText(messages));
  }

  /** How many prompts there were. */
  get count(): number {
    return this.prompts.length;
  }

  /**
   * The share, from 0 to 1, of all prompt text that repeats the beginning of an earlier prompt, letter by letter: the most that a
   * provider's cache can serve. 0 where there were no prompts.
   */
  get cacheableShare(): number {
    let whole = 0;
    let repeated = 0;
    for (const [index, prompt] of this.prompts.entries()) {
      whole += prompt.length;
      repeated += this.prompts
        .slice(0, index)
        .reduce((most, earlier) => Math.max(most, sharedLength(prompt, earlier)), 0);
    }
    return whole === 0 ? 0 : repeated / whole;
  }
}
