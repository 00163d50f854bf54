/** The store of a conversation in which people type. */
import { InMemoryStore, type Operation } from "@langchain/langgraph";

/**
 * The conversation reads its inbox before every turn. Reading waits for the message that is being typed, which would otherwise
 * arrive a turn too late.
 */
export class PatientStore extends InMemoryStore {
  constructor(private readonly untilSent: () => Promise<void>) {
    super();
  }

  /** Every access comes through here. Writing does not wait: the awaited message is written through here too. */
  override async batch<Operations extends readonly Operation[]>(operations: Operations) {
    if (operations.some((operation) => "namespacePrefix" in operation)) await this.untilSent();
    return super.batch(operations);
  }
}
