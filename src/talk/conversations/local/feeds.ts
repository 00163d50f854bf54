import { InOrder } from "../../../base/in-order.js";
import type { PassingEvent } from "../../../core/state/events.js";
import { isHeld, isPending, type ThreadRecord, type Threads } from "../../storage/threads.js";
import { Feed } from "../port/feed.js";
import type { FollowedEvent, FollowOptions, StatusEvent } from "../port/port.js";
import { isLate } from "../port/status.js";
import type { LocalGraphs } from "./local-graphs.js";
import type { LocalOptions } from "./options.js";
import type { OtherProcesses, RunNews } from "./other-processes.js";
import type { Run } from "./run.js";
import type { Statuses } from "./statuses.js";

interface Followed {
  readonly storage: Threads;
  readonly graphs: LocalGraphs;
  readonly statuses: Statuses;
  readonly runs: ReadonlyMap<string, Run>;
  /** Continues a conversation that is late, which means that it waits for a person whose deadline has passed. */
  continueLate(thread: string): Promise<void>;
}

interface FeedPlace {
  /** The number of the last saved step that this feed has read. */
  readonly step: number;
  readonly stretch?: string | undefined;
  /** Whether the feed has all events since `step`. */
  readonly hasJoined: boolean;
  /** The parts received so far, if the events since `step` arrive in several parts. */
  readonly arriving?: readonly PassingEvent[] | undefined;
  /**
   * When news last arrived or, if later, when the thread was last read, as a time of `performance.now`. Undefined until
   * news arrives after the latest call to `catchUp`.
   */
  readonly heardAt?: number | undefined;
}

/**
 * After news from a thread's worker, the thread's state is read only if its record has changed or, because news can get
 * lost, if no more news has arrived for this many intervals.
 */
const timesRarer = 5;

