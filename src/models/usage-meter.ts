/** Counts what one question costs, over all its tries. */
import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";
import type { Purpose } from "../domain/brief.js";
import type { UsageRow } from "../domain/usage.js";
import { costOf } from "./agent-model.js";

export class UsageMeter {
  private calls = 0;
  private counted = 0;
  private isCounted = false;
  private inputTokens = 0;
  private outputTokens = 0;

  /** A call is made. */
  begin(): void {
    this.calls += 1;
    this.isCounted = false;
  }

  /** The current call's answer, or a piece of it that may say what it cost. */
  count(message: BaseMessage): void {
    const usage = (message as { usage_metadata?: UsageMetadata }).usage_metadata;
    const inside = costOf(message);
    // An agent is asked once and asks its own models as often as it likes.
    if (inside) {
      this.calls += inside.calls - 1;
      this.counted += inside.counted;
    }
    if (!usage) return;
    if (!inside && !this.isCounted) this.counted += 1;
    this.isCounted = true;
    this.inputTokens += usage.input_tokens;
    this.outputTokens += usage.output_tokens;
  }

  row(purpose: Purpose, participant: string, model: string): UsageRow {
    const { calls, inputTokens, outputTokens } = this;
    return { purpose, participant, model, calls, uncounted: calls - this.counted, inputTokens, outputTokens };
  }
}
