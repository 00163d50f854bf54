import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { graph as bidding } from "../../../graphs/bidding.js";
import type { Output } from "../../../src/apps/cli/io.js";
import { main } from "../../../src/apps/cli/main.js";
import { priceList } from "../../../src/core/usage/price-list.js";
import { connectWeb } from "../../../src/react.js";
import { ScriptedModel } from "../../../src/testing.js";
import { Captured, rostrum } from "../../apps/cli/captured-io.js";
import { type ModelServer, type ServedCall, type ServerReply, startModelServer } from "../../support/model-server.js";
import { RenderedHook } from "../../support/react-root.js";
import { startWeb } from "../../support/web-server.js";
import { llms } from "./documentation.js";
import { runFifty } from "./programs/fifty.js";
import { debate } from "./programs/five-models.js";
import { desk } from "./programs/own-graph.js";
import { discuss } from "./programs/own-rule.js";
import { openHall } from "./programs/person.js";
import { interview } from "./programs/providers.js";
import { DebatePage } from "./programs/react-app.js";
import { play } from "./programs/secret.js";
import { startServer } from "./programs/server.js";
import { planDeparture } from "./programs/tool-agent.js";
import { countTurns } from "./programs/turn-counts.js";

let server: ModelServer;
let reply: (call: ServedCall) => string | ServerReply;
beforeEach(() => {
  reply = ({ purpose }) => (purpose === "bid" ? "<5>" : "I see it differently.");
});

beforeAll(async () => {
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
  server = await startModelServer((call) => reply(call), { delayMs: 1 });
});
afterAll(() => server.stop());

describe("five agents with different models and a budget of one dollar", () => {
  it("use all five models, and end before they exceed the budget", async () => {
    const usage = { prompt_tokens: 60_000, completion_tokens: 4_000 };
    reply = () => ({ content: "I see it differently.", usage });
    const before = server.calls.length;
    const { stopReason, decisions } = await debate();
    const models = server.calls.slice(before).map(({ body }) => body.model);
    expect(new Set(models)).toEqual(
      new Set(["gpt-4.1", "gpt-4.1-mini", "gpt-5-mini", "big-local-model", "small-local-model"]),
    );
    const listed = priceList.providers["openai"] ?? "";
    const price = (model: string): readonly [number, number] => {
      const [input, output] =
        listed
          .split("\n")
          .find((line) => line.split(" ").includes(model))
          ?.split(" ") ?? [];
      return [Number(input), Number(output)];
    };
    const own = { "big-local-model": [1, 4], "small-local-model": [0, 0] } as const;
    const costs = models.map((model) => {
      const [input, output] = own[model as keyof typeof own] ?? price(model);
      return (input * usage.prompt_tokens + output * usage.completion_tokens) / 1e6;
    });
    const spent = costs.reduce((sum, cost) => sum + cost, 0);
    expect(stopReason).toMatchObject({ kind: "budget", budget: "money", limit: 1, spent: expect.closeTo(spent, 6) });
    expect(spent).toBeLessThanOrEqual(1);
    expect(spent).toBeGreaterThan(0.7);
    expect(decisions.length).toBe(models.length);
  });
});

describe("a person", () => {
  it("speaks in the terminal", async () => {
    const file = join(import.meta.dirname, "files/scenario.yaml");
    const { status, stdout } = await rostrum(["run", file], { stdin: "Under the lime tree.\nBy the well, then.\n" });
    expect(status).toBe(0);
    expect(stdout).toContain("Under the lime tree.");
    expect(stdout).toContain("By the well, then.");
  });

  it("speaks over HTTP, as on a page", async () => {
    const { conversations, thread, app } = await openHall();
    const running = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
    await once(running, "listening");
    const { port } = running.address() as AddressInfo;
    // Sends the same requests as the page.
    const page = connectWeb(`http://127.0.0.1:${port}/hall`);
    for await (const event of page.follow(thread)) {
      if (event.type !== "status") continue;
      if (event.status === "waiting") await page.answer(thread, "Under the lime tree.");
      if (event.status === "ended" || event.status === "failed") break;
    }
    const { messages } = await conversations.transcript(thread);
    expect(messages.map(({ name }) => name)).toEqual(["Moderator", "Hana", "Ivo"]);
    expect(messages[1]?.text).toBe("Under the lime tree.");
    running.close();
    await conversations.close();
  });
});

