/**
 * A LangGraph checkpointer based on Node.js's built-in SQLite. Stores each message at most twice, and throws
 * `storage-failed` instead of SQLite's own errors.
 */
import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  maxChannelVersion,
  type PendingWrite,
  type SerializerProtocol,
  TASKS,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import { parseStored } from "../../errors/storage-failure.js";
import { idOf } from "./config-ids.js";
import { ContentSerializer } from "./contents/content-serializer.js";
import { type Content, type ContentCopy, hashInText, isLatest, KeptContents } from "./contents/kept-contents.js";
import { isOutline } from "./contents/outline.js";
import { dumpMetadata } from "./metadata.js";
import { metadataField, SqliteFile } from "./sqlite-file.js";

type Row = Readonly<Record<"thread_id" | "checkpoint_ns" | "checkpoint_id" | "checkpoint" | "metadata", string>> & {
  readonly parent_checkpoint_id: string | null;
};

type WriteRow = Readonly<Record<"task_id" | "channel" | "type", string>> & { readonly value: Uint8Array };

const insertContent = "INSERT OR IGNORE INTO contents (hash, text, thread) VALUES (?, ?, ?)";
const copyContents = `INSERT OR IGNORE INTO contents
  SELECT value ->> 'hash', text, ? FROM json_each(?) JOIN contents ON hash = value ->> 'from'`;
const countCopies = "SELECT count(*) AS count FROM json_each(?) JOIN contents ON hash = value ->> 'hash'";
const insertCheckpoint = `INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?,
  (SELECT coalesce(max(sequence), 0) + 1 FROM checkpoints WHERE thread_id = ?))
  ON CONFLICT DO UPDATE SET checkpoint = excluded.checkpoint, metadata = excluded.metadata`;
/** Whether a row is earlier than a checkpoint. Compares ids if the checkpoint does not belong to the thread. */
const isEarlier = `coalesce((sequence, checkpoint_id) <
  (SELECT sequence, checkpoint_id FROM checkpoints WHERE thread_id = ? AND checkpoint_id = ?), checkpoint_id < ?)`;
const selectContents =
  "SELECT coalesce(text, '') AS text FROM json_each(?) LEFT JOIN contents ON hash = value ORDER BY key";
/** Selects writes in the order in which LangGraph applies them: by code point, which is how SQLite compares UTF-8. */
const selectWrites = `SELECT task_id, channel, type, value FROM writes
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? ORDER BY task_path, task_id, idx`;

/**
 * Inserts one of a task's writes. It replaces an earlier write only if `isSpecial` is true, as it is for the answer to
 * an interrupt; otherwise, the earlier write remains.
 */
