/** Saves how a run ended. */
import type { ThreadRecord, Threads } from "../../storage/threads.js";
import type { HistoryState } from "../port/history.js";
import type { LocalGraphs } from "./local-graphs.js";
import type { RecordSaver } from "./run.js";
import type { Statuses } from "./statuses.js";

interface Place {
  readonly graphs: LocalGraphs;
  readonly statuses: Statuses;
  readonly storage: Threads;
}

/**
 * Saves how a run ended, and unlocks its thread. Returns the final status and the error: the run's error if the run
 * failed, the error of saving if only saving failed, and otherwise undefined.
 *
 * @param publish - Called with the saved state of a run that failed, because followers may not have received its latest
 * events: a save that seemed to fail may have taken effect.
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
      error ??= caught;
      return statuses.failed(error);
    });
    await saver.saveEnd(status, turn);
    return { status, error };
  } catch (caught) {
    error ??= caught;
    return { status: statuses.noteUnsaved(name, error), error };
  } finally {
    await storage.release(name).catch(() => {});
  }
}
