import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { isStorageAddress, withoutPassword } from "../../../src/talk/storage/address.js";
import { startPostgres } from "../../support/postgres.js";
import { startStubServer } from "../../support/stub-server.js";
import { rostrum, withoutModels } from "./captured-io.js";

const restore = withoutModels();
const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "rostrum-secrets-"));
process.chdir(folder);

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
  restore();
});

describe("a mistyped database address", () => {
  const addresses = [
    "mysql://me:s3cret@host/talks",
    "POSTGRES://me:s3cret@host/talks",
    "postgres:/me:s3cret@host/talks",
    "postgres:me:s3cret@host/talks",
    "postgresql//me:s3cret@host/talks",
    " postgres://me:s3cret@host/talks",
    "postgres://me:s3cret@[host/talks",
    "file:s3cret.db",
    "memory",
    " ",
  ];
  const commands = [
    ["run", "bidding", "--turns", "1", "--thread", "talk"],
    ["threads"],
    ["show", "talk"],
    ["resume", "talk"],
  ];

  it.each(addresses.flatMap((address) => commands.map((command) => [address, command] as const)))(
    "is rejected, and no file or folder is created: %s in %j",
    async (address, command) => {
      const { status, stdout, stderr } = await rostrum([...command, "--db", address]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toBe("rostrum: --db: must be a file or postgres://…\n");
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("is distinguished from a valid file name and from the valid address of a host or a socket", () => {
    const good = [
      "talks.db",
      "C:\\talks.db",
      "a//b/talks.db",
      "postgres://h/db",
      "postgresql://u:p@h:5432/db",
      "postgres://u@/db?host=/tmp",
    ];
    expect(good.filter(isStorageAddress)).toEqual(good);
  });
});

it.each([
  ["postgres://me:s3cret@host:5432/talks", "postgres://me:***@host:5432/talks"],
  ["postgresql://me:s3:c@ret@host/talks?sslmode=require", "postgresql://me:***@host/talks?sslmode=require"],
  ["postgres://host/talks?user=me&password=s3cret&ssl=1", "postgres://host/talks?user=me&password=***&ssl=1"],
  ["postgres://u:1/x@host/db", "postgres://u:***@host/db"],
  ["postgres://u:1#x@y@host/db?user=a@b", "postgres://u:***@host/db?user=a@b"],
  ["postgres://u:1?x@host/db", "postgres://u:***@host/db"],
  ["postgres://u:s3cret?x=y@host/db?ssl=1", "postgres://u:***@host/db?ssl=1"],
  ["postgres://host:5432/db?user=a@b", "postgres://host:5432/db?user=a@b"],
  ["postgres://me@host/talks", "postgres://me@host/talks"],
  ["talks:me@home.db", "talks:me@home.db"],
])("the address %s is printed as %s", (address, printed) => {
  expect(withoutPassword(address)).toBe(printed);
});

it("a password with a question mark does not appear in the error", async () => {
  const { status, stderr } = await rostrum(["threads", "--db", "postgres://me:1?s3cret@127.0.0.1/talks"]);
  expect(status).toBe(1);
  expect(stderr).toContain("PostgreSQL 127.0.0.1");
  expect(stderr).not.toMatch(/me:1|s3cret/);
});

it("the password of a database appears in no printed command or error", async () => {
  const postgres = await startPostgres();
  const db = await postgres.createDatabase();
  try {
    const saved = await rostrum(["run", "round-robin", "--turns", "1", "--thread", "talk", "--db", db]);
    expect(saved.stderr).toContain(
      "Saved as “talk”. To read it: rostrum show talk --db 'postgres://rostrum:***@127.0.0.1:",
    );
    const taken = await rostrum(["run", "round-robin", "--thread", "talk", "--db", db]);
    expect(taken.stderr).toContain("use rostrum show talk --db 'postgres://rostrum:***@");
    const wrong = await rostrum(["threads", "--db", db.replace(":rostrum@", ":s3cret@")]);
    expect([saved, taken, wrong].map(({ status }) => status)).toEqual([0, 2, 1]);
    expect(saved.stderr + taken.stderr + wrong.stderr).not.toMatch(/:rostrum@|s3cret/);
  } finally {
    await postgres.stop();
  }
});

describe("a token that a server sends back", () => {
  const token = "s3cret-token-of-mine";

  it.each([
    ["an error message", JSON.stringify({ message: `bad token ${token}` })],
    ["an answer that is truncated inside the token", `${"x".repeat(490)}${token}`],
  ])("is not printed as part of %s", async (_where, answer) => {
    const stub = await startStubServer(() => (_request, response) => void response.writeHead(400).end(answer));
    for (const words of [["threads"], ["run", "bidding", "--verbose"]]) {
      const ended = await rostrum([...words, "--url", stub.url], { env: { ROSTRUM_TOKEN: `${token} ` } });
      expect(ended).toMatchObject({ status: 1, stdout: "" });
      expect(ended.stderr).toContain("responded with status 400: ");
      expect(ended.stderr).not.toContain("s3cret");
    }
    await stub.stop();
  });
});
