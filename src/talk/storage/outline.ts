/**
 * A field of a configuration's `configurable`. Checkpointers of Rostrum then read states with empty lists, which costs
 * the same however long a conversation is. Other checkpointers ignore the field and read whole states.
 */
export const outlineKey = "rostrum_outline";

/** Whether a configuration asks for outlines of states. */
export const isOutline = (configurable: Readonly<Record<string, unknown>> = {}): boolean =>
  configurable[outlineKey] === true;
