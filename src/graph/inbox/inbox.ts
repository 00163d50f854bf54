/**
 * A thread's inbox: the interjections and controls that people send to the conversation. Nodes read it between turns,
 * so an entry never interrupts a turn in progress.
 */
import type { BaseStore, Item } from "@langchain/langgraph-checkpoint";
import { z } from "zod/v4";
import { SavedFormat } from "../../core/state/saved-format.js";

/**
 * The schema accepts any fields, because clients of a LangGraph server write entries themselves; the code that reads
 * entries checks every field.
 */
export const inboxFormat = new SavedFormat("inbox", { schema: z.looseObject({}), migrations: [] });

/** Namespace labels must not contain dots, and `encodeURIComponent` throws on lone surrogates. */
export const namespaceLabel = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll(".", "%2E");

/** Distinguishes owners' labels from all others. LangGraph rejects labels with a colon, so the separator is `=`. */
export const ownerPrefix = "owner=";

/**
 * Some stores match namespaces by text prefix, so the label ends with a semicolon, which encoded names never contain.
 * Without it, `Ann` could read the entries of `Anna`.
 */
export const ownerLabel = (owner: string) => `${ownerPrefix}${namespaceLabel(owner)};`;

/**
 * Returns the namespace of a thread's inbox, to which clients of a LangGraph server write directly.
 *
 * @param owner - The thread's owner, on a server that separates its users.
 */
export function inboxOf(threadId: string, owner?: string): string[] {
  return [...(owner === undefined ? [] : [ownerLabel(owner)]), "rostrum", "interjections", namespaceLabel(threadId)];
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
  // Some stores match namespaces by text prefix, so a search for `talk-1` also returns the entries of `talk-10`.
  const isOurs = ({ namespace }: Item) => namespace.join("\n") === inbox.join("\n");
  return items.filter(isOurs).sort(inOrder);
}
