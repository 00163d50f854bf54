/** An answer that has begun to come before it is settled whether anybody will hear it. */
import type { BaseMessage } from "@langchain/core/messages";
import type { TaskUsage } from "../usage/task-usage.js";
import { estimateTokens } from "../usage/tokens.js";
import type { UsageMeter } from "../usage/usage-meter.js";

/** The call that an answer comes from. */
interface OpenCall {
  readonly chunks: AsyncIterable<BaseMessage>;
  readonly meter: UsageMeter;
  readonly asked: readonly BaseMessage[];
}

/** Why a call is closed that nobody wants to hear. Made once: there are dozens in a turn, and a stack trace with each. */
const cutOff = new DOMException("nobody wants to hear the answer any more", "AbortError");

export class SpeculativeAnswer {
  /** All that has come so far. */
  private answer = "";
  private isOver = false;
  private isHeld = false;
  private failure: unknown;
  private call: OpenCall | undefined;
  private account: TaskUsage | undefined;
  private wake = () => {};

  /** `controller` ends the call that `open` makes. */
  constructor(
    private readonly controller: AbortController,
    open: () => Promise<OpenCall>,
  ) {
    void this.take(open);
  }

  private async take(open: () => Promise<OpenCall>): Promise<void> {
    try {
      const call = await open();
      this.call = call;
      if (this.isHeld) call.meter.hold();
      if (this.account) call.meter.chargeTo(this.account);
      for await (const chunk of call.chunks) {
        call.meter.count(chunk);
        this.answer += chunk.text;
        this.wake();
      }
    } catch (error) {
      this.failure = error ?? new Error("the answer broke off");
    }
    this.isOver = true;
    this.wake();
  }

  /** The answer so far, again and again as it grows, from the beginning, for one listener at a time. Throws where it breaks off. */
  async *growing(): AsyncGenerator<string> {
    let told = 0;
    while (true) {
      if (this.answer.length > told) {
        told = this.answer.length;
        yield this.answer;
      } else if (this.isOver) break;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
    if (this.failure) throw this.failure;
  }

  /** The task that began it is over. What it costs from now on waits for whoever hears it, or ends it. */
  hold(): void {
    this.isHeld = true;
    this.call?.meter.hold();
  }

  /** What it costs, and has cost since it was held, is another task's. */
  chargeTo(account: TaskUsage): void {
    this.account = account;
    this.call?.meter.chargeTo(account);
  }

  /** Nobody wants to hear it any more: closes the call at once. */
  end(): void {
    this.controller.abort(cutOff);
    this.call?.meter.end(this.call.asked);
  }

  /** Tokens so far, of the prompt and of what has come; estimated, since providers tell only at the end. */
  get tokens(): number {
    const texts = [...(this.call?.asked ?? []).map(({ text }) => text), this.answer];
    return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  }
}
