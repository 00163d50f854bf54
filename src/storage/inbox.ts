/**
 * The inbox of a thread: messages that people add while the conversation runs. It lies in the graph's store, and a node reads it
 * between two turns, so that no work in progress is lost.
 */
import { BaseStore, type Item, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";

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

/** The rows of a database's inbox table. A namespace is a JSON text. */
interface InboxRows {
  read(namespace: string): Promise<readonly Readonly<Record<"key" | "value" | "created", string>>[]>;
  write(namespace: string, key: string, value: string, created: string): Promise<unknown>;
  erase(namespace: string, key: string): Promise<unknown>;
}

/** The inboxes in a database, as the store of a graph. Of a store's operations it has those that inboxes need. */
export class InboxStore extends BaseStore {
  constructor(private readonly rows: InboxRows) {
    super();
  }

  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    const results: unknown[] = [];
    for (const operation of operations) results.push(await this.run(operation));
    return results as OperationResults<Operations>;
  }

  private async run(operation: Operation): Promise<unknown> {
    if ("namespacePrefix" in operation) {
      const { namespacePrefix, offset = 0, limit = pageSize } = operation;
      return (await this.read(namespacePrefix)).slice(offset, offset + limit);
    }
    if (!("namespace" in operation)) return [];
    const { namespace, key } = operation;
    if (!("value" in operation)) return (await this.read(namespace)).find((item) => item.key === key) ?? null;
    const place = JSON.stringify(namespace);
    if (operation.value === null) return this.rows.erase(place, key);
    return this.rows.write(place, key, JSON.stringify(operation.value), new Date().toISOString());
  }

  private async read(namespace: string[]): Promise<Item[]> {
    const rows = await this.rows.read(JSON.stringify(namespace));
    return rows.map(({ key, value, created }) => {
      const createdAt = new Date(created);
      return { namespace, key, value: JSON.parse(value), createdAt, updatedAt: createdAt };
    });
  }
}
