import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { createApp } from "../../src/apps/web/app.js";
import { connectConversations } from "../../src/client.js";
import { RostrumError, type RostrumErrorCode } from "../../src/errors/rostrum-error.js";
import { createBidding } from "../../src/graph/modes/bidding/bidding.js";
import { createConversation } from "../../src/graph/modes/round-robin/round-robin.js";
import { createSupervisor } from "../../src/graph/modes/supervisor/supervisor.js";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import type { UsageRow } from "../../src/records/usage.js";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import { openCheckpointer, openThreads } from "../../src/talk/storage/open.js";
import { readExport } from "../../src/talk/transcript/json.js";
import { english } from "../../src/words/en/errors.js";
import { readScenario } from "../support/scenario.js";
import { log, type StubServer, startStubServer } from "../support/stub-server.js";

const environment = { ...process.env };
let folder: string;
let server: StubServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-errors-"));
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "ROSTRUM_MODEL"]) delete process.env[name];
});
afterEach(async () => {
  process.env = { ...environment };
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true });
});

const cast = [{ name: "Ann" }, { name: "Bea" }];
const input = { participants: cast, maxTurns: 1, seed: 1 };
const rehearsal = new RehearsalModel({ notice: false });
const fails = (purpose: string) =>
  new ScriptedModel((call) =>
    call.purpose === purpose ? Object.assign(new Error("no"), { status: 401 }) : "<5> Well.",
  );

/** Starts a run on a stub server that has an empty event log and reports `status` as the run's status. */
async function startOnServer(status: string): Promise<void> {
  server = await startStubServer((asked) => {
    if (asked.endsWith("/stream")) return log([], status !== "running");
    if (asked.endsWith("/state")) return { values: {}, next: [], tasks: [{ interrupts: [], error: "no more paper" }] };
    const ids = { thread_id: "11111111-1111-4111-8111-111111111111", run_id: "22222222-2222-4222-8222-222222222222" };
    return { ...ids, status };
  });
  await connectConversations({ url: server.url, reconnects: 0, silenceMs: 200 }).start("bidding", { input });
}

/** Requests the list of conversations from an app that cannot read it. Throws the error that the response describes. */
async function askPage(headers: Readonly<Record<string, string>>): Promise<never> {
  const unreadable = { list: () => Promise.reject(new TypeError("not readable")) };
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const answer = await createApp(unreadable as unknown as Conversations).request("/api/conversations", { headers });
  log.mockRestore();
  const { code, message } = (await answer.json()) as { readonly code: RostrumErrorCode; readonly message: string };
  throw Object.assign(new Error(message), { code });
}

const provocations: Readonly<Record<RostrumErrorCode, () => unknown>> = {
  "invalid-input": () => createBidding().compile().invoke({ maxTurns: 0 }),
  "invalid-scenario": () => readScenario("mode: [bidding"),
  "unknown-model": () => createBidding({ model: "nonsense" }).compile().invoke(input),
  "missing-key": () => createBidding({ model: "openai:gpt-4.1-mini" }).compile().invoke(input),
  "missing-package": () => createBidding({ model: "mistralai:mistral-small" }).compile().invoke(input),
  "model-call-failed": () =>
    createBidding({ model: fails("speech") })
      .compile()
      .invoke(input),
  "all-bids-failed": () =>
    createBidding({ model: fails("bid") })
      .compile()
      .invoke(input),
  "storage-failed": async () => {
    await writeFile(join(folder, "notes.txt"), "not a database, but long enough to be taken for something");
    await openCheckpointer(join(folder, "notes.txt"));
  },
  "unreadable-save": () => readExport("[]", "talk.json"),
  "thread-in-use": async () => {
    const threads = await openThreads(join(folder, "talks.db"));
    try {
      await threads.take("talk");
      await threads.take("talk");
    } finally {
      await threads.close();
    }
  },
  "unreadable-answer": () =>
    createSupervisor({ model: new ScriptedModel(() => "Let us see.") })
      .compile()
      .invoke(input),
  "invalid-stop-reason": () =>
    createBidding({ stopWhen: (() => "enough") as never, model: rehearsal })
      .compile()
      .invoke({ ...input, maxTurns: 2 }),
  "invalid-selection": () =>
    createConversation({ selectSpeaker: () => "Zoe", model: rehearsal })
      .compile()
      .invoke(input),
  "server-unreachable": async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await new Promise((listening) => closed.once("listening", listening));
    const { port } = closed.address() as { port: number };
    await new Promise((done) => closed.close(done));
    await connectConversations({ url: `http://127.0.0.1:${port}` }).start("bidding", { input });
  },
  "server-refused": async () => {
    server = await startStubServer(() => (_request, response) => void response.writeHead(401).end("no"));
    await connectConversations({ url: server.url }).start("bidding", { input });
  },
  "run-failed": () => startOnServer("error"),
  "run-lost": () => startOnServer("running"),
  "too-many-starts": async () => {
    const conversations = await openConversations("memory", { model: rehearsal, limits: { startsPerMinute: 1 } });
    try {
      await conversations.start("bidding", { input });
      await conversations.start("bidding", { input });
    } finally {
      await conversations.close();
    }
  },
  "workers-died": () => {
    throw new RostrumError("workers-died", { count: 3 });
  },
  "request-refused": () => askPage({}),
  unexpected: () => askPage({ host: "localhost" }),
};

/** Codes that occur only in HTTP responses. */
const answered: readonly string[] = ["request-refused", "unexpected"];

describe("errors", () => {
  it.each(Object.entries(provocations))("have a readable message if their code is %s", async (code, provoke) => {
    const error = await Promise.resolve()
      .then(provoke)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect((error as RostrumError).code).toBe(code);
    expect(RostrumError.isInstance(error)).toBe(!answered.includes(code));
    // At least two words, and no stack frame or unformatted value.
    expect((error as Error).message).toMatch(/\S+ \S+/);
    expect((error as Error).message).not.toMatch(/\bat .*:\d+:\d+|undefined|\[object/);
  });

  it("keep their cause, and print it only once", async () => {
    const cause = new Error("out of reach");
    const error = new RostrumError("missing-package", { user: "mistralai:small", package: "mistral", cause });
    for (const each of [error, error.withUsage({ calls: 1 } as UsageRow)]) {
      expect(each.cause).toBe(cause);
      expect(inspect(each).match(/out of reach/g)).toHaveLength(1);
    }
  });

  it("have a test and an entry in the reference for every declared code", () => {
    const declared = ["invalid-input", ...Object.keys(english.errors)];
    expect(Object.keys(provocations).sort()).toEqual(declared.sort());
    const reference = readFileSync(new URL("../../docs/reference/errors.md", import.meta.url), "utf8");
    for (const code of declared) expect(reference).toContain(`| \`${code}\` |`);
  });
});
