/**
 * Charges an attempt at a model call. If there is a budget, charges an estimate when the call is sent; at the end,
 * charges the provider's figures if they are credible.
 */
import type { AIMessage, BaseMessage, UsageMetadata } from "@langchain/core/messages";
import type { UsageRow } from "../../records/usage.js";
import { textOf } from "../text/message.js";
import { TaskUsage } from "./task-usage.js";
import { addTokens, noTokens, type Tokens, totalUsage, weighTokens } from "./usage.js";

/** The tokens that a provider's format adds to each message, for example for its role. */
const tokensPerMessage = 4;

/**
 * The maximum credible number of characters per token. A figure is not credible if it is lower than the length of the
 * text divided by this number.
 */
const mostPerToken = 16;

export interface SentCall {
  readonly payer: Pick<UsageRow, "purpose" | "participant" | "model">;
  readonly prompt: readonly BaseMessage[];
  /** Returns what is sent with the prompt, such as the schema of the answer. Default: nothing. */
  readonly attach?: (() => object) | undefined;
  /** The output tokens to charge in advance, until more have arrived or the call has ended. */
  readonly reserve: number;
  /** Whether the model is one of Rostrum's own models, whose figures are credible, however low. */
  readonly isExact?: boolean;
}

const wholeText = (message: BaseMessage): string => {
  const { tool_calls = [] } = message as AIMessage;
  return tool_calls.length === 0 ? textOf(message) : textOf(message) + JSON.stringify(tool_calls);
};

const lengthOf = (messages: readonly BaseMessage[]) =>
  messages.reduce((length, message) => length + wholeText(message).length, 0);

function estimatePrompt(messages: readonly BaseMessage[], attached?: object): number {
  const tokens = messages.reduce((sum, message) => sum + weighTokens(wholeText(message)) + tokensPerMessage, 0);
  return Math.ceil(tokens + (attached ? weighTokens(JSON.stringify(attached)) : 0));
}

/** The sum is `NaN` if the figure is not a number. */
const addFigure = (sum: number, figure: unknown) => (typeof figure === "number" ? sum + figure : Number.NaN);

export class UsageMeter {
  /**
   * The account to charge, and whether the task that started the call has ended. Calls made inside this call share
   * both.
   */
  private bill: { account: TaskUsage; isHandedOn: boolean };
  private estimated: Tokens = noTokens;
  private knownPromptTokens: number | undefined;
  private reported: Tokens | undefined;
  private answered = 0;
  private answeredLength = 0;
  private hasEnded = false;
  /** Whether the answer is read after the attempt has ended. If so, the code that reads the answer calls `end`. */
  staysOpen = false;
  /** The meter of the call to an outer agent, if that agent made this call in order to answer. */
  surrounding: UsageMeter | undefined;
  private readonly needsEstimates: boolean;
  private readonly inner = new Set<UsageMeter>();

  /** Charges the call. */
  constructor(
    account: TaskUsage,
    private readonly sent: SentCall,
  ) {
    this.bill = { account, isHandedOn: false };
    this.needsEstimates = account.guard !== undefined;
    this.replaceEstimate(sent.isExact ? noTokens : this.estimateOf(sent.reserve), { calls: 1, uncounted: 1 });
  }

  get promptTokens(): number {
    this.knownPromptTokens ??= estimatePrompt(this.sent.prompt, this.sent.attach?.());
    return this.knownPromptTokens;
  }

  /**
   * The credible token figures that the provider has reported for this call and for the calls made inside it; undefined
   * if there are none.
   */
  get reportedTokens(): Tokens | undefined {
    const own = this.reported && this.isCredible(this.reported) ? [this.reported] : [];
    const all = [...own, ...[...this.inner].flatMap(({ reportedTokens }) => reportedTokens ?? [])];
    return all.length === 0 ? undefined : all.reduce(addTokens);
  }

  /** Charges an inner call in place of this call and the surrounding calls. Returns the inner call's meters. */
  startInner(prompt: readonly BaseMessage[]): UsageMeter[] {
    this.withdraw();
    const meter = new UsageMeter(this.bill.account, { ...this.sent, prompt, attach: undefined, isExact: false });
    meter.bill = this.bill;
    this.inner.add(meter);
    return [meter, ...(this.surrounding?.startInner(prompt) ?? [])];
  }

