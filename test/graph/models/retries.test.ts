import { expect, it } from "@jest/globals";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { retryDelayMs } from "../../../src/graph/models/call-policy.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Language } from "../../../src/words/registry.js";
import { castOf, compileBidding } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

const overloaded = (message: string, waitMs: number) =>
  Object.assign(new Error(message), { status: 503, headers: { "retry-after": String(waitMs / 1000) } });

async function eventsOf(
  reply: (call: ScriptedCall) => string | Error,
  language: Language = "en",
): Promise<RostrumEvent[]> {
  const graph = compileBidding({ model: new ScriptedModel((call) => reply(call)) });
  const input = { participants: castOf("Ann", "Bea"), maxTurns: 1, seed: 1, language };
  const events: RostrumEvent[] = [];
  for await (const event of await graph.stream(input, { streamMode: "custom" })) events.push(event as RostrumEvent);
  return events;
}

const retriesIn = (events: readonly RostrumEvent[]) => events.filter((event) => event.type === "retry");

it("emits a retry event before each further attempt", async () => {
  const failing = (call: ScriptedCall) =>
    call.purpose === "speech" && call.index < 3
      ? overloaded(`try later ${call.index}`, 10 * (call.index + 1))
      : String(plainAnswer(call));
  const events = await eventsOf(failing);
  const shared = {
    type: "retry",
    turn: 1,
    purpose: "speech",
    participant: "Ann",
    model: "scripted",
    attempts: 4,
    status: 503,
  };
  expect(retriesIn(events)).toEqual([
    { ...shared, attempt: 2, waitMs: 10, reason: "try later 0" },
    { ...shared, attempt: 3, waitMs: 20, reason: "try later 1" },
    { ...shared, attempt: 4, waitMs: 30, reason: "try later 2" },
  ]);
  const course = events.flatMap((event) =>
    event.type === "retry" || event.type === "speech-start" ? [`${event.type} ${event.attempt}`] : [],
  );
  expect(course).toEqual([
    ...["speech-start 1", "retry 2", "speech-start 2", "retry 3", "speech-start 3", "retry 4", "speech-start 4"],
  ]);
});

it("emits no retry event without a failure, for a permanent failure, or after the last attempt", async () => {
  const without = async (error: Error) =>
    retriesIn(
      await eventsOf((call) =>
        call.purpose === "bid" && call.participant === "Bea" ? error : String(plainAnswer(call)),
      ),
    ).map(({ participant, attempt }) => [participant, attempt]);
  expect(retriesIn(await eventsOf((call) => String(plainAnswer(call))))).toEqual([]);
  expect(await without(Object.assign(new Error("no such model"), { status: 404 }))).toEqual([]);
  expect(await without(overloaded("never", 1))).toEqual([
    ["Bea", 2],
    ["Bea", 3],
    ["Bea", 4],
  ]);
});

it.each([
  ["text on several lines", "  try later\r\nBearer xyz\nand more", "try later"],
  [
    "an HTML page",
    "<!DOCTYPE html><html><head><title>503</title></head><body>llm-7.internal</body></html>",
    "HTTP 503",
  ],
  ["an HTML page after its status", "502 <html>\r\n<head><title>502 Bad Gateway</title></head></html>", "HTTP 503"],
  ["a long text", "x".repeat(3000), `${"x".repeat(200)}…`],
  ["a sentence with a tag", "the <body> of the request is too large", "the <body> of the request is too large"],
  ["a sentence", "The model is overloaded.", "The model is overloaded"],
])("gives the reason as one short line if the provider's message is %s", async (_what, message, reason) => {
  const events = await eventsOf((call) =>
    call.purpose === "speech" && call.index === 0 ? overloaded(message, 1) : String(plainAnswer(call)),
  );
  expect(retriesIn(events)).toMatchObject([{ reason }]);
});

it.each([
  [
    "en",
    "the answer was empty",
    "the server responded with a web page (perhaps a proxy's login page) instead of a model's answer",
  ],
  ["zh", "回答是空的", "这个地址返回的是网页（可能是代理的登录页），而不是模型的回答"],
] as const)(
  "gives a reason in the conversation's language if the provider gives none: %s",
  async (language, ...reasons) => {
    const page = Object.assign(new Error("<html><body>busy</body></html>"), { type: "overloaded_error" });
    const events = await eventsOf((call) => {
      if (call.purpose === "bid") return String(plainAnswer(call));
      return [" ", page][call.index] ?? "Well.";
    }, language);
    expect(retriesIn(events).map(({ reason }) => reason)).toEqual(reasons);
  },
);

it("replaces API keys from the environment with “[secret]” in the reason", async () => {
  process.env["TEST_API_KEY"] = " sk-very-secret ";
  try {
    const events = await eventsOf((call) =>
      call.purpose === "speech" && call.index === 0
        ? overloaded("refused sk-very-secret", 1)
        : String(plainAnswer(call)),
    );
    expect(retriesIn(events)).toMatchObject([{ reason: "refused [secret]" }]);
  } finally {
    delete process.env["TEST_API_KEY"];
  }
});

it("roughly doubles the wait after each attempt if the provider does not ask for a wait", () => {
  for (let run = 0; run < 100; run += 1) {
    const waits = [1, 2, 3].map((attempt) => retryDelayMs(attempt, new Error("no")));
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(500 * 2 ** index);
      expect(wait).toBeLessThan(625 * 2 ** index);
    }
  }
});

it("limits the wait that a provider asks for to the call's timeout, or to a minute if the timeout is shorter", () => {
  const asked = (seconds: number) => Object.assign(new Error("later"), { headers: { "retry-after": String(seconds) } });
  expect(retryDelayMs(1, asked(90))).toBe(90_000);
  expect(retryDelayMs(1, asked(900))).toBe(120_000);
  expect(retryDelayMs(1, asked(900), 600_000)).toBe(600_000);
  expect(retryDelayMs(1, asked(900), 1000)).toBe(60_000);
});
