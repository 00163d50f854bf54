import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { importError } from "../../../errors/optional-peer.js";
import type { CliTexts } from "../../../words/command-line.js";
import { reasonOf } from "../../reason-of.js";
import { UsageError } from "../io.js";

export function portOf(port: string, { listening }: CliTexts): number {
  if (/^\d+$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new UsageError(`--port: ${listening.badPort(port)}`);
}

interface ListenSetup {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly texts: CliTexts;
  /** The feature that needs the server. Shown in the error if the server's package is not installed. */
  readonly label: string;
}

async function load(label: string) {
  try {
    return await import("@hono/node-server");
  } catch (cause) {
    throw importError(cause, label, "hono @hono/node-server");
  }
}

export async function listen({ fetch, host, port, texts, label }: ListenSetup) {
  const { serve } = await load(label);
  const server = serve({ fetch, hostname: host, port });
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const { cannotListen, inUse } = texts.listening;
    const address = `${host}:${port}`;
    throw new UsageError(error.code === "EADDRINUSE" ? inUse(address) : cannotListen(address, reasonOf(error)));
  });
  const { port: used } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(":") ? `[${host}]` : host}:${used}/`,
    close() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
    },
  };
}
