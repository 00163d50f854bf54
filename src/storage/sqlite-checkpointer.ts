/** Keeps conversations in a SQLite file: LangGraph's saver, with each message stored once, writes together, and errors in plain words. */
import type { RunnableConfig } from "@langchain/core/runnables";
import { type CheckpointTuple, WRITES_IDX_MAP } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { RostrumError } from "../errors.js";
import { SharingSerializer } from "./shared-values.js";
import { SqliteBatch } from "./sqlite-batch.js";
import { explainSqlite, openSqliteFile } from "./sqlite-file.js";

type Put = SqliteSaver["put"];
type PutWrites = SqliteSaver["putWrites"];

const insertCheckpoint = `INSERT OR REPLACE INTO checkpoints
  (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)`;

/** What a task wrote stays; what is set from outside, such as the answer to an interrupt, is set anew. */
const insertWrite = (isSpecial: boolean) => `INSERT OR ${isSpecial ? "REPLACE" : "IGNORE"} INTO writes
  (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

export class SqliteCheckpointer extends SqliteSaver {
  private readonly batch: SqliteBatch;

  constructor(private readonly file: string) {
    const database = openSqliteFile(file);
    const batch = new SqliteBatch(database);
    super(database, new SharingSerializer(batch));
    this.batch = batch;
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    this.batch.flush();
    return this.explained(() => super.getTuple(config));
  }

  override async *list(...listing: Parameters<SqliteSaver["list"]>): AsyncGenerator<CheckpointTuple> {
    this.batch.flush();
    yield* super.list(...listing);
  }

  override put(...[config, checkpoint, metadata]: Parameters<Put>): ReturnType<Put> {
    // LangGraph hands in copies: they stay as they are while they are written out.
    return this.explained(async () => {
      const { thread_id, checkpoint_ns = "", checkpoint_id: parent } = config.configurable ?? {};
      if (!thread_id) return super.put(config, checkpoint, metadata);
      const [type, form] = await this.serde.dumpsTyped(checkpoint);
      const [, facts] = await this.serde.dumpsTyped(metadata);
      const row = [thread_id, checkpoint_ns, checkpoint.id, parent, type, form, facts];
      // The next checkpoint waits for this one; a run whose models answer at once would get ever further ahead of what is kept.
      await this.batch.addNow(() => this.db.prepare(insertCheckpoint).run(...row));
      return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
    });
  }

  override putWrites(...[config, writes, taskId]: Parameters<PutWrites>): Promise<void> {
    return this.explained(async () => {
      const { thread_id, checkpoint_ns, checkpoint_id } = config.configurable ?? {};
      if (!thread_id || !checkpoint_id) return super.putWrites(config, writes, taskId);
      const sql = insertWrite(writes.every(([channel]) => channel in WRITES_IDX_MAP));
      const rows: unknown[][] = [];
      for (const [index, [channel, value]] of writes.entries()) {
        const place = WRITES_IDX_MAP[channel] ?? index;
        const form = await this.serde.dumpsTyped(value);
        rows.push([thread_id, checkpoint_ns, checkpoint_id, taskId, place, channel, ...form]);
      }
      await this.batch.add(() => {
        for (const row of rows) this.db.prepare(sql).run(...row);
      });
    });
  }

  override deleteThread(threadId: string): Promise<void> {
    this.batch.flush();
    return this.explained(() => super.deleteThread(threadId));
  }

  /** Closes the file. What was saved is in it. */
  async close(): Promise<void> {
    if (this.db.open) this.batch.flush();
    this.db.close();
  }

  private async explained<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      if (this.db.open) return await act();
    } catch (error) {
      if (this.db.open) throw explainSqlite(error, this.file);
    }
    throw new RostrumError("storage-failed", { place: this.file, fault: "closed" });
  }
}
