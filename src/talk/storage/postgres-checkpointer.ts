/**
 * LangGraph's checkpointer for PostgreSQL, changed to store each message at most twice and to list checkpoints in the
 * order in which they were saved.
 */
import { randomInt } from "node:crypto";
import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  CheckpointListOptions,
  CheckpointMetadata,
  CheckpointTuple,
  SerializerProtocol,
} from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type pg from "pg";
import { ContentSerializer } from "./contents/content-serializer.js";
import { type Content, hashInText, isLatest, KeptContents } from "./contents/kept-contents.js";
import { isOutline, isOutlined } from "./contents/outline.js";
import { dumpMetadata, fromJsonb, toJsonb } from "./metadata.js";

/** The number of fractions from which `getNextVersion` chooses. A double represents each of them exactly. */
const fractions = 2 ** 20;

/**
 * Selects checkpoints, the last saved one first. LangGraph's ids follow the clock, which can be set back. The order
 * therefore depends on them only for rows with the sequence 0, which are older than the column `rostrum_sequence`, and
 * in threads without the checkpoint `$5`.
 */
const selectIds = `SELECT thread_id, checkpoint_ns, checkpoint_id FROM public.checkpoints
  WHERE ($1::text IS NULL OR thread_id = $1) AND ($2::text IS NULL OR checkpoint_ns = $2)
    AND ($3::text IS NULL OR checkpoint_id = $3) AND metadata @> $4
    AND ($7::jsonb IS NULL OR metadata -> 'step' = $7)
    AND ($5::text IS NULL OR coalesce((rostrum_sequence, checkpoint_id) < (SELECT rostrum_sequence, checkpoint_id
      FROM public.checkpoints WHERE thread_id = $1 AND checkpoint_id = $5 LIMIT 1), checkpoint_id < $5))
  ORDER BY rostrum_sequence DESC, checkpoint_id DESC LIMIT $6`;

/** Takes the rows as JSON, because writing an array of long texts for PostgreSQL takes several times as long. */
const insertContents = `INSERT INTO rostrum_contents (hash, text, thread)
  SELECT hash, text, thread FROM json_to_recordset($1) AS rows (hash text, text text, thread text)
  ON CONFLICT DO NOTHING`;

/** Copies texts, and counts those that it found. */
const copyContents = `WITH found AS (
    SELECT copies.hash, contents.text, copies.thread
    FROM json_to_recordset($1) AS copies ("from" text, hash text, thread text)
      JOIN rostrum_contents AS contents ON contents.hash = copies.from
  ), copied AS (INSERT INTO rostrum_contents (hash, text, thread) SELECT * FROM found ON CONFLICT DO NOTHING)
  SELECT count(*)::integer FROM found`;

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

/** Selects texts in the order of their hashes. */
const selectContents = `SELECT coalesce(text, '') AS text
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (hash, number) LEFT JOIN rostrum_contents USING (hash)
  ORDER BY number`;

