/** A process that ends before what it heard is saved, as its checkpointer sees it. */
import { MemorySaver } from "@langchain/langgraph";
import type { Checkpoint } from "@langchain/langgraph-checkpoint";

/** Loses what holds anything in a channel: with a step's checkpoint, or already with what its tasks have written. */
export class FailingSaver extends MemorySaver {
  loses: "writes" | "checkpoint" | undefined;

  constructor(private readonly channel: "interjections" | "controls") {
    super();
  }

  override async put(...saving: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
    const [, checkpoint] = saving as unknown as [unknown, Checkpoint];
    this.refuse(checkpoint.channel_values[this.channel]);
    return super.put(...saving);
  }

  override async putWrites(...saving: Parameters<MemorySaver["putWrites"]>): Promise<void> {
    const [, writes] = saving;
    if (this.loses === "writes") this.refuse(writes.find(([channel]) => channel === this.channel)?.[1]);
    return super.putWrites(...saving);
  }

  private refuse(heard: unknown): void {
    if (this.loses && Array.isArray(heard) && heard.length > 0) throw new Error("the disk is gone");
  }
}
