/** What stops a run from outside: Ctrl-C, and a reader of stdout that has gone. */
import { exitStatus } from "./exit-status.js";
import type { Io } from "./io.js";

export interface Stopping {
  readonly signal: AbortSignal;
  /** What stopped the run, if anything did. */
  readonly by: () => "user" | "reader" | undefined;
  /** What Ctrl-C does, for where it comes as a key and not as a signal. */
  interrupt(): void;
  /** Stops listening. */
  release(): void;
}

/** `needsReader`: whether the run is pointless once nobody reads its stdout. */
export function listenForStops(io: Io, needsReader: boolean): Stopping {
  const controller = new AbortController();
  let by: "user" | "reader" | undefined;
  const stop = (who: "user" | "reader") => {
    by ??= who;
    controller.abort();
  };
  const onPipe = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" && needsReader) stop("reader");
  };
  io.stdout.on("error", onPipe);
  const interrupt = () => {
    // The second time, waiting for calls to end is too much to ask.
    if (by === "user") io.quit(exitStatus.interrupted);
    stop("user");
  };
  const release = io.onInterrupt(interrupt);
  return {
    signal: controller.signal,
    by: () => by,
    interrupt,
    release() {
      io.stdout.off("error", onPipe);
      release();
    },
  };
}
