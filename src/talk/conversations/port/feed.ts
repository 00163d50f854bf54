import { isEqual } from "../../../base/is-equal.js";
import { stableJson } from "../../../base/stable-json.js";
import { turnWidth } from "../../../core/history.js";
import { isPassing, type RostrumEvent } from "../../../core/state/events.js";
import { type Course, continueCourse, courseOf, eventsAfter, type HistoryState } from "./history.js";
import type { FollowedEvent, FollowOptions, PassingEvent, StatusEvent } from "./port.js";
import { isActive } from "./status-meanings.js";

const pieceTypes: readonly PassingEvent["type"][] = ["speech-start", "speech-delta", "speech-failed", "speech-end"];

/** The types of saved events that make the current turn's unsaved events obsolete. */
const sealTypes: readonly FollowedEvent["type"][] = ["speech-end", "task", "scene-set", "stopped"];

/** The number of latest events that are always kept. Followers that need older ones catch up from the history. */
const minKept = 1000;

export const speechOf = (each: FollowedEvent) => "speaker" in each && "turn" in each && `${each.turn} ${each.speaker}`;

/** Joins the pieces of a speech, and removes them if the speech fails or starts again. */
export function addPassing(passing: readonly PassingEvent[], event: PassingEvent): readonly PassingEvent[] {
  const isSameSpeech = (each: PassingEvent) => speechOf(each) !== false && speechOf(each) === speechOf(event);
  if (event.type === "speech-failed" || event.type === "speech-start")
    return [...passing.filter((each) => !isSameSpeech(each)), event];
  const last = passing.findLastIndex(isSameSpeech);
  const before = passing[last];
  if (event.type !== "speech-delta" || before?.type !== "speech-delta") return [...passing, event];
  return passing.with(last, { ...before, text: before.text + event.text });
}

/** All followers share these events, and each has its own place among them. */
class LatestEvents {
  private events: FollowedEvent[] = [];
  private dropped = 0;

  get end(): number {
    return this.dropped + this.events.length;
  }

  add(events: readonly FollowedEvent[]): void {
    for (const event of events) this.events.push(event);
    // Removes events rarely, because each removal copies the remaining ones.
    if (this.events.length < 2 * minKept) return;
    const excess = this.events.length - minKept;
    this.events = this.events.slice(excess);
    this.dropped += excess;
  }

  /** Returns the events from this place on; undefined if some of them have already been removed. */
  from(place: number): readonly FollowedEvent[] | undefined {
    return place < this.dropped ? undefined : this.events.slice(place - this.dropped);
  }
}

