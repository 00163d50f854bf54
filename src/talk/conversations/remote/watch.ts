import { wait as sleep } from "#platform.js";
import { Feed } from "../port/feed.js";
import type { ConversationSnapshot, FollowedEvent, FollowOptions, StatusEvent } from "../port/port.js";
import { isLate, isUnknownThread } from "../port/status.js";
import { type Connection, isTransient, type RunRef } from "./connection.js";
import { readConversation, type ServerConversation } from "./conversation.js";
import { follow } from "./follow.js";
import { continueRun } from "./runs.js";

/**
 * How many times to read the state while a turn is not saved yet, and how long to wait between two reads, in
 * milliseconds.
 */
const maxReads = 40;
const readMs = 25;

/** How many times to look for a run that replaces a stopped run, and how long to wait before each, in milliseconds. */
const maxLooks = 3;
const replacementMs = 300;

/**
 * The minimum time between two attempts to continue a conversation in which a person has missed the deadline, in
 * milliseconds.
 */
const lateMs = 30_000;

const statusOf = ({ status, waiting, error }: ConversationSnapshot): StatusEvent => ({
  type: "status",
  status,
  waiting,
  ...(error && { error }),
});

/**
 * Returns the last completely saved turn. Before a run's first turn, the current turn counts as incomplete, because a
 * supervisor's plan may still be missing.
 */
const savedTurn = ({ state: { turn = 0, turnAtStart = 0 } }: ConversationSnapshot) =>
  turn > turnAtStart ? turn : turn - 1;

export class Watch {
  private readonly feed: Feed;
  private readonly leaving = new AbortController();
  private wake = () => {};
  private isAwake = false;
  private isWatching = false;
  private seeing: Promise<void> = Promise.resolve();
  /** When this watch last tried to continue the conversation after a missed deadline, in milliseconds since 1970. */
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

  /** Reads the state without waiting for the next poll. Call this when a run may have started or ended. */
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
        // Another follower may have continued the conversation first. The next read shows its actual status.
        if (isLate(this.snapshot, new Date()) && Date.now() - this.continuedAt > lateMs) {
          this.continuedAt = Date.now();
          await continueRun(this.connection, this.snapshot, { input: null }).catch(() => {});
        }
        failures = 0;
        if (this.snapshot.run) await this.followRun(this.snapshot.run);
        else await this.pause(this.snapshot.status === "running" ? readMs : pollMs);
      } catch (error) {
        failures += 1;
        // Ignores the first error, even if it is permanent: if the run itself failed, the next read of the state
        // reports that.
        if (failures > (isTransient(error) ? reconnects : 1)) {
          this.leaving.abort();
          // If the thread is unknown, another client has removed the conversation.
          return this.feed.close(isUnknownThread(error) ? undefined : error);
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
      // Followers must receive a turn's saved events before any events of the next turn.
      if (turn > published + 1) {
        await this.publishBefore(turn);
        published = turn - 1;
      }
      this.feed.pass(event);
    }
  }

  /** Reads and publishes the state, up to `maxReads` times, until the server has saved all turns before `turn`. */
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

  /**
   * Reads and publishes the state. Calls wait for each other, so that none of them publishes an older state after a
   * newer one.
   */
  private see(): Promise<void> {
    const readNext = async () => {
      const before = this.snapshot.status;
      this.snapshot = await this.read();
      // If a message with `now` stopped the run, another run will replace it, on a distant server after a few requests.
      for (let looks = 0; looks < maxLooks && before === "running" && this.snapshot.status === "stopped"; looks += 1) {
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
      await Promise.race([woken, sleep(ms, undefined, { signal: this.leaving.signal }).catch(() => {})]);
    this.isAwake = false;
  }
}
