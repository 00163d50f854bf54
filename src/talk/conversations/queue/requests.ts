/** Requests from any process to the worker that is running a conversation. They are stored as rows in the database. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { RostrumError, type RostrumErrorCode, type RostrumErrorDetails } from "../../../errors/rostrum-error.js";
import type { PostgresThreads } from "../../storage/postgres.js";
import { callWorker } from "./news.js";

const lookMs = 50;

/** Operations that a worker performs for other processes while it is running the conversation. */
export type Steering = "cancel" | "interject" | "control" | "rename";

export interface Request {
  readonly operation: Steering;
  readonly given: readonly unknown[];
}

type Answer =
  | { readonly value: unknown }
  | {
      readonly error: {
        readonly code?: RostrumErrorCode;
        readonly details?: RostrumErrorDetails;
        readonly message: string;
      };
    };

type Row = Readonly<Record<"id" | "thread" | "request", string>>;

const insert = `WITH old AS (DELETE FROM rostrum_requests WHERE created < clock_timestamp() - interval '1 hour')
  INSERT INTO rostrum_requests (id, thread, request) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

async function answerOf(acting: Promise<unknown>): Promise<Answer> {
  try {
    return { value: await acting };
  } catch (error) {
    const { message } = error as Error;
    if (!RostrumError.isInstance(error)) return { error: { message } };
    return { error: { code: error.code, details: error.details, message } };
  }
}

function resultOf(answer: Answer): unknown {
  if (!("error" in answer)) return answer.value;
  const { code, details, message } = answer.error;
  throw code ? RostrumError.from(code, details ?? {}) : new Error(message);
}

export class Requests {
  private readonly busy = new Set<string>();
  /** Answers that could not be saved yet, by the request's id. */
  private readonly unsaved = new Map<string, Answer>();
  private isReading = false;

  constructor(private readonly threads: PostgresThreads) {}

  /**
   * Waits for the worker's answer. Returns undefined if the worker no longer holds the lock or the request has been
   * deleted; the worker may still have handled the request. Throws the operation's error.
   */
  async ask(thread: string, lock: string, request: Request): Promise<{ readonly value: unknown } | undefined> {
    const id = randomUUID();
    await this.threads.query(insert, id, thread, JSON.stringify(request));
    await this.threads.query(callWorker, thread);
    for (;;) {
      const isOver = (await this.threads.lockElsewhere(thread)) !== lock;
      // Reads the answer before deleting it. If the deletion returned the answer, a lost connection could lose it.
      const [row] = await this.threads.query<{ answer: string | null }>(
        "SELECT answer FROM rostrum_requests WHERE id = $1",
        id,
      );
      const answer = row?.answer ?? undefined;
      if (isOver || answer !== undefined) await this.threads.query("DELETE FROM rostrum_requests WHERE id = $1", id);
      if (answer !== undefined) return { value: resultOf(JSON.parse(answer)) };
      if (isOver || !row) return undefined;
      await wait(lookMs);
    }
  }

  /** Carries out the requests for the `running` threads. If an answer cannot be saved, a later call saves it. */
  async serve(running: Iterable<string>, act: (thread: string, request: Request) => Promise<unknown>): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    const known = new Set(this.busy);
    const reading = this.threads.query<Row>(
      "SELECT id, thread, request FROM rostrum_requests WHERE thread = ANY ($1) AND answer IS NULL",
      [...running],
    );
    const rows = await reading.finally(() => {
      this.isReading = false;
    });
    await Promise.all(rows.filter(({ id }) => !known.has(id)).map((row) => this.carryOut(row, act)));
  }

  private async carryOut({ id, thread, request }: Row, act: (thread: string, request: Request) => Promise<unknown>) {
    this.busy.add(id);
    try {
      const answer = this.unsaved.get(id) ?? (await answerOf(act(thread, JSON.parse(request))));
      this.unsaved.set(id, answer);
      await this.threads.query("UPDATE rostrum_requests SET answer = $2 WHERE id = $1", id, JSON.stringify(answer));
      this.unsaved.delete(id);
    } finally {
      this.busy.delete(id);
    }
  }
}
