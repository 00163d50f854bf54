import { isHeld, type ThreadRecord } from "../../storage/threads.js";
import type { ConversationStatus, RunFailure, StatusEvent } from "../port/port.js";
import { failureOf, type GraphSnapshot, statusOf } from "../port/status.js";

export class Statuses {
  /**
   * The failures of this process's runs that are missing from the threads' records, for example because saving failed
   * as well.
   */
  private readonly unsaved = new Map<string, { readonly failure: RunFailure; readonly at: string }>();

  constructor(private readonly activeHere: (thread: string) => "queued" | "running" | undefined) {}

  of(record: ThreadRecord, snapshot: GraphSnapshot): StatusEvent {
    const { name, state, error } = record;
    const failure = this.unsavedFailureOf(record) ?? (state === "cut-off" ? undefined : (error ?? null));
    const event = statusOf(snapshot, this.activeHere(name) ?? (isHeld(state) ? state : undefined), failure);
    return event.status === "stopped" && state === "cut-off" ? { ...event, isCutOff: true } : event;
  }

  /** Returns the status without reading the conversation's state. */
  listed(record: ThreadRecord): ConversationStatus {
    if (this.unsavedFailureOf(record)) return "failed";
    return record.state === "cut-off" ? "stopped" : record.state;
  }

  atEnd(thread: string, snapshot: GraphSnapshot, thrown: unknown): StatusEvent {
    const failure = thrown === undefined ? this.unsaved.get(thread)?.failure : failureOf(thrown);
    return statusOf(snapshot, undefined, failure ?? null);
  }

  failed(error: unknown): StatusEvent {
    return { type: "status", status: "failed", waiting: [], error: failureOf(error) };
  }

  /** Call this when a failure has not been saved. */
  noteUnsaved(thread: string, error: unknown): StatusEvent {
    this.unsaved.set(thread, { failure: failureOf(error), at: new Date().toISOString() });
    return this.failed(error);
  }

  /** Call this when a run begins, or when the thread is removed. */
  forget(thread: string): void {
    this.unsaved.delete(thread);
  }

  /** Returns the unsaved failure; undefined if there is none, or if another process has run the thread since then. */
  private unsavedFailureOf({ name, state, updatedAt }: ThreadRecord): RunFailure | undefined {
    const unsaved = this.unsaved.get(name);
    return unsaved && !isHeld(state) && updatedAt <= unsaved.at ? unsaved.failure : undefined;
  }
}
