/** The threads of a database with what runs and follows them in this process. */
import { type Command, RunControl } from "@langchain/langgraph";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import { isRecord, type Named } from "../../../base/is-record.js";
import type { RostrumEvent } from "../../../core/state/events.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { Graph, ModeOptions } from "../../../graph/modes/mode.js";
import { type Modes, modes } from "../../../graph/modes/registry.js";
import { listenerKey } from "../../../graph/steps/run/step-context.js";
import type { ThreadRecord, Threads } from "../../storage/threads.js";
import { Feed } from "../port/feed.js";
import type { HistoryState } from "../port/history.js";
import type { StatusEvent } from "../port/port.js";
import { failureOf, type GraphSnapshot, isLate, statusOf } from "../port/status.js";
import { isThreadName } from "../port/thread-names.js";

/** The part of a graph's builder that compiles it. */
interface GraphBuilder {
  compile(options: { checkpointer: BaseCheckpointSaver; store: BaseStore }): unknown;
}

export interface LocalOptions extends ModeOptions {
  /** The modes in which conversations start; see `extendModes`. Default: the built-in ones. */
  readonly modes?: Modes;
  /** Builders of the caller's own, by the names under which conversations start. They replace modes of the same names. Default: none. */
  readonly graphs?: Readonly<Record<string, GraphBuilder>>;
  /** How often to look at conversations that another process runs, in milliseconds. Default: 1000. */
  readonly pollMs?: number;
  /** Called with the error of each run that fails; followers get its code and its message. Default: none. */
  readonly onFailure?: (error: unknown, thread: string) => void;
}

interface Run {
  readonly abort: AbortController;
  readonly control: RunControl;
  /** Resolves when a state of this run with its scene has been saved, or the run is over; rejects if it fails before. */
  readonly opened: { readonly promise: Promise<void>; resolve(): void; reject(error: unknown): void };
  /** How many scenes there were before this run. */
  readonly scenesBefore: number;
  done: Promise<void>;
  isStopped: boolean;
  stopsAfterTurn: boolean;
  /** Whether another run takes its place at once. Until then it counts as running: nobody need hear of its end. */
  isReplaced: boolean;
}

export const configOf = (thread: string) => ({ configurable: { thread_id: thread } });

/** Calls `onSave` after each state of a thread that the saver has saved. */
function watchSaves(saver: BaseCheckpointSaver, onSave: (thread: string, state: HistoryState) => void) {
  return new Proxy(saver, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== "put") return typeof member === "function" ? member.bind(target) : member;
      const put: BaseCheckpointSaver["put"] = async (...saving) => {
        const saved = await target.put(...saving);
        const { thread_id, checkpoint_ns = "" } = saving[0].configurable ?? {};
        if (checkpoint_ns === "") onSave(String(thread_id), saving[1].channel_values as HistoryState);
        return saved;
      };
      return put;
    },
  });
}

export class LocalThreads {
  /** The runs of this process, by thread. */
  readonly runs = new Map<string, Run>();
  private readonly feeds = new Map<string, Feed>();
  private readonly graphs = new Map<string, Graph>();
  /** The records of followed threads that this process does not run: their state, and when they were written. */
  private readonly seen = new Map<string, string>();
  private readonly checkpointer: BaseCheckpointSaver;
  private readonly timer: NodeJS.Timeout;

  /** @param inbox - What runs read their inboxes from. */
  constructor(
    readonly storage: Threads,
    private readonly options: LocalOptions,
    private readonly inbox: BaseStore,
  ) {
    this.checkpointer = watchSaves(storage.checkpointer, (thread, state) => {
      this.feeds.get(thread)?.save(state);
      const run = this.runs.get(thread);
      if (run && (state.scenes?.length ?? 0) > run.scenesBefore) run.opened.resolve();
    });
    // What fails now is looked at again the next time.
    this.timer = setInterval(() => this.look().catch(() => {}), options.pollMs ?? 1000).unref();
  }

