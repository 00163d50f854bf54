import { z } from "zod/v4";
import { readWith } from "../../../core/state/problems.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { ownerOf } from "../port/thread-names.js";

/**
 * Limits on how many conversations run at once, and on how often an owner can start one. All conversations without an
 * owner count as one owner's conversations.
 */
export interface Limits {
  /**
   * The maximum number of conversations that run at the same time; the others wait as `queued`. Default: no maximum.
   */
  readonly running?: number;
  /** Like `running`, but for each owner's conversations. Default: no maximum. */
  readonly perOwner?: number;
  /**
   * The maximum number of conversations, further rounds and forks that an owner can start within a minute; further
   * calls throw `too-many-starts`. The same maximum applies, separately, to an owner's estimates, but not to
   * `estimateConversation`. Default: no maximum.
   */
  readonly startsPerMinute?: number;
}

const count = z.int().min(1).optional();
const schema = z.strictObject({ running: count, perOwner: count, startsPerMinute: count });

const minuteMs = 60_000;

interface Place {
  readonly thread: string;
  readonly owner: string | null;
}

/** The times of each owner's recent starts or estimates, in the order of the owners' latest times. */
type Recent = Map<string | null, readonly number[]>;

interface Waiting extends Place {
  readonly admitted: Promise<void>;
  admit(): void;
}

export class RunLimits {
  private readonly running = new Map<string, Place>();
  /** In the order of arrival. */
  private readonly waiting = new Map<string, Waiting>();
  private readonly starts: Recent = new Map();
  private readonly estimates: Recent = new Map();
  private readonly limits: z.output<typeof schema>;

  constructor(limits: Limits = {}) {
    this.limits = readWith(schema, limits, ["limits"]);
  }

  /**
   * Returns undefined if the conversation can run now; otherwise, a promise that resolves when it can. A run that
   * replaces another run of the same conversation takes over its place, even in the queue.
   */
  enter(thread: string): Promise<void> | undefined {
    if (this.running.has(thread)) return undefined;
    const known = this.waiting.get(thread);
    if (known) return known.admitted;
    const place = { thread, owner: ownerOf(thread) };
    if (this.hasRoom(place)) {
      this.running.set(thread, place);
      return undefined;
    }
    const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
    this.waiting.set(thread, { ...place, admitted, admit });
    return admitted;
  }

  /** Call this when a conversation no longer runs, or no longer waits to run. */
  leave(thread: string): void {
    this.waiting.delete(thread);
    this.running.delete(thread);
    for (const next of this.waiting.values()) {
      if (!this.hasRoom(next)) continue;
      this.waiting.delete(next.thread);
      this.running.set(next.thread, next);
      next.admit();
    }
  }

  countStart(thread: string): void {
    this.count(this.starts, ownerOf(thread), {});
  }

  /** Estimates are limited because they take a lot of CPU time. */
  countEstimate(owner: string | null): void {
    this.count(this.estimates, owner, { isEstimate: true });
  }

  private count(all: Recent, owner: string | null, kind: { readonly isEstimate?: boolean }): void {
    const { startsPerMinute: most } = this.limits;
    if (most === undefined) return;
    const now = performance.now();
    const isRecent = (time: number) => now - time < minuteMs;
    for (const [known, times] of all) {
      if (times.some(isRecent)) break;
      all.delete(known);
    }
    const recent = (all.get(owner) ?? []).filter(isRecent);
    if (recent.length >= most) {
      const [oldest = now] = recent.slice(-most);
      const seconds = Math.ceil((oldest + minuteMs - now) / 1000);
      throw new RostrumError("too-many-starts", { most, seconds, ...kind });
    }
    all.delete(owner);
    all.set(owner, [...recent, now]);
  }

  private hasRoom({ owner }: Place): boolean {
    const { running = Number.POSITIVE_INFINITY, perOwner = Number.POSITIVE_INFINITY } = this.limits;
    if (this.running.size >= running) return false;
    const own = [...this.running.values()].filter((each) => each.owner === owner);
    return own.length < perOwner;
  }
}
