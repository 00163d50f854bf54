/** Runs every program in `examples/`, compiled to JavaScript, in a project that has the package installed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { blocksOf, offline } from "../docs/pages.js";
import { root, run } from "../package/pack.js";
import { compiled } from "../support/compiled.js";
import { startModelServer } from "../support/model-server.js";
import { requestEnvironment } from "../support/openai-request.js";
import { startWatchedEndpoint } from "../support/watched-endpoint.js";

/** The environment of a new user, who has not chosen a model. */
const environment = (env: NodeJS.ProcessEnv) => ({ ...offline, ROSTRUM_MODEL: undefined, PORT: "0", ...env });

async function outputOf(name: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [compiled(`examples/${name}.ts`)], { env: environment(env) });
  return stdout;
}

const servers: ChildProcess[] = [];
afterAll(() => {
  for (const server of servers) server.kill();
});

async function start(name: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [compiled(`examples/${name}.ts`)], { env: environment(env) });
  servers.push(child);
  for await (const piece of child.stdout.setEncoding("utf8")) {
    const address = /http:\S+/.exec(String(piece))?.[0];
    if (address) return { address, child };
  }
  throw new Error(`${name} does not listen`);
}

async function stop(server: ChildProcess): Promise<void> {
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  await exit;
}

const serve = async (name: string, env: NodeJS.ProcessEnv = {}) => (await start(name, env)).address;

const speakersIn = (printed: string) => [...printed.matchAll(/^(\w+): /gm)].map((match) => match[1]);

