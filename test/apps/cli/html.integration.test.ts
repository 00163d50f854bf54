import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "@jest/globals";
import { ensurePage } from "../../package/pack.js";
import { rostrum, suiteFolder } from "./captured-io.js";

const folder = suiteFolder();

beforeAll(async () => {
  await ensurePage();
});

const recordingIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="recording">(.*?)<\/script>/s.exec(html)?.[1] ?? "null");

it("rostrum run --out and rostrum show --html write the same page, which contains the whole transcript", async () => {
  const [out, html, db] = ["talk.html", "kept", "threads.db"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const saved = ["--db", db];
  const run = await rostrum(["run", "bidding", "--turns", "3", "--thread", "talk", ...saved, "--out", out]);
  expect(run.status).toBe(0);
  const shown = await rostrum(["show", "talk", ...saved, "--html", html]);
  expect(shown).toMatchObject({ status: 0, stdout: "" });
  const text = await readFile(out, "utf8");
  expect(await readFile(html, "utf8")).toBe(text);
  const { stdout } = await rostrum(["show", "talk", ...saved, "--json"]);
  expect(recordingIn(text)).toEqual(JSON.parse(stdout));
  expect(text).toContain("default-src 'none'");
});

it("rostrum show --out needs the name of a file", async () => {
  const saved = ["--db", join(folder, "unnamed.db")];
  await rostrum(["run", "bidding", "--turns", "2", "--thread", "ferry", ...saved]);
  const shown = await rostrum(["show", "ferry", ...saved, "--out", ""]);
  expect(shown).toMatchObject({ status: 2, stdout: "" });
  expect(shown.stderr).toContain("--out: “” must end in");
});

it("rostrum show --html without a file names the page after the topic if the conversation has no title", async () => {
  const saved = ["--db", join(folder, "titled.db")];
  await rostrum(["run", "bidding", "--turns", "2", "--topic", "Free: the ferry?", "--thread", "ferry", ...saved]);
  const before = process.cwd();
  process.chdir(folder);
  try {
    const shown = await rostrum(["show", "ferry", ...saved, "--html"]);
    expect(shown).toMatchObject({ status: 0, stdout: "" });
    expect(shown.stderr).toContain("Free the ferry.html");
  } finally {
    process.chdir(before);
  }
  const text = await readFile(join(folder, "Free the ferry.html"), "utf8");
  expect(recordingIn(text)).toMatchObject({ topic: "Free: the ferry?" });
});