export class Feed {
  /** Saved events after this sequence have not been published yet. */
  private sequence = 0;
  private passing: readonly PassingEvent[] = [];
  /**
   * For each turn and speaker, the number of saved speeches minus the number of speeches that have arrived in pieces.
   * While the difference is positive, arriving pieces are skipped, because their speech has already been published.
   * Some servers send a speech's pieces after saving the speech.
   */
  private readonly ahead = new Map<unknown, number>();
  private isOpen = true;
  private error: unknown;
  private readonly latest = new LatestEvents();
  private followers = 0;
  /** Functions that wake the followers that have received everything. */
  private readonly waiting = new Set<() => void>();

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
    return this.followers > 0;
  }

  /**
   * Publishes a status. Ignores a repeated one, unless it starts a run and `isEarlier` is false, because a run that
   * starts again repeats the turn.
   *
   * @param isEarlier - Whether the feed already has states that were saved after this status began.
   */
  setStatus(status: StatusEvent, isEarlier = false): void {
    if ((isEarlier || !isActive(status.status)) && isEqual(status, this.status)) return;
    this.status = status;
    if (!isEarlier) {
      this.passing = this.course.underWay;
      if (status.status === "running") this.ahead.clear();
    }
    this.publish([status, ...this.passing]);
  }

  /** @param before - Publishes only the events before this turn. Default: publishes all events. */
  save(state: HistoryState, before = Number.POSITIVE_INFINITY): void {
    this.course = continueCourse(this.course, state);
    const news = eventsAfter(this.course, this.sequence).filter(({ sequence }) => sequence <= before * turnWidth);
    this.sequence = news.at(-1)?.sequence ?? this.sequence;
    if (news.some(({ type }) => sealTypes.includes(type))) this.passing = [];
    for (const event of news) if (event.type === "speech-end") this.ahead.set(speechOf(event), this.aheadOf(event) + 1);
    this.publish(news);
  }

  pass(event: RostrumEvent): void {
    if (!isPassing(event)) return;
    const ahead = this.aheadOf(event);
    if (event.type === "speech-end") this.ahead.set(speechOf(event), ahead - 1);
    if (pieceTypes.includes(event.type) && ahead > 0) return;
    this.passing = addPassing(this.passing, event);
    this.publish([event]);
  }

  /** `events`: all events since the latest saved state. */
  join(events: readonly PassingEvent[]): void {
    const known = new Set(this.passing.map(stableJson));
    const textOf = (event: PassingEvent, within: readonly PassingEvent[]) =>
      within
        .flatMap((each) => (each.type === "speech-delta" && speechOf(each) === speechOf(event) ? each.text : ""))
        .join("");
    for (const event of events.reduce(addPassing, [] as readonly PassingEvent[])) {
      const text = textOf(event, events);
      const heard = textOf(event, this.passing);
      // If the feed missed some pieces, the speech starts again.
      const isContinued = text.startsWith(heard);
      if (event.type === "speech-delta" && isContinued) {
        if (text !== heard) this.pass({ ...event, text: text.slice(heard.length) });
      } else if (!known.has(stableJson(event)) || (event.type === "speech-start" && !isContinued)) this.pass(event);
    }
  }

  /** Call this with a state that another process or a server has saved. */
  see(state: HistoryState, status: StatusEvent): void {
    this.save(state);
    // PostgreSQL does not keep the order of fields.
    const seen = new Set([this.status, ...this.passing].map(stableJson));
    const { underWay } = this.course;
    const isNew = !seen.has(stableJson(status));
    if (isNew && status.status === "running") this.ahead.clear();
    this.status = status;
    this.passing = underWay;
    // At a new status, followers discard the unsaved events that they have.
    this.publish(isNew ? [status, ...underWay] : underWay.filter((event) => !seen.has(stableJson(event))));
  }

  close(error?: unknown): void {
    this.isOpen = false;
    this.error = error;
    this.publish([]);
  }

  async *follow({ after = 0, signal }: FollowOptions): AsyncGenerator<FollowedEvent, void> {
    let known = after;
    /** Initially -1, so that the follower catches up from the history. */
    let place = -1;
    const catchUp = (): FollowedEvent[] => {
      const saved = eventsAfter(this.course, known).filter(({ sequence }) => sequence <= this.sequence);
      return [...saved, this.status, ...this.passing];
    };
    let wake = () => {};
    const stop = () => wake();
    const isOver = () => !this.isOpen || signal?.aborted === true;
    this.followers += 1;
    signal?.addEventListener("abort", stop);
    try {
      while (!isOver()) {
        const events = this.latest.from(place) ?? catchUp();
        place = this.latest.end;
        for (const event of events) {
          const { sequence } = event;
          // A follower may already have events that this feed did not know when the follower joined.
          if (sequence !== undefined && sequence <= known) continue;
          known = sequence ?? known;
          yield event;
          if (isOver()) break;
        }
        while (place === this.latest.end && !isOver())
          await new Promise<void>((resolve) => {
            wake = resolve;
            this.waiting.add(resolve);
          });
      }
      if (this.error !== undefined) throw this.error;
    } finally {
      this.followers -= 1;
      this.waiting.delete(wake);
      signal?.removeEventListener("abort", stop);
    }
  }

  private aheadOf(speech: FollowedEvent): number {
    return this.ahead.get(speechOf(speech)) ?? 0;
  }

  private publish(events: readonly FollowedEvent[]): void {
    this.latest.add(events);
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }
}
