/** Tasks run without LangChain's wrapping where nobody watches, and show all that LangGraph shows where somebody does. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { HumanMessage } from "@langchain/core/messages";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { Annotation, Command, getConfig, pushMessage, START, StateGraph } from "@langchain/langgraph";
import { createBidding } from "../../src/modes/bidding/bidding.js";
import { ScriptedModel } from "../../src/testing/index.js";
import { allModes, compileMode, inputFor } from "../support/any-mode.js";
import { castOf, fixedClock } from "../support/conversation.js";
import { plainAnswer } from "../support/plain-answers.js";

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
    // LangGraph hands on every step through here as well, without a trace.
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

type Own = {
  addNode(...node: unknown[]): Own;
  addConditionalEdges(...edges: unknown[]): Own;
  compile(): ReturnType<ReturnType<typeof createBidding>["compile"]>;
};

describe("whoever adds nodes", () => {
  it("finds the task's configuration in them, and goes where a command says", async () => {
    const seen: unknown[] = [];
    const own = builder() as unknown as Own;
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

  it.each([
    ["watched", [BaseCallbackHandler.fromMethods({ handleChainStart: () => {} })]],
    ["not watched", []],
  ])("finds at an edge what the node before it has just written, %s", async (_how, callbacks) => {
    type Seen = Pick<Awaited<ReturnType<ReturnType<Own["compile"]>["invoke"]>>, "messages" | "usage" | "turn" | "bids">;
    const seen: unknown[] = [];
    const look =
      (where: string) =>
      async ({ messages, usage, turn, bids }: Seen) => {
        const calls = usage.reduce((sum, row) => sum + row.calls, 0);
        seen.push([where, turn, messages.length, calls, bids.length]);
        return ["look"];
      };
    // What a node says beside what it returns comes before it.
    const stopWhen = ({ turn }: { readonly turn: number }) => {
      for (const word of ["This", "that"])
        pushMessage(new HumanMessage({ id: `${word}-${turn}`, content: `${word}, aside.` }), { stateKey: "messages" });
      return undefined;
    };
    const own = createBidding({ model: model(), clock: fixedClock, stopWhen }) as unknown as Own;
    own.addNode("look", () => ({}));
    for (const node of ["choose-speaker", "speak", "stop-check"]) own.addConditionalEdges(node, look(node), ["look"]);
    await own.compile().invoke({ ...input, maxTurns: 2 }, { callbacks });
    expect(seen).toEqual([
      ["choose-speaker", 0, 1, 3, 3],
      ["speak", 1, 2, 4, 3],
      ["stop-check", 1, 4, 4, 3],
      ["choose-speaker", 1, 4, 7, 3],
      ["speak", 2, 5, 8, 3],
      ["stop-check", 2, 5, 8, 3],
    ]);
  });
});
