/** The record of how people steered a conversation. */

import type { InputProblem } from "../../errors/rostrum-error.js";
import type { ControlOf } from "../../records/control.js";
import type { Participant } from "./participant.js";

export type Control = ControlOf<Pick<Participant, "name"> & Partial<Participant>>;

/** A control that the conversation has carried out or refused. */
export interface ControlRecord {
  /** Unique in the thread: the key under which the control was stored. */
  readonly id: string;
  /** Who asked for it. */
  readonly from: string;
  /** The control, with names as the cast spells them; null if it was unreadable. */
  readonly control: Control | null;
  /** The reason for refusing it; null if it was carried out. `code` distinguishes the reasons. */
  readonly refusal: InputProblem | null;
  /** The number of turns taken before it. */
  readonly turn: number;
  /** The number of interjections that the conversation had read before it. */
  readonly interjections: number;
  /** In ISO 8601. */
  readonly time: string;
}
