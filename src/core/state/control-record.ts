import type { InputProblem } from "../../errors/rostrum-error.js";
import type { ControlOf } from "../../records/control.js";
import type { Participant } from "./participant.js";

export type Control = ControlOf<Pick<Participant, "name"> & Partial<Participant>>;

/** A control that the conversation has carried out or refused. */
export interface ControlRecord {
  /** The key under which the control was stored, unique in the thread. */
  readonly id: string;
  /** The name of the person who sent the control. */
  readonly from: string;
  /** The control; null if it was unreadable. If it was carried out, its names are spelled as in the cast. */
  readonly control: Control | null;
  /** Why the control was refused; null if it was carried out. */
  readonly refusal: InputProblem | null;
  /** The number of turns taken when the conversation read the control. */
  readonly turn: number;
  /** The number of interjections that the conversation had read before the control. */
  readonly interjections: number;
  /** When the conversation read the control, in ISO 8601. */
  readonly time: string;
}
