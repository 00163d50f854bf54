/** Keeps the events of one conversation on a server for those who follow it here. */
import { setTimeout as sleep } from "node:timers/promises";
import { Feed } from "../port/feed.js";
import type { ConversationSnapshot, FollowedEvent, FollowOptions, StatusEvent } from "../port/port.js";
import { isLate } from "../port/status.js";
import { type Connection, isTransient, type RunRef } from "./connection.js";
import { readConversation, type ServerConversation } from "./conversation.js";
import { follow } from "./follow.js";
import { continueRun } from "./runs.js";

/** How often and at which interval to look for a turn that is being saved. Before the first, there may be nothing to wait for. */
const maxLooks = 40;
const lookMs = 25;

/** How long a run that takes the place of another may take to appear. */
const replacementMs = 300;

/** How long to wait before continuing for the same late person again. */
const lateMs = 30_000;

const statusOf = ({ status, waiting, error }: ConversationSnapshot): StatusEvent => ({
  type: "status",
  status,
  waiting,
  ...(error && { error }),
});

/** The last turn of which everything has been told. Before the first, a plan may be under way. */
const turnTold = ({ state: { turn = 0, turnAtStart = 0 } }: ConversationSnapshot) =>
  turn > turnAtStart ? turn : turn - 1;

export class Watch {
  private readonly feed: Feed;
  private readonly leaving = new AbortController();
  private wake = () => {};
  private isAwake = false;
  private isWatching = false;
  private seeing: Promise<void> = Promise.resolve();
  /** When somebody's lateness was last acted on, in milliseconds since 1970. */
  private triedAt = 0;

  constructor(
    private readonly connection: Connection,
    private snapshot: ServerConversation,
  ) {
    this.feed = new Feed(snapshot.state, statusOf(snapshot));
  }

  get isFollowed(): boolean {
    return this.feed.isFollowed;
  }

  get isClosed(): boolean {
    return this.leaving.signal.aborted;
  }

  follow(options: FollowOptions): AsyncGenerator<FollowedEvent, void> {
    if (!this.isWatching) void this.watch();
    this.isWatching = true;
    return this.feed.follow(options);
  }

  /** Tells followers at once that a run has begun or ended. */
  async look(): Promise<void> {
    await this.see().catch(() => {});
    this.isAwake = true;
    this.wake();
  }

  close(): void {
    this.leaving.abort();
    this.feed.close();
    this.wake();
  }

  private async watch(): Promise<void> {
    const { signal } = this.leaving;
    const { pollMs, reconnects } = this.connection;
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.see();
        // Another follower may be faster, and this machine's clock ahead of the server's.
        if (isLate(this.snapshot, new Date()) && Date.now() - this.triedAt > lateMs) {
          this.triedAt = Date.now();
          await continueRun(this.connection, this.snapshot, { input: null }).catch(() => {});
        }
        failures = 0;
        if (this.snapshot.run) await this.followRun(this.snapshot.run);
        else await this.pause(this.snapshot.status === "running" ? lookMs : pollMs);
      } catch (error) {
        failures += 1;
        // A run's own failure is part of the state.
        if (failures > (isTransient(error) ? reconnects : 1)) {
          this.leaving.abort();
          return this.feed.close(error);
        }
        await this.pause(Math.min(50 * 2 ** failures, 5000));
      }
    }
  }

  private async followRun(run: RunRef): Promise<void> {
    let told = turnTold(this.snapshot);
    const joinedAfter = told;
    for await (const event of follow(this.connection, run, this.leaving.signal)) {
      const turn = "turn" in event ? event.turn : told + 1;
      if (turn <= joinedAfter) continue;
      // What is numbered of a turn goes before the next turn.
      for (let look = 0; turn > told + 1 && look < maxLooks; look += 1) {
        this.snapshot = await this.read();
        this.feed.save(this.snapshot.state, turn);
        told = look < maxLooks - 1 ? Math.min(turnTold(this.snapshot), turn - 1) : turn - 1;
        if (turn > told + 1) await sleep(lookMs);
      }
      this.feed.pass(event);
    }
  }

  private read(): Promise<ServerConversation> {
    return readConversation(this.connection, this.snapshot.thread);
  }

  /** One after another: an older state must not come after a newer one. */
  private see(): Promise<void> {
    const look = async () => {
      const before = this.snapshot.status;
      this.snapshot = await this.read();
      // A message with `now` stops a run, and another takes its place.
      if (before === "running" && this.snapshot.status === "stopped") {
        await sleep(replacementMs);
        this.snapshot = await this.read();
      }
      this.feed.see(this.snapshot.state, statusOf(this.snapshot));
    };
    this.seeing = this.seeing.then(look, look);
    return this.seeing;
  }

  private async pause(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    if (!this.isAwake)
      await Promise.race([woken, sleep(ms, undefined, { signal: this.leaving.signal, ref: false }).catch(() => {})]);
    this.isAwake = false;
  }
}
