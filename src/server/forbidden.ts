/** What no request may hold, whoever sends it: what would have the server call out, fall over, or do another's work. */
import { graphNames } from "./graphs.js";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The server would send a conversation to these, or to an account of its owner's. */
const outward = ["webhook", "langsmith_tracer", "feedback_keys"];

/** The parts of a body that ask for something: several runs stand in a list, a command has its own below it. */
const requestsIn = (body: unknown): Fields[] =>
  (Array.isArray(body) ? body : [body]).map(fieldsOf).flatMap((each) => [each, fieldsOf(each["params"])]);

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

/** Whether anything in it is written as LangChain writes its objects: read back after a restart, it spoils the server's files. */
function holdsSerialized(body: unknown): boolean {
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    if (Object.hasOwn(value, "lc")) return true;
    for (const each of Object.values(value)) pending.push(each);
  }
  return false;
}

export function forbiddenIn(body: unknown): string | undefined {
  for (const request of requestsIn(body)) {
    const reason = forbiddenOf(request);
    if (reason) return reason;
  }
  return holdsSerialized(body)
    ? "lc: LangChain's own form of objects is not taken; write messages as plain ones"
    : undefined;
}
