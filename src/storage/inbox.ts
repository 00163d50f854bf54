/**
 * Where listeners leave what they add to a running conversation: the graph's store, in a namespace of the thread's own. It is
 * picked up at the next turn's boundary, so that nothing in flight is lost.
 */
import type { BaseStore, Item } from "@langchain/langgraph-checkpoint";

/** Namespaces may hold no points; a thread's id may, and half a character as well. */
const label = (threadId: string) => encodeURIComponent(Buffer.from(threadId).toString()).replaceAll(".", "%2E");

/**
 * The part of a server's store that is one owner's alone, where it keeps its users apart: what its namespaces begin with. It ends
 * with a mark that no name holds, since some stores take a namespace that is searched for the beginning of a text.
 */
export const ownerLabel = (owner: string) => `${ownerPrefix}${label(owner)};`;

/** No other label of a namespace may begin with it. */
export const ownerPrefix = "owner=";

/**
 * The namespace of a thread's mailbox. On a LangGraph server, clients put their items there themselves; `owner` is whose thread
 * it is, where the server keeps its users apart.
 */
export function inboxOf(threadId: string, owner?: string): string[] {
  return [...(owner === undefined ? [] : [ownerLabel(owner)]), "rostrum", "interjections", label(threadId)];
}

/** Stores answer in pages. */
const pageSize = 100;

const inOrder = (left: Item, right: Item) =>
  new Date(left.createdAt).getTime() - new Date(right.createdAt).getTime() || (left.key < right.key ? -1 : 1);

/** Everything in a thread's mailbox, in the order in which it was left there. */
export async function readInbox(store: Pick<BaseStore, "search">, threadId: string, owner?: string): Promise<Item[]> {
  const mailbox = inboxOf(threadId, owner);
  const found: Item[] = [];
  for (let isWhole = false; !isWhole; ) {
    const page = await store.search(mailbox, { limit: pageSize, offset: found.length });
    found.push(...page);
    isWhole = page.length < pageSize;
  }
  // What is searched is a prefix, and some stores take it for the beginning of a text: talk-1 would get the mail of talk-10.
  const isOurs = ({ namespace }: Item) =>
    namespace.length === mailbox.length && namespace.every((each, index) => each === mailbox[index]);
  return found.filter(isOurs).sort(inOrder);
}
