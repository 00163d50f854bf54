/** The garbage collector, called by hand: what is in memory after that is what something still holds. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/**
 * Collects at least four times, because what a finalizer lets go of is only found the next time, and on until nothing is left: on
 * a busy machine, work in the background holds things for longer.
 */
export async function collectUntil(isNothingLeft: () => boolean): Promise<void> {
  const nextJob = () => new Promise((next) => setImmediate(next));
  for (let round = 0; round < 4 || (round < 50 && !isNothingLeft()); round += 1) {
    // What was looked at in this job cannot be collected before the next.
    await nextJob();
    collect();
    await nextJob();
  }
}

/** Counts those of the objects it was given that are still in memory. */
export class Survivors {
  private readonly kinds = new Set<string>();
  private watched: { readonly kind: string; readonly object: WeakRef<object> }[] = [];

  watch(kind: string, object: object): void {
    this.kinds.add(kind);
    this.watched.push({ kind, object: new WeakRef(object) });
  }

  /** How many of each kind are left after a collection. */
  async count(): Promise<Record<string, number>> {
    await collectUntil(() => {
      this.watched = this.watched.filter(({ object }) => object.deref() !== undefined);
      return this.watched.length === 0;
    });
    const isOf = (kind: string) => this.watched.filter((each) => each.kind === kind).length;
    return Object.fromEntries([...this.kinds].map((kind) => [kind, isOf(kind)]));
  }
}
