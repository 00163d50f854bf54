/**
 * Rostrum recognizes responses with status 200 that are not a model's answer, such as a web page, and explains them in
 * the error.
 */
import { get } from "node:http";
import { afterEach, describe, expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { ChatOpenAI } from "@langchain/openai";
import { TaskCancelledError } from "cockatiel";
import { RostrumError } from "../../../src/errors/rostrum-error.js";
import { isWorthRetrying, reasonOf } from "../../../src/graph/models/call-failure.js";
import { ForeignAnswerError, rejectForeignAnswer } from "../../../src/graph/models/foreign-answer.js";
import { LocalModel } from "../../../src/offline/local-model.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { locales } from "../../../src/words/registry.js";
import { compileMode } from "../../support/any-mode.js";
import { castOf } from "../../support/conversation.js";
import { startStubServer } from "../../support/stub-server.js";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  delete process.env["OPENAI_BASE_URL"];
  for (const stop of stops.splice(0)) await stop();
});

const page = "<!DOCTYPE html><html><body>Log in</body></html>";

async function serve(contentType: string | undefined, body: string, status = 200) {
  const headers = contentType === undefined ? {} : { "content-type": contentType };
  const { url, requests, stop } = await startStubServer(
    () => (_request, response) => response.writeHead(status, headers).end(body),
  );
  stops.push(stop);
  return { address: `${url}/v1`, requests };
}

type Server = Awaited<ReturnType<typeof serve>>;

class OtherClient extends LocalModel {
  constructor(private readonly read: () => Promise<string>) {
    super({});
  }
  override _llmType(): string {
    return "other";
  }
  protected override async reply(): Promise<AIMessage> {
    return new AIMessage(await this.read());
  }
}

const withFetch = (read: (response: Response) => Promise<string>) => (server: Server) =>
  new OtherClient(async () => read(await fetch(server.address)));

const clients: readonly (readonly [string, (server: Server) => string | LocalModel | ChatOpenAI])[] = [
  [
    "openai:…",
    ({ address }) => {
      process.env["OPENAI_BASE_URL"] = address;
      return "openai:x";
    },
  ],
  [
    "the caller's own ChatOpenAI",
    ({ address: baseURL }) => new ChatOpenAI({ model: "x", apiKey: "none", maxRetries: 0, configuration: { baseURL } }),
  ],
  ["a client that parses JSON", withFetch((response) => response.json() as Promise<string>)],
  ["a client that reads a missing field", withFetch(async () => ({}) as never)],
  ["a client that finds no answer", withFetch(async () => "")],
  [
    "a client that uses node:http",
    ({ address }) =>
      new OtherClient(
        () =>
          new Promise((resolve) => {
            get(address, (response) => response.resume().on("end", () => resolve("")));
          }),
      ),
  ],
];

async function failureOf(mode: "bidding" | "round-robin" | "supervisor", model: string | object, more: object = {}) {
  const input = { topic: "The ford", participants: castOf("Ann", "Bea"), maxTurns: 1, ...more };
  return compileMode(mode, { model } as never)
    .invoke(input)
    .then(
      () => "nothing failed",
      ({ message }: Error) => message,
    );
}

