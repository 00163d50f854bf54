/** What the followers of one conversation get: its history, and what happens in the turn under way. */
import { turnWidth } from "../../../core/history.js";
import { isPassing, type RostrumEvent } from "../../../core/state/events.js";
import { type Course, continueCourse, courseOf, eventsAfter, type HistoryState } from "./history.js";
import type { FollowedEvent, FollowOptions, PassingEvent, StatusEvent } from "./port.js";

const pieceTypes: readonly PassingEvent["type"][] = ["speech-start", "speech-delta", "speech-failed", "speech-end"];

/** What ends the turn under way. */
const sealTypes: readonly FollowedEvent["type"][] = ["speech-end", "task", "scene-set", "stopped"];

/** Events that wait for a slow follower. With more, it gets the history from where it is instead. */
const mostQueued = 10_000;

export const speechOf = (each: FollowedEvent) => "speaker" in each && "turn" in each && `${each.turn} ${each.speaker}`;

/** Adds an event to those of the turn so far: joins the pieces of a speech, and drops what a new attempt or a failure voids. */
function addPassing(passing: PassingEvent[], event: PassingEvent): PassingEvent[] {
  const isSameSpeech = (each: PassingEvent) => speechOf(each) !== false && speechOf(each) === speechOf(event);
  if (event.type === "speech-failed" || event.type === "speech-start")
    return [...passing.filter((each) => !isSameSpeech(each)), event];
  const last = passing.findLastIndex(isSameSpeech);
  const before = passing[last];
  if (event.type !== "speech-delta" || before?.type !== "speech-delta") return [...passing, event];
  return passing.with(last, { ...before, text: before.text + event.text });
}

export class Feed {
  private sequence = 0;
  private passing: readonly PassingEvent[] = [];
  /** How many more speeches of a speaker in a turn are saved than have arrived in pieces, which come late from some servers. */
  private readonly ahead = new Map<unknown, number>();
  private isOpen = true;
  private error: unknown;
  private readonly followers = new Set<(events: readonly FollowedEvent[]) => void>();

  private course: Course;

  constructor(
    state: HistoryState,
    public status: StatusEvent,
  ) {
    this.course = courseOf(state);
    this.sequence = this.course.numbered.at(-1)?.sequence ?? 0;
    this.passing = this.course.underWay;
  }

  get isFollowed(): boolean {
    return this.followers.size > 0;
  }

  /** A run has begun or ended. What it has not saved is void. */
  setStatus(status: StatusEvent): void {
    this.status = status;
    this.passing = this.course.underWay;
    if (status.status === "running") this.ahead.clear();
    this.publish([status, ...this.passing]);
  }

  /** A state has been saved. `before`: the turn whose pieces are still on their way; it is told later. Default: none. */
  save(state: HistoryState, before = Number.POSITIVE_INFINITY): void {
    this.course = continueCourse(this.course, state);
    const news = eventsAfter(this.course, this.sequence).filter(({ sequence }) => sequence <= before * turnWidth);
    this.sequence = news.at(-1)?.sequence ?? this.sequence;
    if (news.some(({ type }) => sealTypes.includes(type))) this.passing = [];
    for (const event of news) if (event.type === "speech-end") this.ahead.set(speechOf(event), this.aheadOf(event) + 1);
    this.publish(news);
  }

  /** Something happens in a run of this process. */
  pass(event: RostrumEvent): void {
    if (!isPassing(event)) return;
    const ahead = this.aheadOf(event);
    if (event.type === "speech-end") this.ahead.set(speechOf(event), ahead - 1);
    if (pieceTypes.includes(event.type) && ahead > 0) return;
    this.passing = addPassing([...this.passing], event);
    this.publish([event]);
  }

  /** Another process has saved a state. */
  see(state: HistoryState, status: StatusEvent): void {
    this.save(state);
    const seen = new Set([this.status, ...this.passing].map((event) => JSON.stringify(event)));
    const { underWay } = this.course;
    const news = [status, ...underWay].filter((event) => !seen.has(JSON.stringify(event)));
    if (news.includes(status) && status.status === "running") this.ahead.clear();
    this.status = status;
    this.passing = underWay;
    this.publish(news);
  }

  /** Ends all loops, with the error if there is one. */
  close(error?: unknown): void {
    this.isOpen = false;
    this.error = error;
    this.publish([]);
  }

  async *follow({ after = 0, signal }: FollowOptions): AsyncGenerator<FollowedEvent, void> {
    let known = after;
    const told = () => eventsAfter(this.course, known).filter(({ sequence }) => sequence <= this.sequence);
    const begin = (): FollowedEvent[] => [...told(), this.status, ...this.passing];
    let queue = begin();
    let isBehind = false;
    let wake = () => {};
    const take = (events: readonly FollowedEvent[]) => {
      isBehind ||= queue.length > mostQueued;
      queue = isBehind ? [] : [...queue, ...events];
      wake();
    };
    const stop = () => wake();
    const isOver = () => !this.isOpen || signal?.aborted === true;
    this.followers.add(take);
    signal?.addEventListener("abort", stop);
    try {
      while (!isOver()) {
        const batch = isBehind ? begin() : queue;
        [queue, isBehind] = [[], false];
        for (const event of batch) {
          known = event.sequence ?? known;
          yield event;
          if (isOver()) break;
        }
        while (queue.length === 0 && !isBehind && !isOver())
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      if (this.error !== undefined) throw this.error;
    } finally {
      this.followers.delete(take);
      signal?.removeEventListener("abort", stop);
    }
  }

  private aheadOf(speech: FollowedEvent): number {
    return this.ahead.get(speechOf(speech)) ?? 0;
  }

  private publish(events: readonly FollowedEvent[]): void {
    for (const take of this.followers) take(events);
  }
}
