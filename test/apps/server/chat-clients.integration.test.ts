import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "@langchain/langgraph-sdk";
import { type DevServer, startDevServer } from "../../support/dev-server.js";

const page = "http://localhost:3000";

let server: DevServer;

beforeAll(async () => {
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal", ROSTRUM_ORIGINS: page }, undefined, undefined, true);
  // The server answers requests before it has bundled the components.
  while ((await component("bidding")).status === 404) await new Promise((next) => setTimeout(next, 50));
}, 90_000);

afterAll(() => server.stop());

const component = (agent: string) =>
  fetch(`${server.url}/ui/${agent}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: page },
    body: JSON.stringify({ name: "speaker" }),
  });

it("the server serves the speaker's card for a graph's name and for an assistant's ID", async () => {
  const client = new Client({ apiUrl: server.url, apiKey: null });
  const { assistant_id } = await client.assistants.create({ graphId: "bidding", name: "a debate" });
  const html = await (await component("bidding")).text();
  expect(html).toContain(`__LGUI_bidding.render("speaker", "{{shadowRootId}}")`);
  expect(await (await component(assistant_id)).text()).toBe(html);
  const [, source = ""] = /src="([^"]+)"/.exec(html) ?? [];
  const script = await fetch(source);
  expect(script.headers.get("content-type")).toMatch(/javascript/);
  expect(await script.text()).toContain("rehearsal");
});

it("the server serves no component for an unknown assistant", async () => {
  expect((await component(crypto.randomUUID())).status).toBe(404);
});
