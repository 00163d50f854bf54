/** The deadline passes when the time limit expires or, if no bidder has answered by then, at the first answer. */
export class BidDeadline {
  readonly signal: AbortSignal;
  private readonly expiry = new AbortController();
  private readonly firstBid = Promise.withResolvers<void>();
  private readonly timer: ReturnType<typeof setTimeout> | undefined;

  /** @param limitMs - The time limit from now, in milliseconds; undefined for no deadline. */
  constructor(cancelled: AbortSignal, limitMs: number | undefined) {
    this.signal = limitMs === undefined ? cancelled : AbortSignal.any([cancelled, this.expiry.signal]);
    if (limitMs !== undefined) this.timer = setTimeout(() => void this.expireAfterFirstBid(), limitMs);
  }

  get hasPassed(): boolean {
    return this.expiry.signal.aborted;
  }

  bidArrived(): void {
    this.firstBid.resolve();
  }

  clear(): void {
    clearTimeout(this.timer);
  }

  private async expireAfterFirstBid(): Promise<void> {
    await this.firstBid.promise;
    this.expiry.abort();
  }
}
