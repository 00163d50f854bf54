/** The beginning of every mode's builder: a `StateGraph` over its state, which knows how many steps it may take. */
import {
  type AnnotationRoot,
  type BaseChannel,
  isCommand,
  StateGraph,
  type StateSchemaFields,
} from "@langchain/langgraph";
import { createAccounting } from "../nodes/accounting.js";
import type { NodeKit } from "../nodes/node-kit.js";
import { nodeNames } from "../nodes/node-names.js";
import { type RunContext, readContext, refuseUnknownContext } from "../state/context.js";
import type { ModeSchemas } from "../state/conversation-state.js";
import { maxTurnLimit } from "../state/fields/limits.js";
import { type Condition, quietCondition, withQuietTasks } from "./quiet-tasks.js";
import { type Beginning, scopingRuns } from "./run-scope.js";

/** Enough steps for the longest conversation of any mode; LangGraph's default of 25 would end one after six turns. */
const recursionLimit = maxTurnLimit * 8;

type Values = Readonly<Record<string, unknown>>;

/** A state, where it is one: a run may also begin with a command, or go on with nothing at all. */
const isState = (input: unknown): input is Values => isRecord(input) && !isCommand(input);

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What a run begins with. As a node of another graph a conversation is handed that one's whole state, its context and what is left
 * of its steps: the state's fields that are no input of ours, such as another conversation's stop reason, are nobody's mistake.
 */
const fittingTo =
  (fields: readonly string[]) =>
  ({ input, options, isInner }: Beginning): Pick<Beginning, "input" | "options"> => {
    if (!isInner) {
      refuseUnknownContext(options);
      readContext(options);
      return { input, options };
    }
    const own = isState(input)
      ? Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name)))
      : input;
    const steps = Math.max(options.recursionLimit ?? 0, recursionLimit);
    return { input: own as Beginning["input"], options: { ...options, recursionLimit: steps } };
  };

/** LangGraph's types make every field of a zod context schema required; this keeps the optional ones optional. */
type OptionalContext = AnnotationRoot<{ [Field in keyof RunContext]: BaseChannel<RunContext[Field]> }>;

const ownNames: readonly unknown[] = Object.values(nodeNames);

const isOwnNode = (name: unknown, node: unknown): node is never =>
  ownNames.includes(name) && typeof node === "function";

/** A builder without nodes. Every node of a mode that is added to it keeps the books; what it compiles to needs no `recursionLimit` from its caller. */
export function conversationGraph<Input extends StateSchemaFields, State extends StateSchemaFields>(
  { clock }: Pick<NodeKit, "clock">,
  { state, input, context }: ModeSchemas<Input, State>,
) {
  const builder = new StateGraph({ state, input, context: context as unknown as OptionalContext });
  const keepBooks = createAccounting(() => clock().getTime());
  const addNode = builder.addNode.bind(builder) as (...added: unknown[]) => unknown;
  const own: string[] = [];
  // A caller's own nodes stay as they are.
  builder.addNode = ((...added: unknown[]) => {
    const [name, node] = added;
    if (!isOwnNode(name, node)) return addNode(...added);
    own.push(String(name));
    return addNode(name, keepBooks(String(name), node));
  }) as typeof builder.addNode;
  const addConditionalEdges = builder.addConditionalEdges.bind(builder) as (...added: unknown[]) => unknown;
  builder.addConditionalEdges = ((...added: unknown[]) => {
    const [source, condition, ends] = added;
    if (!own.includes(String(source)) || typeof condition !== "function") return addConditionalEdges(...added);
    return addConditionalEdges(source, quietCondition(condition as Condition), ends);
  }) as typeof builder.addConditionalEdges;
  const compile = builder.compile.bind(builder);
  builder.compile = ((...options: Parameters<typeof compile>) =>
    scopingRuns(withQuietTasks(compile(...options), own), fittingTo(Object.keys(input.fields))).withConfig({
      recursionLimit,
    })) as typeof builder.compile;
  return builder;
}
