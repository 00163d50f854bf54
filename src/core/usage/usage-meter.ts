/** Counts the usage of one attempt at a model call as it becomes known. */
import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";
import type { UsageRow } from "../../records/usage.js";
import { TaskUsage } from "./task-usage.js";
import { estimateTokens } from "./usage.js";

export interface AgentCost {
  readonly calls: number;
  /** Calls whose tokens the provider reported. */
  readonly counted: number;
}

/** The field of an agent's answer that contains its cost. */
export const costField = "rostrumCost";

/** An agent's failure, with the cost of its model calls so far. The `cause` is the agent's own error. */
export class AgentFailure extends Error {
  constructor(
    cause: unknown,
    readonly cost: AgentCost & { readonly usage: Pick<UsageMetadata, "input_tokens" | "output_tokens"> },
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export class UsageMeter {
  private isCounted = false;
  private answered = "";
  private hasEnded = false;
  /** Whether the answer is read after the attempt has ended. If so, the code that reads the answer calls `end`. */
  staysOpen = false;
  /** Whether to estimate tokens that the provider does not report. */
  private readonly needsEstimates: boolean;

  /** Counts the call itself. */
  constructor(
    private account: TaskUsage,
    private readonly payer: Pick<UsageRow, "purpose" | "participant" | "model">,
  ) {
    this.needsEstimates = account.guard !== undefined;
    this.add({ calls: 1, uncounted: 1 });
  }

  /** Counts an answer or a chunk of it, which may report usage. */
  count(message: BaseMessage): void {
    const usage = (message as { usage_metadata?: UsageMetadata }).usage_metadata;
    const inside = message.response_metadata?.[costField] as AgentCost | undefined;
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

  countFailure(error: unknown): void {
    if (!(error instanceof AgentFailure)) return;
    const { usage } = error.cost;
    this.countInside(error.cost);
    this.add({ inputTokens: usage.input_tokens, outputTokens: usage.output_tokens });
  }

  /**
   * Call this when the answer ends. If the run has a budget, estimates the tokens that the provider did not report. A
   * call without any answer counts as zero tokens.
   */
  end(asked: readonly BaseMessage[]): void {
    const isKnown = this.hasEnded || this.isCounted || this.answered === "";
    this.hasEnded = true;
    if (isKnown) return;
    const inputTokens = asked.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    this.add({ estimated: { inputTokens, outputTokens: estimateTokens(this.answered) } });
  }

  /** Call this when the task that started the call ends. Holds further usage until another task takes over the call. */
  hold(): void {
    this.account = new TaskUsage();
  }

  /** Charges the usage held so far, and all further usage, to `account`. */
  chargeTo(account: TaskUsage): void {
    for (const row of this.account.usage) account.count(row);
    this.account = account;
  }

  /** Counts the calls inside an agent instead of the one call to the agent. */
  private countInside({ calls, counted }: AgentCost): void {
    this.add({ calls: calls - 1, uncounted: calls - 1 - counted });
    this.isCounted ||= counted > 0;
  }

  private add({ calls = 0, uncounted = 0, inputTokens = 0, outputTokens = 0, estimated }: Partial<UsageRow>): void {
    const row = { ...this.payer, calls, uncounted, inputTokens, outputTokens };
    this.account.count(estimated ? { ...row, estimated } : row);
  }
}
