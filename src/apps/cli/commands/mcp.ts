/** `rostrum mcp`: offers conversations as MCP tools over stdio. Stdout is reserved for protocol messages. */
import { once } from "node:events";
import { importError } from "../../../errors/optional-peer.js";
import { exitStatus } from "../io.js";
import type { Action } from "../options.js";
import { withPlace } from "../preparing/place.js";

async function load() {
  try {
    const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
    return { StdioServerTransport, ...(await import("../mcp/mcp-server.js")) };
  } catch (cause) {
    throw importError(cause, "rostrum mcp", "@modelcontextprotocol/sdk");
  }
}

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
