import { describe, expect, it } from "@jest/globals";
import { Annotation, Send, START, StateGraph } from "@langchain/langgraph";
import { outlineKey } from "../../../src/talk/storage/contents/outline.js";
import { openCheckpointer } from "../../../src/talk/storage/open.js";
import { temporaryDatabases } from "../../support/databases.js";

const databases = temporaryDatabases();

const State = Annotation.Root({
  notes: Annotation<object[]>({ reducer: (old, more) => [...old, ...more], default: () => [] }),
});

describe.each(["createFile", "createDatabase"] as const)("an outline (%s)", (create) => {
  it("contains the steps that a `Send` starts, and no items of lists", async () => {
    const checkpointer = await openCheckpointer(await databases[create]("outlines"));
    const graph = new StateGraph(State)
      .addNode("plan", () => ({ notes: [{ text: "Ask both." }] }))
      .addNode("ask", ({ notes }) => ({ notes }))
      .addEdge(START, "plan")
      .addConditionalEdges("plan", () => ["Ann", "Bo"].map((name) => new Send("ask", { notes: [{ name }] })), ["ask"])
      .compile({ checkpointer });
    const configurable = { thread_id: "talk" };
    await graph.invoke({ notes: [] }, { configurable, interruptAfter: ["plan"] });
    const states = [];
    for (const outline of [false, true])
      for await (const state of graph.getStateHistory(
        { configurable: { ...configurable, ...(outline && { [outlineKey]: true }) } },
        { limit: 1 },
      ))
        states.push([state.next, state.values.notes.length]);
    expect(states).toEqual([
      [["ask", "ask"], 1],
      [["ask", "ask"], 0],
    ]);
    await checkpointer.close();
  });
});
