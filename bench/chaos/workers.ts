/** Worker processes, each of which connects to the database through its own proxy. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { compiled } from "../../test/support/compiled.js";
import { type CuttingProxy, startCuttingProxy } from "../../test/support/cutting-proxy.js";
import { requestEnvironment } from "../../test/support/openai-request.js";

export class WorkerPlace {
  private child: ChildProcess | undefined;
  private generation = 0;
  private readonly words: readonly string[];
  /** The error output of workers that exited unexpectedly, and a line for each worker that did not stop in time. */
  readonly endings: string[] = [];
  isBusy = false;

  private constructor(
    private readonly number: number,
    readonly proxy: CuttingProxy,
    address: string,
    isFenced: boolean,
  ) {
    const reached = new URL(address);
    reached.port = new URL(proxy.url).port;
    this.words = [reached.href, ...(isFenced ? [] : ["--without-fence"])];
  }

  static async open(number: number, address: string, isFenced: boolean): Promise<WorkerPlace> {
    const place = new WorkerPlace(number, await startCuttingProxy(address), address, isFenced);
    await place.start();
    return place;
  }

  get key(): string {
    return `sk-worker-${this.number}-${this.generation}`;
  }

  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    this.generation += 1;
    for (let left = 60; !(await this.attempt(environment)); left -= 1) {
      if (left === 0) throw new Error("no worker starts");
      await wait(500);
    }
  }

  private attempt(environment: Readonly<Record<string, string>>): Promise<boolean> {
    const env = { ...process.env, ...requestEnvironment(), OPENAI_API_KEY: this.key, ...environment };
    const child = spawn(process.execPath, [compiled("test/support/chaos-worker.ts"), ...this.words], { env });
    let printed = "";
    child.stderr.on("data", (chunk) => (printed = `${printed}${chunk}`.slice(-5000)));
    return new Promise((resolve) => {
      child.stdout.once("data", () => {
        this.child = child;
        resolve(true);
      });
      child.once("exit", (code) => {
        if (this.child === child) this.endings.push(`worker ${this.number} exited with ${code}: ${printed}`);
        resolve(false);
      });
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.child;
    if (!child) return;
    this.child = undefined;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const late = setTimeout(() => {
      this.endings.push(`worker ${this.number} did not stop`);
      child.kill("SIGKILL");
    }, 60_000);
    child.kill(signal);
    await ended;
    clearTimeout(late);
  }

  async close(): Promise<void> {
    await this.end("SIGTERM");
    await this.proxy.stop();
  }
}
