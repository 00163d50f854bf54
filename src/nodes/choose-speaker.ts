/** Gives the floor by the mode's rule, and writes down how it came about. */
import { draw } from "../domain/chance.js";
import type { Decision } from "../domain/decision.js";
import { RostrumError } from "../errors.js";
import { findCandidates } from "../policies/selection/candidates.js";
import type { SelectSpeaker } from "../policies/selection/policy.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { type NodeConfig, seedOf, tell } from "./node-kit.js";

/** This turn's candidates, as the node that asks for bids and the node that chooses both see them. */
export function candidatesOf({ participants, decisions, selection }: Conversation) {
  return findCandidates(participants, decisions.at(-1)?.speaker, selection);
}

export function createChooseSpeaker(selectSpeaker: SelectSpeaker) {
  return function chooseSpeaker(state: Conversation, config: NodeConfig): ConversationUpdate {
    const turn = state.turn + 1;
    const seed = seedOf(state);
    const { candidates, excluded } = candidatesOf(state);
    const selected = selectSpeaker({
      turn,
      candidates,
      bids: state.bids.filter((bid) => bid.turn === turn),
      history: state.decisions,
      settings: state.selection,
      draw: (purpose) => draw({ seed, turn, purpose }),
    });
    const winner = candidates.find(({ seat }) => seat === selected?.seat);
    if (!winner) throw refuse(selected?.seat, candidates, turn);
    const decision: Decision = {
      turn,
      rule: selected.rule,
      candidates: candidates.map(({ participant }) => participant.name),
      excluded: [...excluded, ...(selected.excluded ?? [])],
      bids: state.bids,
      scores: selected.scores ?? [],
      tied: selected.tied ?? [winner.participant.name],
      draw: selected.draw ?? null,
      speaker: winner.participant.name,
    };
    tell(config, { type: "decision", turn, decision });
    return { decisions: [decision], nextSpeaker: decision.speaker };
  };
}

function refuse(seat: unknown, candidates: ReturnType<typeof candidatesOf>["candidates"], turn: number): RostrumError {
  const allowed = candidates.map(({ seat: each, participant }) => `${each} (${participant.name})`).join(", ");
  return new RostrumError(
    "invalid-selection",
    `selectSpeaker chose seat ${String(seat)} in turn ${turn}; the candidates' seats are ${allowed}`,
    { turn },
  );
}
