/**
 * A LangGraph checkpointer that uses the tables of LangGraph's own checkpointer for PostgreSQL. Unlike LangGraph's, it
 * stores each message at most twice, usually saves a checkpoint in one round trip, and lists checkpoints in the order
 * in which they were saved, latest first.
 */
import { randomInt } from "node:crypto";
import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
  type SerializerProtocol,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import type { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type pg from "pg";
import { idOf } from "./config-ids.js";
import { ContentReader } from "./contents/content-reader.js";
import { ContentSerializer } from "./contents/content-serializer.js";
import { type Content, hashInText, isLatest, KeptContents } from "./contents/kept-contents.js";
import { isOutline, isOutlined } from "./contents/outline.js";
import { dumpMetadata, fromJsonb, toJsonb } from "./metadata.js";
import {
  copyContents,
  countCopies,
  deleteThread,
  insertCheckpoint,
  insertContents,
  insertWrites,
} from "./postgres-changes.js";
import type { PostgresFence, QueryValue } from "./postgres-fence.js";
import type { PostgresPackages } from "./postgres-tables.js";

/** `getNextVersion` adds a multiple of 1 / `fractions`, which a double can represent exactly. */
const fractions = 2 ** 20;

/**
 * Selects checkpoints, last saved first. LangGraph's ids follow the clock, which can be set back. Therefore, ids order
 * only the rows with the sequence 0, which are older than the `rostrum_sequence` column. If the thread has no
 * checkpoint `$5`, ids also decide which checkpoints are earlier than `$5`.
 */
const selectIds = `SELECT thread_id, checkpoint_ns, checkpoint_id FROM public.checkpoints
  WHERE ($1::text IS NULL OR thread_id = $1) AND ($2::text IS NULL OR checkpoint_ns = $2)
    AND ($3::text IS NULL OR checkpoint_id = $3) AND metadata @> $4
    AND ($7::jsonb IS NULL OR metadata -> 'step' = $7)
    AND ($5::text IS NULL OR coalesce((rostrum_sequence, checkpoint_id) < (SELECT rostrum_sequence, checkpoint_id
      FROM public.checkpoints WHERE thread_id = $1 AND checkpoint_id = $5 LIMIT 1), checkpoint_id < $5))
  ORDER BY rostrum_sequence DESC, checkpoint_id DESC LIMIT $6`;

/** The approximate number of characters to insert at once, so that other work can run in between. */
const largestInsert = 1_000_000;

/**
 * Deletes the texts that belong to no thread and that no thread uses. Before database version 3, threads shared their
 * texts.
 */
const eraseUnused = `WITH RECURSIVE roots (text) AS (
    SELECT encode(blob, 'escape') FROM public.checkpoint_blobs UNION ALL
    SELECT encode(blob, 'escape') FROM public.checkpoint_writes UNION ALL SELECT checkpoint::text FROM public.checkpoints
  ), used (hash, text) AS (
    SELECT contents.hash, contents.text FROM roots, regexp_matches(roots.text, $1, 'g') AS found
      JOIN rostrum_contents AS contents ON contents.hash = found[1] AND contents.thread IS NULL
    UNION
    SELECT contents.hash, contents.text FROM used, regexp_matches(used.text, $1, 'g') AS found
      JOIN rostrum_contents AS contents ON contents.hash = found[1] AND contents.thread IS NULL
  )
  DELETE FROM rostrum_contents WHERE thread IS NULL AND hash NOT IN (SELECT hash FROM used)`;

/** Splits the texts into portions of about `largestInsert` characters. Returns at least one portion. */
function portionsOf(contents: readonly Content[]): Content[][] {
  const portions: Content[][] = [[]];
  let length = 0;
  for (const content of contents) {
    if (length >= largestInsert) [length] = [0, portions.push([])];
    portions.at(-1)?.push(content);
    length += content.text.length;
  }
  return portions;
}

type Blobs = Parameters<PostgresSaver["_loadBlobs"]>[0];

interface Written {
  readonly channel: string;
  readonly type: string;
  /** The text; for the type `bytes`, the bytes in Base64; undefined for the type `empty`. */
  readonly written?: string;
  readonly version?: string | number;
  readonly index?: number;
}

function createReader(
  { PostgresSaver: Saver }: PostgresPackages,
  connections: pg.Pool,
  serializer: SerializerProtocol,
  kept: KeptContents,
): PostgresSaver {
  class Reader extends Saver {
    protected override async _loadMetadata(metadata: Readonly<Record<string, unknown>>): Promise<unknown> {
      return fromJsonb(metadata);
    }

    protected override async _loadBlobs(blobs: Blobs): Promise<Record<string, unknown>> {
      if (!kept.isOutline) return super._loadBlobs(blobs);
      const load = (outlined: boolean) => {
        const some = (blobs ?? []).filter(([channel]) => isOutlined(new TextDecoder().decode(channel)) === outlined);
        return kept.readAs(outlined, () => super._loadBlobs(some));
      };
      return { ...(await load(true)), ...(await load(false)) };
    }
  }
  return new Reader(connections, serializer);
}

export class PostgresCheckpointer extends BaseCheckpointSaver<number> {
  private readonly kept: KeptContents;
  private readonly plain: SerializerProtocol;
  private readonly serializer: ContentSerializer;
  private readonly reader: PostgresSaver;
  /** Each thread's texts that are not in the database yet. The thread's next change also saves them. */
  private readonly unsaved = new Map<string, Map<string, Content>>();

  constructor(
    packages: PostgresPackages,
    private readonly connections: pg.Pool,
    place: string,
    private readonly fence: PostgresFence,
  ) {
    super();
    const reader = new ContentReader(connections);
    this.kept = new KeptContents({
      place,
      keep: (contents) => {
        for (const content of contents) this.unsavedOf(content.thread).set(content.hash, content);
      },
      find: (hashes) => reader.find(hashes),
      async copy(copies, thread) {
        const found = fence.change<{ count: number }>(thread, copyContents, [JSON.stringify(copies)], countCopies);
        return (await found).count;
      },
    });
    this.plain = this.serde;
    this.serializer = new ContentSerializer(this.plain, this.kept);
    this.serde = this.serializer;
    this.reader = createReader(packages, connections, this.serializer, this.kept);
  }

  override async put(
    config: RunnableConfig,
    { channel_values: values, ...checkpoint }: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const thread = idOf(config, "thread_id");
    const { checkpoint_ns = "", checkpoint_id: parent = null } = config.configurable ?? {};
    const blobs: Written[] = [];
    for (const [channel, version] of Object.entries(newVersions)) {
      const written = channel in values ? await this.write(thread, values[channel]) : { type: "empty" };
      blobs.push({ channel, version, ...written });
    }
    const facts = toJsonb(JSON.parse(await dumpMetadata(this.plain, metadata)));
    const row = [checkpoint_ns, JSON.stringify(blobs), checkpoint.id, parent];
    // This must come before the save, because a read on another connection may find the checkpoint before this call
    // returns.
    if (checkpoint_ns === "") this.kept.noteCheckpoint(thread, checkpoint.id);
    await this.change(thread, insertCheckpoint, [...row, JSON.stringify(checkpoint), JSON.stringify(facts)]);
    return { configurable: { thread_id: thread, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const [thread, checkpoint] = [idOf(config, "thread_id"), idOf(config, "checkpoint_id")];
    const namespace: string = config.configurable?.["checkpoint_ns"] ?? "";
    const rows = new Map<number, Written>();
    for (const [place, [channel, value]] of writes.entries()) {
      const index = WRITES_IDX_MAP[channel] ?? place;
      rows.set(index, { index, channel, ...(await this.write(thread, value)) });
    }
    const sql = insertWrites(writes.every(([channel]) => channel in WRITES_IDX_MAP));
    await this.change(thread, sql, [namespace, checkpoint, taskId, JSON.stringify([...rows.values()])]);
  }

  private async write(thread: string, value: unknown): Promise<Pick<Written, "type" | "written">> {
    const [type, written] = await this.kept.inThread(thread, () => this.serializer.dump(value));
    return { type, written: typeof written === "string" ? written : Buffer.from(written).toString("base64") };
  }

  private unsavedOf(thread: string): Map<string, Content> {
    const contents = this.unsaved.get(thread) ?? new Map<string, Content>();
    this.unsaved.set(thread, contents);
    return contents;
  }

  /**
   * Changes a thread's rows. The same statement also saves the texts to which the rows may refer. If there are many
   * texts, earlier statements save all but the last portion.
   */
  private async change(thread: string, changes: string, values: readonly QueryValue[]): Promise<void> {
    const unsaved = this.unsavedOf(thread);
    // Sorts the texts, because two statements that insert the same texts in different orders can deadlock.
    const contents = [...unsaved.values()].sort((left, right) => (left.hash < right.hash ? -1 : 1));
    const portions = portionsOf(contents).map((portion) => JSON.stringify(portion));
    const last = portions.pop() ?? "[]";
    for (const portion of portions) await this.fence.change(thread, insertContents, [portion]);
    await this.fence.change(thread, changes, [last, ...values]);
    for (const content of contents) if (unsaved.get(content.hash) === content) unsaved.delete(content.hash);
    // Another change may already have deleted this map, and a later change may have created a new one.
    if (unsaved.size === 0 && this.unsaved.get(thread) === unsaved) this.unsaved.delete(thread);
  }

  override async deleteThread(thread: string): Promise<void> {
    this.unsaved.delete(thread);
    await this.fence.change(thread, deleteThread, []);
    const { rows } = await this.connections.query("SELECT FROM rostrum_contents WHERE thread IS NULL LIMIT 1");
    if (rows.length > 0) await this.connections.query(eraseUnused, [`(${hashInText.source})`]);
    this.kept.drop(thread);
  }

  /**
   * Returns a random version above `current`. The saver stores one value for each version of a channel. With whole
   * numbers, two forks of a checkpoint would share versions, and the second fork would read the first fork's value.
   */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + randomInt(1, fractions) / fractions;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread_id = "", checkpoint_ns = "", checkpoint_id, ...others } = config.configurable ?? {};
    const configurable = { ...others, thread_id, checkpoint_ns };
    if (checkpoint_id) return this.load({ ...configurable, checkpoint_id }, configurable);
    const [latest] = await this.idsOf({ configurable }, { limit: 1 });
    if (isLatest(configurable)) this.kept.checkLatest(String(thread_id), latest?.["checkpoint_id"]);
    return latest && this.load(latest, configurable);
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    for (const ids of await this.idsOf(config, options)) {
      const tuple = await this.load(ids, config.configurable);
      if (tuple) yield tuple;
    }
  }

  /** @param asked - The caller's configuration, which may request an outline. */
  private load(
    ids: Record<string, string>,
    asked: RunnableConfig["configurable"],
  ): Promise<CheckpointTuple | undefined> {
    const read = () => this.reader.getTuple({ configurable: ids });
    return this.kept.inThread(String(ids["thread_id"]), () => this.kept.readAs(isOutline(asked), read));
  }

  private async idsOf(
    { configurable = {} }: RunnableConfig,
    { limit, before, filter = {} }: CheckpointListOptions,
  ): Promise<Record<string, string>[]> {
    const { thread_id, checkpoint_ns, checkpoint_id } = configurable;
    const earlierThan: unknown = before?.configurable?.["checkpoint_id"];
    // Passes the step separately as well, so that PostgreSQL can use the index of steps.
    const step = filter["step"] === undefined ? null : JSON.stringify(filter["step"]);
    const wanted = JSON.stringify(toJsonb(filter));
    const values = [thread_id, checkpoint_ns, checkpoint_id || null, wanted, earlierThan, limit, step];
    return (await this.connections.query<Record<string, string>>(selectIds, values)).rows;
  }

  async close(): Promise<void> {
    await this.connections.end();
  }
}
