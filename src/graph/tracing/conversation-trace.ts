/** Keeps all runs of a conversation in one OpenTelemetry trace, no matter which request or process starts them. */
import { conversationAttributes, findOpenTelemetry } from "./open-telemetry.js";

interface TracedConversation {
  /** The conversation's thread. */
  readonly name: string;
  readonly mode: string;
  /**
   * The conversation's first span, in the format of the program's propagator, such as `traceparent`. Undefined if the
   * conversation has not been traced.
   */
  readonly trace?: Readonly<Record<string, string>> | undefined;
}

/**
 * Starts a run in its conversation's trace. If the caller has a different trace, such as the trace of an HTTP request
 * that answers a question, the two traces link to each other.
 *
 * @param begin - Receives the record, including the trace that later runs continue.
 */
export async function inTraceOf<Conversation extends TracedConversation, Result>(
  record: Conversation,
  begin: (record: Conversation) => Promise<Result>,
): Promise<Result> {
  const telemetry = await findOpenTelemetry();
  if (!telemetry) return begin(record);
  const { context, propagation, trace } = telemetry;
  const active = context.active();
  const saved = record.trace && propagation.extract(active, record.trace);
  const caller = trace.getSpan(active);
  // A worker's job, for example, already belongs to the conversation's trace.
  if (saved && caller?.spanContext().traceId === trace.getSpanContext(saved)?.traceId) return begin(record);
  const options = {
    attributes: { ...conversationAttributes(record.name), "gen_ai.agent.name": record.mode },
    links: saved && caller ? [{ context: caller.spanContext() }] : [],
  };
  const name = `${saved ? "continue" : "start"} ${record.mode}`;
  const span = trace.getTracer("rostrum").startSpan(name, options, saved ?? active);
  if (saved) caller?.addLink({ context: span.spanContext() });
  const inside = trace.setSpan(saved ?? active, span);
  const carrier: Record<string, string> = {};
  propagation.inject(inside, carrier);
  const isNew = !saved && Object.keys(carrier).length > 0;
  try {
    return await context.with(inside, () => begin(isNew ? { ...record, trace: carrier } : record));
  } finally {
    span.end();
  }
}
