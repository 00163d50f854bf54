/** `rostrum mcp`: offers conversations as MCP tools over stdio. Only protocol messages may be written to stdout. */
import { once } from "node:events";
import { loadOptional } from "../../../errors/optional-peer.js";
import { exitStatus } from "../io.js";
import type { Action } from "../options.js";
import { withPlace } from "../preparing/place.js";

const load = () =>
  loadOptional("rostrum mcp", "@modelcontextprotocol/sdk", async () => {
    const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
    return { StdioServerTransport, ...(await import("../mcp/mcp-server.js")) };
  });

export const mcp: Action = async (_words, { options, io, texts }) => {
  const { createMcpServer, StdioServerTransport } = await load();
  return withPlace({ options, io, texts, create: "database" }, async ({ conversations }) => {
    const server = createMcpServer(conversations);
    await server.connect(new StdioServerTransport(io.stdin, io.stdout));
    await Promise.race([once(io.stdin, "end"), new Promise<void>((stop) => void io.onInterrupt(stop))]);
    await server.close();
    return exitStatus.done;
  });
};