it("a custom rule: whoever was named last speaks next", async () => {
  const speeches = ["Bo, what do you say? Or Chen?", "Ask Ann.", "I do not know, Bo.", "Nobody does."];
  const model = new ScriptedModel(({ turn }) => speeches[turn - 1] ?? "");
  const speakers = await discuss(model, ["Ann", "Bo", "Chen"]);
  expect(speakers.slice(1)).toEqual(["Chen", "Ann", "Bo"].slice(speakers[0] === "Chen" ? 1 : 0).slice(0, 3));
});

it("a node in the user's own graph: it discusses the customer's question, and the next node reads its result", async () => {
  const question = { role: "user", content: "May I return a lamp?" };
  const { file, messages } = await desk.invoke({ number: 81, messages: [question], maxTurns: 2 });
  expect(file).toBe(`81: ${messages.length} messages, ended by turns`);
  expect(messages[0]?.text).toBe("May I return a lamp?");
  expect(messages.slice(1).map(({ text }) => text)).toEqual(["I see it differently.", "I see it differently."]);
});

it("a tool-calling agent: it gets the tool's result before it speaks", async () => {
  const asked: string[] = [];
  reply = ({ body }) => {
    const results = body.messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
    asked.push(...results);
    return results.length > 0
      ? "We leave at six, on the tide."
      : { content: "", toolCalls: [{ name: "tide", arguments: '{"harbour":"Dover"}' }] };
  };
  expect(await planDeparture()).toEqual(["We leave at six, on the tide."]);
  expect(asked).toEqual(["High water in Dover is at 06:10."]);
});

it("turn counts: they cover every turn, and include a participant without a turn", async () => {
  const counts = await countTurns("Who feeds the cat?", ["Ann", "Bo", "Chen", "Dora", "Emil", "Fay", "Gus", "Hal"]);
  expect(counts.reduce((sum, { turns }) => sum + turns, 0)).toBe(6);
  expect(counts.some(({ turns }) => turns === 0)).toBe(true);
  expect(counts.map(({ turns, words }) => words > 0 === turns > 0)).not.toContain(false);
});

it("fifty conversations, many at once: all end, except one with an invalid topic", async () => {
  const topics = Array.from({ length: 50 }, (_, number) => `Question ${number}`);
  const results = await runFifty(topics.with(20, "x".repeat(5_000)));
  expect(results).toHaveLength(50);
  expect(results.filter((result) => result === "turns")).toHaveLength(49);
  expect(results[20]).toContain("topic");
});

it("in the user's own React app: buttons start a debate and ask a question, and every speech appears", async () => {
  const { conversations } = await openHall();
  const web = await startWeb(conversations);
  const page = new RenderedHook(DebatePage, { address: web.url });
  const buttonOf = (element: ReactElement, label: string) => {
    const { children } = element.props as { readonly children: readonly ReactNode[] };
    const all = children.flat() as readonly ReactElement<{
      readonly children: ReactNode;
      onClick(): Promise<unknown>;
    }>[];
    return all.find(({ type, props }) => type === "button" && props.children === label)?.props;
  };
  const html = (element: ReactElement) => renderToStaticMarkup(element);
  await page.until(() => true);
  await buttonOf(page.current, "Begin")?.onClick();
  await page.until((element) => html(element).includes("<output>ended</output>"));
  expect(await buttonOf(page.current, "Ask")?.onClick()).toBe(true);
  expect(html(page.current).match(/<p>/g)).toHaveLength(4);
  expect(html(page.current)).toContain("<p>Moderator: Tea or coffee?");
  page.unmount();
  for (let steps = 0; steps < 3; steps += 1) await setImmediate();
  // The other suites run in the same global scope.
  Reflect.deleteProperty(globalThis, "window");
  await web.stop();
  await conversations.close();
});

