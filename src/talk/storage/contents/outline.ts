/** Outlines of states, which are read without the items of their lists. */
import { TASKS } from "@langchain/langgraph-checkpoint";

/**
 * A field of a configuration's `configurable`. Checkpointers of Rostrum then read states with empty lists, which costs
 * the same however long a conversation is. Other checkpointers ignore the field and read whole states.
 */
export const outlineKey = "rostrum_outline";

/**
 * Whether an outline omits the items of a channel. LangGraph derives a state's next steps from its tasks, so outlines
 * keep those.
 */
export const isOutlined = (channel: string): boolean => channel !== TASKS;

/** Whether a configuration asks for outlines of states. */
export const isOutline = (configurable: Readonly<Record<string, unknown>> = {}): boolean =>
  configurable[outlineKey] === true;
