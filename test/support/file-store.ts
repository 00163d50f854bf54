/** A store that rewrites its file on every change, for tests that kill processes. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { InMemoryStore, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";

type Entry = readonly [namespace: string[], key: string, value: Record<string, unknown>];

export class FileStore extends InMemoryStore {
  private isLoaded = false;

  constructor(private readonly file: string) {
    super();
  }

  override async batch<Operations extends readonly Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    await this.load();
    const results = await super.batch(operations);
    if (operations.some((operation) => "value" in operation)) await this.save();
    return results;
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return;
    this.isLoaded = true;
    const entries = existsSync(this.file) ? (JSON.parse(readFileSync(this.file, "utf8")) as Entry[]) : [];
    for (const [namespace, key, value] of entries) await super.batch([{ namespace, key, value }]);
  }

  private async save(): Promise<void> {
    const [found] = await super.batch([{ namespacePrefix: ["rostrum"], limit: 1000, offset: 0 }] as const);
    const entries = (found as { namespace: string[]; key: string; value: Record<string, unknown> }[]).map(
      ({ namespace, key, value }): Entry => [namespace, key, value],
    );
    writeFileSync(this.file, JSON.stringify(entries));
  }
}
