import { beforeEach, describe, expect, it } from "@jest/globals";
import { emptyCheckpoint, MemorySaver } from "@langchain/langgraph-checkpoint";
import { ReportingCheckpointer } from "../../../src/talk/storage/reporting-checkpointer.js";

const metadata = { source: "loop", step: 1, parents: {} } as const;
const configIn = (checkpoint_ns: string) => ({ configurable: { thread_id: "talk", checkpoint_ns } });
const checkpointOf = (turn: number) => ({ ...emptyCheckpoint(), channel_values: { turn } });

describe("a reporting checkpointer", () => {
  let saver: MemorySaver;
  let reported: unknown[];
  let checkpointer: ReportingCheckpointer;
  beforeEach(() => {
    saver = new MemorySaver();
    reported = [];
    checkpointer = new ReportingCheckpointer(saver, (thread, state) => reported.push([thread, state]));
  });

  it("reports each state of a conversation after it is saved", async () => {
    const saving = checkpointer.put(configIn(""), checkpointOf(1), metadata, {});
    expect(reported).toEqual([]);
    await saving;
    expect(reported).toEqual([["talk", { turn: 1 }]]);
  });

  it("does not report the states of nested graphs", async () => {
    await checkpointer.put(configIn("speak:1"), checkpointOf(1), metadata, {});
    expect(reported).toEqual([]);
  });

  it("does not report a state that could not be saved", async () => {
    saver.put = async () => {
      throw new Error("disk full");
    };
    await expect(checkpointer.put(configIn(""), checkpointOf(1), metadata, {})).rejects.toThrow("disk full");
    expect(reported).toEqual([]);
  });

  it("delegates reads, writes and deletions to the wrapped checkpointer", async () => {
    const config = await checkpointer.put(configIn(""), checkpointOf(3), metadata, {});
    await checkpointer.putWrites(config, [["topic", "Tea?"]], "task");
    const tuple = await checkpointer.getTuple(configIn(""));
    expect(tuple).toMatchObject({
      checkpoint: { channel_values: { turn: 3 } },
      pendingWrites: [["task", "topic", "Tea?"]],
    });
    expect(tuple).toEqual(await saver.getTuple(configIn("")));
    for await (const listed of checkpointer.list(configIn(""))) expect(listed).toEqual(tuple);
    saver.getNextVersion = () => 7;
    expect(checkpointer.getNextVersion(1)).toBe(7);
    await checkpointer.deleteThread("talk");
    expect(await saver.getTuple(configIn(""))).toBeUndefined();
  });
});
