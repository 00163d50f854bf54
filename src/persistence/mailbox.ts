/**
 * Where listeners leave what they add to a running conversation: the graph's store, in a namespace of the thread's own. It is
 * picked up at the next turn's boundary, so that nothing in flight is lost.
 */
import type { BaseStore, Item } from "@langchain/langgraph-checkpoint";

/** Namespaces may hold no points; a thread's id may. */
const label = (threadId: string) => encodeURIComponent(threadId).replaceAll(".", "%2E");

/** The namespace of a thread's mailbox. On a LangGraph server, clients put their items there themselves. */
export function mailboxOf(threadId: string): string[] {
  return ["rostrum", "interjections", label(threadId)];
}

/** Stores answer in pages. */
const pageSize = 100;

const inOrder = (left: Item, right: Item) =>
  new Date(left.createdAt).getTime() - new Date(right.createdAt).getTime() || (left.key < right.key ? -1 : 1);

/** Everything in a thread's mailbox, in the order in which it was left there. */
export async function readMailbox(store: Pick<BaseStore, "search">, threadId: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let isWhole = false; !isWhole; ) {
    const page = await store.search(mailboxOf(threadId), { limit: pageSize, offset: items.length });
    items.push(...page);
    isWhole = page.length < pageSize;
  }
  return items.sort(inOrder);
}
