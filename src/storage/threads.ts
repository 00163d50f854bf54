/** The conversations that are kept under a name, with what is needed to go on with them; and who is at work on which. */
import { RostrumError } from "../errors.js";
import type { OpenCheckpointer } from "./open-checkpointer.js";

/** `running`: somebody is at work on it. `cut-off`: somebody was, and died. */
export type ThreadState = "running" | "cut-off" | "waiting" | "stopped" | "ended";

/** What is kept of a conversation beside its checkpoints. Nothing that was said, and no keys. */
export interface ThreadRecord {
  /** The name that it is kept under, which is its LangGraph thread's id. */
  readonly name: string;
  readonly mode: string;
  readonly title: string | null;
  /** What it was begun with, for a process that ended before anything was saved. */
  readonly input: Readonly<Record<string, unknown>>;
  /** How it is run: the models' names and the limits. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly state: ThreadState;
  /** Turns so far. */
  readonly turn: number;
  /** In ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Threads {
  readonly checkpointer: OpenCheckpointer;
  /** All of them, the latest first. */
  list(): Promise<ThreadRecord[]>;
  find(name: string): Promise<ThreadRecord | undefined>;
  save(record: ThreadRecord): Promise<void>;
  /**
   * Takes a thread for this process alone; what is returned lets go of it. A process that has died holds nothing. Throws
   * `thread-in-use` where another process is at work on it.
   */
  take(name: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** A record as it was written down, put right: who dies at work cannot write that it is over. */
export function asFound(written: string, isHeld: boolean): ThreadRecord {
  const record = JSON.parse(written) as ThreadRecord;
  return record.state === "running" && !isHeld ? { ...record, state: "cut-off" } : record;
}

export const latestFirst = (left: ThreadRecord, right: ThreadRecord) => (left.updatedAt < right.updatedAt ? 1 : -1);

/** `owner`: the process that has it, where that is known. */
export const threadInUse = (thread: string, owner?: { readonly pid: number; readonly host: string }) =>
  new RostrumError("thread-in-use", { thread, owner });
