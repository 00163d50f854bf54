/** Steering by hand: what people may ask of a conversation. */

export const controlActions = ["next", "mute", "unmute", "add", "remove", "pause", "step"] as const;
export type ControlAction = (typeof controlActions)[number];

/** Somebody who is to join the cast. */
interface Joining {
  readonly name: string;
  readonly role?: string;
}

/**
 * What a person asks for. `next`: this participant gets the next turn. `mute`, `unmute`: it cannot speak, or can speak again. `add`: somebody
 * joins. `remove`: it leaves; what it said stays. `pause`: the run waits before the next turn. `step`: the run continues for one turn and
 * waits again.
 */
export type ControlOf<Member extends Joining> =
  | { readonly next: string }
  | { readonly mute: string }
  | { readonly unmute: string }
  | { readonly add: Member }
  | { readonly remove: string }
  | { readonly pause: true }
  | { readonly step: true };

/** A control that the conversation has carried out or refused, as a sentence about it needs it. */
export interface ControlNote {
  /** Who asked for it. */
  readonly from: string;
  /** Null if it could not be read. */
  readonly control: ControlOf<Joining> | null;
  /** Why it was refused; null if it was carried out. */
  readonly refusal: { readonly message: string } | null;
}
