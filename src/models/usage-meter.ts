/** Counts what one question costs, over all its tries. */
import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";
import type { Purpose } from "../domain/brief.js";
import type { UsageRow } from "../domain/usage.js";

export class UsageMeter {
  private calls = 0;
  private counted = new Set<number>();
  private inputTokens = 0;
  private outputTokens = 0;

  /** A call is made. */
  begin(): void {
    this.calls += 1;
  }

  /** The current call's answer, or a piece of it that may say what it cost. */
  count(message: BaseMessage): void {
    const usage = (message as { usage_metadata?: UsageMetadata }).usage_metadata;
    if (!usage) return;
    this.counted.add(this.calls);
    this.inputTokens += usage.input_tokens;
    this.outputTokens += usage.output_tokens;
  }

  row(purpose: Purpose, participant: string, model: string): UsageRow {
    const { calls, inputTokens, outputTokens } = this;
    return { purpose, participant, model, calls, uncounted: calls - this.counted.size, inputTokens, outputTokens };
  }
}