function* portionsOf(contents: readonly Content[]): Generator<readonly Content[]> {
  let portion: Content[] = [];
  let length = 0;
  for (const content of contents) {
    portion.push(content);
    length += content.text.length;
    if (length < largestInsert) continue;
    yield portion;
    [portion, length] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}

type Blobs = Parameters<PostgresSaver["_loadBlobs"]>[0];

const threadOf = ({ configurable }: RunnableConfig) => String(configurable?.["thread_id"] ?? "");

export class PostgresCheckpointer extends PostgresSaver {
  private readonly kept: KeptContents;
  private readonly plain: SerializerProtocol;

  constructor(
    private readonly connections: pg.Pool,
    place: string,
  ) {
    super(connections);
    this.kept = new KeptContents({
      place,
      async keep(contents) {
        // Sorts the rows, because two statements that insert the same texts in different orders can deadlock.
        const rows = contents.toSorted((left, right) => (left.hash < right.hash ? -1 : 1));
        for (const portion of portionsOf(rows)) await connections.query(insertContents, [JSON.stringify(portion)]);
      },
      async find(hashes) {
        const { rows } = await connections.query<{ text: string }>(selectContents, [hashes]);
        return rows.map(({ text }) => text);
      },
      async copy(copies) {
        const { rows } = await connections.query<{ count: number }>(copyContents, [JSON.stringify(copies)]);
        return rows[0]?.count ?? 0;
      },
    });
    this.plain = this.serde;
    this.serde = new ContentSerializer(this.plain, this.kept);
  }

  override async put(...saving: Parameters<PostgresSaver["put"]>): Promise<RunnableConfig> {
    const [config, { id }] = saving;
    const saved = await this.kept.inThread(threadOf(config), () => super.put(...saving));
    if (!config.configurable?.["checkpoint_ns"]) this.kept.noteCheckpoint(threadOf(config), id);
    return saved;
  }

  override putWrites(...writing: Parameters<PostgresSaver["putWrites"]>): Promise<void> {
    return this.kept.inThread(threadOf(writing[0]), () => super.putWrites(...writing));
  }

  protected override async _dumpMetadata(metadata: CheckpointMetadata): Promise<unknown> {
    return toJsonb(JSON.parse(await dumpMetadata(this.plain, metadata)));
  }

  protected override async _loadMetadata(metadata: Readonly<Record<string, unknown>>): Promise<unknown> {
    return fromJsonb(metadata);
  }

  protected override async _loadBlobs(blobs: Blobs): Promise<Record<string, unknown>> {
    if (!this.kept.isOutline) return super._loadBlobs(blobs);
    const load = (outlined: boolean) => {
      const some = (blobs ?? []).filter(([channel]) => isOutlined(new TextDecoder().decode(channel)) === outlined);
      return this.kept.readAs(outlined, () => super._loadBlobs(some));
    };
    return { ...(await load(true)), ...(await load(false)) };
  }

  /** Deletes everything that the thread has saved. */
  override async deleteThread(thread: string): Promise<void> {
    await super.deleteThread(thread);
    await this.connections.query("DELETE FROM rostrum_contents WHERE thread = $1", [thread]);
    const { rows } = await this.connections.query("SELECT FROM rostrum_contents WHERE thread IS NULL LIMIT 1");
    if (rows.length > 0) await this.connections.query(eraseUnused, [`(${hashInText.source})`]);
    this.kept.drop(thread);
  }

  /**
   * Returns a unique version above `current`. The saver stores one value for each version of a channel, so with whole
   * numbers two forks of one checkpoint would share versions, and the second would read the first one's value.
   */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + randomInt(1, fractions) / fractions;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread_id = "", checkpoint_ns = "", checkpoint_id, ...others } = config.configurable ?? {};
    const configurable = { ...others, thread_id, checkpoint_ns };
    if (checkpoint_id) return this.load({ ...configurable, checkpoint_id }, configurable);
    const [latest] = await this.idsOf({ configurable }, { limit: 1 });
    if (isLatest(configurable)) this.kept.checkLatest(threadOf(config), latest?.["checkpoint_id"]);
    return latest && this.load(latest, configurable);
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    for (const ids of await this.idsOf(config, options)) {
      const tuple = await this.load(ids, config.configurable);
      if (tuple) yield tuple;
    }
  }

  /** Loads a checkpoint. `asked`: the configuration from the caller, which may ask for an outline. */
  private load(
    ids: Record<string, string>,
    asked: RunnableConfig["configurable"],
  ): Promise<CheckpointTuple | undefined> {
    const read = () => super.getTuple({ configurable: ids });
    return this.kept.inThread(String(ids["thread_id"]), () => this.kept.readAs(isOutline(asked), read));
  }

  /** Finds the ids of checkpoints. */
  private async idsOf(
    { configurable = {} }: RunnableConfig,
    { limit, before, filter = {} }: CheckpointListOptions,
  ): Promise<Record<string, string>[]> {
    const { thread_id, checkpoint_ns, checkpoint_id } = configurable;
    const earlierThan: unknown = before?.configurable?.["checkpoint_id"];
    // Names the step again, because PostgreSQL has an index of steps.
    const step = filter["step"] === undefined ? null : JSON.stringify(filter["step"]);
    const wanted = JSON.stringify(toJsonb(filter));
    const values = [thread_id, checkpoint_ns, checkpoint_id || null, wanted, earlierThan, limit, step];
    return (await this.connections.query<Record<string, string>>(selectIds, values)).rows;
  }

  async close(): Promise<void> {
    await this.connections.end();
  }
}
