/** The connection through which a process receives PostgreSQL notifications. */
import { setTimeout as wait } from "node:timers/promises";
import type { QueuePackages } from "./queue-packages.js";

const reconnectMs = 500;
/** How often to check that the connection still works, and how long each check can take, in milliseconds. */
const checkMs = 10_000;
const answerMs = 5000;
const connectMs = 5000;

interface Hearer {
  readonly channel: string;
  hear(payload: string): void;
  /** Called whenever the connection is established, because earlier notifications may have been missed. */
  onConnect(): void;
}

export class Listener {
  private readonly hearers = new Set<Hearer>();
  private client: InstanceType<QueuePackages["pg"]["Client"]> | undefined;
  private connecting: Promise<void> | undefined;
  private isClosed = false;

  /** @param address - Must not lead to a pooler in transaction mode, which does not pass on notifications. */
  constructor(
    private readonly pg: QueuePackages["pg"],
    private readonly address: string,
  ) {}

  async listen(channel: string, hear: (payload: string) => void, onConnect: () => void) {
    const hearer = { channel, hear, onConnect };
    this.hearers.add(hearer);
    this.connecting ??= this.connect();
    await this.connecting;
    await this.client?.query(`LISTEN ${this.pg.escapeIdentifier(channel)}`).catch(() => {});
    return {
      close: async () => {
        this.hearers.delete(hearer);
      },
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.client?.end().catch(() => {});
  }

  /** Reconnects whenever the connection is lost. Resolves after the first attempt, even if it fails. */
  private async connect(): Promise<void> {
    const client = new this.pg.Client({
      ...{ connectionString: this.address, keepAlive: true },
      ...{ query_timeout: answerMs, connectionTimeoutMillis: connectMs },
    });
    const lost = Promise.withResolvers<void>();
    client.on("error", () => lost.resolve()).on("end", () => lost.resolve());
    client.on("notification", ({ channel, payload = "" }) => {
      for (const hearer of this.hearers) if (hearer.channel === channel) hearer.hear(payload);
    });
    const checking = setInterval(() => client.query("SELECT 1").catch(() => lost.resolve()), checkMs).unref();
    void lost.promise.then(async () => {
      clearInterval(checking);
      await client.end().catch(() => {});
      await wait(reconnectMs, undefined, { ref: false });
      if (!this.isClosed) await this.connect();
    });
    try {
      await client.connect();
      const channels = new Set([...this.hearers].map(({ channel }) => channel));
      for (const channel of channels) await client.query(`LISTEN ${this.pg.escapeIdentifier(channel)}`);
      this.client = client;
      if (this.isClosed) await client.end();
      for (const hearer of this.hearers) hearer.onConnect();
    } catch {
      lost.resolve();
    }
  }
}
