/** Counts resources that a run may fail to release: timers, sockets, and listeners on objects that outlive the run. */
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { getEventListeners } from "node:events";

type Counts = Readonly<Record<string, number>>;

function countKinds(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export function resourcesOf(signal?: AbortSignal): Counts {
  const listeners = process.eventNames().map((name) => [`process ${String(name)}`, process.listenerCount(name)]);
  return {
    ...countKinds(process.getActiveResourcesInfo()),
    ...Object.fromEntries(listeners),
    ...(signal ? { "abort listeners": getEventListeners(signal, "abort").length } : {}),
  };
}

export function grownSince(before: Counts, after: Counts): Record<string, number> {
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, more]) => more > 0));
}

/** Watches the timers that the callback of `during` starts, but not those of other code, such as the test runner. */
export class TimerWatch {
  private readonly inside = new AsyncLocalStorage<true>();
  private readonly pending = new Map<number, NodeJS.Timeout>();
  private readonly hook = createHook({
    init: (id, type, _trigger, timer) => {
      if (type === "Timeout" && this.inside.getStore()) this.pending.set(id, timer as NodeJS.Timeout);
    },
    destroy: (id) => void this.pending.delete(id),
  }).enable();

  during<Result>(act: () => Result): Result {
    return this.inside.run(true, act);
  }

  /** The number of watched timers that have neither fired nor been cleared, and keep the process alive. */
  async left(): Promise<number> {
    const count = () => [...this.pending.values()].filter((timer) => timer.hasRef()).length;
    // The hook receives `destroy` some time after a timer is cleared.
    for (let round = 0; round < 3 || (round < 200 && count() > 0); round += 1)
      await new Promise((next) => setImmediate(next));
    return count();
  }

  stop(): void {
    this.hook.disable();
  }
}
