/**
 * `rostrum ui`: serves the web page and its HTTP API. Reads the token from the environment, because every user of a
 * machine can see a command's options.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { rehearsalName } from "../../../core/usage/usage.js";
import { loadOptional } from "../../../errors/optional-peer.js";
import { defaultModelName } from "../../../graph/models/model-source.js";
import { rehearsalNotice } from "../../../offline/rehearsal/rehearsal-model.js";
import { exitStatus, UsageError } from "../io.js";
import type { Action } from "../options.js";
import { reasonOf } from "../preparing/out-file.js";
import { withPlace } from "../preparing/place.js";
import { readingPace } from "../preparing/setup.js";

const load = () =>
  loadOptional("rostrum ui", "hono @hono/node-server", async () => {
    const { serve } = await import("@hono/node-server");
    return { serve, ...(await import("../../web/app.js")) };
  });

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);

export const ui: Action = async (_words, { options, io, texts }) => {
  const { host = "127.0.0.1", port = "4300" } = options;
  const token = io.env["ROSTRUM_UI_TOKEN"]?.trim() || undefined;
  if (!isLoopback(host) && token === undefined) throw new UsageError(`--host: ${texts.ui.needsToken}`);
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new UsageError(`--port: ${texts.ui.badPort(port)}`);
  const { createApp, serve } = await load();
  return withPlace({ options, io, texts, create: "database", pace: readingPace }, async (place) => {
    const { conversations, modes, runsHere } = place;
    // The environment of a server or a worker is unknown, so the page suggests only the model that needs no key.
    const models = runsHere ? {} : { models: { models: [rehearsalName], providers: [] } };
    const { fetch } = createApp(conversations, { token, ...(modes && { modes }), ...models });
    const server = serve({ fetch, hostname: host, port: Number(port) });
    await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(texts.ui.cannotListen(`${host}:${port}`, reasonOf(error)));
    });
    const { port: used } = server.address() as AddressInfo;
    const address = `http://${host.includes(":") ? `[${host}]` : host}:${used}/`;
    if (runsHere && defaultModelName() === rehearsalName) io.stderr.write(`${rehearsalNotice(texts.language)}\n`);
    const stopped = new Promise<void>((stop) => void io.onInterrupt(stop));
    io.stdout.write(`${texts.ui.serving(address)}\n`);
    await stopped;
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    return exitStatus.done;
  });
};
