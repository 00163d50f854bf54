/** Simulates a process that dies before its checkpointer saves what the process received. */
import type { BaseCheckpointSaver, Checkpoint } from "@langchain/langgraph-checkpoint";
import { storageFailed } from "../../src/errors/storage-failure.js";

/**
 * Makes `saver` fail when it saves a non-empty value of `channel`. The result's `loses`, at first undefined, selects
 * the failing operations: "checkpoint" for a step's checkpoint, "writes" for the writes of a step's tasks as well.
 */
export function makeLossy(saver: BaseCheckpointSaver, channel: "interjections" | "controls") {
  const [put, putWrites] = [saver.put.bind(saver), saver.putWrites.bind(saver)];
  const loss: { loses: "writes" | "checkpoint" | undefined } = { loses: undefined };
  const refuse = (values: unknown) => {
    if (!loss.loses || !Array.isArray(values) || values.length === 0) return;
    // Throws a storage failure, because PostgreSQL's checkpointer retries other errors for three seconds.
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
