/** What stops a run from outside: Ctrl-C, and a reader of stdout that has gone. */
import { exitStatus, type Io } from "../io.js";

export interface Stopping {
  /** Aborted when the run must stop immediately. */
  readonly signal: AbortSignal;
  /** Aborted when the run must stop after the current turn, at the latest. */
  readonly afterTurn: AbortSignal;
  by(): "user" | "reader" | undefined;
  /** What Ctrl-C does, for terminals in raw mode, where it arrives as a key. */
  interrupt(): void;
  release(): void;
}

/**
 * `needsReader`: whether the run is pointless once nobody reads its stdout. `endsTurn`: whether the first Ctrl-C lets the current turn
 * end, instead of stopping the run immediately.
 */
export function listenForStops(io: Io, needsReader: boolean, endsTurn: boolean): Stopping {
  const immediately = new AbortController();
  const afterTurn = new AbortController();
  let by: "user" | "reader" | undefined;
  const stop = (who: "user" | "reader") => {
    by ??= who;
    immediately.abort();
    afterTurn.abort();
  };
  const onPipe = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" && needsReader) stop("reader");
  };
  io.stdout.on("error", onPipe);
  const interrupt = () => {
    // The run was told to stop already, and model calls may take long to end.
    if (immediately.signal.aborted) io.quit(exitStatus.interrupted);
    if (!endsTurn || afterTurn.signal.aborted) return stop("user");
    by = "user";
    afterTurn.abort();
  };
  const removeListener = io.onInterrupt(interrupt);
  return {
    signal: immediately.signal,
    afterTurn: afterTurn.signal,
    by: () => by,
    interrupt,
    release() {
      io.stdout.off("error", onPipe);
      removeListener();
    },
  };
}
