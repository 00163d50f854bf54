import type { BaseMessage } from "@langchain/core/messages";
import { createBidding } from "../../src/graph/modes/bidding/bidding.js";
import type { BiddingConversation } from "../../src/graph/modes/bidding/state.js";
import { createDirector } from "../../src/graph/modes/director/director.js";
import type { DirectorConversation } from "../../src/graph/modes/director/state.js";
import type { ConversationOptions } from "../../src/graph/modes/options.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../src/offline/scripted-model.js";

export const castOf = (...names: string[]) => names.map((name) => ({ name }));

export const fixedClock = () => new Date("2031-05-04T12:00:00.000Z");

/**
 * `rows` has a row per turn and a column per seat. A number is a bid, and a string is the whole answer to the bid call.
 */
export function bidTable(names: readonly string[], rows: readonly (readonly (number | string)[])[]): ScriptedModel {
  return new ScriptedModel(({ purpose, participant, index }: ScriptedCall): ScriptedReply => {
    if (purpose !== "bid") return `${participant} speaks for the ${index + 1}. time.`;
    const bid = rows[index]?.[names.indexOf(participant)];
    return typeof bid === "number" ? `<${bid}>` : (bid ?? new Error(`no bid of ${participant} for turn ${index + 1}`));
  });
}

export function compileBidding(options: ConversationOptions<BiddingConversation>) {
  return createBidding({ clock: fixedClock, ...options }).compile();
}

export function compileDirector(options: ConversationOptions<DirectorConversation>) {
  return createDirector({ clock: fixedClock, ...options }).compile();
}

/** The speakers in order, without the moderator's opening. */
export const speakersOf = (messages: readonly BaseMessage[]) => messages.slice(1).map(({ name }) => name);
