/**
 * @jest-environment ./jest.environment.js
 *
 * Tests the rehearsal as a chat model, and the choice of the default model.
 */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { z } from "zod";
import type { BidRequest, SpeechRequest } from "../../../src/core/model-request.js";
import { defaultModelName } from "../../../src/graph/models/model-source.js";
import { rehearse } from "../../../src/offline/rehearsal/answer.js";
import { RehearsalModel, rehearsalNotice } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { languages } from "../../../src/words/registry.js";
import { everyRequest, type Setting, settings } from "./conversations.js";

const model = new RehearsalModel({ notice: false });
const requests = everyRequest(settings[0] as Setting, 7, []);
const speech = requests.find(({ purpose }) => purpose === "speech") as SpeechRequest;
const bid = requests.find((request) => request.purpose === "bid" && request.answer === "structured") as BidRequest;

describe("the rehearsal as a chat model", () => {
  it("answers the request in the call options", async () => {
    expect((await model.invoke("ignored", { request: speech })).text).toBe(rehearse(speech));
    expect((await model.invoke("Hello?")).text).toContain("rehearsal");
  });

  it("streams small pieces that add up to the whole answer", async () => {
    for (const setting of [settings[0], settings.at(-1)] as Setting[]) {
      const request = everyRequest(setting, 3, []).find(({ purpose }) => purpose === "speech") as SpeechRequest;
      const tokens: string[] = [];
      const callbacks = [{ handleLLMNewToken: (token: string) => void tokens.push(token) }];
      const pieces: string[] = [];
      for await (const chunk of await model.stream("a question", { request, callbacks })) pieces.push(chunk.text);
      expect(pieces.filter(Boolean).length).toBeGreaterThan(8);
      expect([pieces.join(""), tokens.join("")]).toEqual([rehearse(request), rehearse(request)]);
    }
  });

  it("counts four Latin letters or one Chinese character as a token", async () => {
    const { usage_metadata: usage } = await model.invoke("abcdefgh夜车", { request: { ...bid, answer: "tag" } });
    expect(usage).toEqual({ input_tokens: 4, output_tokens: 1, total_tokens: 5 });
  });

  it("stops waiting between pieces when the caller cancels", async () => {
    const slow = new RehearsalModel({ notice: false, pace: 60_000 });
    const controller = new AbortController();
    const stream = await slow.stream("a question", { request: speech, signal: controller.signal });
    await stream.next();
    controller.abort();
    await expect(stream.next()).rejects.toThrow();
  });

  it("returns structured bids both raw and parsed, with null as the parsed value if the answer is not a bid", async () => {
    const schema = z.object({ bid: z.number() });
    const structured = model.withStructuredOutput(schema, { includeRaw: true });
    const both = await structured.invoke("bid", { request: bid } as object);
    expect(both.parsed).toEqual({ bid: expect.any(Number) });
    expect(both.raw.text).toBe(JSON.stringify(both.parsed));
    expect((await structured.invoke("bid", { request: speech } as object)).parsed).toBeNull();
  });

  it("writes its notice only once for two models, and not at all if the notice is turned off", async () => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    await model.invoke("a question", { request: speech });
    expect(write).not.toHaveBeenCalled();
    await new RehearsalModel().invoke("a question", { request: speech });
    await new RehearsalModel().invoke("a question", { request: speech });
    expect(write.mock.calls).toEqual([[`${rehearsalNotice("en")}\n`]]);
    write.mockRestore();
  });

  it.each(languages)("explains in %s how to use a language model", (language) => {
    for (const way of ["OPENAI_API_KEY", "ROSTRUM_MODEL", "OPENAI_BASE_URL"])
      expect(rehearsalNotice(language)).toContain(way);
  });
});

describe("the default model", () => {
  const names = ["ROSTRUM_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "NODE_ENV"] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  const set = (values: Partial<Record<(typeof names)[number], string>>) => {
    for (const name of names) delete process.env[name];
    Object.assign(process.env, values);
  };

  afterEach(() => set(Object.fromEntries(before.filter(([, value]) => value !== undefined))));

  it("is the rehearsal if there is no key, but in production a missing key is an error", () => {
    set({});
    expect(defaultModelName()).toBe("rehearsal");
    set({ NODE_ENV: "production" });
    expect(() => defaultModelName()).toThrow(expect.objectContaining({ code: "missing-key" }));
  });

  it("is, in production, the model that ROSTRUM_MODEL names, or an OpenAI model if only a key is set", () => {
    set({ NODE_ENV: "production", ROSTRUM_MODEL: "rehearsal" });
    expect(defaultModelName()).toBe("rehearsal");
    set({ NODE_ENV: "production", OPENAI_API_KEY: "a key" });
    expect(defaultModelName()).toMatch(/^openai:/);
  });
});
