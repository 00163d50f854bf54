import { BaseStore, type Item, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";
import { parseStoredRecord } from "../../errors/storage-failure.js";

const pageSize = 100;

/** Namespaces are stored as JSON text. */
interface InboxRows {
  read(namespace: string): Promise<readonly Readonly<Record<"key" | "value" | "created", string>>[]>;
  write(namespace: string, key: string, value: string, created: string): Promise<unknown>;
  erase(namespace: string, key: string): Promise<unknown>;
}

/** A LangGraph store that supports only the operations that inboxes need. */
export class InboxStore extends BaseStore {
  constructor(
    private readonly rows: InboxRows,
    private readonly place: string,
  ) {
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
      return { namespace, key, value: parseStoredRecord(value, this.place), createdAt, updatedAt: createdAt };
    });
  }
}
