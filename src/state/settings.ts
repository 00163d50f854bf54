/** How a conversation is run: who may be chosen, when it ends, how much of it a prompt holds. */
import type { AnswerFormat, Scale } from "../models/request.js";
import type { Participant } from "./participant.js";

/** How bids are asked for. */
export interface BiddingSettings {
  /** What a bid measures: `contradiction`, `urge`, or a text of one's own. */
  readonly criterion: string;
  readonly scale: Scale;
  /** `tag` asks for `<7>` in text, `structured` uses the provider's structured output. */
  readonly answer: AnswerFormat;
  /** How often one participant is asked for one bid before it counts as unreadable. */
  readonly attempts: number;
  /** Milliseconds after which bids that are not in count as late; undefined where all are waited for. */
  readonly deadlineMs?: number | undefined;
  /** `double`: bids first, then the winner's speech. `single`: everybody is asked for both at once, and the others are cut off. */
  readonly pass?: "double" | "single";
  /** Whether the likeliest winner's speech is begun while bids come in. */
  readonly speculative?: boolean;
  /** Whether the next best bidder speaks where the winner's speech fails. */
  readonly runnerUp?: boolean;
}

/** How bids become a speaker. */
export interface SelectionSettings {
  /** May the last speaker get the floor again at once? */
  readonly repeat: "allow" | "forbid";
  /** Points added to a bid for every turn its owner has waited. */
  readonly aging: number;
  /** Over how many of its owner's last bids the mean is taken that a bid is counted against; 0 for none. */
  readonly centre: number;
  /** Whether who is asked a direct question by name gets the floor without an auction. */
  readonly addressed: boolean;
  /** With `addressed`: points added to the bid of whoever the latest message names in passing. */
  readonly mentionPoints: number;
}

/** In which order they speak. */
export interface RoundRobinSettings {
  /** The name of who speaks first and then between all the others; empty for nobody. */
  readonly lead: string;
}

/** Who leads a conversation, and how. */
export interface DirectorSettings extends Omit<Participant, "bidder"> {
  /** How likely the conversation is to be closed before an exchange. */
  readonly probability: number;
  /** So many exchanges take place before the first draw. */
  readonly minTurns: number;
  /** Added to the probability for every exchange after the minimum. */
  readonly ramp: number;
  /** Who gets the floor when the choice could not be read twice. */
  readonly fallback: "first" | "least-recent" | "random";
  /** May the same guest be chosen twice running? */
  readonly repeat: "allow" | "forbid";
  /** Whether comment, choice and question are asked for one after another, or all in one. */
  readonly calls: "three" | "one";
}

/** When a conversation ends, besides `maxTurns`. */
export interface StoppingSettings {
  /** `any`: the first condition that holds ends it. `all`: every condition given must hold at once. */
  readonly combine: "any" | "all";
  /** Holds from this turn of a run on. */
  readonly turns?: number | undefined;
  /** Holds when the latest speech contains this phrase, whatever its case. */
  readonly phrase?: string | undefined;
  /** Holds when every bid of the last `turns` auctions is at or under `threshold`. */
  readonly silence?: { readonly threshold: number; readonly turns: number } | undefined;
  /** Holds with this probability after every turn. */
  readonly probability?: number | undefined;
}

/** How much of the conversation a prompt holds. */
export interface MemorySettings {
  /** `all` of it, the last `turns`, as many of the last messages as fit into `tokens`, or the last and a `summary` of the rest. */
  readonly window: "all" | "turns" | "tokens" | "summary";
  /** For `turns` and `summary`: how many messages. */
  readonly turns: number;
  /** For `tokens`: the size, estimated at 4 letters or 1 Chinese character a token. */
  readonly tokens: number;
}
