/** The conversations that are kept under a name, with what is needed to go on with them; and who is at work on which. */
import { RostrumError } from "../errors.js";
import type { OpenCheckpointer } from "./open-checkpointer.js";

/** `running`: somebody is at work on it, or was when the process ended. */
export type ThreadState = "running" | "waiting" | "stopped" | "ended";

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

export const threadInUse = (name: string, owner: string) =>
  new RostrumError("thread-in-use", `the thread “${name}” is at work elsewhere (${owner}); wait for it, or stop it`);
