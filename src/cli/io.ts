/** What a command reads from and writes to: the process's own streams, or others in tests. */
import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number | undefined };

/** A stream that may be a keyboard. In raw mode every key comes at once, and nothing is shown of it. */
export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls back when the user wants to stop (Ctrl-C). Returns what takes the listener away. */
  onInterrupt(listener: () => void): () => void;
  /** Ends at once, whatever is under way. */
  quit(status: number): void;
}

const signals = ["SIGINT", "SIGTERM"] as const;

export const processIo: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  quit: (status) => process.exit(status),
  onInterrupt(listener) {
    for (const signal of signals) process.on(signal, listener);
    return () => {
      for (const signal of signals) process.off(signal, listener);
    };
  },
};
