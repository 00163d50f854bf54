/** Streams that keep what is written, in place of the process's own; and a server that counts who calls it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable, Writable } from "node:stream";
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

/** A terminal's keyboard, at which somebody waits for something to be shown before each typing. */
export class FakeKeyboard extends PassThrough {
  readonly isTTY = true;
  isRaw = false;
  /** How often raw mode was changed. */
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

  /** Something is shown on the terminal. */
  watch(text: string): void {
    this.shown += text;
    const [next] = this.script;
    if (next === undefined || !this.shown.includes(next.at)) return;
    this.script.shift();
    this.shown = "";
    // Nobody types in the middle of a write.
    setTimeout(() => this.write(next.keys), next.after ?? 0);
  }
}

interface Typing {
  readonly at: string;
  readonly keys: string;
  /** Milliseconds to wait before. */
  readonly after?: number;
}

export interface Setting {
  /** Whether stdout and stderr are terminals. Default: neither. */
  readonly stdoutIsTerminal?: boolean;
  readonly stderrIsTerminal?: boolean;
  readonly columns?: number;
  readonly stdin?: string;
  /** In place of `stdin`. */
  readonly keyboard?: FakeKeyboard;
  readonly env?: Readonly<Record<string, string>>;
  /** Presses Ctrl-C as soon as stderr holds this, and again whenever something is added. */
  readonly interruptAt?: string;
  /** Presses it once. */
  readonly interruptOnceAt?: string;
  /** Closes stdout as soon as it holds this. */
  readonly stopsReadingAt?: string;
}

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The status of every sudden end that was asked for. */
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

/** An address that models can be called at; every call counts, and is refused. */
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

/** Takes away what this machine's environment says about models. Returns what puts it back. */
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
