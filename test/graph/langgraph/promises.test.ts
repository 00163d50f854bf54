/**
 * Undocumented behavior of LangGraph that `src/graph/langgraph` relies on. If an assertion fails, its message says what
 * has changed.
 */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { expect, it } from "@jest/globals";
import {
  Command,
  END,
  interrupt,
  type LangGraphRunnableConfig,
  MemorySaver,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { z } from "zod";
import { ConversationGraph } from "../../../src/graph/langgraph/conversation-graph.js";
import { runDetached } from "../../../src/graph/langgraph/detached.js";
import { showContextForm } from "../../../src/graph/langgraph/schema.js";
import { checkpointerOf, readSaved, savedInterrupts, surroundingState } from "../../../src/graph/langgraph/task.js";

const schema = new StateSchema({ count: z.number().default(0) });
type Step = (state: { count: number }, config: LangGraphRunnableConfig) => unknown;

const builder = (step: Step) =>
  new StateGraph(schema)
    .addNode("step", step as never)
    .addEdge(START, "step")
    .addEdge("step", END);

const thread = { configurable: { thread_id: "t" } };
const addOne: Step = ({ count }) => ({ count: count + 1 });

function watched(step: Step = addOne) {
  const seen: string[] = [];
  const graph = ConversationGraph.from(builder(step).compile(), (start) => {
    seen.push("start");
    return { ...start, end: () => seen.push("end") };
  });
  return { graph, seen };
}

const drain = async (chunks: AsyncIterable<unknown>) => {
  for await (const _chunk of chunks);
};

it("`invoke` and `streamEvents` call `stream`", async () => {
  const ways = {
    invoke: (graph: ReturnType<typeof watched>["graph"]) => graph.invoke({ count: 1 }),
    stream: async (graph: ReturnType<typeof watched>["graph"]) => drain(await graph.stream({ count: 1 })),
    streamEvents: (graph: ReturnType<typeof watched>["graph"]) =>
      drain(graph.streamEvents({ count: 1 }, { version: "v2" })),
  };
  for (const [name, run] of Object.entries(ways)) {
    const { graph, seen } = watched();
    await run(graph);
    strictEqual(
      seen.join(),
      "start,end",
      `${name} no longer goes through CompiledStateGraph.stream: runs have no scope`,
    );
  }
});

it("`withConfig` copies a graph's fields", async () => {
  const { graph, seen } = watched();
  const copy = graph.withConfig({ recursionLimit: 7 });
  await copy.invoke({ count: 1 });
  strictEqual(seen.join(), "start,end", "withConfig no longer hands a graph's fields to its constructor");
});

it.each([{ durability: "exit" }, { checkpointDuring: false }] as const)(
  "withConfig(%j) makes each run save only its last checkpoint",
  async (bound) => {
    const saver = new MemorySaver();
    const plain = builder(addOne).compile({ checkpointer: saver });
    const graph = ConversationGraph.from(plain, (start) => ({ ...start, end: () => {} })).withConfig(bound);
    await graph.invoke({ count: 1 }, thread);
    // The bound option must also apply if the caller passes `durability: undefined`.
    await graph.invoke({ count: 1 }, { ...thread, durability: undefined } as never);
    const saved = [];
    for await (const checkpoint of saver.list(thread)) saved.push(checkpoint);
    strictEqual(saved.length, 2, "a run saves more than its last checkpoint");
  },
);

it("a graph in another graph's task ignores the thread that `withConfig` bound to it", async () => {
  const saver = new MemorySaver();
  const bound = { configurable: { thread_id: "bound" } };
  const child = ConversationGraph.from(builder(addOne).compile(), (start) => ({ ...start, end: () => {} }));
  const parent = builder(() => child.withConfig(bound).invoke({ count: 1 })).compile({ checkpointer: saver });
  await parent.invoke({ count: 1 }, thread);
  strictEqual(Object.keys(saver.storage).join(), "t", "a nested run saves outside its parent's thread");
});

it("tags and callbacks that were bound with `withConfig` apply as often as in a plain graph", async () => {
  const seen: string[] = [];
  const started = () => seen.push("start");
  const plain = builder((_state, config) => {
    seen.push(...(config.tags ?? []).filter((tag) => tag === "own"));
    return {};
  }).compile();
  const graph = ConversationGraph.from(plain, (start) => ({ ...start, end: () => {} }));
  const callbacks = [{ handleChainStart: (..._: unknown[]) => started() }];
  await plain.withConfig({ tags: ["own"], callbacks }).invoke({ count: 1 });
  const expected = seen.splice(0).join();
  await graph.withConfig({ tags: ["own"], callbacks }).invoke({ count: 1 });
  strictEqual(seen.join(), expected, "LangGraph no longer adds what withConfig bound to a run's options");
});

it("a run's `end` is called even if the run fails or its reader stops early", async () => {
  const failing = watched(() => {
    throw new Error("no");
  });
  await expect(failing.graph.invoke({ count: 1 })).rejects.toThrow("no");
  strictEqual(failing.seen.join(), "start,end", "a failed run does not call `end`");
  const left = watched();
  for await (const _chunk of await left.graph.stream({ count: 1 }, { streamMode: "values" })) break;
  strictEqual(left.seen.join(), "start,end", "a run does not call `end` if its reader stops early");
});

it("a run fails before its next step if the checkpointer cannot save", async () => {
  const seen: string[] = [];
  const saver = new MemorySaver();
  saver.putWrites = async () => {
    throw new Error("no");
  };
  const plain = builder(addOne)
    .addNode("next", () => {
      seen.push("next");
      return {};
    })
    .addEdge("step", "next")
    .compile({ checkpointer: saver });
  const graph = ConversationGraph.from(plain, (start) => ({ ...start, end: () => seen.push("end") }));
  await expect(graph.invoke({ count: 1 }, thread)).rejects.toMatchObject({
    code: "storage-failed",
    details: { reason: "no" },
  });
  strictEqual(seen.join(), "end", "durability: sync no longer waits for a step's saves");
});

it("a task's configuration contains the checkpointer and the namespace of the saved values", async () => {
  const saver = new MemorySaver();
  let found: unknown;
  let saved: unknown;
  const look: Step = async (_state, config) => {
    found = checkpointerOf(config);
    saved = await readSaved(config, ["count"]);
    return {};
  };
  const graph = builder(look).compile({ checkpointer: saver });
  await graph.invoke({ count: 4 }, thread);
  strictEqual(found, saver, "LangGraph no longer puts the checkpointer under __pregel_checkpointer");
  await graph.invoke({}, thread);
  deepStrictEqual(saved, [4], "a task's checkpoint_ns no longer ends with the task: the saved channel is not found");
  await builder(look).compile().invoke({ count: 4 });
  strictEqual(found, undefined, "a run without a checkpointer seems to have one");
});

it("a checkpoint keeps the value of a step's interrupt until the step finishes", async () => {
  const seen: unknown[] = [];
  const ask: Step = async (_state, config) => {
    seen.push(await savedInterrupts(config));
    return { count: interrupt({ since: seen.length }) };
  };
  const graph = builder(ask).compile({ checkpointer: new MemorySaver() });
  await graph.invoke({ count: 1 }, thread);
  await graph.invoke(null, thread);
  await graph.invoke(new Command({ resume: 5 }) as never, thread);
  const first = seen.slice(0, 2);
  deepStrictEqual(first, [[], [{ since: 1 }]], "pending writes no longer hold interrupts: deadlines would start anew");
  strictEqual((seen[2] as unknown[]).length, 1, "the interrupt is gone when its answer comes");
});

it("`getCurrentTaskInput` returns the state of the surrounding task", async () => {
  strictEqual(surroundingState({}), undefined, "there is a surrounding task outside of any run");
  let surrounding: unknown;
  let given: unknown;
  const inner = ConversationGraph.from(builder(addOne).compile(), (start) => {
    surrounding = surroundingState(start.options);
    given = start.input;
    return { ...start, end: () => {} };
  });
  const outer = new StateGraph(schema).addNode("inner", inner).addEdge(START, "inner").addEdge("inner", END);
  await outer.compile().invoke({ count: 2 });
  ok(surrounding !== undefined, "a graph that is a node no longer finds the state of its task");
  strictEqual(surrounding, given, "a graph that is a node no longer receives its task's own input");
});

it("`showContextForm` hides `getInputJsonSchema` from the `in` operator, but keeps it callable", () => {
  ok(
    "getInputJsonSchema" in schema,
    "StateSchema has no getInputJsonSchema any more: src/graph/langgraph/schema.ts can go",
  );
  const hidden = showContextForm(schema);
  strictEqual(Reflect.has(hidden, "getInputJsonSchema"), false, "the server still sees getInputJsonSchema");
  strictEqual(typeof hidden.getInputJsonSchema, "function", "the method cannot be called any more");
});

it("a detached graph uses neither the checkpointer nor the thread of the surrounding step", async () => {
  let inside: LangGraphRunnableConfig | undefined;
  const inner = builder((_state, config) => {
    inside = config;
    return {};
  }).compile();
  const outer = builder(async () => {
    await runDetached({}, (config) => inner.invoke({ count: 1 }, config));
    return {};
  }).compile({ checkpointer: new MemorySaver() });
  await outer.invoke({ count: 1 }, thread);
  ok(inside, "the detached graph did not run");
  strictEqual(checkpointerOf(inside), undefined, "a detached graph uses the checkpointer of the surrounding step");
  ok(inside.configurable?.["thread_id"] !== "t", "a detached graph uses the thread of the surrounding step");
});
