import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { afterAll } from "@jest/globals";
import type { Io, Output } from "../../../src/apps/cli/io.js";
import { main } from "../../../src/apps/cli/main.js";

export class Captured extends Writable {
  text = "";
  onText: (text: string) => void = () => {};

  constructor(
    readonly isTTY: boolean,
    readonly columns: number,
    private readonly onWrite: (text: string) => void = () => {},
  ) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
    this.onText(this.text);
    this.onWrite(chunk.toString());
  }
}

/** For each script entry in order, waits for the `at` text to appear, and then types the `keys`. */
export class FakeKeyboard extends PassThrough {
  readonly isTTY = true;
  isRaw = false;
  /** The number of calls to `setRawMode`. */
  changes = 0;
  private shown = "";
  private readonly script: Typing[];

  constructor(script: readonly Typing[] = []) {
    super();
    this.script = [...script];
  }

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
    this.changes += 1;
  }

  watch(text: string): void {
    this.shown += text;
    const [next] = this.script;
    if (next === undefined || !this.shown.includes(next.at)) return;
    this.script.shift();
    this.shown = "";
    // The timer delays the keys, because the write that called `watch` has to finish first.
    setTimeout(() => (next.keys === undefined ? this.end() : this.write(next.keys)), next.after ?? 0);
  }
}

interface Typing {
  readonly at: string;
  /** Default: the keyboard closes. */
  readonly keys?: string;
  /** The delay before typing or closing, in milliseconds. */
  readonly after?: number;
}

export interface Setting {
  readonly stdoutIsTerminal?: boolean;
  readonly stderrIsTerminal?: boolean;
  readonly columns?: number;
  readonly stdin?: string;
  /** Replaces `stdin`. */
  readonly keyboard?: FakeKeyboard;
  readonly env?: Readonly<Record<string, string>>;
  /** Presses Ctrl-C as soon as stderr contains this text, and again at each later write to stderr. */
  readonly interruptAt?: string;
  /** Presses Ctrl-C a single time, as soon as stderr contains this text. */
  readonly interruptOnceAt?: string;
  /** Emits EPIPE on stdout as soon as stdout contains this text, as if the reader of a pipe had closed it. */
  readonly stopsReadingAt?: string;
}

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The exit status of each call to `quit`. */
  readonly quits: readonly number[];
}

/** Runs the command line in this process. */
export async function rostrum(argv: readonly string[], setting: Setting = {}): Promise<Ended> {
  const columns = setting.columns ?? 80;
  const { keyboard } = setting;
  const watch = (text: string) => keyboard?.watch(text);
  const stdout = new Captured(setting.stdoutIsTerminal ?? false, columns, watch);
  const stderr = new Captured(setting.stderrIsTerminal ?? false, columns, watch);
  stdout.onText = (text) => {
    if (setting.stopsReadingAt === undefined || !text.includes(setting.stopsReadingAt)) return;
    stdout.onText = () => {};
    stdout.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  };
  const quits: number[] = [];
  const io: Io = {
    stdin: keyboard ?? Readable.from(setting.stdin === undefined ? [] : [Buffer.from(setting.stdin)]),
    stdout: stdout as unknown as Output,
    stderr: stderr as unknown as Output,
    env: setting.env ?? {},
    quit: (status) => quits.push(status),
    onInterrupt(listener) {
      let isPressed = false;
      stderr.onText = (text) => {
        if (!isPressed && setting.interruptOnceAt !== undefined && text.includes(setting.interruptOnceAt)) {
          isPressed = true;
          listener();
        }
        if (setting.interruptAt !== undefined && text.includes(setting.interruptAt)) listener();
      };
      return () => {};
    },
  };
  const status = await main(argv, io);
  return { status, stdout: stdout.text, stderr: stderr.text, quits };
}

export class CountingServer {
  requests = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((_request, response) => {
      this.requests += 1;
      response.writeHead(400).end("{}");
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const modelVariables = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "ROSTRUM_MODEL"] as const;

/** Deletes the environment variables that configure models, and returns a function that restores them. */
export function withoutModels(): () => void {
  const before = modelVariables.map((name) => [name, process.env[name]] as const);
  for (const name of modelVariables) delete process.env[name];
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/**
 * Creates a folder, and deletes the environment variables that configure models. When the suite ends, removes the
 * folder and restores the variables. Call this at the top of a suite.
 */
export function suiteFolder(): string {
  const restore = withoutModels();
  const folder = mkdtempSync(join(tmpdir(), "rostrum-suite-"));
  afterAll(async () => {
    await rm(folder, { recursive: true });
    restore();
  });
  return folder;
}
