import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Assistant, Client } from "@langchain/langgraph-sdk";
import { main } from "../../deploy/assistants.js";
import { type NamedScenario, readScenarios } from "../../deploy/scenario-assistants.js";
import { makeToken } from "../../src/apps/server/admission.js";
import type { Conversation } from "../../src/graph/state/conversation-state.js";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { compileDirector } from "../support/conversation.js";
import { type DevServer, startDevServer } from "../support/dev-server.js";
import { freePort } from "../support/free-port.js";

let server: DevServer;
let client: Client;
let scenarios: NamedScenario[];

beforeAll(async () => {
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  client = new Client({ apiUrl: server.url, apiKey: null });
  scenarios = await readScenarios();
}, 90_000);

afterAll(() => server.stop());

async function run(argv: readonly string[], { env = {} as NodeJS.ProcessEnv, read = async () => scenarios } = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const status = await main(argv, { stdout, stderr, env }, read);
  return { status, out: String(stdout.read() ?? ""), err: String(stderr.read() ?? "") };
}

const place = (read?: () => Promise<NamedScenario[]>) => run(["--url", server.url], read ? { read } : {});
const placements = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/)[0]);
const everyAssistant = () => client.assistants.search({ limit: 1000 });
const markOf = ({ metadata }: Assistant) => (metadata?.["rostrum"] as { scenario: string } | undefined)?.scenario;
const placed = async () => (await everyAssistant()).filter(markOf);

describe("npm run assistants", () => {
  it("creates an assistant for each scenario, with all its settings, and leaves other assistants unchanged", async () => {
    const foreign = await client.assistants.create({
      graphId: "director",
      name: "Late Harbour",
      context: { model: "x" },
    });
    const others = await everyAssistant();
    const { status, out, err } = await place();
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(placements(out)).toEqual(scenarios.map(() => "created"));
    const created = await placed();
    expect(created).toHaveLength(scenarios.length);
    for (const { name, scenario } of scenarios) {
      const assistant = created.find((each) => markOf(each) === name);
      expect(assistant).toMatchObject({ graph_id: scenario.mode, name: scenario.title, version: 1 });
      expect(assistant?.context).toEqual({ ...scenario.context, scenario: scenario.input });
    }
    const after = await everyAssistant();
    for (const other of others) expect(after).toContainEqual(other);
    expect(await client.assistants.get(foreign.assistant_id)).toEqual(foreign);
  });

  it("changes nothing if no scenario has changed", async () => {
    const before = await everyAssistant();
    const { status, out } = await place();
    expect(status).toBe(0);
    expect(placements(out)).toEqual(scenarios.map(() => "unchanged"));
    expect(await everyAssistant()).toEqual(before);
  });

  it("updates the assistant of a changed scenario without changing the assistant's ID", async () => {
    const before = await placed();
    const topic = "Should the harbour bell ring at all?";
    const changed = scenarios.map((each) =>
      each.name === "late-harbour"
        ? { ...each, scenario: { ...each.scenario, input: { ...each.scenario.input, topic } } }
        : each,
    );
    const { out } = await place(async () => changed);
    expect(placements(out)).toEqual(scenarios.map(({ name }) => (name === "late-harbour" ? "updated" : "unchanged")));
    const after = await placed();
    for (const was of before) {
      const is = after.find(({ assistant_id }) => assistant_id === was.assistant_id);
      if (markOf(was) !== "late-harbour") expect(is).toEqual(was);
      else expect(is).toMatchObject({ version: 2, description: topic, context: { scenario: { topic } } });
    }
    expect(placements((await place(async () => changed)).out)).not.toContain("updated");
  });

  it("restores the name of a renamed assistant, and leaves a user's copy unchanged", async () => {
    const [one] = await placed();
    if (!one) throw new Error("none is there");
    const { graph_id, metadata, context, name } = one;
    const copy = await client.assistants.create({ graphId: graph_id, metadata, context, name: "A copy" });
    await client.assistants.update(one.assistant_id, { name: "Another name" });
    await place();
    expect(await client.assistants.get(one.assistant_id)).toMatchObject({ name });
    expect(await client.assistants.get(copy.assistant_id)).toEqual(copy);
  });
});

