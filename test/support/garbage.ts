/** The garbage collector, called by hand: what is in memory after that is what something still holds. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Collects until nothing more comes of it: what a finalizer lets go of is only found the next time. */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    collect();
    await new Promise((next) => setImmediate(next));
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
    await collectGarbage();
    this.watched = this.watched.filter(({ object }) => object.deref() !== undefined);
    const isOf = (kind: string) => this.watched.filter((each) => each.kind === kind).length;
    return Object.fromEntries([...this.kinds].map((kind) => [kind, isOf(kind)]));
  }
}
