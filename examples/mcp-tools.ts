/** A panel in which one participant uses the tools of an MCP server. */
import { AIMessage } from "@langchain/core/messages";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { createRoundRobin } from "rostrum";
import { ScriptedModel } from "rostrum/testing";

const server = import.meta.filename.replace("mcp-tools", "mcp-server");
const client = new MultiServerMCPClient({
  mcpServers: {
    boatyard: { transport: "stdio", command: process.execPath, args: [...process.execArgv, server] },
  },
});

// The rehearsal calls no tools, so a scripted model makes the calls unless ROSTRUM_MODEL is set.
const call = { name: "price_of_boat", args: { kind: "electric" }, id: "call-1" };
const script = new ScriptedModel({
  "speech:Ragna": [new AIMessage({ content: "", tool_calls: [call] }), "It costs 560000 crowns. I looked it up."],
  "speech:Anselm": ["Then we sail."],
});
const model = process.env["ROSTRUM_MODEL"] ?? script;

try {
  const graph = createRoundRobin({ model, tools: await client.getTools() }).compile();
  const { messages, toolCalls } = await graph.invoke({
    topic: "Can the island afford an electric ferry?",
    participants: [
      { name: "Ragna", role: "treasurer", tools: ["price_of_boat"] },
      { name: "Anselm", role: "captain" },
    ],
    maxTurns: 2,
  });
  for (const { name, text } of messages) console.log(`${name}: ${text}`);
  for (const { participant, tool, input, result } of toolCalls) console.log(participant, tool, input, result);
} finally {
  await client.close();
}
