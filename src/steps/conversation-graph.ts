/** The beginning of every mode's builder: a `StateGraph` over its state, which knows how many steps it may take. */
import { type AnnotationRoot, type BaseChannel, StateGraph, type StateSchemaFields } from "@langchain/langgraph";
import { type Condition, quietCondition, withQuietTasks } from "../langgraph/quiet-tasks.js";
import { scopingRuns } from "../langgraph/run-scope.js";
import type { ModeSchemas } from "../state/conversation-state.js";
import type { RunSettings } from "../state/run-settings.js";
import { maxTurnLimit } from "../stopping/condition.js";
import { createAccounting } from "./accounting.js";
import { fitBeginning } from "./fit-beginning.js";
import type { ModeServices } from "./run-context.js";
import { stepNames } from "./step-names.js";

/** Enough steps for the longest conversation of any mode; LangGraph's default of 25 would end one after six turns. */
const recursionLimit = maxTurnLimit * 8;

/** LangGraph's types make every field of a zod context schema required; this keeps the optional ones optional. */
type OptionalContext = AnnotationRoot<{ [Field in keyof RunSettings]: BaseChannel<RunSettings[Field]> }>;

const ownNames: readonly unknown[] = Object.values(stepNames);

const isOwnNode = (name: unknown, node: unknown): node is never =>
  ownNames.includes(name) && typeof node === "function";

/** A builder without nodes. Every node of a mode that is added to it keeps the books; what it compiles to needs no `recursionLimit` from its caller. */
export function conversationGraph<Input extends StateSchemaFields, State extends StateSchemaFields>(
  { clock }: Pick<ModeServices, "clock">,
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
    scopingRuns(
      withQuietTasks(compile(...options), own),
      fitBeginning(Object.keys(input.fields), recursionLimit),
    ).withConfig({
      recursionLimit,
    })) as typeof builder.compile;
  return builder;
}
