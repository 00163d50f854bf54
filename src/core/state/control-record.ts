/** Steering by hand: what people may ask of a conversation, and the record of it. */

import type { InputProblem } from "../../errors/rostrum-error.js";
import type { ControlOf } from "../../records/control.js";
import type { Participant } from "./participant.js";

export type Control = ControlOf<Pick<Participant, "name"> & Partial<Participant>>;

/** A control that the conversation has carried out or refused. */
export interface ControlRecord {
  /** Unique in the thread: the key under which it was stored for the conversation. */
  readonly id: string;
  /** Who asked for it. */
  readonly from: string;
  /** With the names as the cast spells them; null if the control could not be read. */
  readonly control: Control | null;
  /** Why it was refused; null if it was carried out. `code` distinguishes the reasons. */
  readonly refusal: InputProblem | null;
  /** The number of turns taken before it. */
  readonly turn: number;
  /** How many interjections had been heard before it. */
  readonly interjections: number;
  /** In ISO 8601. */
  readonly time: string;
}
