import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { ThreadRecord } from "../../storage/threads.js";
import type { PassingEvent, StatusEvent } from "../port/port.js";
import type { RunPlan } from "./run.js";

/**
 * News of a thread, sent in order. `passed`: events since the saved step; with `whole`, all of them, possibly in
 * several parts, for followers that may have missed some. `status`: null if followers must read it from the database.
 * `step`: the latest saved step. `stretch`: the id of the stretch to which the status belongs.
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

/** Sends a run to the workers, and saves the record. `step`: the number of the latest saved step. */
export type Enqueue = (record: ThreadRecord, plan: RunPlan, step: number) => Promise<void>;

export interface OtherProcesses {
  /** The store from which runs read their inboxes. */
  readonly inbox?: BaseStore | undefined;
  /** Without this, the process runs its conversations itself. Runs that come from a queue are not sent again. */
  readonly enqueue?: Enqueue;
  /** Without this, followers in other processes only read what is saved. */
  readonly report?: (thread: string, news: RunNews) => void;
  /** Asks the process that is running a thread for all events since the latest saved step. */
  readonly join?: (thread: string) => void;
}
