/** What no request may hold, whoever sends it: what would have the server call out, fall over, or do another's work. */
import { type Fields, fieldsOf, requestsIn, valuesIn } from "./body.js";
import { graphNames } from "./graphs.js";

/** The server would send a conversation to these, or to an account of its owner's. */
const outward = ["webhook", "langsmith_tracer", "feedback_keys"];

/** Why one request is refused; undefined where it is not. */
function forbiddenOf(request: Fields): string | undefined {
  const sent = outward.find((field) => request[field] !== undefined && request[field] !== null);
  if (sent) return `${sent}: runs on this server cannot name where else they go`;
  // The server looks graphs up by these names in a plain object, and changes what it finds.
  for (const graph of [request["graph_id"], fieldsOf(request["metadata"])["graph_id"]])
    if (graph !== undefined && graph !== null && !graphNames.includes(String(graph)))
      return `graph_id: there is ${graphNames.join(", ")}`;
  const configurable = fieldsOf(fieldsOf(request["config"])["configurable"]);
  const inner = Object.keys(configurable).find((field) => field.startsWith("__") || field.startsWith("langsmith"));
  return inner && `config.configurable.${inner}: not for clients`;
}

/** What LangChain writes its own objects with: read back after a restart, it spoils the server's files. */
const isSerialized = (value: unknown) => typeof value === "object" && value !== null && Object.hasOwn(value, "lc");

export function forbiddenIn(body: unknown): string | undefined {
  for (const request of requestsIn(body)) {
    const reason = forbiddenOf(request);
    if (reason) return reason;
  }
  for (const value of valuesIn(body))
    if (isSerialized(value)) return "lc: LangChain's own form of objects is not taken; write messages as plain ones";
  return undefined;
}
