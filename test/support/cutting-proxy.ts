/** A proxy on loopback that, on demand, cuts connections to a server or lets nothing through. */
import { connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  readonly url: string;
  readonly connections: () => number;
  readonly cuts: () => number;
  /** For each number in `bytes`, cuts one connection after that many bytes of the response. */
  cutAfter(bytes: readonly number[]): void;
  /** Keeps all connections open, and accepts new ones, but passes nothing on until `release`. */
  hold(): void;
  release(): void;
  /** Stops forwarding data on the open connections, as if the server had vanished. New connections work. */
  abandon(): void;
  /** Cuts all open connections, and routes new ones to another server. */
  leadTo(url: string): void;
  /** Cuts all open connections, and refuses new ones until `leadTo`. */
  refuse(): void;
  stop(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let port = Number(new URL(target).port);
  let connections = 0;
  let cuts = 0;
  let limits: number[] = [];
  let isHeld = false;
  let isRefusing = false;
  const open = new Set<Socket>();
  const abandoned = new Set<Socket>();
  const cutAll = () => {
    for (const socket of [...open, ...abandoned]) socket.destroy();
  };

  const server = createServer((near) => {
    connections += 1;
    if (isRefusing) {
      near.on("error", () => {}).destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    let returned = 0;
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
      open.delete(far);
    };
    open.add(near).add(far);
    for (const socket of [near, far]) socket.on("error", end).on("close", end);
    near.pipe(far);
    if (isHeld) near.pause();
    far.on("data", (chunk) => {
      const limit = limits[0];
      returned += chunk.length;
      if (limit === undefined || returned <= limit) return near.write(chunk);
      limits.shift();
      cuts += 1;
      // Cuts inside a chunk, so that the client receives only part of it.
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
    hold() {
      isHeld = true;
      for (const socket of open) socket.pause();
    },
    release() {
      isHeld = false;
      for (const socket of open) socket.resume();
    },
    abandon() {
      isHeld = false;
      for (const socket of open) abandoned.add(socket.pause());
      open.clear();
    },
    leadTo(url) {
      port = Number(new URL(url).port);
      isRefusing = false;
      cutAll();
    },
    refuse() {
      isRefusing = true;
      cutAll();
    },
    async stop() {
      cutAll();
      await new Promise((closed) => server.close(closed));
    },
  };
}
