import { readFileSync } from "node:fs";
import { z } from "zod/v4";
import { isRecord, type Named } from "../../base/is-record.js";
import { readControl } from "../../graph/state/control.js";
import type { ProblemCode, ProblemParameters } from "../../words/en/error-words.js";
import type { RequestFault } from "../../words/error-parameters.js";

const fieldsOf = (value: unknown): Named => (isRecord(value) ? value : {});

export const graphNames: readonly string[] = Object.keys(
  JSON.parse(readFileSync(new URL("../../../langgraph.json", import.meta.url), "utf8")).graphs,
);

/** The parts of a body that can start a run: the body itself, the items of a batch, and the `params` of a command. */
export const requestsIn = (body: unknown): Named[] =>
  (Array.isArray(body) ? body : [body]).map(fieldsOf).flatMap((each) => [each, fieldsOf(each["params"])]);

/** The development server cannot save values that are nested a few thousand levels deep. */
const maxDepth = 100;

/** The maximum number of elements in all lists and objects of a body together, unless the limits are raised. */
const maxElements = 100_000;

/** How much the limits are raised for each turn that a conversation in a body may have. */
const perTurn = { elements: 300, characters: 4000 };

/**
 * Returns a fault if a JSON text is nested too deeply or has too many elements. Counts only brackets and commas, which
 * makes rejecting a text cheap. `turns`: the number of turns for which the limits are raised.
 */
export function structureRefusal(text: string, turns = 0): RequestFault | undefined {
  const most = maxElements + turns * perTurn.elements;
  let [depth, elements] = [0, 0];
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === '"') isString = !isString;
    else if (isString) continue;
    else if (character === "]" || character === "}") depth -= 1;
    else if (character === ",") elements += 1;
    else if (character === "[" || character === "{") {
      depth += 1;
      elements += 1;
    }
    if (depth > maxDepth) return { fault: "too-deep", most: maxDepth };
    if (elements > most) return { fault: "too-many-elements", most };
  }
  return undefined;
}

/** One day. A delay beyond the range of dates would crash the development server whenever it starts. */
const maxDelaySeconds = 86_400;

/** Fields that make the server send a conversation to other hosts or to the operator's accounts. */
const outwardFields = ["webhook", "langsmith_tracer", "feedback_keys"];

const invalidField = <Code extends ProblemCode>(
  field: string,
  code: Code,
  params: ProblemParameters[Code],
): RequestFault => ({ fault: "invalid-fields", fields: [{ field, code, params }] });

function forbiddenField(request: Named): RequestFault | undefined {
  const outward = outwardFields.find((field) => request[field] !== undefined && request[field] !== null);
  if (outward) return { fault: "sent-elsewhere", field: outward };
  const delay = request["after_seconds"];
  if (typeof delay === "number" && !(delay >= 0 && delay <= maxDelaySeconds))
    return invalidField("after_seconds", "out-of-range", { lowest: 0, highest: maxDelaySeconds });
  // The server looks up a graph in a plain object and modifies the value that it finds, which could be a prototype.
  for (const graph of [request["graph_id"], fieldsOf(request["metadata"])["graph_id"]])
    if (graph !== undefined && graph !== null && !graphNames.includes(String(graph)))
      return invalidField("graph_id", "not-one-of", { values: graphNames });
  // Without input, the step that a `goto` starts would fail.
  const jumps = [request["goto"], fieldsOf(request["command"])["goto"]].flat();
  if (jumps.some((jump) => isRecord(jump) && !isRecord(jump["input"]))) return invalidField("goto", "step-input", {});
  const configurable = fieldsOf(fieldsOf(request["config"])["configurable"]);
  const internal = Object.keys(configurable).find((field) => field.startsWith("__") || field.startsWith("langsmith"));
  return internal ? { fault: "reserved", field: `config.configurable.${internal}` } : undefined;
}

/** On the development server, an object with one of these keys makes saving fail for all users. */
const unsafeKeys = ["__proto__", "constructor", "prototype"];

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Limits that the operator can set. The bounds of each input field apply as well. */
const limitsSchema = z.object({
  ROSTRUM_MAX_PARTICIPANTS: count(100),
  ROSTRUM_MAX_TURNS: count(1000),
  /**
   * The maximum total length of all texts and field names in one request. It is raised for a fork, because the request
   * contains a whole conversation.
   */
  ROSTRUM_MAX_CHARACTERS: count(1_000_000),
});

type Limits = z.infer<typeof limitsSchema>;

const maxRunsPerRequest = 20;