  /** Stops the run, if there is one, and waits for its end. */
  async stop(thread: string, { afterTurn = false, isReplaced = false } = {}): Promise<void> {
    const run = this.runs.get(thread);
    if (!run) return;
    run.isStopped = true;
    run.stopsAfterTurn = afterTurn;
    run.isReplaced = isReplaced;
    if (!afterTurn) run.abort.abort();
    await run.done;
  }

  /** Tells followers how a conversation stands whose run nothing has replaced. */
  async tellStatus(thread: string): Promise<void> {
    this.runs.delete(thread);
    const record = await this.find(thread);
    this.feeds.get(thread)?.setStatus(this.statusOf(record, await this.snapshotOf(record)));
    this.dropFeed(thread);
  }

  /** Throws `invalid-input` for a thread that holds no conversation. */
  async find(thread: string): Promise<ThreadRecord> {
    const record = isThreadName(thread) ? await this.storage.find(thread) : undefined;
    if (record) return record;
    throw invalidField("thread", "unknown-thread", { thread });
  }

  async remove(thread: string): Promise<void> {
    await this.storage.take(thread);
    await this.storage.remove(thread);
    await this.storage.release(thread);
    this.forget(thread);
  }

  private forget(thread: string): void {
    this.feeds.get(thread)?.close();
    this.feeds.delete(thread);
    this.seen.delete(thread);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.runs.keys()].map((thread) => this.stop(thread)));
    for (const feed of this.feeds.values()) feed.close();
    await this.storage.close();
  }

  graphOf(mode: string): Graph {
    const { graphs = {}, modes: _modes, pollMs: _pollMs, onFailure: _onFailure, ...options } = this.options;
    const known = [...new Set([...Object.keys(this.modes), ...Object.keys(graphs)])];
    if (!known.includes(mode)) throw invalidField("mode", "unknown-mode", { mode, known });
    const compiling = { checkpointer: this.checkpointer, store: this.inbox };
    const own = Object.hasOwn(graphs, mode) ? graphs[mode] : undefined;
    const graph =
      this.graphs.get(mode) ?? ((own?.compile(compiling) ?? this.modes[mode]?.compile(options, compiling)) as Graph);
    this.graphs.set(mode, graph);
    return graph;
  }

  get modes(): Modes {
    return this.options.modes ?? modes;
  }

  async snapshotOf({ name, mode }: ThreadRecord): Promise<GraphSnapshot & { readonly values: Named }> {
    const snapshot = await this.graphOf(mode).getState(configOf(name));
    if (!snapshot.tasks.every(({ interrupts }) => interrupts.every(isRecord)))
      throw conversationFormat.damaged(name, "an interrupt is no record");
    return { ...snapshot, values: conversationFormat.read(snapshot.values, name) };
  }

  /** The state after whole steps. LangGraph's has more: what some tasks of a step have written while others still wait for people. */
  private async savedOf(thread: string): Promise<HistoryState> {
    const saved = await this.checkpointer.getTuple(configOf(thread));
    return conversationFormat.read(saved?.checkpoint.channel_values ?? {}, thread) as HistoryState;
  }

  statusOf({ name, state }: ThreadRecord, snapshot: GraphSnapshot): StatusEvent {
    return statusOf(snapshot, this.runs.has(name) || state === "running");
  }

  async feedOf(record: ThreadRecord): Promise<Feed> {
    const { name } = record;
    if (!this.feeds.has(name)) {
      const [snapshot, saved] = await Promise.all([this.snapshotOf(record), this.savedOf(name)]);
      // Somebody else may have opened it meanwhile.
      if (!this.feeds.has(name)) this.feeds.set(name, new Feed(saved, this.statusOf(record, snapshot)));
    }
    return this.feeds.get(name) as Feed;
  }

  dropFeed(thread: string): void {
    if (this.runs.has(thread) || this.feeds.get(thread)?.isFollowed) return;
    this.feeds.delete(thread);
    this.seen.delete(thread);
  }

  /** Locks the thread and runs its graph. Throws `thread-in-use`. */
  async begin(given: ThreadRecord, input: Named | Command | null, context: Named = {}): Promise<Run> {
    const record: ThreadRecord = { ...given, state: "running", updatedAt: new Date().toISOString() };
    const graph = this.graphOf(record.mode);
    await this.storage.take(record.name);
    try {
      // Before anything changes: a conversation of a newer Rostrum stays as it is.
      const { scenes = [] } = await this.savedOf(record.name);
      await this.storage.save(record);
      const run: Run = {
        abort: new AbortController(),
        control: new RunControl(),
        opened: Promise.withResolvers(),
        scenesBefore: scenes.length,
        done: Promise.resolve(),
        isStopped: false,
        stopsAfterTurn: false,
        isReplaced: false,
      };
      run.opened.promise.catch(() => {});
      await this.feedOf(record);
      this.runs.set(record.name, run);
      this.feeds.get(record.name)?.setStatus({ type: "status", status: "running", waiting: [] });
      run.done = this.finish(record, run, (listener) =>
        graph.invoke(input as never, {
          configurable: { thread_id: record.name, [listenerKey]: listener },
          context: { ...record.context, ...context },
          signal: run.abort.signal,
          control: run.control,
        }),
      );
      return run;
    } catch (error) {
      await this.storage.release(record.name);
      throw error;
    }
  }

  /** Sees a run through to its end. Never rejects because of the run. */
  private async finish(
    record: ThreadRecord,
    run: Run,
    invoke: (listener: (event: RostrumEvent) => void) => Promise<unknown>,
  ): Promise<void> {
    let { turn } = record;
    let saving: Promise<void> = Promise.resolve();
    const save = (state: ThreadRecord["state"]) => {
      const updatedAt = new Date().toISOString();
      // An outdated record must not end a conversation, nor keep later saves from it. Only the last save is awaited, and may fail.
      saving = saving.catch(() => {}).then(() => this.storage.save({ ...record, state, turn, updatedAt }));
      saving.catch(() => {});
    };
    const listener = (event: RostrumEvent) => {
      this.feeds.get(record.name)?.pass(event);
      if (event.type !== "speech-end") return;
      if (run.stopsAfterTurn) run.control.requestDrain();
      if (event.turn > turn) {
        turn = event.turn;
        save("running");
      }
    };
    let thrown: unknown;
    try {
      await invoke(listener);
    } catch (error) {
      if (!run.isStopped) thrown = error;
    }
    let status: StatusEvent;
    try {
      const snapshot = await this.snapshotOf(record);
      status = statusOf(snapshot, false, thrown);
      turn = Number(snapshot.values["turn"] ?? turn);
      save(status.status === "failed" ? "stopped" : status.status);
      await saving;
    } catch (error) {
      thrown ??= error;
      status = { type: "status", status: "failed", waiting: [], error: failureOf(error) };
    } finally {
      await this.storage.release(record.name).catch(() => {});
    }
    if (thrown === undefined) run.opened.resolve();
    else run.opened.reject(thrown);
    if (thrown !== undefined) this.options.onFailure?.(thrown, record.name);
    if (run.isReplaced) return;
    this.runs.delete(record.name);
    this.feeds.get(record.name)?.setStatus(status);
    this.dropFeed(record.name);
  }

  /** Looks at the followed conversations that this process does not run, and continues those whose people are late. */
  private async look(): Promise<void> {
    for (const [thread, feed] of this.feeds) {
      if (this.runs.has(thread)) continue;
      const record = await this.storage.find(thread);
      if (!record) {
        // Another process has removed it.
        if (!this.runs.has(thread)) this.forget(thread);
        continue;
      }
      // Another process may be faster.
      if (isLate(feed.status, this.options.clock?.() ?? new Date())) await this.begin(record, null).catch(() => {});
      // A process that is killed leaves its record as it is.
      const version = `${record.state} ${record.updatedAt}`;
      if (record.state !== "running" && this.seen.get(thread) === version) continue;
      const [snapshot, saved] = await Promise.all([this.snapshotOf(record), this.savedOf(thread)]);
      if (this.runs.has(thread)) continue;
      this.seen.set(thread, version);
      feed.see(saved, this.statusOf(record, snapshot));
    }
  }
}
