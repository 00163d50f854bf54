import { withLock } from "../../storage/thread-lock.js";
import { isPending, type ThreadRecord, type Threads } from "../../storage/threads.js";
import type { HistoryState } from "../port/history.js";
import type { StatusEvent } from "../port/port.js";
import type { LocalGraphs } from "./local-graphs.js";
import type { RecordSaver } from "./run.js";
import type { Statuses } from "./statuses.js";

interface Place {
  readonly graphs: LocalGraphs;
  readonly statuses: Statuses;
  readonly storage: Threads;
}

/**
 * Saves how a run ended, and unlocks the thread.
 *
 * @param publish - Called with the saved state of a failed run, because followers may not have received its latest
 * events: a save that reported an error may have succeeded.
 */
export async function saveEnd(
  { graphs, statuses, storage }: Place,
  record: ThreadRecord,
  saver: RecordSaver,
  thrown: unknown,
  publish: (state: HistoryState) => void,
) {
  const { name } = record;
  let error = thrown;
  let turn: unknown;
  const findStatus = async () => {
    const snapshot = await graphs.snapshotOf(record);
    turn = snapshot.values["turn"];
    if (thrown !== undefined) publish((await graphs.savedOf(name, snapshot)).state);
    return statuses.atEnd(name, snapshot, thrown);
  };
  try {
    const status = await findStatus().catch((caught: unknown) => {
      // Lets another worker find out how the run ended.
      if (isPending(record)) throw caught;
      error ??= caught;
      return statuses.failed(error);
    });
    await saver.saveEnd(status, turn);
    return { status, error, isSaved: true };
  } catch (caught) {
    error ??= caught;
    // Another worker continues a pending conversation, so its failure need not be noted.
    const status = isPending(record) ? statuses.failed(error) : statuses.noteUnsaved(name, error);
    return { status, error, isSaved: false };
  } finally {
    await storage.release(name).catch(() => {});
  }
}

interface QueuedPlace extends Place {
  setStatus(thread: string, status: StatusEvent): void;
}

/** Takes a pending run back from the workers. Throws `thread-in-use` if another process is running the conversation. */
export async function takeBack(threads: QueuedPlace, thread: string): Promise<void> {
  const { graphs, statuses, storage } = threads;
  await withLock(storage, thread, async () => {
    const record = await storage.find(thread);
    if (!(record && isPending(record))) return;
    const { stretch: _stretch, ...rest } = record;
    // If the run has not started, the saved state still shows an earlier status, such as `waiting` or `ended`.
    const status = await graphs.snapshotOf(record).then(
      (snapshot) => statuses.atEnd(thread, snapshot, undefined),
      // This process may be unable to read the conversation.
      () => ({ type: "status", status: "stopped", waiting: [] }) as const,
    );
    await storage.save({ ...rest, state: status.status, updatedAt: new Date().toISOString() });
    threads.setStatus(thread, status);
  });
}
