import { TASKS } from "@langchain/langgraph-checkpoint";

/**
 * A field in a configuration's `configurable`. If it is true, the checkpointers for SQLite and PostgreSQL read a
 * state's lists of objects, except its tasks, as empty lists. Other checkpointers ignore the field and read whole
 * states.
 */
export const outlineKey = "rostrum_outline";

/**
 * Whether an outline omits a channel's items. Outlines keep tasks, because LangGraph derives a state's next steps from
 * them.
 */
export const isOutlined = (channel: string): boolean => channel !== TASKS;

export const isOutline = (configurable: Readonly<Record<string, unknown>> = {}): boolean =>
  configurable[outlineKey] === true;
