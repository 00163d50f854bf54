/** Any rule for who speaks next: the caller's own, or one of the ready ones. */
import { END, START } from "@langchain/langgraph";
import { inputProblem, invalidInput } from "../../errors.js";
import { callersRule } from "../../selection/callers-rule.js";
import type { SelectionRule } from "../../selection/rule.js";
import { type OwnRuleConversation, ownRule } from "../../state/conversation-state.js";
import { conversationGraph } from "../../steps/conversation-graph.js";
import { stepNames } from "../../steps/step-names.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { chooseOrEnd, ruleSequence } from "../rule-sequence.js";

export type OwnRuleOptions = ConversationOptions<OwnRuleConversation> & {
  readonly selectSpeaker: SelectionRule<OwnRuleConversation>;
};

/**
 * Makes a conversation whose speakers are chosen by `selectSpeaker`, a plain function of the turn's candidates and the
 * state: `set-scene → choose-speaker → speak → stop-check → … | END`. Returns an uncompiled builder. The input has the
 * fields of every mode, and `selection.repeat`. A rule that chooses no candidate ends the run with `invalid-selection`.
 *
 * @example
 * ```ts
 * const lottery: SelectionRule = ({ candidates, draw }) => candidates[Math.floor(draw("rule") * candidates.length)];
 * const graph = createConversation({ selectSpeaker: lottery }).compile();
 * ```
 */
export function createConversation(options: OwnRuleOptions) {
  const services = servicesOf(options);
  const { stopWhen } = options ?? {};
  if (typeof options?.selectSpeaker !== "function")
    throw invalidInput([inputProblem("selectSpeaker", "expected", { expected: "selection-rule" })]);
  const selectSpeaker = callersRule(options.selectSpeaker);
  const repeatOf = ({ selection }: OwnRuleConversation) => selection.repeat;
  return conversationGraph(ownRule)
    .addSequence(
      ruleSequence<OwnRuleConversation>(services, { fields: ownRule.fields, selectSpeaker, stopWhen, repeatOf }),
    )
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.stopCheck, chooseOrEnd, [stepNames.chooseSpeaker, END]);
}
