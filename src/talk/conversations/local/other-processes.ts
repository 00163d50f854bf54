/** How this process cooperates with other processes that share the database. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { ThreadRecord } from "../../storage/threads.js";
import type { PassingEvent, StatusEvent } from "../port/port.js";
import type { RunPlan } from "./run.js";

/**
 * News of a thread, which a process sends in order. `saved`: a step has been saved. `passed`: events since the saved
 * step. With `whole`, these are all events since that step, possibly in several parts, for followers that may have
 * missed some of them. `status`: the conversation's status; null if followers must read it from the database, for
 * example because it is too large to send. `step`: the latest saved step, if it belongs to a run. `stretch`: the id of
 * the stretch that the status belongs to, if any.
 */
export type RunNews =
  | { readonly kind: "saved"; readonly step: number }
  | {
      readonly kind: "passed";
      readonly step: number;
      readonly events: readonly PassingEvent[];
      readonly whole?: { readonly isFirst: boolean; readonly isLast: boolean };
    }
  | {
      readonly kind: "status";
      readonly status: StatusEvent | null;
      readonly step?: number | undefined;
      readonly stretch?: string | undefined;
    };

/** Saves the record, and sends its run to the workers. `step`: the number of the latest saved step. */
export type Enqueue = (record: ThreadRecord, plan: RunPlan, step: number) => Promise<void>;

export interface OtherProcesses {
  /** The store from which runs read their inboxes. Default: the storage's own inbox store. */
  readonly inbox?: BaseStore | undefined;
  /** Sends runs to workers. Default: this process runs its conversations itself. */
  readonly enqueue?: Enqueue;
  /** Sends news to followers in other processes. Default: these followers only read what is saved. */
  readonly report?: (thread: string, news: RunNews) => void;
  /** Asks the process that is running a thread for all events since the latest saved step. Default: does nothing. */
  readonly join?: (thread: string) => void;
}
