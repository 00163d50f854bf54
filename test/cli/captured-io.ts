/** Streams that keep what is written, in place of the process's own; and a server that counts who calls it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable, Writable } from "node:stream";
import type { Io, Output } from "../../src/cli/io.js";
import { main } from "../../src/cli/main.js";

class Captured extends Writable {
  text = "";
  onText: (text: string) => void = () => {};

  constructor(
    readonly isTTY: boolean,
    readonly columns: number,
  ) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
    this.onText(this.text);
  }
}

export interface Setting {
  /** Whether stdout and stderr are terminals. Default: neither. */
  readonly stdoutIsTerminal?: boolean;
  readonly stderrIsTerminal?: boolean;
  readonly columns?: number;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Presses Ctrl-C as soon as stderr holds this. */
  readonly interruptAt?: string;
}

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process. */
export async function rostrum(argv: readonly string[], setting: Setting = {}): Promise<Ended> {
  const columns = setting.columns ?? 80;
  const stdout = new Captured(setting.stdoutIsTerminal ?? false, columns);
  const stderr = new Captured(setting.stderrIsTerminal ?? false, columns);
  const io: Io = {
    stdin: Readable.from(setting.stdin === undefined ? [] : [Buffer.from(setting.stdin)]),
    stdout: stdout as unknown as Output,
    stderr: stderr as unknown as Output,
    env: setting.env ?? {},
    quit: () => {},
    onInterrupt(listener) {
      stderr.onText = (text) => {
        if (setting.interruptAt !== undefined && text.includes(setting.interruptAt)) listener();
      };
      return () => {};
    },
  };
  const status = await main(argv, io);
  return { status, stdout: stdout.text, stderr: stderr.text };
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