describe.each(clients)("the error for a web page through %s", (_name, createModel) => {
  it("explains the failure, and no call for a bid, a speech or a plan is retried", async () => {
    const server = await serve("text/html; charset=utf-8", page);
    const model = createModel(server);
    for (const mode of ["bidding", "round-robin", "supervisor"] as const)
      expect(await failureOf(mode, model)).toMatch(/: the server responded with a web page .* a model's answer\.$/);
    // Two bids, one speech and one plan.
    expect(server.requests).toHaveLength(4);
    expect(await failureOf("bidding", model, { bidding: { answer: "structured" }, language: "zh" })).toMatch(
      /这个地址返回的是网页（可能是代理的登录页），而不是模型的回答。$/,
    );
  });
});

describe.each(["openai:…", "the caller's own ChatOpenAI"])("a web page through %s", (name) => {
  const [, createModel] = clients.find(([known]) => known === name) ?? [];

  it("is recognized even if it is labeled as JSON", async () => {
    const server = await serve("application/json", page);
    expect(await failureOf("bidding", createModel?.(server) ?? "")).toMatch(/a web page/);
    expect(server.requests).toHaveLength(2);
  });
});

it.each([
  ["text/plain", "text/plain"],
  [undefined, "data without a content type"],
])("the error names another content type (%s), and the call is worth retrying", async (contentType, words) => {
  const server = await serve(contentType, "busy");
  const failing = rejectForeignAnswer(async () => (await fetch(server.address)).json());
  const failure: unknown = await failing.catch((error) => error);
  expect(failure).toMatchObject({ isWebPage: false, cause: { name: "SyntaxError" } });
  expect(isWorthRetrying(failure)).toBe(true);
  expect(reasonOf(failure, "en")).toBe(`the server responded with ${words} instead of a model's answer`);
});

it.each(clients.slice(0, 2))(
  "%s: the error explains JSON without the fields of an answer, and the call is not retried",
  async (_name, createModel) => {
    const server = await serve("application/json", "{}");
    const model = createModel(server);
    const words = "the server's response lacks the fields of a model's answer";
    expect(await failureOf("bidding", model)).toContain(words);
    expect(await failureOf("bidding", model, { bidding: { answer: "structured" } })).toContain(words);
    expect(await failureOf("supervisor", model)).toContain(words);
    // Two bids of each kind, and one plan.
    expect(server.requests).toHaveLength(5);
    expect(await failureOf("bidding", model, { language: "zh" })).toContain("其中没有模型回答应有的字段");
  },
);

it("an agent keeps its own error if its tool fetched a page", async () => {
  const web = await serve("text/html", page);
  const agent = RunnableLambda.from(async () => {
    await (await fetch(web.address)).text();
    throw new RangeError("the agent has its own problem");
  });
  const failing = compileMode("round-robin", { model: new ScriptedModel({}), agents: { Ann: agent } } as never).invoke({
    topic: "The ford",
    participants: castOf("Ann", "Bea"),
    maxTurns: 1,
  });
  await expect(failing).rejects.toThrow("the agent has its own problem");
});

describe("rejectForeignAnswer", () => {
  it("accepts an answer in spite of its content type", async () => {
    const server = await serve("text/html", '"<5>"');
    expect(await rejectForeignAnswer(async () => (await fetch(server.address)).json())).toBe("<5>");
  });

  it.each([500, 404])("does not replace the error of a response with status %i", async (status) => {
    const { address } = await serve("text/html", page, status);
    const failing = rejectForeignAnswer(async () => {
      await (await fetch(address)).text();
      throw new RangeError("own");
    });
    await expect(failing).rejects.toThrow(RangeError);
  });

  it("judges by the latest response, so an agent's tool may fetch a page", async () => {
    const web = await serve("text/html", page);
    const provider = await serve("application/json", "{}");
    const failing = rejectForeignAnswer(async () => {
      for (const { address } of [web, provider]) await (await fetch(address)).text();
      throw new RangeError("own");
    });
    await expect(failing).rejects.toThrow(RangeError);
  });

  const failAfterPage = async (fail: () => unknown) => {
    const { address } = await serve("text/html", page);
    return rejectForeignAnswer(async () => {
      await (await fetch(address)).text();
      await fail();
    });
  };

  it("does not replace the error of a later request without a response, so the call is retried", async () => {
    const closed = await serve("text/html", page);
    await stops.pop()?.();
    const failure: unknown = await failAfterPage(() => fetch(closed.address)).catch((error) => error);
    expect(failure).toMatchObject({ message: "fetch failed", cause: { code: "ECONNREFUSED" } });
    expect(isWorthRetrying(failure)).toBe(true);
  });

  /** Named like OpenAI's error class, which does not set its instances' `name`. */
  class APIConnectionTimeoutError extends Error {}

  it.each([
    new DOMException("aborted", "AbortError"),
    new DOMException("late", "TimeoutError"),
    new TaskCancelledError(),
    new Error("failed", { cause: new APIConnectionTimeoutError() }),
    new RostrumError("thread-in-use", { thread: "talk" }, locales.en.errors),
  ])("does not replace the error %p, which has another cause", async (error) => {
    const failing = failAfterPage(() => {
      throw error;
    });
    await expect(failing).rejects.toBe(error);
  });

  it("does not confuse concurrent calls", async () => {
    const [web, provider] = [await serve("text/html", page), await serve("application/json", "{}")];
    const outcomes = await Promise.all(
      [web, provider, web, provider].map(({ address }) =>
        rejectForeignAnswer(async () => {
          await (await fetch(address)).text();
          return "";
        }).catch((error) => error instanceof ForeignAnswerError),
      ),
    );
    expect(outcomes).toEqual([true, "", true, ""]);
  });
});
