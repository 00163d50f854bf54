/** A wire to a server on loopback that can be cut. */
import { connect, createServer, type Socket } from "node:net";

/** How often connections are cut by themselves: once so many bytes have come back through one. */
export interface CuttingProxy {
  readonly url: string;
  /** Every connection that was made through it. */
  readonly connections: () => number;
  /** Connections that were cut with something on the way. */
  readonly cuts: () => number;
  /** From now on every connection is cut once so many bytes have come back through it, as often as the list is long. */
  cutAfter(bytes: readonly number[]): void;
  /** Where new connections lead from now on; those that there are are cut. */
  leadTo(url: string): void;
  stop(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let port = Number(new URL(target).port);
  let connections = 0;
  let cuts = 0;
  let limits: number[] = [];
  const open = new Set<Socket>();

  const server = createServer((near) => {
    connections += 1;
    const far = connect(port, "127.0.0.1");
    let returned = 0;
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    open.add(near);
    for (const socket of [near, far]) socket.on("error", end).on("close", end);
    near.pipe(far);
    far.on("data", (chunk) => {
      const limit = limits[0];
      returned += chunk.length;
      if (limit === undefined || returned <= limit) return near.write(chunk);
      limits.shift();
      cuts += 1;
      // In the middle of what is being told, so that half of it arrives.
      return near.write(chunk.subarray(0, Math.max(0, chunk.length - (returned - limit))), end);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    connections: () => connections,
    cuts: () => cuts,
    cutAfter: (bytes) => (limits = [...bytes]),
    leadTo(url) {
      port = Number(new URL(url).port);
      for (const socket of open) socket.destroy();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
