import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Validator } from "@cfworker/json-schema";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Hono } from "hono";
import { Invitations } from "../../../src/apps/web/seats/invitations.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { SharedConversations } from "../../../src/talk/conversations/port/port.js";
import { createApp } from "../../../src/web.js";
import { compile, root, tool } from "../../package/pack.js";
import { allModes, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { startWeb } from "../../support/web-server.js";
import { isStatus, until } from "../../talk/contracts/conversations.js";
import { begin, caseOf, removeAll, requestFor, routesOf } from "./route-cases.js";

type Schema = Readonly<Record<string, unknown>>;
interface Answered {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Answered>> }>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: { readonly failure: Answered };
  };
  readonly servers: readonly object[];
  readonly security: readonly object[];
}

let conversations: SharedConversations;
let document: Document;
let folder: string;
const ask = (path: string, init: RequestInit = {}) =>
  createApp(conversations).request(`http://localhost${path}`, {
    ...init,
    headers: { host: "localhost", ...init.headers },
  });
const readDocument = async (app = createApp(conversations), path = "") => {
  const headers = { host: "localhost", authorization: "Bearer token" };
  return (await (await app.request(`http://localhost${path}/api/openapi.json`, { headers })).json()) as Document;
};

beforeAll(async () => {
  conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
  document = await readDocument();
  folder = await mkdtemp(join(root, ".rostrum/openapi-"));
});
afterAll(async () => {
  await conversations.close();
  await rm(folder, { recursive: true });
});

/** Returns a copy of the schema in which objects with named fields forbid others, unless the schema allows them. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return "properties" in inner && inner["type"] === "object" ? { additionalProperties: false, ...inner } : inner;
}

function faultsOf(value: unknown, schema: Schema): readonly string[] {
  const whole = { ...(strict(schema) as Schema), components: { schemas: strict(document.components.schemas) } };
  const { errors } = new Validator(whole, "2020-12", false).validate(JSON.parse(JSON.stringify(value)));
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

const answersOf = (route: string) => {
  const [method = "", path = ""] = route.split(" ");
  const operation = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  if (!operation) throw new Error(`the document does not describe ${route}`);
  return operation.responses;
};

/** Reads the data of server-sent events, up to the first status or the end. */
async function eventsIn({ body }: Response): Promise<unknown[]> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    text += next.value;
    if (/"type":"status".*\n\n/.test(text)) await reader?.cancel();
  }
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
}

async function undescribed(route: string, response: Response): Promise<readonly string[]> {
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  const described = answersOf(route)[String(response.status)];
  if (!described) return [`status ${response.status}`];
  if (!described.content) return (await response.text()) === "" ? [] : ["a body"];
  const schema = described.content[type]?.schema;
  if (!schema) return [`the media type ${type}`];
  if (type === "text/event-stream") {
    const events = await eventsIn(response);
    expect(events.length).toBeGreaterThan(0);
    return events.flatMap((event) => faultsOf(event, schema["contentSchema"] as Schema));
  }
  return type === "application/json" ? faultsOf(await response.json(), schema) : [];
}

const outside = ["GET /api/openapi.json", "GET /health", "GET /metrics", "GET /*"];
const routes = routesOf(createApp({} as SharedConversations)).filter((route) => !outside.includes(route));

it("the document lists the app's routes, except its own, those for monitoring and the page's", () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(described.sort()).toEqual([...routes].sort());
});

describe("the document describes the answers of", () => {
  it.each(routes)("%s", async (route) => {
    const thread = `talk-${routes.indexOf(route)}`;
    const { stage = "ended", status, creates } = caseOf(route);
    if (!creates) await begin(conversations, thread, stage);
    const { url, ...request } = requestFor(route, thread);
    const response = await ask(url.replace("http://localhost", ""), request);
    expect([response.status, await undescribed(route, response)]).toEqual([status, []]);
    await removeAll(conversations);
  });

  it.each(routes.filter((route) => caseOf(route).seat < 400))(
    "%s, for a person who was invited to a seat",
    async (route) => {
      const { stage = "ended", seat } = caseOf(route);
      await begin(conversations, "talk", stage);
      const authorization = `Bearer ${new Invitations("token").tokenFor({ thread: "talk", participant: "Ann" })}`;
      const { url, ...request } = requestFor(route, "talk");
      const headers = { host: "localhost", authorization, ...request.headers };
      const response = await createApp(conversations, { token: "token" }).request(url, { ...request, headers });
      expect([response.status, await undescribed(route, response)]).toEqual([seat, []]);
      await removeAll(conversations);
    },
  );

  it.each(allModes)("a %s conversation", async (mode) => {
    const thread = `talk-${mode}`;
    const judged = { stopping: { agreement: { every: 2 } }, budget: { calls: 500 } };
    await conversations.start(mode, { input: inputFor(mode, judged), thread });
    await conversations.interject(thread, "And the fog?");
    await conversations.control(thread, { mute: "Nobody" });
    await until(conversations.follow(thread), isStatus("ended"));
    const one = "/api/conversations/:thread";
    for (const route of [`GET ${one}`, `GET ${one}/events`, `GET ${one}/export`, `GET ${one}/turns/:turn/prompts`]) {
      const path = route.split(" ")[1]?.replace(":thread", thread).replace(":turn", "2") ?? "";
      expect([route, await undescribed(route, await ask(path))]).toEqual([route, []]);
    }
  });

  it("a refused request", async () => {
    const failure = document.components.responses.failure.content?.["application/json"]?.schema ?? {};
    const wrong = { method: "POST", body: '{"mode":1,"other":2}', headers: { "content-type": "application/json" } };
    const answers = [
      await ask("/api/conversations/none"),
      await ask("/api/conversations", wrong),
      await ask("/api/none"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 404]);
    for (const answer of answers) expect(faultsOf(await answer.json(), failure)).toEqual([]);
  });
});