it("an assistant runs its scenario if the input is empty", async () => {
  const { scenario } = scenarios.find(({ name }) => name === "late-harbour") ?? {};
  const late = (await placed()).find((each) => markOf(each) === "late-harbour");
  const { thread_id } = await client.threads.create();
  const ended = (await client.runs.wait(thread_id, late?.assistant_id ?? "", { input: {} })) as unknown as Conversation;
  const local = await compileDirector({ model: new RehearsalModel({ notice: false }) }).invoke({ ...scenario?.input });
  expect(ended.topic).toBe(scenario?.input["topic"]);
  expect(ended.decisions).toEqual(local.decisions);
  expect(ended.stopReason).toEqual(local.stopReason);
});

it("on a server that requires tokens, each user gets separate assistants", async () => {
  const [ada, bo] = [makeToken("ada"), makeToken("bo")];
  const shared = await startDevServer({ ROSTRUM_TOKENS: `${ada.entry} ${bo.entry}` });
  try {
    const placeAs = (token: string) => run(["--url", shared.url], { env: { ROSTRUM_TOKEN: token } });
    for (const { token } of [ada, bo]) {
      expect(placements((await placeAs(token)).out)).toEqual(scenarios.map(() => "created"));
      expect(placements((await placeAs(token)).out)).toEqual(scenarios.map(() => "unchanged"));
    }
    expect((await run(["--url", shared.url])).err).toContain("set ROSTRUM_TOKEN");
  } finally {
    await shared.stop();
  }
});

describe("the command line of npm run assistants", () => {
  it.each([
    { name: "a missing address", argv: [], says: "--url" },
    { name: "an address without http", argv: ["--url", "localhost:2024"], says: "http://" },
    { name: "a login in the address", argv: ["--url", "http://me:secret@localhost"], says: "ROSTRUM_TOKEN" },
    { name: "an unknown option", argv: ["--url", "http://localhost", "--fast"], says: "--fast" },
  ])("fails with status 2 for $name", async ({ argv, says }) => {
    const { status, out, err } = await run(argv);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(says);
  });

  it("exits with status 0 for --help", async () => {
    const { status, out } = await run(["--help"]);
    expect(status).toBe(0);
    expect(out).toContain("ROSTRUM_TOKEN");
  });

  it("fails with status 1 if no server answers", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await run(["--url", url])).toEqual({
      status: 1,
      out: "",
      err: `no server answers at ${url}: is it running?\n`,
    });
  });

  async function answering(status: number, body: string, test: (url: string) => Promise<void>) {
    const tokens: (string | undefined)[] = [];
    const stub = createServer((request, response) => {
      tokens.push(request.headers.authorization);
      response.writeHead(status).end(body);
    });
    await new Promise<void>((ready) => stub.listen(0, "127.0.0.1", ready));
    try {
      await test(`http://127.0.0.1:${(stub.address() as AddressInfo).port}`);
    } finally {
      stub.close();
      stub.closeAllConnections();
    }
    return tokens;
  }

  it.each([
    { status: 401, env: {}, says: "set ROSTRUM_TOKEN", sends: undefined },
    { status: 401, env: { ROSTRUM_TOKEN: "pearl" }, says: "does not accept the token", sends: "Bearer pearl" },
    { status: 403, env: { ROSTRUM_TOKEN: "pearl" }, says: "does not allow you", sends: "Bearer pearl" },
    { status: 404, env: {}, says: "is it a LangGraph server", sends: undefined },
    { status: 500, env: {}, says: "out of ink", sends: undefined },
    { status: 200, env: {}, says: "is not a LangGraph server", sends: undefined },
  ])(
    "fails with status 1 and says “$says” if the server answers with $status",
    async ({ status, env, says, sends }) => {
      const tokens = await answering(status, "out of ink", async (url) => {
        const result = await run(["--url", url], { env });
        expect({ status: result.status, out: result.out }).toEqual({ status: 1, out: "" });
        expect(result.err).toContain(says);
        expect(result.err).not.toContain("pearl");
      });
      // The command does not retry, because the first request may have had an effect.
      expect(tokens).toEqual([sends]);
    },
  );
});
