/** Counts what one try of a call costs, as it turns out. */
import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";
import { type AgentCost, AgentFailure, costOf } from "./agent-cost.js";
import { TaskUsage } from "./task-usage.js";
import { estimateTokens } from "./tokens.js";
import type { UsageRow } from "./usage.js";

/** Whose call it is, for what, to which model. */
export type Payer = Pick<UsageRow, "purpose" | "participant" | "model">;

type Amount = Partial<Omit<UsageRow, keyof Payer>>;

export class UsageMeter {
  private isCounted = false;
  private answered = "";
  private hasEnded = false;
  private staysOpen = false;
  private readonly needsEstimates: boolean;

  /** Counts the call itself. */
  constructor(
    private account: TaskUsage,
    private readonly payer: Payer,
  ) {
    this.needsEstimates = account.needsEstimates;
    this.add({ calls: 1, uncounted: 1 });
  }

  /** The answer, or a piece of it that may say what it cost. */
  count(message: BaseMessage): void {
    const usage = (message as { usage_metadata?: UsageMetadata }).usage_metadata;
    const inside = costOf(message);
    if (inside) this.countInside(inside);
    if (this.needsEstimates) this.answered += message.text;
    if (!usage) return;
    this.add({
      uncounted: inside || this.isCounted ? 0 : -1,
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
    });
    this.isCounted = true;
  }

  /** The try has failed. What an agent had asked its models by then has been paid for. */
  countFailure(error: unknown): void {
    if (!(error instanceof AgentFailure)) return;
    const inside = error.cost;
    this.countInside(inside);
    this.add({ inputTokens: inside.usage.input_tokens, outputTokens: inside.usage.output_tokens });
  }

  /** The answer goes on after the try: whoever hears it says when it is over. */
  stayOpen(): void {
    this.staysOpen = true;
  }

  /** The try is over. */
  endTry(asked: readonly BaseMessage[]): void {
    if (!this.staysOpen) this.end(asked);
  }

  /** The answer is over. Of what nobody counted an estimate is made; a call that came to nothing at all is taken to be free. */
  end(asked: readonly BaseMessage[]): void {
    const isKnown = this.hasEnded || this.isCounted || this.answered === "";
    this.hasEnded = true;
    if (isKnown) return;
    const inputTokens = asked.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    this.add({ estimated: { inputTokens, outputTokens: estimateTokens(this.answered) } });
  }

  /** The task that began the call is over: what comes from now on waits for the one that takes it over. */
  hold(): void {
    this.account = new TaskUsage();
  }

  /** What has been held, and what comes from now on, is this account's. */
  chargeTo(account: TaskUsage): void {
    for (const row of this.account.usage) account.count(row);
    this.account = account;
  }

  /** An agent is asked once and asks its own models as often as it likes. */
  private countInside({ calls, counted }: AgentCost): void {
    this.add({ calls: calls - 1, uncounted: calls - 1 - counted });
    this.isCounted ||= counted > 0;
  }

  private add({ calls = 0, uncounted = 0, inputTokens = 0, outputTokens = 0, estimated }: Amount): void {
    const row = { ...this.payer, calls, uncounted, inputTokens, outputTokens };
    this.account.count(estimated ? { ...row, estimated } : row);
  }
}
