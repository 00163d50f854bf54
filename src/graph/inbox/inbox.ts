/**
 * The inbox of a thread: messages that people add while the conversation runs. It lies in the graph's store, and a node reads it
 * between two turns, so that no work in progress is lost.
 */
import type { BaseStore, Item } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { SavedFormat } from "../../core/state/saved-format.js";

/** The format of an entry. Clients of a LangGraph server write entries themselves, so none of its fields is checked here. */
export const inboxFormat = new SavedFormat("inbox", { schema: z.looseObject({}), migrations: [] });

/** Labels of a namespace must not contain dots, and thread ids may; encoding also replaces lone surrogates. */
const label = (text: string) => encodeURIComponent(Buffer.from(text).toString()).replaceAll(".", "%2E");

/** Only the labels of owners start with this. LangGraph rejects labels with a colon. */
export const ownerPrefix = "owner=";

/**
 * The first label of all namespaces of one owner, on a server that keeps its users apart. It ends with a character that no encoded
 * name contains, as some stores match prefixes of text: `Ann` would read what belongs to `Anna`.
 */
export const ownerLabel = (owner: string) => `${ownerPrefix}${label(owner)};`;

/**
 * The namespace of a thread's inbox, to which clients of a LangGraph server write themselves.
 *
 * @param owner - The thread's owner, on a server that keeps its users apart.
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
  // Some stores match prefixes of text: talk-1 would read the inbox of talk-10.
  const isOurs = ({ namespace }: Item) => namespace.join("\n") === inbox.join("\n");
  return items.filter(isOurs).sort(inOrder);
}
