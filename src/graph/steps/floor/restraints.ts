import { mayFollow, type Transitions } from "../../../core/selection/transitions.js";
import type { Participant } from "../../../core/state/participant.js";
import { readAddresses } from "../../../core/text/address.js";
import { lineOf } from "../../../core/text/message.js";
import type { Exclusion } from "../../../records/decision.js";
import type { Conversation } from "../../state/conversation-state.js";

export interface Restraints {
  readonly repeat?: "allow" | "forbid";
  readonly transitions?: Transitions;
}

/** The participants with `onlyWhenMentioned` whom no recent message has mentioned since they last spoke. */
export function heldBackIn({ participants, messages }: Conversation): string[] {
  const cast: readonly Participant[] = participants;
  const quiet = cast.filter(({ onlyWhenMentioned }) => onlyWhenMentioned);
  if (quiet.length === 0) return [];
  const names = cast.map(({ name }) => name);
  const lines = messages.slice(-names.length).map(lineOf);
  const namedIn = lines.map(({ text }) => readAddresses(text, names).named);
  return quiet.flatMap(({ name }) => {
    const since = lines.findLastIndex(({ speaker }) => speaker === name) + 1;
    return namedIn.slice(since).some((named) => named.includes(name)) ? [] : [name];
  });
}

/**
 * Weakest first. If every participant is restrained, the weakest of their reasons is waived, because somebody has to
 * speak.
 */
const reasons = ["only-when-mentioned", "transition", "spoke-last"] as const;

export function restrain(
  state: Conversation,
  names: readonly string[],
  { repeat, transitions = {} }: Restraints,
  { lastSpeaker, requested }: { readonly lastSpeaker: string | undefined; readonly requested: string | undefined },
): { readonly excluded: readonly Exclusion[]; readonly waived: readonly Exclusion[] } {
  const heldBack = heldBackIn(state);
  const reasonOf = (name: string): (typeof reasons)[number] | undefined => {
    if (name === requested) return undefined;
    if (name === lastSpeaker && repeat === "forbid") return "spoke-last";
    if (!mayFollow(transitions, lastSpeaker, name)) return "transition";
    return heldBack.includes(name) ? "only-when-mentioned" : undefined;
  };
  const restrained = names.flatMap((participant) => {
    const reason = reasonOf(participant);
    return reason ? [{ participant, reason }] : [];
  });
  const isFree = restrained.length < names.length;
  const weakest = isFree ? undefined : reasons.find((each) => restrained.some(({ reason }) => reason === each));
  return {
    excluded: restrained.filter(({ reason }) => reason !== weakest),
    waived: restrained.filter(({ reason }) => reason === weakest),
  };
}
