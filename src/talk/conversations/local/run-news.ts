/** What the runs of one process tell the followers in others. */
import type { RostrumEvent } from "../../../core/state/events.js";
import type { StatusEvent } from "../port/port.js";

/**
 * A process sends its news of a thread in order. `saved`: a step has been saved. `passed`: events since the saved step;
 * `isWhole`: all of them, for followers that have just joined. `status`: the conversation's status; null if it is too
 * large to be sent.
 */
export type RunNews =
  | { readonly kind: "saved"; readonly step: number }
  | {
      readonly kind: "passed";
      readonly step: number;
      readonly events: readonly RostrumEvent[];
      readonly isWhole?: true;
    }
  | { readonly kind: "status"; readonly status: StatusEvent | null };
