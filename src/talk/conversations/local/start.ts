import { isInUse, onceUnlocked, withLock } from "../../storage/thread-lock.js";
import { isHeld, isPending, type ThreadRecord } from "../../storage/threads.js";
import type { SharedConversations, StartOptions } from "../port/port.js";
import { checkMode, decideStart, type KeyedStart, keyedStart } from "../port/start.js";
import { checkFullName, prefixOf, threadForKey } from "../port/thread-names.js";
import { endBefore, withdrawRound } from "../port/withdraw-round.js";
import type { LocalThreads } from "./local-threads.js";
import type { LocalOptions } from "./options.js";
import { prepareStart } from "./prepare-start.js";
import type { Run } from "./run.js";
import { configOf } from "./saved-state.js";

export class Start {
  private readonly key: KeyedStart | undefined;
  private readonly thread: string;

  constructor(
    private readonly threads: LocalThreads,
    private readonly settings: LocalOptions,
    private readonly mode: string,
    private readonly options: StartOptions,
  ) {
    const given = options.thread === undefined ? undefined : checkFullName(options.thread, "thread");
    this.key = keyedStart(mode, options, prefixOf(given ?? ""));
    this.thread = given ?? this.key?.id ?? threadForKey(undefined);
  }

  async perform(conversations: Pick<SharedConversations, "cancel" | "remove">) {
    const { thread } = this;
    const begun = await this.begin();
    if (!begun) return { thread, isNew: false };
    const undo = () => (begun.known ? this.restore(begun.known) : conversations.remove(thread));
    const { run } = begun;
    const { signal } = this.options;
    // Does not wait for a queued conversation, because it opens later.
    if (run && (run.status === "running" || signal?.aborted)) await this.untilOpen(run, undo);
    if (!run && signal?.aborted) {
      if (begun.known) await conversations.cancel(thread);
      await undo();
      signal.throwIfAborted();
    }
    return { thread, isNew: begun.known === undefined };
  }

  /** Returns undefined if an earlier call with the same key started the conversation. */
  private async begin() {
    const { key, thread, threads, mode } = this;
    let begun: { readonly run: Run | undefined; readonly known: ThreadRecord | undefined } | undefined;
    const decide = (known: ThreadRecord | undefined) => decideStart({ thread, key, known });
    const attempt = async () => {
      const found = await threads.storage.find(thread);
      const isJoin = decide(found && (await this.withoutRejected(found))) === "join";
      if (isJoin && found && (!isHeld(found.state) || isPending(found) || threads.runs.has(thread))) return;
      const locking = threads.operations.perform(thread, () =>
        threads.locked(thread, async (saved, begin) => {
          const known = saved && (await this.withoutRejected(saved));
          const decision = decide(known);
          if (decision === "join") return;
          if (key?.id === thread) await threads.keys.check(key, thread);
          if (known) checkMode(known.mode, mode);
          const plan = { thread, mode, options: this.options, known, key };
          const { input, record } = prepareStart(plan, this.settings, threads);
          this.options.signal?.throwIfAborted();
          threads.limits.countStart(thread);
          if (saved?.state === "failed") await withdrawRound(threads.graphs.of(mode), configOf(thread));
          const run = await begin(record, { input, idempotencyKey: this.options.idempotencyKey });
          if (decision !== "continue") begun = { run, known };
        }),
      );
      await locking.catch((error: unknown) => {
        // Joins a run only if the thread is in use: the record alone does not show whether the run's process is alive.
        if (!(isJoin && isInUse(error))) throw error;
      });
    };
    // Waits while another process is starting the conversation, so that this call can then join it.
    if (!key) await attempt();
    else if (key.id === thread) await onceUnlocked(attempt);
    else await onceUnlocked(() => threads.keys.using(key, thread, attempt));
    return begun;
  }

  /**
   * Returns the record or, if the latest round failed before it opened, the record from before that round. Another
   * round can then reuse the failed round's key, and does not inherit its context.
   */
  private async withoutRejected(record: ThreadRecord): Promise<ThreadRecord> {
    const { name, mode, state, before } = record;
    const end = state === "failed" ? await endBefore(this.threads.graphs.of(mode), configOf(name)) : undefined;
    return end ? { ...record, ...before, state: "ended", error: undefined } : record;
  }

  private async untilOpen(run: Run, undo: () => Promise<void>): Promise<void> {
    const { signal } = this.options;
    const stop = () => void run.stop();
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    try {
      await run.opened;
      signal?.throwIfAborted();
    } catch (error) {
      await run.done;
      await undo();
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /**
   * Restores the earlier record and state, unless the round has opened, or another process has removed the thread or is
   * running it.
   */
  private async restore(record: ThreadRecord): Promise<void> {
    const { storage, graphs, statuses } = this.threads;
    const { name, mode } = record;
    const save = async () => {
      if (!((await storage.find(name)) && (await withdrawRound(graphs.of(mode), configOf(name))))) return;
      await storage.save(record);
      if (this.key) await this.threads.keys.release(this.key, name);
      this.threads.setStatus(name, statuses.of(record, await graphs.snapshotOf(record)));
    };
    await withLock(storage, name, save).catch((error: unknown) => {
      if (!isInUse(error)) throw error;
    });
  }
}