/** Checks of the output of programs that end by themselves and need no model server. */
const prints: Readonly<Record<string, (printed: string) => void>> = {
  "structured-bids"(printed) {
    const bids = [...printed.matchAll(/^Turn \d: (.+)$/gm)].flatMap(([, line = ""]) => line.match(/\d+/g) ?? []);
    // The first turn has three bids. Each later turn has two, because the previous speaker does not bid.
    expect(bids).toHaveLength(3 + 4 * 2);
    expect(bids.every((bid) => Number(bid) <= 5)).toBe(true);
    expect(speakersIn(printed)).toHaveLength(5);
    expect(printed).toContain("{ kind: 'turns', turn: 5, limit: 5 }");
  },
  "stop-condition"(printed) {
    for (const name of ["Saskia", "Dov", "Aziza"])
      expect(printed.match(new RegExp(`^\\d+ ${name}$`, "gm"))?.length).toBeGreaterThanOrEqual(2);
    expect(printed).toMatch(/kind: 'custom'[\s\S]+values: \{ fewest: 2 \}/);
  },
  "talk-show"(printed) {
    const speakers = speakersIn(printed);
    expect(speakers).toHaveLength(7);
    expect(speakers.filter((name) => name === "Moderator")).toHaveLength(4);
    expect(printed).toContain("(Applause. It ended by turns.)");
  },
  "village-game"(printed) {
    expect(speakersIn(printed)).toHaveLength(8);
    expect(printed).toMatch(/^Orla ●* {2}Bram ●* {2}Fenna ●* {2}Tycho ●*$/m);
  },
  "mcp-tools"(printed) {
    expect(printed).toContain("Ragna: It costs 560000 crowns.");
    expect(printed).toContain("Ragna price_of_boat { kind: 'electric' } One electric ferry: 560000 crowns.");
  },
  "code-review"(printed) {
    expect(speakersIn(printed).slice(0, 4)).toEqual(["Tomasz", "Ngozi", "Eero", "Pilar"]);
    expect(printed).toMatch(/^Open after round 1: /m);
    expect(printed).toMatch(/decision: '.+',\n {2}rationale: '.+',\n {2}dissent: /);
  },
  seeds(printed) {
    const shares = [...printed.matchAll(/^\w+: (\d+) % of (\d+) turns$/gm)].map(([, share]) => Number(share));
    expect(shares).toHaveLength(3);
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThanOrEqual(1);
    const seeds = [...printed.matchAll(/^ended by \w+: seeds (.+)$/gm)].flatMap(([, list = ""]) => list.split(", "));
    expect(seeds.map(Number).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  },
  "two-endings"(printed) {
    const [one = [], other = []] = [...printed.matchAll(/^\w+: (.+)$/gm)].map(([, list = ""]) => list.split(", "));
    expect(one).toHaveLength(6);
    expect(other.slice(0, 2)).toEqual(one.slice(0, 2));
    expect(other).not.toEqual(one);
  },
};

describe("a program that ends by itself", () => {
  let outputs: Readonly<Record<string, string>>;
  // Runs all programs at once, because each spends most of its time starting Node.
  beforeAll(async () => {
    const names = Object.keys(prints);
    const printed = await Promise.all(names.map((name) => outputOf(name)));
    outputs = Object.fromEntries(names.map((name, index) => [name, printed[index] ?? ""]));
  });

  it.each(Object.entries(prints))("prints the expected output (%s)", (name, check) => check(outputs[name] ?? ""));
});

it("ollama: a small model bids and a large model speaks", async () => {
  const server = await startModelServer(({ purpose, participant }) =>
    purpose === "bid" ? (participant === "Elke" ? "<9>" : "<2>") : `${participant} has a view.`,
  );
  try {
    const printed = await outputOf("ollama", { OLLAMA_URL: server.address, ...requestEnvironment() });
    expect(speakersIn(printed).slice(1)).toEqual(["Elke", "Elke", "Elke"]);
    expect(printed).toContain("Rafiq, bid: 3 calls to qwen3:0.6b");
    expect(printed).toContain("Elke, speech: 3 calls to qwen3\n");
    const modelsFor = (purpose: "bid" | "speech") => new Set(server.of(purpose).map(({ body }) => body.model));
    expect([modelsFor("bid"), modelsFor("speech")]).toEqual([new Set(["qwen3:0.6b"]), new Set(["qwen3"])]);
  } finally {
    await server.stop();
  }
});

it("person-over-http: the meeting waits for the person's answers, and then decides", async () => {
  const address = `${await serve("person-over-http")}/meetings`;
  const post = async (url: string, body = "") => {
    const response = await fetch(url, { method: "POST", body });
    return (await response.json()) as { readonly id: string; readonly waitingFor?: string };
  };
  const waiting = await post(address);
  expect(waiting).toMatchObject({ waitingFor: "You", latest: expect.any(Array) });
  expect(await post(`${address}/elsewhere`, "Hello?")).toEqual({ error: "this meeting is not waiting for anybody" });
  let state = waiting;
  for (let lines = 0; state.waitingFor && lines < 9; lines += 1)
    state = await post(`${address}/${waiting.id}`, "I would wait until spring.");
  expect(state).toMatchObject({ id: waiting.id, decision: { decision: expect.stringMatching(/./) } });
});

it("own-server: a conversation continues in the next process after SIGTERM", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-own-server-"));
  let isRestarted = false;
  const endpoint = await startWatchedEndpoint(() => (isRestarted ? "It should." : "HELD"));
  try {
    const { OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
    const model = { OPENAI_BASE_URL, OPENAI_API_KEY, ROSTRUM_MODEL: "openai:held", ...requestEnvironment() };
    const env = { DATABASE: join(folder, "talks.db"), ...model };
    const first = await start("own-server", env);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ mode: "round-robin", thread: "ferry", input: { topic: "Free?", maxTurns: 2 } });
    const started = await fetch(`${first.address}api/conversations`, { method: "POST", headers, body });
    expect(started.status).toBe(201);
    await endpoint.until({ held: 1, all: 1 });
    await stop(first.child);

    isRestarted = true;
    const second = await start("own-server", env);
    const events = await fetch(`${second.address}api/conversations/ferry/events`);
    let text = "";
    for await (const piece of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (/"status":"(?:ended|failed)"/.test(text)) break;
    }
    expect(text).toContain('"type":"status","status":"ended"');
    expect(text).toContain("It should.");
    await stop(second.child);
  } finally {
    await endpoint.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

it("my-rules: a scenario file uses its rule and its stop condition, and the command line uses its mode", async () => {
  const file = compiled("examples/my-rules.ts");
  const folder = await mkdtemp(join(tmpdir(), "rostrum-my-rules-"));
  const scenario = join(folder, "ferry.yaml");
  const [block] = blocksOf("yaml").filter(({ page }) => page.endsWith("extensions.md"));
  await writeFile(scenario, (block?.code ?? "").replace("./my-rules.ts", file));
  const conversation = async (...words: string[]) => {
    const given = [compiled("src/apps/cli/main.ts"), "run", ...words, "--json"];
    const { stdout } = await run(process.execPath, given, { env: environment({}) });
    return JSON.parse(stdout);
  };
  const [relay, ferry] = await Promise.all([
    conversation("relay", "--participants", "Ann,Bo,Chen", "--extensions", file),
    conversation(scenario),
  ]);
  await rm(folder, { recursive: true });
  expect(relay.messages.map(({ name }: { name: string }) => name)).toEqual(["Moderator", "Chen", "Bo", "Ann"]);
  expect(ferry.decisions[0].rule).toBe("briefest");
  expect(ferry.stopReason).toMatchObject({ kind: "custom", description: "Chen had the final word" });
});

describe("sse-endpoint", () => {
  it("streams the events of a debate", async () => {
    const address = await serve("sse-endpoint");
    const stream = await (await fetch(`${address}?topic=Tea%20or%20coffee%3F`)).text();
    const types = [...stream.matchAll(/^event: (.+)$/gm)].map((match) => match[1]);
    expect(types[0]).toBe("scene-set");
    expect(types.filter((type) => type === "speech-end")).toHaveLength(4);
    expect(types.at(-1)).toBe("stopped");
    expect(stream).toContain('"topic":"Tea or coffee?"');
  });

  it("cancels the run when the client disconnects", async () => {
    const endpoint = await startWatchedEndpoint(({ purpose }) => (purpose === "bid" ? "<4>" : "HELD"));
    try {
      const { OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
      const env = { OPENAI_BASE_URL, OPENAI_API_KEY, ROSTRUM_MODEL: "openai:held", ...requestEnvironment() };
      const page = new AbortController();
      await fetch(await serve("sse-endpoint", env), { signal: page.signal });
      await endpoint.until({ held: 1, all: 1 });
      page.abort();
      await endpoint.calls.find(({ isHeld }) => isHeld)?.hungUp;
    } finally {
      await endpoint.stop();
    }
  });
});

describe("the examples folder", () => {
  const programs = readdirSync(join(root, "examples")).filter((file) => file.endsWith(".ts"));
  const readme = readFileSync(join(root, "examples/README.md"), "utf8");

  it("contains only programs that a test runs", () => {
    const others = ["ollama", "own-server", "person-over-http", "sse-endpoint", "mcp-server", "my-rules"];
    expect(programs).toEqual([...Object.keys(prints), ...others].map((name) => `${name}.ts`).toSorted());
  });

  it.each(programs)("lists %s, which has at most 60 lines, in its README", (file) => {
    expect(readFileSync(join(root, "examples", file), "utf8").split("\n").length).toBeLessThanOrEqual(60);
    expect(readme).toContain(`](${file})`);
  });
});
