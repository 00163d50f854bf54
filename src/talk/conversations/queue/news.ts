/**
 * Notifies followers in other processes, through PostgreSQL. Followers read saved events from the database, so they
 * receive all of them even if a notification is lost.
 */
import type { PostgresThreads } from "../../storage/postgres.js";
import type { RunNews } from "../local/other-processes.js";

export const newsChannel = "rostrum_news";
/**
 * The channel for notifications to the worker that is running a thread. When notified, the worker reads the requests to
 * its conversations and sends the thread's unsaved events.
 */
export const callChannel = "rostrum_calls";

export const callWorker = `SELECT pg_notify('${callChannel}', $1)`;

/** PostgreSQL's notifications must be shorter than 8000 bytes. */
const maxBytes = 7900;
const flushMs = 40;

export type ThreadNews = readonly [thread: string, news: RunNews];

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1;

/**
 * Splits news so that each part fits into a notification. Omits events that do not fit, because their data will be
 * saved soon. Replaces a status that does not fit with null.
 */
function partsOf(news: ThreadNews): readonly ThreadNews[] {
  const parts = parted(news);
  return parts.map(([thread, part], index) =>
    part.kind === "passed" && part.whole
      ? [thread, { ...part, whole: { isFirst: index === 0, isLast: index === parts.length - 1 } }]
      : [thread, part],
  );
}

function parted([thread, news]: ThreadNews): ThreadNews[] {
  if (sizeOf([[thread, news]]) < maxBytes) return [[thread, news]];
  if (news.kind === "status") return [[thread, { ...news, status: null }]];
  if (news.kind === "saved") return [];
  const { events } = news;
  const [event] = events;
  const halves = (length: number) => [0, length >> 1, length] as const;
  const [start, middle, end] = halves(events.length);
  if (events.length > 1)
    return [events.slice(start, middle), events.slice(middle, end)].flatMap((part) =>
      parted([thread, { ...news, events: part }]),
    );
  if (event?.type !== "speech-delta" || event.text.length < 2) return [];
  const letters = [...event.text];
  const [, half] = halves(letters.length);
  return [letters.slice(0, half), letters.slice(half)].flatMap((part) =>
    parted([thread, { ...news, events: [{ ...event, text: part.join("") }] }]),
  );
}

/** Sends news outside the transactions that save states, because notifications would delay the commits. */
export class NewsSender {
  private waiting = new Map<string, RunNews[]>();
  private sending: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly threads: Pick<PostgresThreads, "pool">) {}

  add(thread: string, news: RunNews): void {
    const list = this.waiting.get(thread) ?? [];
    const last = list.at(-1);
    const isNext = last?.kind === "passed" && news.kind === "passed" && last.step === news.step;
    // Events that are sent for new followers stay separate, so that existing followers can skip those that they already
    // have.
    if (isNext && !last.whole && !news.whole)
      list[list.length - 1] = { ...last, events: [...last.events, ...news.events] };
    // News of a saved step makes the preceding news of an earlier saved step obsolete.
    else if (last?.kind === "saved" && news.kind === "saved") list[list.length - 1] = news;
    else list.push(news);
    this.waiting.set(thread, list);
    this.timer ??= setTimeout(() => void this.flush(), flushMs);
  }

  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const waiting = [...this.waiting];
    this.waiting = new Map();
    this.sending = this.sending.then(() => this.send(waiting));
    return this.sending;
  }

  private async send(waiting: readonly (readonly [string, readonly RunNews[]])[]): Promise<void> {
    const all = waiting.flatMap(([thread, list]) => list.flatMap((news) => partsOf([thread, news])));
    if (all.length === 0) return;
    const batches: ThreadNews[][] = [[]];
    let bytes = 2;
    for (const news of all) {
      if (bytes + sizeOf(news) > maxBytes) {
        batches.push([]);
        bytes = 2;
      }
      batches.at(-1)?.push(news);
      bytes += sizeOf(news);
    }
    await this.threads.pool
      .query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", [
        newsChannel,
        batches.map((batch) => JSON.stringify(batch)),
      ])
      // Ignores errors, because followers also read what is saved.
      .catch(() => {});
  }
}

export const readNews = (payload: string): readonly ThreadNews[] => JSON.parse(payload);
