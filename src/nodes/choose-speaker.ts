/** Gives the floor by the mode's rule, and writes down how it came about. */
import { draw } from "../domain/chance.js";
import type { Decision } from "../domain/decision.js";
import { speakerOf } from "../domain/message.js";
import { RostrumError } from "../errors.js";
import { findCandidates } from "../policies/selection/candidates.js";
import type { Candidate, SelectSpeaker } from "../policies/selection/policy.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { type NodeConfig, seedOf, tell } from "./node-kit.js";

/** The member of the cast who spoke last, also in a conversation that was handed in. */
function lastSpeakerOf({ messages, participants }: Conversation): string | undefined {
  const cast = new Set(participants.map(({ name }) => name));
  const last = messages.findLast((message) => cast.has(speakerOf(message)));
  return last && speakerOf(last);
}

/** This turn's candidates, as the node that asks for bids and the node that chooses both see them. */
export function candidatesOf(state: Conversation) {
  return findCandidates(state.participants, lastSpeakerOf(state), state.selection);
}

export function createChooseSpeaker(selectSpeaker: SelectSpeaker) {
  return function chooseSpeaker(state: Conversation, config: NodeConfig): ConversationUpdate {
    const turn = state.turn + 1;
    const seed = seedOf(state);
    const { candidates, excluded } = candidatesOf(state);
    // An auction that came to nothing may have left bids and a decision of this same turn.
    const bids = state.bids.filter((bid) => bid.turn === turn && candidates.some(({ seat }) => seat === bid.seat));
    const selected = selectSpeaker({
      turn,
      candidates,
      bids,
      history: state.decisions.filter((decision) => decision.turn < turn),
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
      bids,
      scores: selected.scores ?? [],
      tied: selected.tied ?? [winner.participant.name],
      draw: selected.draw ?? null,
      speaker: winner.participant.name,
    };
    tell(config, { type: "decision", turn, decision });
    return { decisions: [decision], nextSpeaker: decision.speaker };
  };
}

function refuse(seat: unknown, candidates: readonly Candidate[], turn: number): RostrumError {
  const allowed = candidates.map(({ seat: each, participant }) => `${each} (${participant.name})`).join(", ");
  return new RostrumError(
    "invalid-selection",
    `selectSpeaker chose seat ${String(seat)} in turn ${turn}; the candidates' seats are ${allowed}`,
    { turn },
  );
}
