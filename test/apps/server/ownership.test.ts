/**
 * The ownership check remembers the threads that each owner used last. The server continues to stream a deleted thread,
 * so no other user may reuse its ID.
 */
import { expect, it } from "@jest/globals";
import { Hono } from "hono";
import { createOwnershipCheck } from "../../../src/apps/server/ownership.js";
import type { ServerEnvironment } from "../../../src/apps/server/server-operations.js";

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

it("the ownership check remembers the threads that each owner used last, independently of other owners", async () => {
  const check = createOwnershipCheck(3);
  const found = async () => ({});
  const operations = { threads: { get: found, put: found }, runs: { get: found }, assistants: { get: found } };
  const app = new Hono<ServerEnvironment>().post("*", async (context) => {
    context.set("LANGGRAPH_OPS", operations);
    context.set("auth", { user: { identity: context.req.header("owner") ?? "" } });
    await check(context, { method: "run.start" });
    return context.text("");
  });
  const use = async (owner: string, thread: number) =>
    (await app.request(`/threads/${idOf(thread)}/commands`, { method: "POST", headers: { owner } })).status;

  for (const thread of [1, 2, 3, 1, 4]) expect(await use("ada", thread)).toBe(200);
  for (const thread of [11, 12, 13, 14]) expect(await use("ben", thread)).toBe(200);
  for (const thread of [1, 3, 4]) expect([thread, await use("ben", thread)]).toEqual([thread, 404]);
  // The check has forgotten thread 2, which Ada used least recently.
  expect(await use("ben", 2)).toBe(200);
});
