import type { Readable, Writable } from "node:stream";

export const exitStatus = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  /** 128 plus the number of SIGINT, which Ctrl-C sends. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number | undefined };

/** In raw mode, each key press arrives immediately and is not echoed. */
export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  /** Calls `listener` on Ctrl-C or SIGTERM. Returns a function that removes the listener. */
  onInterrupt(listener: () => void): () => void;
  quit(status: number): void;
}

export const processIo: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  quit: (status) => process.exit(status),
  onInterrupt(listener) {
    process.on("SIGINT", listener).on("SIGTERM", listener);
    return () => void process.off("SIGINT", listener).off("SIGTERM", listener);
  },
};

/** A mistake in how the user called a command. The user sees the message, and the command exits with status 2. */
export class UsageError extends Error {}

/** The output cannot be written, for example because the disk is full. The user sees the message. */
export class OutputFailedError extends Error {}

/** Standard input ended before a person gave a required answer. The user sees the message. */
export class InputEndedError extends Error {}
