/** Outlines of states, which omit the items of lists. */
import { TASKS } from "@langchain/langgraph-checkpoint";

/**
 * A field in a configuration's `configurable`. If it is set, Rostrum's checkpointers read states with empty lists,
 * which takes the same time however long a conversation is. Other checkpointers ignore the field and read whole states.
 */
export const outlineKey = "rostrum_outline";

/**
 * Whether an outline omits a channel's items. Outlines keep tasks, because LangGraph derives a state's next steps from
 * them.
 */
export const isOutlined = (channel: string): boolean => channel !== TASKS;

/** Whether a configuration requests outlines of states. */
export const isOutline = (configurable: Readonly<Record<string, unknown>> = {}): boolean =>
  configurable[outlineKey] === true;
