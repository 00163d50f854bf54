/**
 * The signal that a person is typing. Followers receive it in addition to the conversation's events. It is not saved,
 * and expires after a few seconds.
 */
export interface TypingEvent {
  readonly type: "typing";
  readonly participant: string;
}

export type Followable = readonly [owner: string | undefined, thread: string];

/** Does not store who is typing, because the page repeats the signal while somebody is typing. */
export class TypingSignals {
  private readonly followers = new Map<string, Set<(event: TypingEvent) => void>>();

  follow(conversation: Followable, tell: (event: TypingEvent) => void): () => void {
    const key = keyOf(conversation);
    const followers = this.followers.get(key) ?? new Set();
    this.followers.set(key, followers.add(tell));
    return () => {
      followers.delete(tell);
      if (followers.size === 0) this.followers.delete(key);
    };
  }

  send(conversation: Followable, participant: string): void {
    for (const tell of this.followers.get(keyOf(conversation)) ?? []) tell({ type: "typing", participant });
  }

  isFollowed(conversation: Followable): boolean {
    return this.followers.has(keyOf(conversation));
  }
}

const keyOf = (conversation: Followable) => JSON.stringify(conversation);
