/** What models are asked, and for which run. */
import type { BaseMessage } from "@langchain/core/messages";
import type { Brief, Remembered } from "../domain/brief.js";
import type { Retry } from "../domain/events.js";
import type { Participant } from "../domain/participant.js";
import type { RunContext } from "../state/context.js";
import type { Account } from "./account.js";

/** What is asked: as data, and how it is put into words. */
export interface Question<Asked extends Brief = Brief> {
  readonly brief: Asked;
  compose(brief: Asked): BaseMessage[];
  /** Asks for the gist of messages that a prompt has no room for; left out where they are simply left out. */
  condense?(conversation: Remembered): Question;
}

/** The run that a question belongs to. */
export interface Run {
  readonly context: RunContext;
  /** Aborted when the run is cancelled or a call beside this one has failed. */
  readonly signal: AbortSignal;
  /** The signal that all calls of the graph's step share, where `signal` is this call's alone. Default: `signal`. */
  readonly step?: AbortSignal;
  /** Aborted when the run is cancelled, also between two steps. */
  readonly life?: AbortSignal | undefined;
  /** The thread that keeps the conversation; undefined where nothing is kept. */
  readonly thread?: string | undefined;
  /** Where the cost goes, also of calls that fail or are given up. */
  readonly account: Account;
  /** Is told of every call that is made again. */
  readonly onRetry?: ((turn: number, retry: Retry) => void) | undefined;
}

/** Who is asked; undefined where it is nobody in particular. */
export const participantOf = (brief: Brief): Participant | undefined => ("self" in brief ? brief.self : undefined);
