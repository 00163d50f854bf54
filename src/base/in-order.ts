/** Performs the operations with the same key one after another, in the order of the calls. */
export class InOrder {
  private readonly latest = new Map<string, Promise<unknown>>();

  async perform<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
    const before = this.latest.get(key) ?? Promise.resolve();
    const performing = before.catch(() => {}).then(act);
    this.latest.set(key, performing);
    try {
      return await performing;
    } finally {
      if (this.latest.get(key) === performing) this.latest.delete(key);
    }
  }
}
