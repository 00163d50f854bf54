import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "@jest/globals";
import { compileMode } from "../../support/any-mode.js";
import { castOf } from "../../support/conversation.js";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  delete process.env["OPENAI_BASE_URL"];
  for (const stop of stops.splice(0)) await stop();
});

/** Starts a server, and sets `OPENAI_BASE_URL` to its address, with a secret in the query string. */
async function serve(status: number, type: string, body: string) {
  const server = { calls: 0, address: "" };
  const http = createServer((_request, response) => {
    server.calls += 1;
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  stops.push(() => new Promise((done) => http.close(() => done())));
  server.address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
  process.env["OPENAI_BASE_URL"] = `${server.address}?key=secret-0123456789`;
  return server;
}

async function messageOf(mode: "bidding" | "round-robin", more: object = {}): Promise<string> {
  const input = { topic: "The ford", participants: castOf("Ann", "Bea"), maxTurns: 1, ...more };
  const running = compileMode(mode, { model: "openai:x" }).invoke(input);
  return running.then(
    () => "nothing failed",
    ({ message }: Error) => message,
  );
}

it("fails the run if the account has no credit, even in a call that is not essential to the conversation", async () => {
  const error = { message: "You exceeded your current quota.", type: "insufficient_quota", code: "insufficient_quota" };
  const server = await serve(429, "application/json", JSON.stringify({ error }));
  expect(await messageOf("bidding")).toMatch(/You exceeded your current quota\.$/);
  expect(server.calls).toBe(2);
  expect(await messageOf("round-robin", { prepare: true })).toMatch(/opening question.*: 429 You exceeded/);
});

it.each([
  ["en", "the server responded with a web page (perhaps a proxy's login page) instead of a model's answer."],
  ["zh", "这个地址返回的是网页（可能是代理的登录页），而不是模型的回答。"],
])("fails the run with a message in %s if a web page comes instead of an answer", async (language, words) => {
  const page = "<!DOCTYPE html><html><body>Log in with secret-9876543210</body></html>";
  const server = await serve(200, "text/html; charset=utf-8", page);
  for (const mode of ["bidding", "round-robin"] as const) {
    const message = await messageOf(mode, { language });
    expect(message.slice(-words.length)).toBe(words);
    expect(message).toContain(server.address);
    expect(message).not.toContain("secret");
  }
  // Two bids and one speech.
  expect(server.calls).toBe(3);
});
