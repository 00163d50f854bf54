import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { Hono } from "hono";
import { type ServerEnvironment, type ServerOperations, serverIn } from "../../../src/apps/server/server-operations.js";

const api = new URL("../../../node_modules/@langchain/langgraph-api/dist/", import.meta.url);

/** Prints which of the named operations the server has. Runs in a separate process. */
const script = `
  const { FileSystemOps } = await import("${api}storage/ops.mjs");
  const named = Object.entries({ threads: ["get", "put"], runs: ["get"], assistants: ["get"] });
  const ops = new FileSystemOps({}, {}, {});
  console.log(JSON.stringify(named.flatMap(([kind, methods]) =>
    methods.filter((method) => typeof ops[kind]?.[method] === "function").map((method) => kind + "." + method))));
  process.exit(0);`;

it("the server has the operations that the ownership check calls", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(JSON.parse(stdout)).toEqual(["threads.get", "threads.put", "runs.get", "assistants.get"]);
});

it.each([
  ["server.mjs", 'c.set("LANGGRAPH_OPS", ops)'],
  ["auth/custom.mjs", 'c.set("auth", '],
])("%s puts into the context what mounted apps read", async (file, code) => {
  expect(await readFile(new URL(file, api), "utf8")).toContain(code);
});

it("an app finds the operations and the owner in the context only if the server has put them there", async () => {
  const operations = {} as ServerOperations;
  const auth = { user: { identity: "ada" } };
  const seen: unknown[] = [];
  const app = new Hono<ServerEnvironment>()
    .use("/mounted", async (context, next) => {
      context.set("LANGGRAPH_OPS", operations);
      context.set("auth", auth);
      await next();
    })
    .get("*", (context) => {
      seen.push(serverIn(context));
      return context.text("");
    });
  await app.request("/mounted");
  await app.request("/elsewhere");
  expect(seen).toEqual([
    { operations, auth },
    { operations: undefined, auth: undefined },
  ]);
});
