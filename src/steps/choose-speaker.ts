/** Gives the floor by the mode's rule, and writes down how it came about. */

import { inspect } from "node:util";
import { RostrumError } from "../errors.js";
import type { Decision } from "../selection/decision.js";
import { grantRequest } from "../selection/requested.js";
import type { Candidate, SelectionContext, SelectionRule } from "../selection/rule.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { type FloorOfTurn, type FloorRules, openFloor } from "./open-floor.js";
import type { StepContext } from "./step.js";

/** What was found. Wrapped, because a promise that a rule of the caller's returns is refused and not waited for. */
interface Found {
  readonly selected: ReturnType<SelectionRule>;
}

/** Finds the speaker: a rule, or a node's own way of asking for one. */
export type FindSpeaker<State extends Conversation> = (
  floor: SelectionContext<State>,
  step: StepContext,
) => Found | Promise<Found>;

const ownRule = "own-rule";

const nameOf = (rule: { readonly name: string }) => (rule.name && rule.name !== "selectSpeaker" ? rule.name : ownRule);

/** A rule whose selection has a name: the function's, where it names itself not. */
export function named<State extends Conversation>(rule: SelectionRule<State>): SelectionRule<State> {
  return (floor) => {
    const selected = rule(floor);
    if (selected && typeof selected === "object" && "seat" in selected)
      return { ...selected, rule: selected.rule ?? nameOf(rule) };
    const seat = floor.candidates.find(({ participant }) => participant.name === selected)?.seat;
    return seat === undefined ? selected : { seat, rule: nameOf(rule) };
  };
}

/** A rule as the node wants it. */
export function byRule<State extends Conversation>(rule: SelectionRule<State>): FindSpeaker<State> {
  const find = named(rule);
  return (floor) => ({ selected: find(floor) });
}

/** The floor with an eye on its draws: the last one is what a rule decided by, unless it says otherwise. */
export function watchDraws<State extends Conversation>(floor: SelectionContext<State>) {
  let drawn: number | null = null;
  const draw: SelectionContext["draw"] = (purpose, salt) => {
    drawn = floor.draw(purpose, salt);
    return drawn;
  };
  return { floor: { ...floor, draw }, drawn: () => drawn };
}

/** The record of how a speaker was found. Throws `invalid-selection` where nobody was. */
export function recordDecision(
  { floor, excluded, bids }: FloorOfTurn,
  selected: ReturnType<SelectionRule>,
  drawn: number | null,
): Decision {
  const { turn, candidates } = floor;
  const selection = selected && typeof selected === "object" ? selected : undefined;
  const winner = candidates.find(({ seat }) => seat === selection?.seat);
  if (!selection || !winner) throw refuse(selected, candidates, turn);
  const { name } = winner.participant;
  return {
    turn,
    rule: selection.rule ?? ownRule,
    candidates: candidates.map(({ participant }) => participant.name),
    excluded: [...excluded, ...(selection.excluded ?? [])],
    bids,
    scores: selection.scores ?? [],
    choices: selection.choices ?? [],
    addressed: selection.addressed ?? null,
    tied: selection.tied ?? [name],
    draw: selection.draw === undefined ? drawn : selection.draw,
    speaker: name,
  };
}

export function createChooseSpeaker<State extends Conversation>(
  find: FindSpeaker<State>,
  rules: FloorRules<State> = {},
) {
  return async function chooseSpeaker(state: State, step: StepContext): Promise<ConversationUpdate> {
    const open = openFloor(state, rules);
    const { floor, drawn } = watchDraws(open.floor);
    const granted = grantRequest(floor);
    const { selected } = granted ? { selected: granted } : await find(floor, step);
    const decision = recordDecision(open, selected, drawn());
    step.emit({ type: "decision", turn: decision.turn, decision });
    return { decisions: [decision], nextSpeaker: decision.speaker };
  };
}

/** What a rule returned, as its author would know it again. */
function refuse(selected: unknown, candidates: readonly Candidate[], turn: number): RostrumError {
  const known = candidates.map(({ seat, participant: { name } }) => ({ seat, name }));
  const options = { depth: 0, breakLength: Number.POSITIVE_INFINITY };
  const returned = selected instanceof Promise ? undefined : inspect(selected, options);
  return new RostrumError("invalid-selection", { turn, returned, candidates: known });
}
