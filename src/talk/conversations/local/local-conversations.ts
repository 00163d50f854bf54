/** Implements the port `Conversations` in this process: runs graphs, and keeps their threads in a database. */
import { Command, START } from "@langchain/langgraph";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Named } from "../../../base/is-record.js";
import type { Control } from "../../../core/state/control-record.js";
import type { Lines } from "../../../core/state/people.js";
import { invalidField, RostrumError } from "../../../errors/rostrum-error.js";
import { checkInterjection } from "../../../graph/inbox/interjection.js";
import type { Graph } from "../../../graph/modes/mode.js";
import type { InterjectOptions, InterjectResult } from "../../../records/interjection.js";
import { openThreads } from "../../storage/open.js";
import { isInUse, withLock } from "../../storage/thread-lock.js";
import { isHeld, type ThreadRecord, type Threads } from "../../storage/threads.js";
import type { ConversationDocument } from "../../transcript/json.js";
import { type ControlOptions, control, controlEntry } from "../delivery/control.js";
import { fork, stateAfter } from "../delivery/fork.js";
import { interject } from "../delivery/interject.js";
import type { HistoryState } from "../port/history.js";
import type * as port from "../port/port.js";
import { checkMode, decideStart } from "../port/start.js";
import { assignLines, documentOf } from "../port/status.js";
import { checkFullName, forkName, freeName, threadForKey } from "../port/thread-names.js";
import type { TurnPrompt } from "../port/turn-prompt.js";
import { listThreads } from "./list.js";
import { LocalThreads } from "./local-threads.js";
import { type LocalOptions, modeOptions } from "./options.js";
import { otherMode } from "./other-mode.js";
import { OwnedConversations } from "./owned-conversations.js";
import { prepareStart } from "./prepare-start.js";
import { rebuildPrompts } from "./prompts.js";
import type { Run } from "./run.js";
import { configOf } from "./saved-state.js";

/** How to deliver a message or a control. */
interface Delivery {
  put(graph: Graph, now: boolean): Promise<InterjectResult>;
  readonly interrupts: boolean | undefined;
  /** Whether to continue a run that is waiting at a pause. */
  readonly continues: boolean | undefined;
}

export class LocalConversations implements port.SharedConversations {
  private readonly threads: LocalThreads;
  /** For each thread, the latest delivery of this process. The next delivery waits for it. */
  private readonly delivering = new Map<string, Promise<unknown>>();

  /** @param inbox - The store from which runs read their inboxes. Default: the inbox of `storage`. */
  constructor(
    private readonly storage: Threads,
    private readonly options: LocalOptions,
    inbox: BaseStore = storage.inbox,
  ) {
    this.threads = new LocalThreads(storage, options, inbox);
  }

  as(owner: string): port.Conversations {
    return new OwnedConversations(this, owner, (options) => this.list(options, owner));
  }

  async start(mode: string, options: port.StartOptions = {}) {
    const { idempotencyKey, signal } = options;
    const isKeyed = idempotencyKey !== undefined;
    const given = options.thread === undefined ? undefined : checkFullName(options.thread, "thread");
    const thread = given ?? threadForKey(idempotencyKey);
    const known = await this.storage.find(thread);
    const decision = decideStart({ thread, isKeyed, state: known?.state });
    if (decision === "join") return { thread, isNew: false };
    if (known) checkMode(known.mode, mode);
    const { input, record } = prepareStart({ thread, mode, options, known }, this.options, this.threads.modes);
    this.threads.limits.countStart(thread);
    const run = await this.threads.begin(record, input, { idempotencyKey }, known ?? null).catch((error: unknown) => {
      // A concurrent `start` with the same key won the race, so this one joins its conversation.
      if (isInUse(error) && isKeyed) return null;
      throw error;
    });
    if (!run || decision === "continue") return { thread, isNew: false };
    // A queued conversation opens later.
    if (run.status === "running") await this.untilOpen(thread, run, known, signal);
    return { thread, isNew: decision === "open" };
  }