describe("deploying", () => {
  const status = async (url: string, token?: string) =>
    (await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })).status;

  it("the container's command serves the HTTP API to clients that have the token", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rostrum-deployed-"));
    const dockerfile = await readFile(join(import.meta.dirname, "files/Dockerfile"), "utf8");
    const [npx, program, ...command] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
    expect([npx, program]).toEqual(["npx", "rostrum"]);
    const words = command.map((word) => ({ "8080": "0", "talks.db": join(folder, "talks.db") })[word] ?? word);
    const stdout = new Captured(false, 80);
    const address = new Promise<string>((resolve) => {
      stdout.onText = (text) => resolve(/http:\S+:\d+/.exec(text)?.[0].replace("0.0.0.0", "127.0.0.1") ?? text);
    });
    let interrupt = () => {};
    const ended = main(words, {
      stdin: new PassThrough(),
      stdout: stdout as unknown as Output,
      stderr: new Captured(false, 80) as unknown as Output,
      env: { ROSTRUM_UI_TOKEN: "open-sesame" },
      quit: () => {},
      onInterrupt(listener) {
        interrupt = listener;
        return () => {};
      },
    });
    const url = await address;
    expect(await status(`${url}/api/conversations`)).toBe(401);
    expect(await status(`${url}/api/conversations`, "open-sesame")).toBe(200);
    expect(await status(`${url}/health`, "open-sesame")).toBe(200);
    interrupt();
    expect(await ended).toBe(0);
    await rm(folder, { recursive: true });
  });

  it("the user's own server serves the HTTP API to clients that have the token", async () => {
    process.env["ROSTRUM_UI_TOKEN"] = "open-sesame";
    const { server: running, stop } = await startServer(0);
    await once(running, "listening");
    const url = `http://127.0.0.1:${(running.address() as AddressInfo).port}/api/conversations`;
    expect([await status(url), await status(url, "open-sesame")]).toEqual([401, 200]);
    await stop();
  });

  it("langgraph.json names a graph of the package", async () => {
    const { graphs } = JSON.parse(await readFile(join(import.meta.dirname, "files/langgraph.json"), "utf8"));
    const [, name, exported] =
      /^\.\/node_modules\/rostrum\/dist\/graphs\/([\w-]+)\.js:(\w+)$/.exec(graphs.debate) ?? [];
    expect([name, exported]).toEqual(["bidding", "graph"]);
    const { decisions } = await bidding.invoke({ maxTurns: 1 }, { context: { model: "rehearsal" } });
    expect(decisions).toHaveLength(1);
  });
});

it("a secret in a description: neither the others' prompts nor the public copy contain it", async () => {
  const secret = "You hid the lantern in the flour.";
  const model = new ScriptedModel(({ purpose, participant }) =>
    purpose === "bid" ? (participant === "Otto" ? "<9>" : "<3>") : "I know nothing of it.",
  );
  const { whole, audience, report } = await play(model, secret);
  const knows = (name: string) =>
    model.calls
      .filter(({ participant }) => participant === name)
      .map(({ messages }) => JSON.stringify(messages).includes(secret));
  expect(new Set(knows("Mira"))).toEqual(new Set([true]));
  for (const name of ["Otto", "Pia"]) expect([name, ...new Set(knows(name))]).toEqual([name, false]);
  expect(JSON.stringify(whole)).toContain(secret);
  expect(JSON.stringify(audience)).not.toContain(secret);
  expect(report).not.toContain("flour");
  expect(report).toContain("I know nothing of it.");
});

describe("Anthropic, Gemini or Ollama", () => {
  it("Ollama speaks, through OpenAI's protocol", async () => {
    reply = ({ purpose }) => (purpose === "choose-speaker" ? "<2>" : "A good map leaves things out.");
    const before = server.calls.length;
    const { messages, models } = await interview("openai:qwen3");
    expect(models).toEqual(["openai:qwen3"]);
    expect(new Set(server.calls.slice(before).map(({ body }) => body.model))).toEqual(new Set(["qwen3"]));
    expect(messages.some(({ name, text }) => name === "Rosa" && text === "A good map leaves things out.")).toBe(true);
  });

  it.each(["anthropic:claude-sonnet-4-5", "google-genai:gemini-2.5-flash", "ollama:qwen3"])(
    "%s needs the packages that llms.txt names",
    async (model) => {
      const [, packages = ""] = new RegExp(`^\\| \`${model}\` \\| \`([^\`]+)\``, "m").exec(llms) ?? [];
      const [langchain, provider] = packages.split(" ");
      expect(langchain).toBe("langchain");
      await expect(interview(model)).rejects.toMatchObject({
        code: "missing-package",
        message: expect.stringContaining(`npm install ${provider}`),
      });
    },
  );
});
