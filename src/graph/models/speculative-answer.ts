/** A model's answer that starts before it is known whether the conversation will use it. */
import type { BaseMessage } from "@langchain/core/messages";
import type { TaskUsage } from "../../core/usage/task-usage.js";
import { chargedTokens } from "../../core/usage/usage.js";
import type { UsageMeter } from "../../core/usage/usage-meter.js";
import { statusOf } from "./call-failure.js";
import { type Answer, readAnswer } from "./stream-speech.js";

interface ChargedCall {
  open(): Promise<AsyncIterable<BaseMessage>>;
  readonly meter: UsageMeter;
}

export class SpeculativeAnswer implements Answer {
  private readonly controller = new AbortController();
  private answer = "";
  isCutOff = false;
  isTooLong = false;
  private isOver = false;
  private isHeld = false;
  private failure: unknown;
  private call: ChargedCall | undefined;
  private usage: TaskUsage | undefined;
  private wakeReader = () => {};
  /** Resolves when the answer is complete, fails, or is ended early. */
  readonly over: Promise<void>;

  /**
   * @param limit - The maximum length of the answer, in characters.
   * @param charge - Returns the call and its meter. The signal that it receives aborts when the answer or the run ends,
   * but not when the step ends.
   */
  constructor(
    runSignal: AbortSignal,
    private readonly limit: number,
    charge: (signal: AbortSignal) => Promise<ChargedCall>,
  ) {
    this.over = this.receive(charge(AbortSignal.any([this.controller.signal, runSignal])));
  }

  private async receive(charging: Promise<ChargedCall>): Promise<void> {
    try {
      const call = await charging;
      this.call = call;
      if (this.isHeld) call.meter.hold();
      if (this.usage) call.meter.chargeTo(this.usage);
      const arriving = readAnswer(await call.open(), call.meter, this.limit);
      for await (this.answer of arriving.texts) {
        this.isCutOff = arriving.isCutOff;
        this.isTooLong = arriving.isTooLong;
        this.wakeReader();
      }
    } catch (error) {
      if (statusOf(error) !== undefined) this.call?.meter.end(true);
      this.failure = error ?? new Error("the answer broke off");
    }
    this.isOver = true;
    this.wakeReader();
  }

  /**
   * Yields the whole text so far each time it grows. Supports only one reader at a time.
   *
   * @throws the call's error, after yielding the text that arrived before it.
   */
  readonly texts = { [Symbol.asyncIterator]: () => this.accumulate() };

  private async *accumulate(): AsyncGenerator<string> {
    let readLength = 0;
    while (true) {
      if (this.answer.length > readLength) {
        readLength = this.answer.length;
        yield this.answer;
      } else if (this.isOver) break;
      else
        await new Promise<void>((resolve) => {
          this.wakeReader = resolve;
        });
    }
    if (this.failure) throw this.failure;
  }

  /**
   * Holds back further usage until {@link chargeTo} names another task. Call this before the end of the task that
   * started the answer.
   */
  hold(): void {
    this.isHeld = true;
    this.call?.meter.hold();
  }

  chargeTo(usage: TaskUsage): void {
    this.usage = usage;
    this.call?.meter.chargeTo(usage);
  }

  end(): void {
    this.controller.abort();
    this.call?.meter.end();
  }

  /**
   * Estimated for the prompt and the text so far, because a discarded answer may end before the provider reports its
   * usage.
   */
  get tokens(): number {
    return (this.call?.meter.promptTokens ?? 0) + chargedTokens(this.answer);
  }
}
