/**
 * The store of a conversation in which somebody types. The conversation reads what was left for it at every turn's boundary;
 * were a line that is being typed then not waited for, it would come a turn too late.
 */
import { InMemoryStore, type Operation, type OperationResults } from "@langchain/langgraph";

export class PatientStore extends InMemoryStore {
  constructor(private readonly untilSent: () => Promise<void>) {
    super();
  }

  /** Every access comes through here. Only reading waits: what is waited for is written through here too. */
  override async batch<Operations extends readonly Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    if (operations.some((operation) => "namespacePrefix" in operation)) await this.untilSent();
    return super.batch(operations);
  }
}
