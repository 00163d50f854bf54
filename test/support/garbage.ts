import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Enough rounds to collect even the objects that finalizers release, so that a measured heap contains none. */
export const enoughRounds = 4;

/**
 * Collects until nothing is left, and at least `minRounds` times, but at most 50 times: background work on a busy
 * machine can keep references for a while.
 */
export async function collectUntil(isNothingLeft: () => boolean, minRounds = enoughRounds): Promise<void> {
  const nextJob = () => new Promise((next) => setImmediate(next));
  for (let round = 0; round < minRounds || (round < 50 && !isNothingLeft()); round += 1) {
    // `deref` keeps an object alive until the end of the current job.
    await nextJob();
    collect();
    await nextJob();
  }
}

export class Survivors {
  private readonly kinds = new Set<string>();
  private watched: { readonly kind: string; readonly object: WeakRef<object> }[] = [];

  watch(kind: string, object: object): void {
    this.kinds.add(kind);
    this.watched.push({ kind, object: new WeakRef(object) });
  }

  /**
   * Collects garbage until no more than `mayStay` objects are left, but at most as often as `collectUntil` does. A test
   * that keeps objects must state their number, because otherwise the slow collection runs 50 times.
   */
  async count(mayStay = 0, minRounds = 1): Promise<Record<string, number>> {
    await collectUntil(() => {
      this.watched = this.watched.filter(({ object }) => object.deref() !== undefined);
      return this.watched.length <= mayStay;
    }, minRounds);
    const isOf = (kind: string) => this.watched.filter((each) => each.kind === kind).length;
    return Object.fromEntries([...this.kinds].map((kind) => [kind, isOf(kind)]));
  }
}
