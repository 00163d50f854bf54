import { setTimeout as wait } from "node:timers/promises";
import { v7 as timeOrderedId } from "@langchain/core/utils/uuid";
import type { Control } from "../../../core/state/control-record.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import type { InterjectOptions, InterjectResult } from "../../../records/interjection.js";
import { isInUse, onceUnlocked } from "../../storage/thread-lock.js";
import { isPending } from "../../storage/threads.js";
import type { ControlOptions, NamedControlOptions } from "../delivery/control.js";
import { LocalConversations } from "../local/local-conversations.js";
import type { LocalOptions } from "../local/options.js";
import type { Measures } from "../measures/measures.js";
import type * as port from "../port/port.js";
import { callWorker, newsChannel, readNews } from "./news.js";
import { Requests, type Steering } from "./requests.js";
import { SharedDatabase } from "./shared-database.js";

/** The maximum number of retries while a thread without a pending run is locked. */
const attempts = 20;
/** The pause before each retry, in milliseconds. */
const attemptMs = 100;

export class QueuedConversations extends LocalConversations {
  private readonly requests: Requests;

  private constructor(
    private readonly database: SharedDatabase,
    options: LocalOptions,
  ) {
    const { threads, news, clock } = database;
    super(
      threads,
      { clock: clock.now, ...options },
      {
        enqueue: database.enqueue,
        report: (thread, some) => news.add(thread, some),
        // Ignores errors, because without a response, followers miss only the unsaved events of the current step.
        join: (thread) => void threads.pool.query(callWorker, [thread]).catch(() => {}),
      },
    );
    this.requests = new Requests(threads);
  }

  static async open(
    address: string,
    { listenAt }: { readonly listenAt?: string },
    options: LocalOptions,
  ): Promise<QueuedConversations> {
    const database = await SharedDatabase.open(address, listenAt, false);
    const opened = new QueuedConversations(database, options);
    const { feeds } = opened.threads;
    const hear = (payload: string) => {
      // Ignores errors, because the thread will be read again soon.
      for (const [thread, news] of readNews(payload)) feeds.hear(thread, news).catch(() => {});
    };
    await database.listener.listen(newsChannel, hear, () => void feeds.catchUp());
    return opened;
  }

  override start(mode: string, options: port.StartOptions = {}) {
    return onceUnlocked(() => super.start(mode, options));
  }

  override async resume(thread: string, options?: port.ResumeOptions): Promise<void> {
    const refusal: unknown = await onceUnlocked(() =>
      super.resume(thread, options).catch(async (error: unknown) => {
        // Does not try again while a run is pending, because that would undo a `cancel` of the run.
        if (isInUse(error) && isPending(await this.threads.find(thread))) return error;
        throw error;
      }),
    );
    if (refusal) throw refusal;
  }

  override async interject(thread: string, text: string, options: InterjectOptions = {}): Promise<InterjectResult> {
    // With an id, a message takes effect only once, even if it is delivered twice.
    const sent = { id: timeOrderedId(), ...options };
    const here = () => super.interject(thread, text, sent);
    return options.now ? this.steer(thread, "interject", [text, sent], here) : here();
  }

  override async control(thread: string, request: Control, options: ControlOptions = {}): Promise<InterjectResult> {
    const sent: NamedControlOptions = { id: timeOrderedId(), ...options };
    const here = () => super.control(thread, request, sent);
    return options.now ? this.steer(thread, "control", [request, sent], here) : here();
  }

  override async cancel(thread: string, options: port.CancelOptions = {}): Promise<void> {
    const { stretch } = await this.threads.find(thread);
    for (let isOver = false; !isOver; ) {
      await this.steer(thread, "cancel", [options], () => super.cancel(thread, options));
      // A worker that is already handing over the conversation can no longer stop the run.
      const record = options.afterTurn ? undefined : await this.database.threads.find(thread);
      isOver = !record || !isPending(record) || record.stretch?.id !== stretch?.id;
    }
  }

  override rename(thread: string, title: string | null): Promise<void> {
    return this.steer(thread, "rename", [title], () => super.rename(thread, title));
  }

  override async remove(thread: string): Promise<void> {
    let isRemoved = false;
    const here = async () => {
      await super.remove(thread);
      isRemoved = true;
    };
    while (!isRemoved)
      await this.steer(thread, "cancel", [{}], here).catch((error: unknown) => {
        // Conversations that cannot be read can still be removed.
        if (RostrumError.isInstance(error) && error.code === "unreadable-save") return onceUnlocked(here);
        throw error;
      });
  }

  override async measure(): Promise<Measures> {
    return { ...(await super.measure()), queue: await this.database.queue.measure() };
  }

  override async close(): Promise<void> {
    await this.database.close();
    await super.close();
  }

  /**
   * Asks the worker that is running the conversation to perform the operation. Calls `here` if there is no such worker.
   */
  private async steer<Result>(
    thread: string,
    operation: Steering,
    given: readonly unknown[],
    here: () => Promise<Result>,
  ): Promise<Result> {
    for (let left = attempts; ; left -= 1) {
      const isSent = isPending(await this.threads.find(thread));
      const lock = isSent ? await this.database.threads.lockElsewhere(thread) : undefined;
      if (lock !== undefined) {
        const asking = this.requests.ask(thread, lock, { operation, given });
        const answered = await asking.catch(async (error: unknown) => {
          // The run has just ended, or is moving to another worker.
          if (!isInUse(error)) throw error;
          await wait(attemptMs);
        });
        // Converts null to undefined, because JSON has no `undefined`.
        if (answered) return (answered.value ?? undefined) as Result;
        continue;
      }
      try {
        return await here();
      } catch (error) {
        if (!isInUse(error) || (!isSent && left <= 0)) throw error;
        await wait(attemptMs);
      }
    }
  }
}