export class Feeds {
  private readonly feeds = new Map<string, Feed>();
  /** For each followed thread that this process is not running, the state and save time of the record last read. */
  private readonly seen = new Map<string, string>();
  private readonly places = new Map<string, FeedPlace>();
  private readonly reading = new InOrder();
  private isLooking = false;
  /** Runs only while a thread is followed, because it keeps the process alive. */
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly followed: Followed,
    private readonly options: LocalOptions,
    private readonly setup: Pick<OtherProcesses, "join"> = {},
  ) {}

  private get pollMs(): number {
    return this.options.pollMs ?? 1000;
  }

  of(thread: string): Feed | undefined {
    return this.feeds.get(thread);
  }

  async *follow(record: ThreadRecord, options: FollowOptions): AsyncGenerator<FollowedEvent, void> {
    // Another follower may drop the feed before this one starts reading it.
    while (!this.feeds.has(record.name)) await this.open(record);
    this.timer ??= setInterval(() => void this.look(), this.pollMs);
    try {
      yield* (this.feeds.get(record.name) as Feed).follow(options);
    } finally {
      this.drop(record.name);
    }
  }

  private async open(record: ThreadRecord): Promise<void> {
    const { name } = record;
    const { graphs, runs, statuses } = this.followed;
    const snapshot = runs.has(name) ? undefined : await graphs.snapshotOf(record);
    const saved = snapshot && (await graphs.savedOf(name, snapshot));
    // In the meantime, another follower may have opened the feed, or another call may have started a run.
    if (this.feeds.has(name)) return;
    const run = runs.get(name);
    if (run) this.feeds.set(name, run.course.openFeed({ type: "status", status: run.status, waiting: [] }));
    if (run || !saved) return;
    this.feeds.set(name, new Feed(saved.state, statuses.of(record, snapshot)));
    this.places.set(name, { step: saved.step, stretch: record.stretch?.id, hasJoined: false });
    this.setup.join?.(name);
  }

  drop(thread: string): void {
    if (!this.feeds.get(thread)?.isFollowed) this.forget(thread);
  }

  /** Call this after the thread has been removed. */
  end(thread: string): void {
    this.feeds.get(thread)?.close();
    this.forget(thread);
  }

  private forget(thread: string): void {
    this.feeds.delete(thread);
    this.seen.delete(thread);
    this.places.delete(thread);
    if (this.feeds.size === 0) this.stopTimer();
  }

  private stopTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  close(): void {
    this.stopTimer();
    for (const feed of this.feeds.values()) feed.close();
  }

  /** Call this with news of a thread, in the order in which it was sent. */
  async hear(thread: string, news: RunNews): Promise<void> {
    if (!this.feeds.has(thread)) return;
    await this.reading.perform(thread, async () => {
      const feed = this.feeds.get(thread);
      const place = this.places.get(thread);
      if (!feed || !place || this.followed.runs.has(thread)) return;
      this.places.set(thread, { ...place, heardAt: performance.now() });
      if (news.kind === "status") await this.hearStatus(thread, feed, news);
      else await this.hearStep(thread, feed, news);
    });
  }

  private async hearStatus(
    thread: string,
    feed: Feed,
    { status, step, stretch }: Extract<RunNews, { readonly kind: "status" }>,
  ): Promise<void> {
    const known = this.places.get(thread) as FeedPlace;
    const latest = step ?? known.step;
    // If news of a step was lost, setting the status now would show followers the end before the last events. News of
    // an earlier stretch can arrive after the next stretch was sent.
    if (status && latest <= known.step && stretch === known.stretch) feed.setStatus(status, latest < known.step);
    else await this.lookAt(thread);
  }

  private async hearStep(thread: string, feed: Feed, news: Exclude<RunNews, { readonly kind: "status" }>) {
    const { step } = news;
    const known = this.places.get(thread) as FeedPlace;
    if (step > known.step) {
      // Reads this step even if later steps have been saved, so that followers also get the events in between.
      const state = await this.followed.graphs.savedAt(thread, step);
      if (!state) return;
      if (known.hasJoined) feed.save(state);
      else feed.see(state, feed.status);
      const { heardAt, stretch } = known;
      this.places.set(thread, { heardAt, stretch, step, hasJoined: news.kind === "saved" });
    }
    if (news.kind === "saved" || step < known.step) return;
    const place = this.places.get(thread) as FeedPlace;
    const { whole, events } = news;
    if (!whole) {
      if (place.hasJoined) for (const event of events) feed.pass(event);
      return;
    }
    const before = whole.isFirst ? [] : place.arriving;
    const arriving = before && [...before, ...events];
    if (arriving && whole.isLast) feed.join(arriving);
    this.places.set(thread, {
      ...place,
      hasJoined: place.hasJoined || (arriving !== undefined && whole.isLast),
      arriving: whole.isLast ? undefined : arriving,
    });
  }

  /** Call this when news may have been missed. */
  async catchUp(): Promise<void> {
    for (const [thread, place] of this.places)
      this.places.set(thread, { ...place, hasJoined: false, heardAt: undefined });
    await this.look();
  }

  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const silent = [...this.feeds.keys()].filter((thread) => !this.hasHeard(thread, this.pollMs));
    // Ignores errors, because the next call tries again, and one error must not delay the other conversations.
    for (const thread of silent) await this.reading.perform(thread, () => this.lookAt(thread)).catch(() => {});
    this.isLooking = false;
  }

  private async lookAt(thread: string): Promise<void> {
    const { storage, graphs, runs, statuses } = this.followed;
    const feed = this.feeds.get(thread);
    if (!feed || runs.has(thread)) return;
    const record = await storage.find(thread);
    if (!record) {
      // Another process has removed the conversation.
      if (!runs.has(thread)) this.end(thread);
      return;
    }
    // Another process may already be continuing the conversation.
    if (this.isLate(feed.status)) await this.followed.continueLate(thread).catch(() => {});
    const version = `${record.state} ${record.updatedAt}`;
    const isQuiet = record.state === "queued" || this.hasHeard(thread, timesRarer * this.pollMs);
    // A run saves steps without updating its record, and a killed process leaves its record unchanged.
    const mayHaveChanged = isHeld(record.state) && !(isPending(record) && isQuiet);
    if (!mayHaveChanged && this.seen.get(thread) === version) return;
    const snapshot = await graphs.snapshotOf(record);
    const saved = await graphs.savedOf(thread, snapshot);
    if (runs.has(thread)) return;
    // Another process may have started or ended a run in the meantime.
    if ((await storage.find(thread))?.state !== record.state) return this.lookAt(thread);
    this.seen.set(thread, version);
    const known = this.places.get(thread);
    const heardAt = known?.heardAt === undefined ? undefined : performance.now();
    const stretch = record.stretch?.id;
    const status = statuses.of(record, snapshot);
    // If neither the step nor the status has changed, the feed may already have later events, which the saved state
    // lacks.
    if (known?.step !== saved.step || JSON.stringify(feed.status) !== JSON.stringify(status)) {
      this.places.set(thread, { heardAt, stretch, step: saved.step, hasJoined: false });
      feed.see(saved.state, status);
    } else this.places.set(thread, { ...known, heardAt, stretch });
    if (isHeld(record.state) && !this.places.get(thread)?.hasJoined) this.setup.join?.(thread);
  }

  private hasHeard(thread: string, ms: number): boolean {
    const { heardAt = Number.NEGATIVE_INFINITY } = this.places.get(thread) ?? {};
    return heardAt > performance.now() - ms;
  }

  isLate(status: StatusEvent): boolean {
    return isLate(status, this.options.clock?.() ?? new Date());
  }
}