  /**
   * Waits until a run has opened its conversation. If the run fails or the signal is aborted, restores or removes the
   * thread, and throws.
   */
  private async untilOpen(thread: string, run: Run, known: ThreadRecord | undefined, signal?: AbortSignal) {
    const stop = () => this.threads.stop(thread);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    try {
      await run.opened;
      signal?.throwIfAborted();
    } catch (error) {
      await run.done;
      await (known ? this.threads.restore(known) : this.remove(thread));
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  follow(thread: string, options: port.FollowOptions = {}): AsyncGenerator<port.FollowedEvent, void> {
    return this.threads.follow(thread, options);
  }

  async read(thread: string): Promise<port.ConversationSnapshot> {
    const record = await this.threads.find(thread);
    const snapshot = await this.threads.snapshotOf(record);
    const { type: _type, ...status } = this.threads.statusOf(record, snapshot);
    const { mode, title, input, context, updatedAt } = record;
    const hasState = Object.keys(snapshot.values).length > 0;
    const state = (hasState ? snapshot.values : { ...input, messages: [] }) as HistoryState & Named;
    return { thread, mode, title, context, updatedAt, state, next: snapshot.next, ...status };
  }

  async interject(thread: string, text: string, options: InterjectOptions = {}): Promise<InterjectResult> {
    // Checks the message first, because delivering it may stop the run.
    checkInterjection(text, options);
    const put = (graph: Graph, now: boolean) => interject(graph, configOf(thread), text, { ...options, now });
    return this.deliver(thread, { put, interrupts: options.now, continues: options.now });
  }

  async control(thread: string, request: Control, options: ControlOptions = {}): Promise<InterjectResult> {
    controlEntry(request, options);
    const put = (graph: Graph, now: boolean) => control(graph, configOf(thread), request, { ...options, now });
    return this.deliver(thread, { put, interrupts: options.now, continues: "step" in request });
  }

  async answer(thread: string, lines: Lines): Promise<void> {
    const { waiting } = await this.read(thread);
    const input = new Command({ resume: assignLines(lines, thread, waiting) });
    await this.threads.begin(await this.threads.find(thread), input);
  }

  async cancel(thread: string, { afterTurn = false }: port.CancelOptions = {}): Promise<void> {
    // Waits for a delivery that is interrupting the run, because it starts another run, which must be cancelled too.
    await this.delivering.get(thread)?.catch(() => {});
    const { state } = await this.threads.find(thread);
    if (isHeld(state) && !this.threads.runs.has(thread)) throw new RostrumError("thread-in-use", { thread });
    await this.threads.stop(thread, afterTurn ? "after-turn" : "now");
  }

  runsHere(thread: string): boolean {
    return this.threads.runs.has(thread);
  }

  async resume(thread: string, { context = {} }: port.ResumeOptions = {}): Promise<void> {
    const record = await this.threads.find(thread);
    const { values, tasks } = await this.threads.snapshotOf(record);
    const hasState = Object.keys(values).length > 0;
    if (hasState && tasks.length === 0) throw invalidField("thread", "has-ended", { thread });
    await this.threads.begin({ ...record, context: { ...record.context, ...context } }, hasState ? null : record.input);
  }

  async fork(thread: string, { turn, changes = {}, as, mode, context = {} }: port.ForkRequest): Promise<string> {
    const origin = await this.threads.find(thread);
    const name = as === undefined ? await freeName(thread, this.storage) : forkName(thread, as);
    this.threads.limits.countStart(thread);
    await withLock(this.storage, name, async () => {
      // A graph that the caller runs may have checkpoints without a record.
      if ((await this.storage.find(name)) ?? (await this.storage.checkpointer.getTuple(configOf(name))))
        throw invalidField("as", "thread-taken", { thread: name });
      const request = { turn, changes, context, mode: mode ?? origin.mode };
      await this.copy(origin, name, request).catch(async (error: unknown) => {
        await this.storage.remove(name);
        // Throws a clearer error if the origin was removed while it was copied.
        await this.threads.find(thread);
        throw error;
      });
    });
    return name;
  }

  /** Copies a conversation, as it was after a turn, to a thread that this process has locked. */
  private async copy(
    origin: ThreadRecord,
    name: string,
    { turn, changes, context, mode }: Required<Omit<port.ForkRequest, "as" | keyof InterjectOptions>>,
  ): Promise<void> {
    const now = new Date().toISOString();
    const copy = { ...origin, name, state: "stopped", turn, createdAt: now, updatedAt: now } as const;
    const graph = this.threads.graphOf(origin.mode);
    if (mode === origin.mode) {
      await fork(graph, configOf(origin.name), configOf(name), { turn, changes });
      await this.storage.save({ ...copy, context: { ...origin.context, ...context } });
      return;
    }
    const { values } = await stateAfter(graph, configOf(origin.name), turn);
    const { input, context: kept } = otherMode(this.threads.modes, origin, values, { mode, changes, context });
    await this.threads.graphOf(mode).updateState(configOf(name), { ...input, messages: values["messages"] }, START);
    await this.storage.save({ ...copy, mode, input, context: kept });
  }

  async transcript(thread: string): Promise<ConversationDocument> {
    return documentOf(await this.read(thread));
  }

  async prompts(thread: string, turn: number): Promise<readonly TurnPrompt[]> {
    const { mode, context } = await this.threads.find(thread);
    if (Object.hasOwn(this.options.graphs ?? {}, mode)) return [];
    const origin = { mode: this.threads.modes[mode], context, options: modeOptions(this.options) };
    return rebuildPrompts(this.threads.graphOf(mode), thread, turn, origin);
  }

  /** @param owner - Lists only this owner's conversations. Default: none, which lists all conversations. */
  async list(options: port.ListOptions = {}, owner?: string): Promise<port.ListedPage> {
    return listThreads(this.storage, options, owner);
  }

  async remove(thread: string): Promise<void> {
    // A conversation that cannot be read can still be removed.
    await this.cancel(thread).catch((error: unknown) => {
      if (!RostrumError.isInstance(error) || error.code !== "unreadable-save") throw error;
    });
    await this.threads.remove(thread);
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  /** Delivers one message or control at a time, because two that interrupt would stop each other's runs. */
  private async deliver(thread: string, delivery: Delivery): Promise<InterjectResult> {
    const before = this.delivering.get(thread) ?? Promise.resolve();
    const delivering = before.catch(() => {}).then(() => this.deliverNext(thread, delivery));
    this.delivering.set(thread, delivering);
    try {
      return await delivering;
    } finally {
      if (this.delivering.get(thread) === delivering) this.delivering.delete(thread);
    }
  }

  private async deliverNext(thread: string, { put, interrupts, continues }: Delivery): Promise<InterjectResult> {
    const record = await this.threads.find(thread);
    const run = this.threads.runs.get(thread);
    // A run of another process cannot be interrupted here, nor can a run that has not saved the opening yet.
    const mayInterrupt =
      run?.status === "queued"
        ? false
        : run
          ? "opening" in (await this.threads.snapshotOf(record)).values
          : !isHeld(record.state);
    const now = interrupts === true && mayInterrupt;
    if (now) await this.threads.stop(thread, "replaced");
    try {
      const result = await put(this.threads.graphOf(record.mode), now).finally(() => this.threads.checkWritten(thread));
      if (
        (result.heard === "now" && continues && run?.status !== "queued") ||
        (now && run && result.heard !== "next-run")
      )
        await this.threads.begin(await this.threads.find(thread), null);
      return result;
    } finally {
      if (now && run && this.threads.runs.get(thread) === run) await this.threads.endReplaced(thread);
    }
  }
}

/**
 * Opens a database of conversations that run in this process.
 *
 * @param address - A file, `postgres://…`, or `memory`, as for `openCheckpointer`.
 * @param options - Options of the modes, such as `model`, and options of this process, such as the caller's own graphs.
 * @throws `invalid-input` for any other address; `storage-failed` if the file or database cannot be used;
 * `missing-package` if the packages for PostgreSQL are not installed.
 *
 * @example
 * ```ts
 * const conversations = await openConversations("talks.db");
 * const { thread } = await conversations.start("bidding", { input: { topic: "Should the ferry be free?" } });
 * for await (const event of conversations.follow(thread)) {
 *   if (event.type === "speech-end") console.log(`${event.speaker}: ${event.text}`);
 *   if (event.type === "status" && event.status === "ended") break;
 * }
 * await conversations.close();
 * ```
 */
export async function openConversations(
  address: string,
  options: LocalOptions = {},
): Promise<port.SharedConversations> {
  return new LocalConversations(await openThreads(address), options);
}
