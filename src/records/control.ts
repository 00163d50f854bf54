/** Steering by hand: what people may ask a conversation to do. */

export const controlActions = ["next", "mute", "unmute", "add", "remove", "pause", "step"] as const;
export type ControlAction = (typeof controlActions)[number];

/** A participant who joins the cast. */
interface Joining {
  readonly name: string;
  readonly role?: string;
}

/**
 * What a person asks for. `next`: this participant gets the next turn. `mute`, `unmute`: it cannot speak, or can speak
 * again. `add`: a participant joins. `remove`: it leaves; its messages stay. `pause`: the run waits before the next
 * turn. `step`: the run continues for one turn and waits again.
 */
export type ControlOf<Member extends Joining> =
  | { readonly next: string }
  | { readonly mute: string }
  | { readonly unmute: string }
  | { readonly add: Member }
  | { readonly remove: string }
  | { readonly pause: true }
  | { readonly step: true };

/** A control that the conversation has carried out or refused, with what a sentence about it needs. */
export interface ControlNote {
  /** Who asked for it. */
  readonly from: string;
  /** Null if it could not be read. */
  readonly control: ControlOf<Joining> | null;
  /** Why it was refused; null if it was carried out. */
  readonly refusal: { readonly message: string } | null;
}
