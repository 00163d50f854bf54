/** What stops a run from outside: Ctrl-C, and a reader of stdout that has gone. */
import { exitStatus } from "./exit-status.js";
import type { Io } from "./io.js";

export interface Stopping {
  readonly signal: AbortSignal;
  /** Aborted when the run is to end at the turn's boundary: where it is kept, the first Ctrl-C asks for no more. */
  readonly ending: AbortSignal;
  /** What stopped the run, if anything did. */
  readonly by: () => "user" | "reader" | undefined;
  /** What Ctrl-C does, for where it comes as a key and not as a signal. */
  interrupt(): void;
  /** Stops listening. */
  release(): void;
}

export interface StopRules {
  /** Whether the run is pointless once nobody reads its stdout. */
  readonly needsReader: boolean;
  /** What is said when the run is to end at the turn's boundary; left out where it ends at once. */
  readonly onEnding?: (() => void) | undefined;
}

export function listenForStops(io: Io, { needsReader, onEnding }: StopRules): Stopping {
  const controller = new AbortController();
  const ending = new AbortController();
  let by: "user" | "reader" | undefined;
  const stop = (who: "user" | "reader") => {
    by ??= who;
    ending.abort();
    controller.abort();
  };
  const onPipe = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" && needsReader) stop("reader");
  };
  io.stdout.on("error", onPipe);
  const interrupt = () => {
    // Once it is told to end at once, waiting for calls to end is too much to ask.
    if (controller.signal.aborted) io.quit(exitStatus.interrupted);
    if (!onEnding || ending.signal.aborted) return stop("user");
    by = "user";
    ending.abort();
    onEnding();
  };
  const release = io.onInterrupt(interrupt);
  return {
    signal: controller.signal,
    ending: ending.signal,
    by: () => by,
    interrupt,
    release() {
      io.stdout.off("error", onPipe);
      release();
    },
  };
}
