/** When an interjection is heard, and what has to be done for that, wherever the conversation is kept. */
import { v7 as timeOrderedId } from "@langchain/core/utils/uuid";
import type { Conversation } from "../state/conversation-state.js";
import { stepNames } from "../steps/step-names.js";
import { messagesOf, readInterjection } from "./read-interjection.js";

export interface InterjectOptions {
  /** Whose line it is: any name that no agent has, such as that of a person of the cast. Default: `User`. */
  readonly from?: string;
  /** Who is to answer next. Default: whoever the text asks or calls by name, else the room. */
  readonly to?: string;
  /** Asks for the floor for `from`, a person of the cast; the text may then be empty. Default: no. */
  readonly raisesHand?: boolean;
  /**
   * Has a conversation whose run was broken off (by its `signal`) go on from the boundary before the turn that it was in, so
   * that this is heard first. What that turn had come to is thrown away. Needs a checkpointer. Default: no.
   */
  readonly now?: boolean;
}

/** What became of it. */
export interface InterjectResult {
  /** Its `id` among the state's `interjections`, once it is heard. */
  readonly id: string;
  /**
   * `now`: `graph.invoke(null, config)` goes on with it. `next-turn`: the run hears it at the next turn's boundary. `next-run`: the conversation has ended, or has not begun: `graph.invoke({}, config)` goes on. A conversation that is at its
   * last word, or was broken off at it, hears it in its next run as well.
   */
  readonly heard: "now" | "next-turn" | "next-run";
}

/** A conversation as its keeper has it: a compiled graph, or a server. */
export interface OpenConversation {
  /** Its latest state; undefined where nothing of it is kept. */
  readonly saved: { readonly values: unknown; readonly next: readonly string[] } | undefined;
  /** Puts it into the inbox. */
  leave(id: string, value: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Changes the state as if a node had done so. */
  update(values: Readonly<Record<string, unknown>>, asNode: string): Promise<unknown>;
}

const ownNames: readonly string[] = ["__start__", ...Object.values(stepNames)];

export async function leaveInterjection(
  { saved, leave, update }: OpenConversation,
  text: string,
  { now = false, ...rest }: InterjectOptions,
): Promise<InterjectResult> {
  const id = timeOrderedId();
  const value = { text, ...rest };
  const state = saved?.values as Conversation | undefined;
  const goesOn = saved && state?.opening && saved.next.length > 0;
  // Before the first turn there is no boundary to go back to but the beginning, where it can be put at once.
  if (now && goesOn && state.turn === state.turnAtStart) {
    const interjection = readInterjection(state, { id, value, time: new Date() });
    const added = { interjections: [interjection], messages: messagesOf(state, [interjection]) };
    await update({ nextSpeaker: "", ...added }, stepNames.setScene);
    return { id, heard: "now" };
  }
  await leave(id, value);
  // A graph of the caller's that has the conversation within says nothing of it but where it is itself.
  const isWithin = saved?.next.some((name) => !ownNames.includes(name)) ?? false;
  if (saved && !goesOn && !isWithin) return { id, heard: "next-run" };
  // Once it has been decided that it ends, whatever has a last word is not asked for another.
  if (!now || !goesOn || state.stopReason) return { id, heard: "next-turn" };
  // As if the turn had been spoken: what comes after a speech is the boundary at which inboxes are read.
  await update({ nextSpeaker: "" }, stepNames.speak);
  return { id, heard: "now" };
}
