/** Collects the events of one conversation on a server for its followers in this process. */
import { setTimeout as sleep } from "node:timers/promises";
import { Feed } from "../port/feed.js";
import type { ConversationSnapshot, FollowedEvent, FollowOptions, StatusEvent } from "../port/port.js";
import { isLate } from "../port/status.js";
import { type Connection, isTransient, type RunRef } from "./connection.js";
import { readConversation, type ServerConversation } from "./conversation.js";
import { follow } from "./follow.js";
import { continueRun } from "./runs.js";

/** How many times to read the state until a turn is saved, and the interval, in milliseconds. */
const maxReads = 40;
const readMs = 25;

/** How long the run that replaces another may take to appear, in milliseconds. */
const replacementMs = 300;

/** How long to wait before continuing again because of a person whose time is up, in milliseconds. */
const lateMs = 30_000;

const statusOf = ({ status, waiting, error }: ConversationSnapshot): StatusEvent => ({
  type: "status",
  status,
  waiting,
  ...(error && { error }),
});

/** The last turn that is saved completely. A plan that comes before a run's first turn may still be incomplete. */
const savedTurn = ({ state: { turn = 0, turnAtStart = 0 } }: ConversationSnapshot) =>
  turn > turnAtStart ? turn : turn - 1;

export class Watch {
  private readonly feed: Feed;
  private readonly leaving = new AbortController();
  private wake = () => {};
  private isAwake = false;
  private isWatching = false;
  private seeing: Promise<void> = Promise.resolve();
  /** When this last continued the conversation because a person's time was up, in milliseconds since 1970. */
  private continuedAt = 0;

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

  /** Reads the conversation immediately. Call when a run may have begun or ended. */
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
        // Fails if another follower continues it first, or if this machine's clock is ahead of the server's.
        if (isLate(this.snapshot, new Date()) && Date.now() - this.continuedAt > lateMs) {
          this.continuedAt = Date.now();
          await continueRun(this.connection, this.snapshot, { input: null }).catch(() => {});
        }
        failures = 0;
        if (this.snapshot.run) await this.followRun(this.snapshot.run);
        else await this.pause(this.snapshot.status === "running" ? readMs : pollMs);
      } catch (error) {
        failures += 1;
        // A run's own failure will be in the state that is read next.
        if (failures > (isTransient(error) ? reconnects : 1)) {
          this.leaving.abort();
          return this.feed.close(error);
        }
        await this.pause(Math.min(50 * 2 ** failures, 5000));
      }
    }
  }

  private async followRun(run: RunRef): Promise<void> {
    const joinedAfter = savedTurn(this.snapshot);
    let published = joinedAfter;
    for await (const event of follow(this.connection, run, this.leaving.signal)) {
      const turn = "turn" in event ? event.turn : published + 1;
      if (turn <= joinedAfter) continue;
      // The saved events of a turn come before the next turn.
      if (turn > published + 1) {
        await this.publishBefore(turn);
        published = turn - 1;
      }
      this.feed.pass(event);
    }
  }

  /** Publishes the saved events before a turn. Waits until the server has saved them, up to a limit. */
  private async publishBefore(turn: number): Promise<void> {
    for (let reads = 1; reads <= maxReads; reads += 1) {
      this.snapshot = await this.read();
      this.feed.save(this.snapshot.state, turn);
      if (savedTurn(this.snapshot) >= turn - 1) return;
      await sleep(readMs);
    }
  }

  private read(): Promise<ServerConversation> {
    return readConversation(this.connection, this.snapshot.thread);
  }

  /** Reads and publishes the conversation. Calls wait for each other, so no older state comes after a newer one. */
  private see(): Promise<void> {
    const readNext = async () => {
      const before = this.snapshot.status;
      this.snapshot = await this.read();
      // A message with `now` stops a run, and another run replaces it.
      if (before === "running" && this.snapshot.status === "stopped") {
        await sleep(replacementMs);
        this.snapshot = await this.read();
      }
      this.feed.see(this.snapshot.state, statusOf(this.snapshot));
    };
    this.seeing = this.seeing.then(readNext, readNext);
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
