import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import { z } from "zod/v4";
import { SavedFormat } from "../../core/state/saved-format.js";

/** A LangGraph checkpointer that the caller must close. */
export type OpenCheckpointer = BaseCheckpointSaver & {
  /** Closes the file or the connections. States in memory are lost. */
  close(): Promise<void>;
};

/**
 * `running`: a process is running the conversation. `queued`: a process will run it as soon as its limits allow it, or
 * a worker will run it. `cut-off`: the process that was running it, or was going to run it, has died or lost its lock.
 * A worker's conversations are never cut off, because another worker continues them.
 */
const threadStates = ["queued", "running", "cut-off", "waiting", "paused", "stopped", "failed", "ended"] as const;

/**
 * A run that a worker performs: it opens a conversation or a round with `input`, passes on people's `answers`, or
 * continues from the saved state. It ends when the conversation ends, pauses, stops, fails, or waits for people.
 */
export interface Stretch {
  /** Also the id of the stretch's first job in the queue. */
  readonly id: string;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  readonly answers?: readonly StretchAnswer[] | undefined;
  /** The idempotency key of the call to `start` that sent the stretch. */
  readonly idempotencyKey?: string | undefined;
  /** The number of the latest saved step when the stretch was sent, or when a worker last started it. */
  readonly from?: number | undefined;
  /**
   * The number of consecutive workers that have died after starting the stretch at `from`. Undefined if no worker has
   * started it, or if the first one handed it over.
   */
  readonly deaths?: number | undefined;
  /** Whether the conversation stops after its current turn. Default: false. */
  readonly endsWithTurn?: boolean | undefined;
}

/** A person's answer to a question. `question` distinguishes the drafts of an approval; `id` is the interrupt's id. */
export interface StretchAnswer {
  readonly question: string;
  readonly id: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Why the latest run failed. `code`: a `RostrumErrorCode`, if the error has one. */
export interface RunFailure {
  readonly code?: string | undefined;
  readonly message: string;
}

export interface ThreadOrigin {
  readonly thread: string;
  /** The last turn that the fork kept: the `turn` that was passed to `fork`. */
  readonly turn: number;
}

/** The data about a conversation that is stored beside its checkpoints. */
export interface ThreadRecord {
  /** The thread's name, which is its LangGraph thread id. */
  readonly name: string;
  readonly mode: string;
  readonly title: string | null;
  /** The person or tenant to whom the conversation belongs. Default: null, for no owner. */
  readonly owner?: string | null | undefined;
  /** The conversation from which this one was forked. Default: the conversation is not a fork. */
  readonly origin?: ThreadOrigin | undefined;
  /** The input of the latest round. It is needed if the process dies before the round's first checkpoint. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
  readonly state: (typeof threadStates)[number];
  readonly error?: RunFailure | undefined;
  /**
   * The run that is waiting in the queue, or that a worker is performing; after the run, only its `id` and any answers
   * that workers could not pass on before they died. Default: no worker runs the conversation.
   */
  readonly stretch?: Stretch | undefined;
  /**
   * The first span of the conversation's trace, in the format of the program's OpenTelemetry propagator, such as
   * `traceparent`. Default: the conversation is not traced.
   */
  readonly trace?: Readonly<Record<string, string>> | undefined;
  /** The calls to `start` with an idempotency key: a digest of each call's options, by the key's id. */
  readonly starts?: Readonly<Record<string, string>> | undefined;
  /** The values before the latest round, in case this round cannot open. Default: no round has been added. */
  readonly before?: Pick<ThreadRecord, "input" | "context" | "starts"> | undefined;
  readonly turn: number;
  /** In ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ThreadQuery {
  readonly limit?: number;
  /** Lists only threads that follow this one in the list. Default: all threads. */
  readonly after?: Pick<ThreadRecord, "name" | "updatedAt">;
  /**
   * Words that must all occur in a thread's title, topic and name taken together. Generated names are not searched.
   * Ignores case. Default: no words.
   */
  readonly search?: string;
  readonly states?: readonly ThreadRecord["state"][];
  /** Lists only this owner's threads; null lists threads without an owner. Default: all threads. */
  readonly owner?: string | null;
}

export interface Threads {
  readonly checkpointer: OpenCheckpointer;
  /** The threads' inboxes, in which messages wait until a run reads them. */
  readonly inbox: BaseStore;
  /** Lists threads, most recently updated first. Threads with the same time are sorted by name in descending order. */
  list(query?: ThreadQuery): Promise<ThreadRecord[]>;
  find(name: string): Promise<ThreadRecord | undefined>;
  save(record: ThreadRecord): Promise<void>;
  remove(name: string): Promise<void>;
  /**
   * Locks a thread for this process until `release` or `close`, or until the process dies or, in PostgreSQL, sends no
   * heartbeat for too long.
   *
   * @throws `thread-in-use` while the thread is locked.
   */
  take(name: string): Promise<void>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

export const threadFormat = new SavedFormat("thread", {
  schema: z.looseObject({
    name: z.string(),
    mode: z.string(),
    title: z.string().nullable(),
    owner: z.string().nullable().optional(),
    origin: z.looseObject({ thread: z.string(), turn: z.int().min(0) }).optional(),
    input: z.looseObject({}),
    context: z.looseObject({}),
    state: z.enum(threadStates),
    error: z.looseObject({ code: z.string().optional(), message: z.string() }).optional(),
    trace: z.record(z.string(), z.string()).optional(),
    starts: z.record(z.string(), z.string()).optional(),
    before: z.looseObject({ input: z.looseObject({}), context: z.looseObject({}) }).optional(),
    stretch: z.looseObject({ id: z.string() }).optional(),
    turn: z.int().min(0),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  }),
  migrations: [],
});

export const writeRecord = (record: ThreadRecord): string => JSON.stringify({ ...threadFormat.mark, ...record });

export const isHeld = (state: ThreadRecord["state"] | undefined): state is "queued" | "running" =>
  state === "queued" || state === "running";

/** Whether a worker is running the conversation, or is going to run it. */
export const isPending = ({ state, stretch }: ThreadRecord): boolean => isHeld(state) && stretch !== undefined;

/**
 * A dying process cannot record its end, so an active state without a lock means `cut-off`, unless a worker runs the
 * conversation.
 */
export function parseRecord(text: string, name: string, isLocked: () => boolean): ThreadRecord {
  const { version: _version, ...record } = threadFormat.parse(text, name);
  return isHeld(record.state) && !isPending(record) && !isLocked() ? { ...record, state: "cut-off" } : record;
}
