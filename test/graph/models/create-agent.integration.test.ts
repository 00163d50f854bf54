import { describe, expect, it } from "@jest/globals";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { z } from "zod";
import { createBidding } from "../../../src/graph/modes/bidding/bidding.js";
import type { BiddingConversation } from "../../../src/graph/modes/bidding/state.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { inputFor } from "../../support/any-mode.js";
import { type ServedCall, startModelServer } from "../../support/model-server.js";

describe("a participant backed by createAgent", () => {
  it("calls the agent's own tools before it speaks, and hides the agent's steps", async () => {
    const depth = tool(({ place }: { place: string }) => `${place}: 12 m`, {
      name: "measure_depth",
      description: "Measures.",
      schema: z.object({ place: z.string() }),
    });
    const served: ServedCall[] = [];
    const server = await startModelServer((call) => {
      served.push(call);
      // The first answer is a bid. The second requests the tool, and the third is the speech.
      if (served.length === 1) return "<4>";
      if (served.length === 3) return "Twelve metres, I measured it.";
      return { toolCalls: [{ name: "measure_depth", arguments: '{"place":"the ford"}' }], content: "A moment." };
    });
    try {
      const { ChatOpenAI } = await import("@langchain/openai");
      const agent = createAgent({
        model: new ChatOpenAI({
          model: "any",
          configuration: { baseURL: server.address },
          apiKey: "sk-test-0123456789",
        }),
        tools: [depth],
        checkpointer: new MemorySaver(),
      });
      const others = new ScriptedModel(({ purpose, participant }) =>
        purpose === "bid" ? "<1>" : `${participant} speaks.`,
      );
      const checkpointer = new MemorySaver();
      const graph = createBidding({ model: others, agents: { Ann: agent } }).compile({ checkpointer });
      const said: string[] = [];
      const config = { configurable: { thread_id: "talk" } };
      const input = { ...inputFor("bidding"), maxTurns: 1 };
      for await (const [chunk] of await graph.stream(input, { ...config, streamMode: "messages" }))
        said.push(chunk.text);
      const values = (await graph.getState(config)).values as BiddingConversation;

      expect(values.messages.at(-1)).toMatchObject({ name: "Ann" });
      expect(values.messages.at(-1)?.text).toBe("Twelve metres, I measured it.");
      expect(said.filter((text) => /moment|12 m|<4>/.test(text))).toEqual([]);
      expect(said).toContain("Twelve metres, I measured it.");
      // One call for the bid, and two for the speech: the first requests the tool, and the second answers.
      expect(values.usage.filter(({ participant }) => participant === "Ann")).toMatchObject([
        { purpose: "bid", model: "Ann's agent", calls: 1, uncounted: 0 },
        { purpose: "speech", model: "Ann's agent", calls: 2, uncounted: 0 },
      ]);
      expect(served).toHaveLength(3);
      // The conversation's history contains none of the agent's steps.
      const nodes = new Set<string>();
      for await (const { tasks } of graph.getStateHistory(config)) for (const { name } of tasks) nodes.add(name);
      expect([...nodes].sort()).toEqual([
        "__start__",
        "bid-collection",
        "choose-speaker",
        "set-scene",
        "speak",
        "stop-check",
      ]);
    } finally {
      await server.stop();
    }
  });
});
