/** A rule of the caller's own: it may sort, reverse or empty the lists that it is given, and the conversation's own stay as they are. */
import type { Conversation } from "../state/conversation-state.js";
import type { SelectionContext, SelectionRule } from "./rule.js";

const withOwnLists = <Shape extends object>(shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  ) as Shape;

/** The rule with lists of its own: one that sorts or reverses them would else change the state behind LangGraph's back. */
export function callersRule<State extends Conversation>(rule: SelectionRule<State>): SelectionRule<State> {
  const own: SelectionRule<State> = (floor: SelectionContext<State>) =>
    rule({ ...withOwnLists(floor), state: withOwnLists(floor.state) });
  // It goes by its own name in the record.
  return Object.defineProperty(own, "name", { value: rule.name });
}
