/**
 * The inbox of a thread: messages that people add while the conversation runs. Messages are kept in the graph's store.
 * A node reads them between two turns, so no work in progress is lost.
 */
import type { BaseStore, Item } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { SavedFormat } from "../../core/state/saved-format.js";

/** The format of an entry. It checks no fields, because clients of a LangGraph server write entries themselves. */
export const inboxFormat = new SavedFormat("inbox", { schema: z.looseObject({}), migrations: [] });

/** Encodes dots, which thread ids may contain but labels of a namespace must not. Also replaces lone surrogates. */
const label = (text: string) => encodeURIComponent(Buffer.from(text).toString()).replaceAll(".", "%2E");

/** Only owner labels start with this prefix. A colon would be clearer, but LangGraph rejects labels with one. */
export const ownerPrefix = "owner=";

/**
 * The first label of all of an owner's namespaces, on a server that separates its users. It ends with a character that
 * no encoded name contains: some stores match text prefixes, so `Ann` would otherwise read the entries of `Anna`.
 */
export const ownerLabel = (owner: string) => `${ownerPrefix}${label(owner)};`;

/**
 * The namespace of a thread's inbox. Clients of a LangGraph server write to it directly.
 *
 * @param owner - The thread's owner, on a server that separates its users.
 */
export function inboxOf(threadId: string, owner?: string): string[] {
  return [...(owner === undefined ? [] : [ownerLabel(owner)]), "rostrum", "interjections", label(threadId)];
}

const pageSize = 100;

const inOrder = (left: Item, right: Item) =>
  new Date(left.createdAt).getTime() - new Date(right.createdAt).getTime() || (left.key < right.key ? -1 : 1);

export async function readInbox(store: Pick<BaseStore, "search">, threadId: string, owner?: string): Promise<Item[]> {
  const inbox = inboxOf(threadId, owner);
  const items: Item[] = [];
  for (let isLast = false; !isLast; ) {
    const page = await store.search(inbox, { limit: pageSize, offset: items.length });
    items.push(...page);
    isLast = page.length < pageSize;
  }
  // Some stores match text prefixes: `talk-1` would read the inbox of `talk-10`.
  const isOurs = ({ namespace }: Item) => namespace.join("\n") === inbox.join("\n");
  return items.filter(isOurs).sort(inOrder);
}
