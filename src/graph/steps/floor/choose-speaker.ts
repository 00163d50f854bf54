import { inspect } from "#platform.js";
import { breakSilence } from "../../../core/selection/longest-silence.js";
import type { Candidate, RuleContext, RuleDefinition, Selected, Selection } from "../../../core/selection/rule.js";
import { maySpeak } from "../../../core/state/participant.js";
import { invalidField, RostrumError } from "../../../errors/rostrum-error.js";
import type { ChoiceAttempt, Decision } from "../../../records/decision.js";
import type { Conversation, ConversationUpdate } from "../../state/conversation-state.js";
import type { StepContext } from "../run/step-context.js";
import { RuleQuestions } from "./ask-selector.js";
import { type FloorRecord, type FloorRules, type OpenFloor, openFloor } from "./open-floor.js";

/** Finds the speaker: by a rule, or by asking a model. */
export type FindSpeaker<State extends Conversation> = (
  floor: OpenFloor<State>,
  step: StepContext,
) => Selected | Promise<Selected>;

/**
 * Applies a rule, unless the `longestSilence` setting decides who speaks. The rule receives plain data instead of the
 * state, and can ask a model. The selection has the rule's name and the model's answers unless the rule sets others.
 */
export async function askRule<State extends Conversation>(
  rule: RuleDefinition,
  floor: OpenFloor<State>,
  step: StepContext,
): Promise<Selected> {
  const { state: _state, ...context } = floor;
  const overdue = breakSilence(context);
  if (overdue) return overdue;
  const questions = new RuleQuestions(floor, step);
  let choices: readonly ChoiceAttempt[] = [];
  let selected: Selected;
  try {
    selected = await rule.select({ ...context, ask: questions.ask } as RuleContext<Record<string, unknown>>);
  } finally {
    choices = await questions.end();
  }
  step.signal.throwIfAborted();
  if (selected && typeof selected === "object" && "seat" in selected) {
    const attempts = choices.length > 0 && { choices: selected.choices ?? choices };
    return { ...selected, rule: selected.rule ?? rule.name, ...attempts };
  }
  const seat = context.candidates.find(({ participant }) => participant.name === selected)?.seat;
  return seat === undefined ? selected : { seat, rule: rule.name, choices };
}

export function byRule<State extends Conversation>(ruleOf: (state: State) => RuleDefinition): FindSpeaker<State> {
  return (floor, step) => askRule(ruleOf(floor.state), floor, step);
}

/**
 * Returns the decision that records the selection. If the selection does not include a draw, records the last number
 * drawn for this turn.
 *
 * @throws `invalid-selection` if the selection names no candidate.
 */
export function recordDecision({ floor, excluded, waived, bids, drawn }: FloorRecord, selected: Selected): Decision {
  const { turn, candidates } = floor;
  const named = (candidate: Candidate) => candidate.participant.name === selected;
  const selection: Selection | null | undefined = typeof selected === "string" ? candidates.find(named) : selected;
  const winner = candidates.find(({ seat }) => seat === selection?.seat);
  if (!selection || !winner) throw invalidSelection(selected, candidates, turn);
  const { name } = winner.participant;
  return {
    turn,
    rule: selection.rule ?? "own-rule",
    candidates: candidates.map(({ participant }) => participant.name),
    excluded: [...excluded, ...(selection.excluded ?? [])],
    ...(waived.length > 0 && { waived }),
    bids,
    scores: selection.scores ?? [],
    choices: selection.choices ?? [],
    ...(selection.among && { among: selection.among }),
    ...(selection.named && { named: selection.named }),
    addressed: selection.addressed ?? null,
    tied: selection.tied ?? [name],
    draw: selection.draw === undefined ? drawn() : selection.draw,
    speaker: name,
  };
}

/**
 * Emits the decisions, and returns the update that saves them. If there is only one, the update also gives its speaker
 * the floor.
 */
export function announce(decisions: Decision[], step: StepContext) {
  for (const decision of decisions) step.emit({ type: "decision", turn: decision.turn, decision });
  const [only, ...others] = decisions;
  return { decisions, nextSpeaker: only && others.length === 0 ? only.speaker : "" };
}

export function createChooseSpeaker<State extends Conversation>(
  find: FindSpeaker<State>,
  rules: FloorRules<State> = {},
) {
  return async function chooseSpeaker(state: State, step: StepContext): Promise<ConversationUpdate> {
    const open = openFloor(state, rules);
    return announce([recordDecision(open, open.granted ?? (await find(open.floor, step)))], step);
  };
}

/**
 * Returns the participant who has the floor. If a person has edited `nextSpeaker` in the state, also records that
 * choice as a decision.
 *
 * @throws `invalid-input` if `nextSpeaker` does not name a participant who may speak.
 */
export function takeFloor(state: Conversation, step: StepContext) {
  const { nextSpeaker: name, participants, decisions } = state;
  const seat = participants.findIndex((participant) => participant.name === name && maySpeak(participant));
  const self = participants[seat];
  const names = participants.filter(maySpeak).map((participant) => participant.name);
  if (!self) throw invalidField("nextSpeaker", "not-in-cast", { name, names });
  const made = decisions.findLast(({ turn }) => turn === state.turn + 1);
  if (made?.speaker === name) return { self, recorded: {} };
  const { bids = [], scores = [], choices = [] } = made ?? {};
  // Without the mode's rules, every participant who may speak is a candidate.
  const open = { ...openFloor(state), bids };
  const decided = announce([recordDecision(open, { seat, rule: "by-hand", scores, choices })], step);
  return { self, recorded: { decisions: decided.decisions } };
}

function invalidSelection(selected: unknown, candidates: readonly Candidate[], turn: number): RostrumError {
  const seats = candidates.map(({ seat, participant: { name } }) => ({ seat, name }));
  const options = { depth: 0, breakLength: Number.POSITIVE_INFINITY };
  return new RostrumError("invalid-selection", { turn, returned: inspect(selected, options), candidates: seats });
}
