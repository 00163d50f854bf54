/** The beginning of every mode's builder: a `StateGraph` over its state, which knows how many steps it may take. */
import { type AnnotationRoot, type BaseChannel, StateGraph, type StateSchemaFields } from "@langchain/langgraph";
import { createAccounting } from "../nodes/accounting.js";
import type { NodeKit } from "../nodes/node-kit.js";
import type { RunContext } from "../state/context.js";
import type { ModeSchemas } from "../state/conversation-state.js";
import { maxTurnLimit } from "../state/fields/limits.js";
import { lettingGo } from "./let-go.js";

/** Enough steps for the longest conversation of any mode; LangGraph's default of 25 would end one after six turns. */
const recursionLimit = maxTurnLimit * 8;

/** LangGraph's types make every field of a zod context schema required; this keeps the optional ones optional. */
type OptionalContext = AnnotationRoot<{ [Field in keyof RunContext]: BaseChannel<RunContext[Field]> }>;

/** A builder without nodes. Every node added to it keeps the books; what it compiles to needs no `recursionLimit` from its caller. */
export function conversationGraph<Input extends StateSchemaFields, State extends StateSchemaFields>(
  { clock }: Pick<NodeKit, "clock">,
  { state, input, context }: ModeSchemas<Input, State>,
) {
  const builder = new StateGraph({ state, input, context: context as unknown as OptionalContext });
  const keepBooks = createAccounting(() => clock().getTime());
  const addNode = builder.addNode.bind(builder) as (name: string, node: unknown) => unknown;
  builder.addNode = ((name: string, node: never) => addNode(name, keepBooks(name, node))) as typeof builder.addNode;
  const compile = builder.compile.bind(builder);
  builder.compile = ((...options: Parameters<typeof compile>) =>
    lettingGo(compile(...options)).withConfig({ recursionLimit })) as typeof builder.compile;
  return builder;
}
