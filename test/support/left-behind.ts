/** What runs may leave behind in a process that goes on: timers, sockets, and listeners on whatever outlives them. */
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { getEventListeners } from "node:events";

type Counts = Readonly<Record<string, number>>;

function countKinds(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Everything that the process waits for, and who listens to it and to `signal`. */
export function resourcesOf(signal?: AbortSignal): Counts {
  const listeners = process.eventNames().map((name) => [`process ${String(name)}`, process.listenerCount(name)]);
  return {
    ...countKinds(process.getActiveResourcesInfo()),
    ...Object.fromEntries(listeners),
    ...(signal ? { "abort listeners": getEventListeners(signal, "abort").length } : {}),
  };
}

/** What there is more of than there was, and how much more. */
export function grownSince(before: Counts, after: Counts): Record<string, number> {
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, more]) => more > 0));
}

/** The timers that something sets, told apart from those of whatever else is at work in the process, such as a test runner. */
export class TimerWatch {
  private readonly inside = new AsyncLocalStorage<true>();
  private readonly pending = new Map<number, NodeJS.Timeout>();
  private readonly hook = createHook({
    init: (id, type, _trigger, timer) => {
      if (type === "Timeout" && this.inside.getStore()) this.pending.set(id, timer as NodeJS.Timeout);
    },
    destroy: (id) => void this.pending.delete(id),
  }).enable();

  /** Watches what `act` sets, now and later. */
  during<Result>(act: () => Result): Result {
    return this.inside.run(true, act);
  }

  /** How many of them keep the process alive: they have neither fired nor been cleared. */
  async left(): Promise<number> {
    const count = () => [...this.pending.values()].filter((timer) => timer.hasRef()).length;
    // What was cleared is told of a little later.
    for (let round = 0; round < 3 || (round < 200 && count() > 0); round += 1)
      await new Promise((next) => setImmediate(next));
    return count();
  }

  stop(): void {
    this.hook.disable();
  }
}
