/** A process that ends before what it heard is saved, as its checkpointer sees it. */
import type { BaseCheckpointSaver, Checkpoint } from "@langchain/langgraph-checkpoint";
import { storageFailed } from "../../src/errors/storage-failure.js";

/**
 * Makes a checkpointer lose what holds anything in a channel: with a step's checkpoint, or already with what its tasks have written.
 * `loses`: undefined while it loses nothing.
 */
export function makeLossy(saver: BaseCheckpointSaver, channel: "interjections" | "controls") {
  const [put, putWrites] = [saver.put.bind(saver), saver.putWrites.bind(saver)];
  const loss: { loses: "writes" | "checkpoint" | undefined } = { loses: undefined };
  const refuse = (heard: unknown) => {
    if (!loss.loses || !Array.isArray(heard) || heard.length === 0) return;
    // Of this kind, or PostgreSQL's would be tried again for three seconds.
    throw storageFailed(new Error("the disk is gone"), "here");
  };
  saver.put = async (...saving) => {
    refuse((saving[1] as Checkpoint).channel_values[channel]);
    return put(...saving);
  };
  saver.putWrites = async (...saving) => {
    if (loss.loses === "writes") refuse(saving[1].find(([name]) => name === channel)?.[1]);
    return putWrites(...saving);
  };
  return loss;
}
