/** An MCP server over stdio with one tool, which returns the price of a boat. `mcp-tools.ts` starts it. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "boatyard", version: "1.0.0" });
const prices: Readonly<Record<string, number>> = { diesel: 410_000, electric: 560_000, sail: 230_000 };

server.registerTool(
  "price_of_boat",
  { description: "Looks up what a ferry costs.", inputSchema: { kind: z.enum(["diesel", "electric", "sail"]) } },
  ({ kind }) => ({ content: [{ type: "text", text: `One ${kind} ferry: ${prices[kind]} crowns.` }] }),
);
await server.connect(new StdioServerTransport());
