/**
 * Finds an unused port for a process that cannot choose one itself. The port is below the range that systems use for
 * outgoing connections and for port 0. Otherwise, another connection could take it before the process listens. The port
 * is above 10080, because `fetch` refuses to connect to that port.
 */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, 32_000);
    if (await isFree(port)) return port;
  }
}
