import type { Listed } from "../port.js";

export interface Family {
  readonly conversation: Listed;
  readonly forks: readonly Family[];
}

/**
 * Groups conversations with their forks, in the order of the list. A fork whose original is not listed starts a family
 * of its own.
 */
export function familiesOf(listed: readonly Listed[]): readonly Family[] {
  const threads = new Set(listed.map(({ thread }) => thread));
  const familyOf = (conversation: Listed): Family => ({
    conversation,
    forks: listed.filter(({ origin }) => origin?.thread === conversation.thread).map(familyOf),
  });
  return listed.filter(({ origin }) => !(origin && threads.has(origin.thread))).map(familyOf);
}
