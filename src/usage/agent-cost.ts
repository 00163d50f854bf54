/** Cost of the model calls inside a caller's agent, which counts as one model however many calls it makes. */
import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";

export interface AgentCost {
  readonly calls: number;
  /** Calls whose tokens the provider reported. */
  readonly counted: number;
}

export type Tokens = Pick<UsageMetadata, "input_tokens" | "output_tokens" | "total_tokens">;

/** Where an agent's answer carries its cost. */
export const costField = "rostrumCost";

export function costOf(message: BaseMessage): AgentCost | undefined {
  return message.response_metadata?.[costField] as AgentCost | undefined;
}

/** An agent's failure, with what its own model calls cost by then. The `cause` is what it threw. */
export class AgentFailure extends Error {
  constructor(
    cause: unknown,
    readonly cost: AgentCost & { readonly usage: Tokens },
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
