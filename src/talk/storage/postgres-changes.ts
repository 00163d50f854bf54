/**
 * The SQL of the checkpointer's changes to a thread's rows, as parts of the `PostgresFence.change` statement. The
 * values of many rows are passed as one JSON text.
 */

/**
 * Inserts the texts in `$3`, each with its hash. They are passed as JSON, because writing an array of long texts takes
 * several times as long.
 */
export const insertContents = `contents AS (
    INSERT INTO rostrum_contents (hash, text, thread)
    SELECT hash, text, $1 FROM fence, json_to_recordset($3) AS rows (hash text, text text) ON CONFLICT DO NOTHING
  )`;

const bytes = "CASE type WHEN 'bytes' THEN decode(written, 'base64') ELSE convert_to(written, 'UTF8') END";

export const insertCheckpoint = `${insertContents}, blobs AS (
    INSERT INTO public.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
    SELECT $1, $4, channel, version, type, ${bytes}
    FROM fence, json_to_recordset($5) AS rows (channel text, version text, type text, written text)
    ON CONFLICT DO NOTHING
  ), checkpoint AS (
    INSERT INTO public.checkpoints
      (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
    SELECT $1, $4, $6, $7, $8::jsonb, $9::jsonb FROM fence
    ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id)
      DO UPDATE SET checkpoint = excluded.checkpoint, metadata = excluded.metadata
  )`;

/**
 * Inserts a task's writes. They replace the task's earlier writes only if `areSpecial` is true, as it is for the answer
 * to an interrupt; otherwise, the earlier writes remain.
 */
export const insertWrites = (areSpecial: boolean) => `${insertContents}, writes AS (
    INSERT INTO public.checkpoint_writes
      (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob)
    SELECT $1, $4, $5, $6, index, channel, type, ${bytes}
    FROM fence, json_to_recordset($7) AS rows (index integer, channel text, type text, written text)
    ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id, task_id, idx) DO ${
      areSpecial ? "UPDATE SET channel = excluded.channel, type = excluded.type, blob = excluded.blob" : "NOTHING"
    }
  )`;

/** For each pair of hashes in `$3`, stores the text of the hash `from` again for this thread, under the hash `hash`. */
export const copyContents = `found AS (
    SELECT copies.hash, contents.text
    FROM json_to_recordset($3) AS copies ("from" text, hash text)
      JOIN rostrum_contents AS contents ON contents.hash = copies.from
  ), copied AS (
    INSERT INTO rostrum_contents (hash, text, thread) SELECT hash, text, $1 FROM found, fence ON CONFLICT DO NOTHING
  )`;

export const countCopies = "(SELECT count(*)::integer FROM found) AS count";

const deleteCheckpoints = ["checkpoints", "checkpoint_blobs", "checkpoint_writes"]
  .map((table) => `${table} AS (DELETE FROM public.${table} WHERE thread_id = $1 AND EXISTS (SELECT FROM fence))`)
  .join(", ");

export const deleteThread = `${deleteCheckpoints}, contents AS (
    DELETE FROM rostrum_contents WHERE thread = $1 AND EXISTS (SELECT FROM fence)
  )`;
