/** Counts what one question costs, over all its tries. */
import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";
import type { Purpose } from "../domain/brief.js";
import type { UsageRow } from "../domain/usage.js";
import { type AgentCost, costOf, costOfFailure } from "./agent-model.js";

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
    if (inside) this.countInside(inside);
    if (!usage) return;
    if (!inside && !this.isCounted) this.counted += 1;
    this.isCounted = true;
    this.inputTokens += usage.input_tokens;
    this.outputTokens += usage.output_tokens;
  }

  /** A try that failed. What an agent had asked its models by then has been paid for. */
  countFailure(error: unknown): void {
    const inside = costOfFailure(error);
    if (!inside) return;
    this.countInside(inside);
    this.inputTokens += inside.usage.input_tokens;
    this.outputTokens += inside.usage.output_tokens;
  }

  /** An agent is asked once and asks its own models as often as it likes. */
  private countInside({ calls, counted }: AgentCost): void {
    this.calls += calls - 1;
    this.counted += counted;
  }

  row(purpose: Purpose, participant: string, model: string): UsageRow {
    const { calls, inputTokens, outputTokens } = this;
    return { purpose, participant, model, calls, uncounted: calls - this.counted, inputTokens, outputTokens };
  }
}
