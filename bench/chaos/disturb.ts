import { setTimeout as wait } from "node:timers/promises";
import { pick } from "../../src/base/chance.js";
import { wrongClock } from "../../test/support/moved-clock.js";
import type { Postgres } from "../../test/support/postgres.js";
import type { SavedSteps } from "./saved-steps.js";
import type { WorkerPlace } from "./workers.js";

/** How long a worker is stopped or cut off, in milliseconds: longer than another worker may take to replace it. */
const awayMs = 17_000;
/** How long to wait for another worker to take over, in milliseconds. */
const giveUpMs = 60_000;
const wrongSeconds = 600;

const endConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

const kinds = ["kill", "stop", "cut", "clock", "restart", "connections"] as const;
export type Disturbance = (typeof kinds)[number];

interface Disturbed {
  readonly places: readonly WorkerPlace[];
  readonly steps: SavedSteps;
  readonly postgres: Postgres;
  readonly address: string;
  callerOf(thread: string): string | undefined;
  readonly random: () => number;
}

export class Disturber {
  readonly counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Disturbance, number>;
  /** For each measured thread, the milliseconds until it saved another step, ended or waited; see `SavedSteps.next`. */
  readonly takeOvers: number[] = [];
  interrupted = 0;
  private background: Promise<void> | undefined;

  constructor(private readonly given: Disturbed) {}

  private get disturbances(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count);
  }

  /**
   * Performs a random disturbance and waits until it is over. If no other disturbance is in progress, one call in four
   * returns sooner, so that the next disturbance can overlap with this one.
   */
  async disturb(): Promise<void> {
    const { random } = this.given;
    const kind = pick(kinds, random());
    const isAlone = this.background !== undefined || random() > 0.25;
    this.counts[kind] += 1;
    const disturbing = this.perform(kind).catch((error) => {
      console.error(`${kind}: ${error}`);
    });
    const background = this.background;
    if (!isAlone) {
      this.background = disturbing.finally(() => {
        this.background = undefined;
      });
      await wait(random() * 2000);
      return;
    }
    await disturbing;
    await background;
    await wait(random() * 1500);
  }

  async settle(): Promise<void> {
    await this.background;
  }

  private async perform(kind: Disturbance): Promise<void> {
    const { postgres, address, places, random } = this.given;
    if (kind === "restart") return postgres.restart();
    if (kind === "connections") {
      await postgres.query(address, endConnections).catch(() => {});
      return;
    }
    const free = places.filter(({ isBusy }) => !isBusy);
    const busiest = await this.busiest(free);
    const place = busiest && random() < 0.75 ? busiest : pick(free, random());
    place.isBusy = true;
    try {
      if (kind === "kill") await this.kill(place);
      else if (kind === "stop") await this.stop(place);
      else if (kind === "cut") await this.cut(place);
      else await this.moveClock(place);
    } finally {
      place.isBusy = false;
    }
  }

  private async busiest(places: readonly WorkerPlace[]): Promise<WorkerPlace | undefined> {
    const callers = (await this.given.steps.running().catch(() => [])).map(this.given.callerOf);
    const countOf = ({ key }: WorkerPlace) => callers.filter((caller) => caller === key).length;
    const [first] = places.toSorted((left, right) => countOf(right) - countOf(left));
    return first && countOf(first) > 0 ? first : undefined;
  }

  private async kill(place: WorkerPlace): Promise<void> {
    const { measured } = await this.measuring(place, "kill", () => place.end("SIGKILL"));
    await place.start();
    await measured;
  }

  private async stop(place: WorkerPlace): Promise<void> {
    const { measured } = await this.measuring(place, "stop", () => place.signal("SIGSTOP"));
    await wait(awayMs);
    place.signal("SIGCONT");
    await measured;
  }

  private async cut(place: WorkerPlace): Promise<void> {
    const { proxy } = place;
    const ways = [
      [() => proxy.hold(), () => proxy.release()],
      [() => proxy.refuse(), () => proxy.leadTo(this.given.address)],
      [() => proxy.hold(), () => proxy.abandon()],
    ] as const;
    const [cut, mend] = pick(ways, this.given.random());
    const { measured } = await this.measuring(place, "cut", cut);
    await wait(awayMs);
    mend();
    await measured;
  }

  private async moveClock(place: WorkerPlace): Promise<void> {
    const seconds = this.given.random() < 0.5 ? -wrongSeconds : wrongSeconds;
    await place.end("SIGTERM");
    await place.start(wrongClock(seconds));
    console.error(`the clock of a worker is wrong by ${seconds} s`);
  }

  /**
   * Calls `act`. `measured` resolves once the worker's conversations have continued (see `SavedSteps.next`), at the
   * latest after `giveUpMs`. Discards the measurement if another disturbance overlaps with this one.
   */
  private async measuring(place: WorkerPlace, what: string, act: () => void | Promise<void>) {
    const { steps, callerOf } = this.given;
    const { key } = place;
    const { disturbances } = this;
    const wasAlone = this.background === undefined;
    const running = await steps.running().catch(() => []);
    const since = performance.now();
    await act();
    const threads = running.filter((thread) => callerOf(thread) === key);
    this.interrupted += threads.length;
    return { measured: this.measure(threads, since, () => wasAlone && disturbances === this.disturbances, what) };
  }

  private async measure(threads: readonly string[], since: number, isValid: () => boolean, what: string) {
    const times = await this.given.steps.next(threads, since, giveUpMs);
    const shown = times.map((time) => (time / 1000).toFixed(1)).join(" ");
    console.error(`${what}: ${shown || "no conversation"}${isValid() ? "" : " (not measured)"}`);
    if (isValid()) this.takeOvers.push(...times);
  }
}
