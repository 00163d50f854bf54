/** Saves checkpoints in the browser's IndexedDB, and keeps a copy of each used thread in memory. */
import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  Checkpoint,
  CheckpointListOptions,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { MemoryCheckpointer } from "../memory/memory-checkpointer.js";
import type { StoredValue } from "../memory/memory-serializer.js";
import type { BrowserDatabase } from "./browser-database.js";
import { ThreadLog } from "./thread-log.js";

type Stored = MemoryCheckpointer["storage"][string][string][string];
type StoredWrites = MemoryCheckpointer["writes"][string];

/** LangGraph's `MemorySaver` keeps what the serializer returns: an object, although the type says bytes. */
const storedOf = (value: Uint8Array) => value as object as StoredValue;
const bytesOf = (value: StoredValue) => value as object as Uint8Array;

/** Creates a map without inherited properties, such as `constructor`, as LangGraph's `MemorySaver` does. */
const emptyMap = <Value>(): Record<string, Value> => Object.create(null);

const threadIn = (config: RunnableConfig): string | undefined => config.configurable?.["thread_id"];

export class IndexedDbCheckpointer extends MemoryCheckpointer {
  private readonly log: ThreadLog;

  constructor(private readonly database: BrowserDatabase) {
    super(database.name);
    this.log = new ThreadLog(database, {
      onCheckpoint: (thread, { namespace, id, parent, checkpoint, metadata }) => {
        const namespaces = this.storage[thread] ?? emptyMap<Record<string, Stored>>();
        const checkpoints = namespaces[namespace] ?? emptyMap<Stored>();
        this.storage[thread] = namespaces;
        namespaces[namespace] = checkpoints;
        checkpoints[id] = [bytesOf(checkpoint), bytesOf(metadata), parent];
      },
      onWrites: (_thread, { place, writes }) => {
        this.writes[place] = Object.assign(this.writes[place] ?? emptyMap(), writes);
      },
      onRemoved: (thread) => void super.deleteThread(thread),
    });
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const thread = threadIn(config);
    if (thread) await this.log.catchUp(thread);
    return super.getTuple(config);
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    const thread = threadIn(config);
    for (const each of thread ? [thread] : await this.log.threads()) await this.log.catchUp(each);
    yield* super.list(config, options);
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const result = await super.put(config, checkpoint, metadata);
    const { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id } = result.configurable as ConfigIds;
    const stored = this.storage[thread]?.[namespace]?.[id];
    if (stored) {
      const [saved, facts, parent] = stored;
      const texts = { checkpoint: storedOf(saved), metadata: storedOf(facts) };
      await this.log.addCheckpoint(thread, { namespace, id, parent, ...texts });
    }
    return result;
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    const thread = threadIn(config);
    // First reads the writes that another page has saved, because a task keeps its earlier writes.
    if (thread) await this.log.catchUp(thread);
    await super.putWrites(config, writes, taskId, taskPath);
    const { checkpoint_ns, checkpoint_id } = config.configurable ?? {};
    const place = JSON.stringify([thread, checkpoint_ns, checkpoint_id]);
    const all: StoredWrites = this.writes[place] ?? {};
    const own = Object.entries(all).filter(([, [task]]) => task === taskId);
    await this.log.addWrites(String(thread), { place, writes: Object.fromEntries(own) });
  }

  override async deleteThread(thread: string): Promise<void> {
    await super.deleteThread(thread);
    await this.log.remove(thread);
  }

  override async close(): Promise<void> {
    this.database.close();
  }
}

type ConfigIds = Readonly<Record<"thread_id" | "checkpoint_ns" | "checkpoint_id", string>>;
