import type { Line } from "./message.js";

/** The part of the conversation that a prompt contains. */
export interface RememberedConversation {
  readonly lines: readonly Line[];
  /**
   * The number of earlier messages that are left out, because of the `memory` setting or because the prompt was too
   * long for the model.
   */
  readonly omitted: number;
  /** A summary of the omitted messages; absent if there is no summary. */
  readonly summary?: string | undefined;
  /**
   * The lines in the form used in prompts, rendered once for all prompts that share this object. Default: each prompt
   * renders the lines itself.
   */
  readonly text?: string;
}

/**
 * The notes that replace omitted messages in a prompt. `leftOut` states the number of messages; `inShort` is the
 * heading of their summary.
 */
interface OmissionNotes {
  readonly leftOut: string;
  readonly inShort: string;
}

/**
 * Renders the part of the conversation that a prompt contains. `isNumbered`: whether each message is preceded by its
 * position in the whole conversation, counted from 1.
 */
export type RenderConversation = (
  remembered: RememberedConversation,
  notes: OmissionNotes,
  isNumbered: boolean,
) => string;
