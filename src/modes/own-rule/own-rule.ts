/** Any rule for who speaks next: the caller's own, or one of the ready ones. */
import { END, START } from "@langchain/langgraph";
import { invalidInput } from "../errors.js";
import { nodeNames } from "../nodes/node-names.js";
import { callersRule } from "../policies/selection/callers-rule.js";
import type { SelectSpeaker } from "../policies/selection/policy.js";
import { type OwnRuleConversation, ownRule } from "../state/conversation-state.js";
import { conversationGraph } from "./conversation-graph.js";
import { type ConversationOptions, kitOf } from "./options.js";
import { chooseOrEnd, ruleSequence } from "./rule-sequence.js";

export type OwnRuleOptions = ConversationOptions<OwnRuleConversation> & {
  readonly selectSpeaker: SelectSpeaker<OwnRuleConversation>;
};

/**
 * Makes a conversation whose speakers are chosen by `selectSpeaker`, a plain function of the turn's candidates and the
 * state: `set-scene → choose-speaker → speak → stop-check → … | END`. Returns an uncompiled builder. The input has the
 * fields of every mode, and `selection.repeat`. A rule that chooses no candidate ends the run with `invalid-selection`.
 *
 * @example
 * ```ts
 * const lottery: SelectSpeaker = ({ candidates, draw }) => candidates[Math.floor(draw("rule") * candidates.length)];
 * const graph = createConversation({ selectSpeaker: lottery }).compile();
 * ```
 */
export function createConversation(options: OwnRuleOptions) {
  const kit = kitOf(options);
  const { stopWhen } = options ?? {};
  if (typeof options?.selectSpeaker !== "function")
    throw invalidInput([{ field: "selectSpeaker", message: "must be a function that chooses among the candidates" }]);
  const selectSpeaker = callersRule(options.selectSpeaker);
  const repeatOf = ({ selection }: OwnRuleConversation) => selection.repeat;
  return conversationGraph(kit, ownRule)
    .addSequence(ruleSequence<OwnRuleConversation>(kit, { fields: ownRule.fields, selectSpeaker, stopWhen, repeatOf }))
    .addEdge(START, nodeNames.setScene)
    .addConditionalEdges(nodeNames.stopCheck, chooseOrEnd, [nodeNames.chooseSpeaker, END]);
}
