export const controlActions = ["next", "mute", "unmute", "add", "remove", "pause", "step"] as const;
export type ControlAction = (typeof controlActions)[number];

interface Joining {
  readonly name: string;
  readonly role?: string;
}

/**
 * A person's request to steer a conversation. `next`: the named participant gets the next turn. `mute`, `unmute`: the
 * participant cannot speak, or can speak again. `add`: a participant joins the cast. `remove`: the participant leaves;
 * its messages remain. `pause`: the run waits before the next turn. `step`: the run continues for one turn and waits
 * again.
 */
export type ControlOf<Member extends Joining> =
  | { readonly next: string }
  | { readonly mute: string }
  | { readonly unmute: string }
  | { readonly add: Member }
  | { readonly remove: string }
  | { readonly pause: true }
  | { readonly step: true };

/** A control that the conversation has carried out or refused, reduced to the fields needed for a sentence about it. */
export interface ControlNote {
  readonly from: string;
  /** The control; null if it was unreadable. */
  readonly control: ControlOf<Joining> | null;
  /** Why the control was refused; null if it was carried out. */
  readonly refusal: { readonly message: string } | null;
}
