/** Tasks run without LangChain's wrapping where nobody watches, and show all that LangGraph shows where somebody does. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { Annotation, Command, getConfig, START, StateGraph } from "@langchain/langgraph";
import { createBidding } from "../../src/modes/bidding.js";
import { allModes, compileMode, inputFor } from "../support/any-mode.js";
import { castOf, fixedClock } from "../support/conversation.js";
import { plainAnswer } from "../support/plain-answers.js";
import { ScriptedModel } from "../support/scripted-model.js";

const model = () => new ScriptedModel(plainAnswer);
const input = { topic: "Tea?", participants: castOf("Ann", "Bea", "Cid"), seed: 1, maxTurns: 2 };
const builder = () => createBidding({ model: model(), clock: fixedClock });

afterEach(() => {
  jest.restoreAllMocks();
});

describe("somebody who watches", () => {
  it.each(allModes)("sees every node of %s begin and end, and the same conversation", async (mode) => {
    const begun = new Map<string, string>();
    const ended: string[] = [];
    const watcher = BaseCallbackHandler.fromMethods({
      handleChainStart: (...[, , run, , , , , name]) => void (name && begun.set(run, name)),
      handleChainEnd: (_outputs, run) => void ended.push(begun.get(run) ?? ""),
    });
    const graph = compileMode(mode, { model: model() });
    const unwatched = await graph.invoke(inputFor(mode));
    const watched = await graph.invoke(inputFor(mode), { callbacks: [watcher] });
    expect(watched).toEqual(unwatched);
    const steps: string[] = [];
    for await (const step of await graph.stream(inputFor(mode), { streamMode: "updates" }))
      steps.push(...Object.keys(step));
    const nodes = new Set(Object.keys(graph.nodes).filter((name) => !name.startsWith("__")));
    expect(ended.filter((name) => nodes.has(name)).sort()).toEqual(steps.sort());
    expect(steps.length).toBeGreaterThan(5);
  });

  it("sees it on the stream of LangChain's events as well", async () => {
    const seen = new Set<string>();
    for await (const { event, name } of builder().compile().streamEvents(input, { version: "v2" }))
      if (event === "on_chain_end") seen.add(name);
    for (const name of ["set-scene", "bid-collection", "choose-speaker", "speak", "stop-check"])
      expect(seen).toContain(name);
  });
});

describe("nobody who watches", () => {
  it("has nothing made ready to be traced around the nodes", async () => {
    const prepared = jest.spyOn(AsyncLocalStorageProviderSingleton, "runWithConfig");
    // The pieces of a speech pass through here as well, without a trace.
    const count = () => prepared.mock.calls.filter(([, , isUntraced]) => !isUntraced).length;
    const graph = builder().compile();
    const countOf = async (turns: number) => {
      prepared.mockClear();
      await graph.invoke({ ...input, maxTurns: turns });
      return count();
    };
    const two = await countOf(2);
    expect(await countOf(4)).toBe(two);
    // Another graph's nodes are wrapped: what is counted here is there to be counted.
    prepared.mockClear();
    await new StateGraph(Annotation.Root({ turn: Annotation<number> }))
      .addNode("plain", async () => ({ turn: 1 }))
      .addEdge(START, "plain")
      .compile()
      .invoke({ turn: 0 });
    expect(count()).toBeGreaterThan(2);
  });
});

describe("whoever adds nodes", () => {
  it("finds the task's configuration in them, and goes where a command says", async () => {
    const seen: unknown[] = [];
    const own = builder() as unknown as {
      addNode(...node: unknown[]): typeof own;
      addConditionalEdges(...edges: unknown[]): typeof own;
      compile(): ReturnType<ReturnType<typeof createBidding>["compile"]>;
    };
    own
      .addNode(
        "note",
        () => {
          seen.push(getConfig().configurable?.["thread_id"]);
          return new Command({ goto: "second-note" });
        },
        { ends: ["second-note"] },
      )
      .addNode("second-note", () => {
        seen.push("second");
        return {};
      })
      .addConditionalEdges("choose-speaker", async () => {
        seen.push(getConfig().configurable?.["thread_id"] === "t");
        return ["note"];
      }, ["note"]);
    await own.compile().invoke({ ...input, maxTurns: 1 }, { configurable: { thread_id: "t" } });
    expect(seen).toEqual([true, "t", "second"]);
  });
});
