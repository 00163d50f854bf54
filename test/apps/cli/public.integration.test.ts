import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "@jest/globals";
import { ensurePage } from "../../package/pack.js";
import { rostrum, suiteFolder } from "./captured-io.js";

const folder = suiteFolder();
const secrets = ["the wolf", "lie about the night"];
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  await ensurePage();
  const participants = [
    { name: "Ann", role: "baker", description: "You are the wolf." },
    { name: "Bo", instructions: "You are Bo: lie about the night." },
  ];
  const game = { mode: "bidding", topic: "Who was out last night?", participants, maxTurns: 2, seed: 7 };
  await writeFile(file("game.yaml"), JSON.stringify(game));
});

const secretsIn = (text: string) => secrets.filter((secret) => text.includes(secret));

it("show and run leave descriptions and instructions out of public copies, and mark the copies as public", async () => {
  const place = ["--db", file("talks.db")];
  const run = ["run", file("game.yaml"), "--thread", "game", ...place, "--quiet", "--out", file("run.json")];
  expect((await rostrum([...run, "--public"])).status).toBe(0);
  const outputs = new Map([["run --out", await readFile(file("run.json"), "utf8")]]);
  for (const format of ["md", "json", "html"]) {
    const out = file(`shown.${format}`);
    expect((await rostrum(["show", "game", "--public", "--out", out, ...place])).status).toBe(0);
    outputs.set(format, await readFile(out, "utf8"));
  }
  outputs.set("show", (await rostrum(["show", "game", "--public", ...place])).stdout);
  outputs.set("show --json", (await rostrum(["show", "game", "--public", "--json", ...place])).stdout);
  for (const [output, text] of outputs) {
    expect([output, secretsIn(text)]).toEqual([output, []]);
    expect([output, text.includes("Who was out last night?")]).toEqual([output, true]);
    expect([output, /Public copy|"isPublic":\s*true/.test(text)]).toEqual([output, true]);
  }
  // The owner's own output still contains the secrets.
  const { stdout } = await rostrum(["show", "game", "--json", ...place]);
  expect([secretsIn(stdout), stdout.includes("isPublic")]).toEqual([secrets, false]);
});

it.each([
  ["run without an output", ["run", "bidding", "--public"], "--public: has no effect without --out or --json"],
  ["show --usage", ["show", "x", "--usage", "--public"], "--public: cannot be combined with --usage"],
])("%s rejects --public", async (_what, argv, message) => {
  expect(await rostrum(argv)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(message) });
});