  /** Call this if it turns out that no model was called. */
  withdraw(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.replaceEstimate(noTokens, { calls: -1, uncounted: -1 });
  }

  /**
   * If there is a budget, saves the charge, so that the call counts even if the process crashes. Await this before
   * sending the call.
   */
  async saveSent(): Promise<void> {
    await this.bill.account.saveSent();
  }

  count(message: BaseMessage): void {
    if (this.hasEnded) return;
    const text = wholeText(message);
    this.answeredLength += text.length;
    const usage = (message as { usage_metadata?: Partial<UsageMetadata> }).usage_metadata;
    if (usage) {
      const { inputTokens = 0, outputTokens = 0 } = this.reported ?? {};
      this.reported = {
        inputTokens: addFigure(inputTokens, usage.input_tokens),
        outputTokens: addFigure(outputTokens, usage.output_tokens),
      };
    }
    if (!this.needsEstimates) return;
    this.answered += weighTokens(text);
    // Charges twice the amount that has arrived, so that a long answer causes a few saves instead of one per chunk.
    if (this.answered > this.estimated.outputTokens && !this.sent.isExact)
      this.replaceEstimate(this.estimateOf(Math.ceil(2 * this.answered)));
  }

  /**
   * Charges the provider's figures if they are credible. Otherwise, if there is a budget, charges the estimate for the
   * prompt and for what has arrived or, if nothing has arrived, the reserve.
   *
   * @param isRefused - Whether the provider rejected the call. A rejected call is not charged an estimate if nothing
   * has arrived.
   */
  end(isRefused = false): void {
    for (const meter of this.inner) meter.end();
    if (this.hasEnded) return;
    this.hasEnded = true;
    const { reported } = this;
    if (reported && this.isCredible(reported)) this.replaceEstimate(noTokens, { uncounted: -1, ...reported });
    else if (isRefused && this.answeredLength === 0) this.replaceEstimate(noTokens);
    else this.replaceEstimate(this.estimateOf(Math.ceil(this.answered) || this.sent.reserve));
  }

  /**
   * Call this when the task that started the call ends. Holds back further usage until another task takes over the
   * call.
   */
  hold(): void {
    this.bill.account = new TaskUsage();
    // The state includes the whole estimate now, so the next task's guard counts it.
    this.bill.isHandedOn = true;
  }

  /** Charges all usage held back so far, and all further usage, to `account`. */
  chargeTo(account: TaskUsage): void {
    for (const row of this.bill.account.usage) account.count(row);
    this.bill.account = account;
  }

  private isCredible({ inputTokens, outputTokens }: Tokens): boolean {
    const least = (length: number) => (this.sent.isExact ? 0 : Math.floor(length / mostPerToken));
    const holds = (tokens: number, length: number) => Number.isSafeInteger(tokens) && tokens >= least(length);
    return holds(inputTokens, lengthOf(this.sent.prompt)) && holds(outputTokens, this.answeredLength);
  }

  private estimateOf(outputTokens: number): Tokens {
    if (!this.needsEstimates) return noTokens;
    return { inputTokens: this.promptTokens, outputTokens };
  }

  private replaceEstimate(estimated: Tokens, row: Partial<UsageRow> = {}): void {
    const inputTokens = estimated.inputTokens - this.estimated.inputTokens;
    const outputTokens = estimated.outputTokens - this.estimated.outputTokens;
    // Until the call ends, the estimated answer must not prevent other calls from starting.
    const reserved = this.hasEnded ? -this.estimated.outputTokens : outputTokens;
    this.estimated = estimated;
    const change = inputTokens === 0 && outputTokens === 0 ? {} : { estimated: { inputTokens, outputTokens } };
    this.bill.account.count(
      { ...this.sent.payer, ...totalUsage([]), ...row, ...change },
      this.bill.isHandedOn ? 0 : reserved,
    );
  }
}
