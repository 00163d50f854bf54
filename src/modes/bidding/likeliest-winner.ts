/** Who will probably win the auction that has just been opened. */
import type { BaseMessage } from "@langchain/core/messages";
import { memoize } from "../../memoize.js";
import type { BiddingConversation } from "../../state/conversation-state.js";
import { placeOf, speakerOf } from "../../state/message.js";
import type { Participant } from "../../state/participant.js";

/**
 * In a debate the floor tends to go back to who spoke before the last speaker; the longer somebody has waited, the likelier it is
 * that one instead. Who spoke last is the least likely.
 */
function findLikeliest(
  messages: readonly BaseMessage[],
  participants: readonly Participant[],
): Participant | undefined {
  const speakers = messages.filter((message) => placeOf(message)?.kind === "speech").map(speakerOf);
  const waited = (name: string) => speakers.length - 1 - speakers.lastIndexOf(name);
  const likelihood = ({ name }: Participant) => {
    if (speakers.at(-1) === name) return -1;
    return waited(name) + (speakers.at(-2) === name ? participants.length : 0);
  };
  return participants
    .filter(({ human, bidder }) => !human && bidder === "model")
    .reduce<Participant | undefined>(
      (best, each) => (best && likelihood(best) >= likelihood(each) ? best : each),
      undefined,
    );
}

/** All bidders of a turn want to know the same: it is worked out for the first of them. */
const likeliestOf = memoize((messages: readonly BaseMessage[]) =>
  memoize((participants: readonly Participant[]) => findLikeliest(messages, participants)),
);

/** Undefined where nobody could be asked to speak. */
export const likeliestWinner = ({ participants, messages }: BiddingConversation): Participant | undefined =>
  likeliestOf(messages)(participants);
