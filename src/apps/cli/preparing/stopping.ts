/**
 * Detects external reasons to stop a run: Ctrl-C, SIGTERM, or a stdout that cannot be written to, because its reader
 * closed the pipe or the disk is full.
 */
import { exitStatus, type Io } from "../io.js";

export interface Stopping {
  readonly signal: AbortSignal;
  /** Aborted when the run must stop after the current turn, and also when it must stop immediately. */
  readonly afterTurn: AbortSignal;
  stoppedBy(): "user" | "reader" | undefined;
  /** Has the same effect as Ctrl-C. Needed in raw mode, where Ctrl-C arrives as a key. */
  interrupt(): void;
  release(): void;
}

/**
 * `needsReader`: whether to stop the run once stdout cannot be written to. `endsTurn`: whether the current turn
 * continues to its end after the first Ctrl-C, instead of stopping immediately.
 */
export function listenForStops(io: Io, needsReader: boolean, endsTurn: boolean): Stopping {
  const immediately = new AbortController();
  const afterTurn = new AbortController();
  let stoppedBy: "user" | "reader" | undefined;
  const stop = (who: "user" | "reader") => {
    stoppedBy ??= who;
    immediately.abort();
    afterTurn.abort();
  };
  const onFailedWrite = () => {
    if (needsReader) stop("reader");
  };
  io.stdout.on("error", onFailedWrite);
  const interrupt = () => {
    // The run is already stopping, but model calls can take a long time to end, so another Ctrl-C quits.
    if (immediately.signal.aborted) io.quit(exitStatus.interrupted);
    if (!endsTurn || afterTurn.signal.aborted) return stop("user");
    stoppedBy = "user";
    afterTurn.abort();
  };
  const removeListener = io.onInterrupt(interrupt);
  return {
    signal: immediately.signal,
    afterTurn: afterTurn.signal,
    stoppedBy: () => stoppedBy,
    interrupt,
    release() {
      io.stdout.off("error", onFailedWrite);
      removeListener();
    },
  };
}
