/** A hook that follows a conversation. The page and `useConversation` are built on it. */
import { useMemo, useSyncExternalStore } from "react";
import type { EventSource } from "./source.js";
import { createTalkStore, type FollowedTalk, unknownTalk } from "./talk-store.js";

const ignore = () => {};

/**
 * Returns what is known about a conversation, and a function that reconnects without waiting if the connection is lost.
 *
 * @param source - Must be the same object in every render.
 * @param thread - Null if there is nothing to follow.
 * @param onTyping - Called when a participant is typing. Must be the same function in every render. Default: does
 * nothing.
 */
export function useTalk(
  source: EventSource,
  thread: string | null,
  onTyping: (participant: string) => void = ignore,
): FollowedTalk & { readonly reconnect: () => void } {
  const store = useMemo(() => createTalkStore(source, thread, onTyping), [source, thread, onTyping]);
  const followed = useSyncExternalStore(store.subscribe, store.get, () => unknownTalk);
  return { ...followed, reconnect: store.reconnect };
}