/** Throws for a value that is not a positive integer, because the server must not run without the intended limit. */
export function readLimits(environment: Readonly<Record<string, string | undefined>>): Limits {
  const given = Object.entries(environment).filter(([name, value]) => name in limitsSchema.shape && value !== "");
  const read = limitsSchema.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  throw new Error(`${String(read.error.issues[0]?.path[0])}: must be a positive integer`);
}

const sizeOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

/** Returns the highest number of turns that a meeting's stages allow, regardless of `maxTurns`. */
function turnsOf(stages: readonly unknown[], participantCount: number): number {
  return stages.reduce<number>((sum, stage) => {
    const { minRounds, maxRounds, speakers } = fieldsOf(stage);
    const rounds = Math.max(1, Number(minRounds) || 0, Number(maxRounds) || 0);
    return sum + rounds * Math.max(1, sizeOf(speakers) || participantCount);
  }, 0);
}

const tooMany = (field: string, most: number) => ({ fault: "too-many", field, most }) as const;

function excessField({ participants, maxTurns, stages, goto }: Named, limits: Limits): RequestFault | undefined {
  const { ROSTRUM_MAX_PARTICIPANTS: maxParticipants, ROSTRUM_MAX_TURNS: turns } = limits;
  if (sizeOf(participants) > maxParticipants) return tooMany("participants", maxParticipants);
  if (Number(maxTurns) > turns) return tooMany("maxTurns", turns);
  if (Array.isArray(stages) && turnsOf(stages, sizeOf(participants)) > turns)
    return { ...tooMany("stages", turns), unit: "turns" };
  return sizeOf(goto) > maxParticipants ? { ...tooMany("goto", maxParticipants), unit: "tasks" } : undefined;
}

/**
 * Refuses an invalid control, which the graph would reject only much later. Adds the operator's limit on participants
 * to a valid control, because the graph would not otherwise know it. Returns undefined if the body contains no control.
 */
export function checkControl(
  body: unknown,
  limits: Limits,
): { readonly refusal: RequestFault } | { readonly body: object } | undefined {
  const { namespace, value } = fieldsOf(body);
  const isInbox = Array.isArray(namespace) && namespace.at(-3) === "rostrum" && namespace.at(-2) === "interjections";
  if (!isInbox || !isRecord(value) || value["control"] === undefined) return undefined;
  const read = readControl(value["control"]);
  if ("problems" in read) return { refusal: { fault: "invalid-fields", fields: read.problems } };
  return { body: { ...fieldsOf(body), value: { ...value, mostParticipants: limits.ROSTRUM_MAX_PARTICIPANTS } } };
}

/** State updates can write fields as name-value pairs. */
const pairOf = ([name, value, ...rest]: readonly unknown[]): Named =>
  typeof name === "string" && rest.length === 0 ? { [name]: value } : {};

const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : isRecord(value) ? Object.keys(value) : [];

function fieldRefusal(value: unknown, limits: Limits): RequestFault | undefined {
  const fields = Array.isArray(value) ? pairOf(value) : fieldsOf(value);
  const unsafe = unsafeKeys.find((key) => Object.hasOwn(fields, key));
  if (unsafe) return { fault: "unsafe-name", field: unsafe };
  // After a restart, the development server would instantiate serialized LangChain objects and thereby damage its
  // files.
  const serialized = ["lc", "__lc_escaped__"].find((key) => Object.hasOwn(fields, key));
  if (serialized) return { fault: "serialized", field: serialized };
  return excessField(fields, limits);
}

/**
 * Checks the fields at every depth, because runs, states, assistants and resumptions can all contain a conversation's
 * fields. `turns`: as in `structureRefusal`.
 */
export function refusalOf(body: unknown, limits: Limits, turns = 0): RequestFault | undefined {
  const maxCharacters = limits.ROSTRUM_MAX_CHARACTERS + turns * perTurn.characters;
  if (sizeOf(body) > maxRunsPerRequest) return { fault: "too-many-runs", most: maxRunsPerRequest };
  const forbidden = requestsIn(body).flatMap((request) => forbiddenField(request) ?? []);
  if (forbidden.length > 0) return forbidden[0];
  let characters = 0;
  for (const pending = [body]; pending.length > 0; ) {
    const value = pending.pop();
    const texts = textsIn(value);
    for (const text of texts) characters += text.length;
    if (characters > maxCharacters) return { fault: "too-many-characters", most: maxCharacters };
    if (texts.some((text) => text.includes("\0"))) return { fault: "null-character" };
    if (typeof value === "object" && value !== null) for (const each of Object.values(value)) pending.push(each);
    const refusal = fieldRefusal(value, limits);
    if (refusal) return refusal;
  }
  return undefined;
}
