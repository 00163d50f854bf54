import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openCheckpointer, openThreads } from "../../../src/talk/storage/open.js";
import { compiled } from "../../support/compiled.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { on, talkGraph } from "./talk.js";

it.each(["", "sqlite:talks.db", "mysql://x", undefined])("opening storage rejects the address %p", async (address) => {
  for (const open of [openCheckpointer, openThreads])
    await expect(open(address as string)).rejects.toMatchObject({
      code: "invalid-input",
      details: { problems: [{ field: "address", code: "expected", params: { expected: "storage-address" } }] },
    });
});

it("SQLite works without the packages for PostgreSQL, and opening PostgreSQL reports how to install them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-without-"));
  await mkdir(join(folder, "node_modules/@langchain"), { recursive: true });
  for (const name of ["@langchain/core", "@langchain/langgraph-checkpoint", "cockatiel", "zod"])
    await symlink(resolve("node_modules", name), join(folder, "node_modules", name));
  await cp(dirname(compiled("src/index.ts")), join(folder, "src"), { recursive: true });
  const script = `import { openCheckpointer } from "./src/talk/storage/open.js";
    await (await openCheckpointer("memory")).close();
    await openCheckpointer("postgres://x@localhost/x").catch(({ code, message }) => console.log(code, message));`;
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: "" } };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], options);
  expect(stdout).toMatch(/^missing-package .*npm install pg @langchain\/langgraph-checkpoint-postgres/);
  await rm(folder, { recursive: true });
});

describe("storage in PostgreSQL", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it("creates its tables when it is opened several times at once", async () => {
    const address = await postgres.createDatabase();
    const opened = await Promise.all(Array.from({ length: 5 }, () => openThreads(address)));
    for (const threads of opened) await threads.close();
  });

  it("serves several conversations that save the same messages at once", async () => {
    const checkpointer = await openCheckpointer(await postgres.createDatabase());
    const names = ["one", "two", "three", "four"];
    const talks = names.map((name) => talkGraph(checkpointer).invoke({ limit: 40 }, on(name)));
    const [first, ...others] = await Promise.all(talks);
    for (const other of others) expect(other).toEqual(first);
    for (const name of names) expect((await talkGraph(checkpointer).getState(on(name))).values).toEqual(first);
    await checkpointer.close();
  });

  it("can lock more threads than its pool has connections", async () => {
    const threads = await openThreads(await postgres.createDatabase());
    await Promise.all(Array.from({ length: 15 }, (_each, index) => threads.take(`talk ${index}`)));
    await expect(threads.take("talk 3")).rejects.toMatchObject({ code: "thread-in-use" });
    await threads.close();
  });

  it("hides the password in the error for an address without a server", async () => {
    await expect(openCheckpointer("postgres://ann:secret@127.0.0.1:1/talks")).rejects.toMatchObject({
      code: "storage-failed",
      message: expect.stringMatching(/^PostgreSQL 127\.0\.0\.1:1: cannot connect; (?!.*secret)/),
    });
  });
});