const insertWrite = (isSpecial: boolean) => `INSERT OR ${isSpecial ? "REPLACE" : "IGNORE"} INTO writes
  (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, task_path, channel, type, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const configOf = (thread_id: string, checkpoint_ns: string, checkpoint_id: string) => ({
  configurable: { thread_id, checkpoint_ns, checkpoint_id },
});

export class SqliteCheckpointer extends BaseCheckpointSaver {
  readonly file: SqliteFile;
  private readonly plain: SerializerProtocol;
  private readonly kept: KeptContents;
  private readonly serializer: ContentSerializer;
  /** Texts that are not in the file yet. The next change saves them first, because its rows may refer to them. */
  private readonly unsaved = new Map<string, Content>();

  /**
   * @param source - An open file, the path of a file, or `:memory:`. A missing file is created with its folders.
   * @throws `storage-failed` if the file cannot be used; `unreadable-save` if a newer version of Rostrum created it.
   */
  constructor(source: SqliteFile | string) {
    super();
    this.file = typeof source === "string" ? new SqliteFile(source) : source;
    this.plain = this.serde;
    this.kept = new KeptContents({
      place: this.file.path,
      keep: (contents) => {
        for (const content of contents) this.unsaved.set(content.hash, content);
      },
      find: async (hashes) => {
        const rows = await this.read<{ text: string }>(selectContents, JSON.stringify(hashes));
        return rows.map(({ text }) => text);
      },
      copy: (copies, thread) => this.copy(copies, thread),
    });
    this.serializer = new ContentSerializer(this.plain, this.kept);
    this.serde = this.serializer;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    if (!config.configurable?.["thread_id"]) return undefined;
    const configurable = { checkpoint_ns: "", ...config.configurable };
    const [row] = await this.rowsOf({ configurable }, { limit: 1 });
    if (isLatest(configurable)) this.kept.checkLatest(idOf(config, "thread_id"), row?.checkpoint_id);
    return row && this.load(row, configurable);
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    for (const row of await this.rowsOf(config, options)) yield await this.load(row, config.configurable);
  }

  private load(row: Row, configurable: RunnableConfig["configurable"]): Promise<CheckpointTuple> {
    return this.kept.inThread(row.thread_id, () => this.kept.readAs(isOutline(configurable), () => this.tupleOf(row)));
  }

  private async rowsOf(config: RunnableConfig, { limit, before, filter = {} }: CheckpointListOptions): Promise<Row[]> {
    const { thread_id, checkpoint_ns, checkpoint_id } = config.configurable ?? {};
    const earlierThan: unknown = before?.configurable?.["checkpoint_id"];
    const conditions: [sql: string, ...values: unknown[]][] = [["TRUE"]];
    if (thread_id) conditions.push(["thread_id = ?", thread_id]);
    if (checkpoint_ns !== undefined) conditions.push(["checkpoint_ns = ?", checkpoint_ns]);
    if (checkpoint_id) conditions.push(["checkpoint_id = ?", checkpoint_id]);
    if (earlierThan) conditions.push([isEarlier, thread_id, earlierThan, earlierThan]);
    for (const [key, value] of Object.entries(filter))
      if (value !== undefined) conditions.push([`${metadataField(key)} = ?`, JSON.stringify(value)]);
    const where = conditions.map(([sql]) => sql).join(" AND ");
    const values = conditions.flatMap(([, ...rest]) => rest.map(String));
    // SQLite treats a negative limit as no limit.
    const order = `ORDER BY sequence DESC, checkpoint_id DESC LIMIT ${Math.trunc(limit ?? -1)}`;
    const sql = `SELECT * FROM checkpoints WHERE ${where} ${order}`;
    return this.read<Row>(sql, ...values);
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const thread = idOf(config, "thread_id");
    const { checkpoint_ns = "", checkpoint_id: parent = null } = config.configurable ?? {};
    const text = await this.kept.inThread(thread, () => this.serializer.dumpCheckpoint(checkpoint));
    const facts = await dumpMetadata(this.plain, metadata);
    const row = [thread, checkpoint_ns, checkpoint.id, parent, text, facts];
    await this.change(() => this.file.run(insertCheckpoint, ...row, thread));
    if (checkpoint_ns === "") this.kept.noteCheckpoint(thread, checkpoint.id);
    return configOf(thread, checkpoint_ns, checkpoint.id);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = "",
  ): Promise<void> {
    const [thread, checkpoint] = [idOf(config, "thread_id"), idOf(config, "checkpoint_id")];
    const namespace: string = config.configurable?.["checkpoint_ns"] ?? "";
    const rows: (string | number | Uint8Array)[][] = [];
    for (const [index, [channel, value]] of writes.entries()) {
      const written = await this.kept.inThread(thread, () => this.serializer.dumpsTyped(value));
      const place = WRITES_IDX_MAP[channel] ?? index;
      rows.push([thread, namespace, checkpoint, taskId, place, taskPath, channel, ...written]);
    }
    const sql = insertWrite(writes.every(([channel]) => channel in WRITES_IDX_MAP));
    await this.change(() => {
      for (const row of rows) this.file.run(sql, ...row);
    });
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.erase(threadId);
  }

  /**
   * Deletes the thread's checkpoints and texts, and overwrites the deleted data in the file.
   *
   * @param deleteMore - Makes further deletions in the same transaction. Default: no further deletions.
   */
  async erase(thread: string, deleteMore = () => {}): Promise<void> {
    for (const content of this.unsaved.values()) if (content.thread === thread) this.unsaved.delete(content.hash);
    await this.file.transact(() => {
      for (const table of ["checkpoints", "writes"]) this.file.run(`DELETE FROM ${table} WHERE thread_id = ?`, thread);
      this.file.run("DELETE FROM contents WHERE thread = ?", thread);
      this.eraseUnused();
      deleteMore();
    });
    this.kept.drop(thread);
    await this.file.shrink();
  }

  /**
   * Deletes the texts that belong to no thread and that no thread uses. Before database version 3, threads shared their
   * texts.
   */
  private eraseUnused(): void {
    const unused = new Set(this.textsOf("SELECT hash AS text FROM contents WHERE thread IS NULL"));
    if (unused.size === 0) return;
    const keepFrom = (text: string): void => {
      for (const [hash] of text.matchAll(hashInText))
        if (unused.delete(hash)) this.textsOf("SELECT text FROM contents WHERE hash = ?", hash).forEach(keepFrom);
    };
    this.textsOf("SELECT checkpoint AS text FROM checkpoints").forEach(keepFrom);
    this.textsOf("SELECT CAST(value AS TEXT) AS text FROM writes").forEach(keepFrom);
    this.file.run("DELETE FROM contents WHERE hash IN (SELECT value FROM json_each(?))", JSON.stringify([...unused]));
  }

  private textsOf(sql: string, ...values: readonly string[]): string[] {
    return this.file.all<{ text: string }>(sql, ...values).map(({ text }) => text);
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private read<Found>(sql: string, ...values: readonly string[]): Promise<Found[]> {
    return this.file.use(() => this.file.all<Found>(sql, ...values));
  }

  private copy(copies: readonly ContentCopy[], thread: string): Promise<number> {
    const json = JSON.stringify(copies);
    return this.file.transact(() => {
      this.file.run(copyContents, thread, json);
      return this.file.all<{ count: number }>(countCopies, json)[0]?.count ?? 0;
    });
  }

  private async change(act: () => void): Promise<void> {
    const saved = await this.file.transact(() => {
      const contents = [...this.unsaved.values()];
      for (const { hash, text, thread } of contents) this.file.run(insertContent, hash, text, thread);
      act();
      return contents;
    });
    for (const content of saved) if (this.unsaved.get(content.hash) === content) this.unsaved.delete(content.hash);
  }

  private async tupleOf(row: Row): Promise<CheckpointTuple> {
    const { thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id: parent } = row;
    const writes = await this.writesOf(thread_id, checkpoint_ns, checkpoint_id);
    const checkpoint = await this.serializer.loadCheckpoint(row.checkpoint);
    if (checkpoint.v < 4 && parent) await this.addPendingSends(checkpoint, thread_id, checkpoint_ns, parent);
    return {
      config: configOf(thread_id, checkpoint_ns, checkpoint_id),
      checkpoint,
      metadata: parseStored(row.metadata, this.file.path),
      ...(parent ? { parentConfig: configOf(thread_id, checkpoint_ns, parent) } : {}),
      pendingWrites: writes,
    };
  }

  private async writesOf(...key: readonly [thread: string, namespace: string, checkpoint: string]) {
    const writes: CheckpointPendingWrite[] = [];
    for (const { task_id, channel, type, value } of await this.read<WriteRow>(selectWrites, ...key))
      writes.push([task_id, channel, await this.serde.loadsTyped(type, value)]);
    return writes;
  }

  /**
   * Adds the pending sends. Before checkpoint version 4, LangGraph stored them in the writes of the parent checkpoint.
   */
  private async addPendingSends(checkpoint: Checkpoint, ...parent: Parameters<SqliteCheckpointer["writesOf"]>) {
    const versions = Object.values(checkpoint.channel_versions);
    const writes = await this.writesOf(...parent);
    checkpoint.channel_values[TASKS] = writes.filter(([, channel]) => channel === TASKS).map(([, , value]) => value);
    checkpoint.channel_versions[TASKS] =
      versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined);
  }
}