it("fields that are missing or not in the document are detected", () => {
  const schema = document.components.schemas["ListedPage"] as Schema;
  const named = { thread: "a", mode: "bidding", title: null, topic: "", origin: null };
  const listed = { ...named, status: "ended", turn: 1, updatedAt: "" };
  expect(faultsOf({ conversations: [listed], next: null }, schema)).toEqual([]);
  for (const wrong of [
    { ...listed, more: 1 },
    { ...listed, turn: undefined },
    { ...listed, status: "resting" },
  ])
    expect(faultsOf({ conversations: [wrong], next: null }, schema)).not.toEqual([]);
});

it("the document names the path at which the app is mounted, and says whether requests need a token", async () => {
  expect(document).toMatchObject({ servers: [{ url: "/" }], security: [{}] });
  const mounted = createApp(conversations, { token: "token" });
  expect(await readDocument(new Hono().route("/talks/stage", mounted), "/talks/stage")).toMatchObject({
    servers: [{ url: "/talks/stage" }],
    security: [{ token: [] }, { cookie: [] }],
  });
});

/** A client program with types generated from the document. */
const program = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Seen = components["schemas"]["StreamedEvent"];

export async function hold(baseUrl: string): Promise<string[]> {
  const { GET, POST } = createClient<paths>({ baseUrl });
  const input = { topic: "Shall we build the bridge?", maxTurns: 2, seed: 1 };
  const started = await POST("/api/conversations", { body: { mode: "round-robin", input } });
  if (started.error) throw new Error(started.error.problems.map(({ field, message }) => \`\${field}: \${message}\`).join());
  const { thread } = started.data;
  const path = { thread };
  const said: string[] = [];
  const { data: stream } = await GET("/api/conversations/{thread}/events", { params: { path }, parseAs: "stream" });
  let text = "";
  for await (const piece of stream?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (text + piece).split("\\n");
    text = lines.pop() ?? "";
    const events = lines.filter((line) => line.startsWith("data: ")).map((line): Seen => JSON.parse(line.slice(6)));
    for (const event of events)
      if (event.type === "speech-end" && "sequence" in event) said.push(\`\${event.speaker}: \${event.message.kind}\`);
    if (events.some((event) => event.type === "status" && event.status === "ended")) break;
  }
  const { data: view } = await GET("/api/conversations/{thread}", { params: { path } });
  const reason = view?.stopReason;
  if (reason?.kind === "turns") said.push(\`\${reason.kind}: \${reason.limit.toFixed()}\`);
  const { data: page } = await GET("/api/conversations", { params: { query: { status: "ended", limit: 1000 } } });
  said.push(page?.conversations.find((each) => each.thread === thread)?.topic ?? "");
  return said;
}
`;

it("a client with generated types compiles without casts, and runs", async () => {
  await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
  const generated = await tool("openapi-typescript/bin/cli.js", ["openapi.json", "-o", "api.ts"], folder);
  expect(generated.ok).toBe(true);
  const options = { module: "nodenext", target: "es2024", strict: true, skipLibCheck: true, types: ["node"] };
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  await writeFile(join(folder, "client.ts"), program);
  await writeFile(join(folder, "wrong.ts"), program.replace("event.speaker}", "event.listener}"));
  expect(program).not.toMatch(/ as |\bany\b|!\.|@ts-/);
  const { output } = await compile(["-p", "."], folder);
  expect(output.trim().split("\n")).toEqual([expect.stringMatching(/^wrong\.ts.*'listener' does not exist/)]);
  const { hold } = await import(pathToFileURL(join(folder, "client.js")).href);
  const web = await startWeb(conversations);
  const said = await hold(web.url);
  await web.stop();
  expect(said).toEqual([
    expect.stringMatching(/: speech$/),
    expect.stringMatching(/: speech$/),
    "turns: 2",
    "Shall we build the bridge?",
  ]);
}, 120_000);

it("redocly lint reports no problems with its recommended rules", async () => {
  await writeFile(join(folder, "linted.json"), JSON.stringify(document));
  process.env["REDOCLY_TELEMETRY"] = "off";
  process.env["REDOCLY_SUPPRESS_UPDATE_NOTICE"] = "true";
  const lint = (file: string) =>
    tool("@redocly/cli/bin/cli.js", ["lint", "--extends", "recommended", "--format", "json", join(folder, file)]);
  const { output } = await lint("linted.json");
  expect(JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1))).toMatchObject({
    totals: { errors: 0, warnings: 0 },
  });
  await writeFile(join(folder, "bare.json"), JSON.stringify({ ...document, servers: undefined, security: undefined }));
  expect((await lint("bare.json")).ok).toBe(false);
}, 120_000);
