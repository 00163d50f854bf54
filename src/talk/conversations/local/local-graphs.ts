import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import { ownValue } from "../../../base/is-record.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { Graph, Mode } from "../../../graph/modes/mode.js";
import { type Modes, modes } from "../../../graph/modes/registry.js";
import type { ThreadRecord } from "../../storage/threads.js";
import type { HistoryState } from "../port/history.js";
import { type LocalOptions, modeOptions } from "./options.js";
import { configOf, readSaved, readSnapshot, type SavedStep, type Snapshot, savedIn } from "./saved-state.js";

export class LocalGraphs {
  private readonly compiled = new Map<string, Graph>();

  constructor(
    private readonly options: LocalOptions,
    private readonly checkpointer: BaseCheckpointSaver,
    private readonly inbox: BaseStore,
  ) {}

  of(mode: string): Graph {
    const { graphs = {} } = this.options;
    const known = [...new Set([...Object.keys(this.modes), ...Object.keys(graphs)])];
    if (!known.includes(mode)) throw invalidField("mode", "unknown-mode", { mode, known });
    const compiling = { checkpointer: this.checkpointer, store: this.inbox };
    const own = ownValue(graphs, mode);
    const graph =
      this.compiled.get(mode) ??
      ((own?.compile(compiling) ?? this.modes[mode]?.compile(modeOptions(this.options), compiling)) as Graph);
    this.compiled.set(mode, graph);
    return graph;
  }

  get modes(): Modes {
    return this.options.modes ?? modes;
  }

  /** Returns a built-in or added mode; undefined for the caller's own graphs, which check their fields themselves. */
  modeOf(name: string): Mode | undefined {
    return Object.hasOwn(this.options.graphs ?? {}, name) ? undefined : ownValue(this.modes, name);
  }

  snapshotOf({ name, mode }: ThreadRecord): Promise<Snapshot> {
    return readSnapshot(this.of(mode), name);
  }

  /** Returns the state saved after a step; undefined if it has not been saved or no longer exists. */
  async savedAt(thread: string, step: number): Promise<HistoryState | undefined> {
    for await (const { checkpoint } of this.checkpointer.list(configOf(thread), { filter: { step }, limit: 1 }))
      return conversationFormat.read(checkpoint.channel_values, thread) as HistoryState;
    return undefined;
  }

  /** Returns the state after the last complete step. `snapshot`: the thread's snapshot, if the caller has read it. */
  savedOf(thread: string, snapshot?: Snapshot): Promise<SavedStep> {
    return snapshot ? savedIn(snapshot, this.checkpointer, thread) : readSaved(this.checkpointer, thread);
  }
}
