import { rehearsalName } from "../../../core/usage/usage.js";
import { importError } from "../../../errors/optional-peer.js";
import { findDefaultModel } from "../../../graph/models/model-source.js";
import { rehearsalNotice } from "../../../offline/rehearsal/rehearsal-model.js";
import { exitStatus, UsageError } from "../io.js";
import type { Action } from "../options.js";
import { listen, portOf } from "../preparing/listen.js";
import { withPlace } from "../preparing/place.js";
import { readingPace } from "../preparing/setup.js";

const label = "rostrum ui";

async function load() {
  try {
    return await import("../../web/app.js");
  } catch (cause) {
    throw importError(cause, label, "hono @hono/node-server");
  }
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);

export const ui: Action = async (_words, { options, io, texts }) => {
  const { host = "127.0.0.1" } = options;
  // Reads the token from the environment, because every user of a machine can see a command's options.
  const token = io.env["ROSTRUM_UI_TOKEN"]?.trim() || undefined;
  if (!isLoopback(host) && token === undefined) throw new UsageError(`--host: ${texts.ui.needsToken}`);
  const port = portOf(options.port ?? "4300", texts);
  const { createApp } = await load();
  return withPlace({ options, io, texts, create: "database", pace: readingPace }, async (place) => {
    const { conversations, modes, runsHere } = place;
    // The environment of the server or worker is unknown, so the page suggests only the rehearsal, which needs no key.
    const models = runsHere ? {} : { models: { models: [rehearsalName], providers: [] } };
    const { fetch } = createApp(conversations, { token, ...(modes && { modes }), ...models });
    const server = await listen({ fetch, host, port, texts, label });
    if (runsHere && findDefaultModel() === rehearsalName) io.stderr.write(`${rehearsalNotice(texts.language)}\n`);
    const stopped = new Promise<void>((stop) => void io.onInterrupt(stop));
    io.stdout.write(`${texts.ui.serving(server.address)}\n`);
    await stopped;
    server.close();
    return exitStatus.done;
  });
};
