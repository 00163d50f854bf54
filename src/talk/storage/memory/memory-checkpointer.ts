/** Keeps checkpoints in memory, for browsers. */
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { MemorySerializer } from "./memory-serializer.js";

export class MemoryCheckpointer extends MemorySaver {
  constructor(place: string) {
    super();
    this.serde = new MemorySerializer(this.serde, place);
  }

  async close(): Promise<void> {}
}
