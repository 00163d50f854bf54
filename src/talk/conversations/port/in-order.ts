/** Performs the operations on each thread one after another, in the order of the calls. */
export class InOrder {
  /** The latest operation on each thread, if it has not finished. */
  private readonly latest = new Map<string, Promise<unknown>>();

  async perform<Result>(thread: string, act: () => Promise<Result>): Promise<Result> {
    const before = this.latest.get(thread) ?? Promise.resolve();
    const performing = before.catch(() => {}).then(act);
    this.latest.set(thread, performing);
    try {
      return await performing;
    } finally {
      if (this.latest.get(thread) === performing) this.latest.delete(thread);
    }
  }
}
