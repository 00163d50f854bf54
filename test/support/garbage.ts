import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/**
 * Collects at least four times, because objects that a finalizer releases can be collected only in the next round, and
 * at most 50 times, because background work on a busy machine keeps references for longer.
 */
export async function collectUntil(isNothingLeft: () => boolean): Promise<void> {
  const nextJob = () => new Promise((next) => setImmediate(next));
  for (let round = 0; round < 4 || (round < 50 && !isNothingLeft()); round += 1) {
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
   * that keeps objects must state their number, because otherwise all rounds of slow collections run.
   */
  async count(mayStay = 0): Promise<Record<string, number>> {
    await collectUntil(() => {
      this.watched = this.watched.filter(({ object }) => object.deref() !== undefined);
      return this.watched.length <= mayStay;
    });
    const isOf = (kind: string) => this.watched.filter((each) => each.kind === kind).length;
    return Object.fromEntries([...this.kinds].map((kind) => [kind, isOf(kind)]));
  }
}
