import { useMemo, useSyncExternalStore } from "react";
import type { EventSource } from "./source.js";
import { createTalkStore, type FollowedTalk, unknownTalk } from "./talk-store.js";

const ignore = () => {};

/**
 * @param source - Must be the same object in every render.
 * @param thread - Null if there is nothing to follow.
 * @param onTyping - Must be the same function in every render.
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
