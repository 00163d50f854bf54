import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { rules } from "../../../src/core/selection/registry.js";
import { readLines } from "../../../src/core/text/lines.js";
import { modes } from "../../../src/graph/modes/registry.js";
import { type ConversationDocument, exportFormat } from "../../../src/talk/transcript/json.js";
import { readMarkdown } from "../../../src/talk/transcript/markdown.js";
import { rostrum, suiteFolder } from "./captured-io.js";

const folder = suiteFolder();

const short = ["run", "bidding", "--turns", "3", "--seed", "7"];
const linesIn = (stdout: string) => readLines(stdout.split("\n").filter(Boolean).join("\n"));

const parse = (stdout: string) => JSON.parse(stdout) as ConversationDocument;
/** Removes the messages' times, because the seed does not determine them. */
const withoutTimes = (conversation: ConversationDocument) => ({
  ...conversation,
  messages: conversation.messages.map((message) => ({ ...message, time: "" })),
});

describe("rostrum run --dry-run", () => {
  const dry = [...short, "--dry-run", "--model", "openai:gpt-4.1-mini", "--budget", "money=0.5"];

  it("prints calls, tokens, the cost and the prices, without a key and without running a conversation", async () => {
    const { status, stdout, stderr } = await rostrum(dry);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Estimate for bidding, 3 turns. No model was called.");
    expect(stdout).toMatch(/^ {2}Total +12 +[\d,]+–[\d,]+ +[\d,]+–[\d,]+ +0\.\d+–0\.\d+$/m);
    expect(stdout).toMatch(/openai:gpt-4\.1-mini: 0\.4 .* 1\.6 .*price list of \d{4}-\d\d-\d\d/);
    expect(stdout).toContain("The money budget of 0.5 covers the run.");
  });

  it("uses prices from --prices, and says which price is unknown", async () => {
    const own = await rostrum([...dry, "--prices", "openai:gpt-4.1-mini=400,1600"]);
    expect(own.stdout).toContain("The money budget of 0.5 ends the run early.");
    const unknown = await rostrum([...dry, "--model", "ollama:tiny", "--lang", "zh"]);
    expect(unknown.stdout).toMatch(/“ollama:tiny”的价格未知。\s+请用 --prices "ollama:tiny=/);
  });

  it("prints JSON with --json", async () => {
    const { stdout } = await rostrum([...dry, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      totals: { calls: { least: 12, most: 12 } },
      limits: [{ kind: "money", isReached: "never" }],
    });
  });
});

describe("rostrum run to a file or a pipe", () => {
  it("prints only the conversation on stdout, as plain text", async () => {
    const { status, stdout, stderr } = await rostrum(short);
    const conversation = parse((await rostrum([...short, "--json"])).stdout);
    expect(status).toBe(0);
    expect(linesIn(stdout)).toEqual(conversation.messages.map(({ name, text }) => ({ speaker: name, text })));
    expect(stdout).not.toContain("\u001b");
    expect(stderr).toContain("Turn 1");
    expect(stderr).toContain("seed 7");
  });

  it("reports once that no language model is in use", async () => {
    const { stderr } = await rostrum(short);
    expect(stderr.match(/no language model is used/g)).toHaveLength(1);
  });

  it("prints the command that repeats the conversation", async () => {
    const first = await rostrum(["run", "bidding", "--turns", "3", "--participants", "Ann O'Neill,Bo"]);
    const command = first.stderr.split("\n").find((line) => line.includes("rostrum run")) ?? "";
    expect(command).toMatch(/^ {2}rostrum run bidding --participants 'Ann O'\\''Neill,Bo' --turns 3 --seed \d+$/);
    const seed = command.split(" ").at(-1) ?? "";
    const again = await rostrum(["run", "bidding", "--turns", "3", "--participants", "Ann O'Neill,Bo", "--seed", seed]);
    expect(again.stdout).toBe(first.stdout);
  });

  it("prints the command with the seed even if the run fails and nothing is saved", async () => {
    process.env["OPENAI_BASE_URL"] = "http://127.0.0.1:1/v1";
    const { status, stderr } = await rostrum(["run", "bidding", "--quiet"]).finally(() => {
      delete process.env["OPENAI_BASE_URL"];
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/with the same seed:\n {2}rostrum run bidding --seed \d+\n$/);
  });

  it("quotes the printed command for a shell, without control characters", async () => {
    const topic = "It's \u001b[31mred\u202e, C:\\x?\nYes \u2028\u{e0041}👩‍👩‍👧";
    const { stderr } = await rostrum(["run", "round-robin", "--turns", "1", "--topic", topic]);
    const command = stderr.split("\n").find((line) => line.startsWith("  rostrum run")) ?? "";
    expect(command).not.toMatch(/(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}]/u);
    const [, quoted = ""] = /--topic (.*) --turns/.exec(command) ?? [];
    expect(
      execFileSync("bash", ["--norc", "-c", `printf %s ${quoted}`], { env: { LC_ALL: "C.UTF-8" } }).toString(),
    ).toBe(topic);
  });

  it("with --quiet, prints only the conversation and the notice that no language model is in use", async () => {
    const { stdout, stderr } = await rostrum([...short, "--quiet"]);
    expect(linesIn(stdout)).toHaveLength(4);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("--json", () => {
  it("prints a single JSON object that contains the whole conversation", async () => {
    const { status, stdout, stderr } = await rostrum([...short, "--json"]);
    const conversation = parse(stdout);
    expect(status).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(Object.keys(conversation)).toEqual([
      "version",
      "mode",
      "title",
      "topic",
      "language",
      "seed",
      "participants",
      "leader",
      "messages",
      "decisions",
      "usage",
      "stopDraws",
      "verdicts",
      "stopReason",
      "warnings",
      "corrections",
      "interjections",
      "controls",
      "toolCalls",
      "judgements",
      "finalDecision",
      "results",
      "plans",
    ]);
    expect(conversation).toMatchObject({
      version: exportFormat.version,
      mode: "bidding",
      title: null,
      language: "en",
      seed: 7,
      stopReason: { kind: "turns", turn: 3, limit: 3 },
      usage: { totals: { calls: 12 } },
    });
    expect(conversation.messages.map(({ kind, turn }) => [kind, turn])).toEqual([
      ["opening", 0],
      ["speech", 1],
      ["speech", 2],
      ["speech", 3],
    ]);
    expect(conversation.messages[0]?.words).toBe(
      "Should our harbour town bring back the night train?".split(" ").length,
    );
    expect(conversation.messages[2]?.replyingTo).toBe(conversation.messages[1]?.id);
    expect(stderr.match(/^turn \d: /gm)).toHaveLength(3);
  });

  it("prints the same conversation for the same seed, and a different conversation for another seed", async () => {
    const [first, second] = [await rostrum([...short, "--json"]), await rostrum([...short, "--json"])];
    const other = await rostrum([...short, "--json", "--seed", "8"]);
    expect(withoutTimes(parse(first.stdout))).toEqual(withoutTimes(parse(second.stdout)));
    expect(parse(other.stdout).messages[1]?.text).not.toBe(parse(first.stdout).messages[1]?.text);
  });
});

describe("--out", () => {
  it.each(["talk.md", "talk.MD"])("writes %s as Markdown, from which the speeches can be read back", async (name) => {
    const file = join(folder, name);
    const { stdout, stderr } = await rostrum([...short, "--out", file]);
    expect(readMarkdown(await readFile(file, "utf8"))).toEqual(linesIn(stdout));
    expect(stderr).toContain(`Wrote ${file}`);
  });

  it("writes the file that a symbolic link names, even if it does not exist yet, and keeps the link", async () => {
    const [link, target] = ["link.json", "target.json"].map((name) => join(folder, name)) as [string, string];
    await symlink("target.json", link);
    for (const seed of ["1", "2"]) {
      expect((await rostrum([...short, "--seed", seed, "--out", link])).status).toBe(0);
      expect(parse(await readFile(target, "utf8")).seed).toBe(Number(seed));
    }
    expect(await readlink(link)).toBe("target.json");
    await rm(link);
  });

  it("replaces an existing file with complete JSON, keeps its permissions, and leaves no temporary file", async () => {
    const file = join(folder, "talk.json");
    await writeFile(file, "old", { mode: 0o600 });
    const { stdout } = await rostrum([...short, "--json", "--out", file]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(JSON.parse(stdout));
    expect((await readdir(folder)).filter((name) => name.includes(".tmp"))).toEqual([]);
  });
});

describe("rostrum run with options and scenarios", () => {
  const scenario =
    "mode: bidding\ntitle: A title\nlanguage: zh\nmaxTurns: 2\nparticipants: [{name: 甲}, {name: 乙}]\nseed: 4\n";

  it("reads a scenario from standard input, and uses its language", async () => {
    const { status, stdout, stderr } = await rostrum(["run", "-"], { stdin: scenario });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^主持人：/);
    expect(stderr).toContain("第 2 次发言后结束");
    expect(stderr).toContain("A title");
  });

  it("prefers options to the scenario's fields", async () => {
    const options = [
      "--turns",
      "1",
      "--lang",
      "en",
      "--topic",
      "Tea or coffee?",
      "--participants",
      "Ann、Bo，Cy",
      "--json",
    ];
    const { stdout } = await rostrum(["run", "-", ...options, "--criterion", "urge", "--word-limit", "20"], {
      stdin: scenario,
    });
    const { topic, language, participants, messages, seed } = parse(stdout);
    expect({ topic, language, seed, turns: messages.length - 1 }).toEqual({
      topic: "Tea or coffee?",
      language: "en",
      seed: 4,
      turns: 1,
    });
    expect(participants.map(({ name, description }) => [name, description])).toEqual([
      ["Ann", ""],
      ["Bo", ""],
      ["Cy", ""],
    ]);
  });

  it("prints how to repeat a scenario from standard input, and keeps its title", async () => {
    const { stdout, stderr } = await rostrum(["run", "-"], { stdin: scenario });
    expect(stderr).toMatch(/^ {2}rostrum run - --seed 4 < FILE$/m);
    expect(stdout).toMatch(/^甲：|^乙：/m);
    const json = await rostrum(["run", "-", "--json"], { stdin: scenario });
    expect(parse(json.stdout).title).toBe("A title");
  });

  it.each(["scenarios/observatory.yaml", "observatory"])("runs %s from another folder", async (source) => {
    const before = process.cwd();
    // The name `observatory` does not refer to this folder.
    await mkdir(join(folder, "observatory"), { recursive: true });
    process.chdir(folder);
    try {
      const { status, stderr } = await rostrum(["run", source, "--turns", "1"]);
      expect(status).toBe(0);
      expect(stderr).toContain("Two hours of dark sky");
      expect(stderr).toContain("criterion: urge");
    } finally {
      process.chdir(before);
    }
  });

  it("fills in missing fields of a Chinese scenario in Chinese", async () => {
    const { stdout } = await rostrum(["run", "-", "--json"], { stdin: "mode: bidding\nlanguage: zh\nmaxTurns: 1\n" });
    expect(parse(stdout).topic).toContain("夜班列车");
    expect(parse(stdout).participants.map(({ name }) => name)).toEqual(["林晚舟", "欧阳启明", "叶知秋"]);
  });

  it("prepares the cast and the topic with --prepare", async () => {
    const { stdout } = await rostrum([...short, "--prepare", "--participants", "Ann,Bo", "--topic", "Tea", "--json"]);
    const { participants, usage } = parse(stdout);
    expect(participants.every(({ description }) => description !== "")).toBe(true);
    expect(usage.rows.map(({ purpose }) => purpose)).toEqual(
      expect.arrayContaining(["describe-participant", "sharpen-topic"]),
    );
  });

  it("runs the Chinese example for --lang zh", async () => {
    const { stdout, stderr } = await rostrum(["run", "bidding", "--lang", "zh", "--turns", "1"]);
    expect(stdout).toContain("夜班列车");
    expect(stderr).toMatch(/没有语言模型参与/);
    expect(stderr).toMatch(/随机种子 \d+/);
  });

  it("omits the descriptions of the example's participants if another topic is given", async () => {
    const { stdout } = await rostrum([...short, "--topic", "Should robots referee football?", "--json"]);
    expect(parse(stdout).participants.map(({ description }) => description)).toEqual(["", "", ""]);
  });
});

describe("rostrum run, when a call fails,", () => {
  it("exits with 1, names the model's address and the variable that sets it, and writes no file", async () => {
    process.env["OPENAI_BASE_URL"] = "http://127.0.0.1:9/v1";
    const file = join(folder, "failed.md");
    const { status, stderr } = await rostrum([...short, "--out", file]);
    delete process.env["OPENAI_BASE_URL"];
    expect(status).toBe(1);
    expect(stderr).toContain("http://127.0.0.1:9/v1");
    expect(stderr).toContain("OPENAI_BASE_URL");
    expect(stderr).toContain(`Did not write ${file}`);
    expect(stderr.match(/^rostrum: /gm)).toHaveLength(1);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(file)).toBe(false);
  });
});

describe("rostrum run after Ctrl-C", () => {
  it("exits with 130, and keeps the complete turns", async () => {
    const file = join(folder, "stopped.json");
    const { status, stderr } = await rostrum([...short, "--out", file], { interruptAt: "Turn 3" });
    expect(status).toBe(130);
    expect(stderr).toContain("Stopped.\nNot finished: 2 turns so far.");
    const { messages, stopReason } = parse(await readFile(file, "utf8"));
    expect({ kinds: messages.map(({ kind }) => kind), stopReason }).toEqual({
      kinds: ["opening", "speech", "speech"],
      stopReason: null,
    });
  });
});

describe("rostrum run in a terminal", () => {
  const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true };
  const unpaced = [...short, "--pace", "0"];

  it("uses colors unless NO_COLOR is set, and outside a terminal if FORCE_COLOR is set", async () => {
    const colour = /\u001b\[\d+m/;
    expect((await rostrum(unpaced, terminal)).stdout).toMatch(colour);
    const plain = await rostrum(unpaced, { ...terminal, env: { NO_COLOR: "1" } });
    expect(plain.stdout).not.toMatch(colour);
    expect(plain.stderr).not.toMatch(colour);
    expect((await rostrum(unpaced, { env: { FORCE_COLOR: "1" } })).stderr).toMatch(colour);
  });

  it.each([80, 120])("fits into %i columns, except for the command that repeats the conversation", async (columns) => {
    const { stdout, stderr } = await rostrum(unpaced, { ...terminal, columns, env: { NO_COLOR: "1" } });
    const repeat = (line: string) => line.includes("rostrum run");
    const lines = `${stdout}${stderr}`.split("\n").map((line) => line.split("\r\u001b[2K").at(-1) ?? "");
    for (const line of lines) if (!repeat(line)) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("shows the number of received bids, and then erases the number", async () => {
    const { stderr } = await rostrum(unpaced, { ...terminal, env: { NO_COLOR: "1" } });
    expect(stderr).toContain("\r\u001b[2K  2 of 3 bids");
    expect(
      stderr
        .split(" bids")
        .slice(1)
        .every((after) => after.startsWith("\r\u001b[2K")),
    ).toBe(true);
  });

  it("shows the topic on stderr, but not on stdout", async () => {
    const { stdout, stderr } = await rostrum(unpaced, { ...terminal, env: { NO_COLOR: "1" } });
    expect(stderr).toContain("Should our harbour town bring back the night train?");
    expect(stdout).not.toContain("Should our harbour town bring back the night train?");
  });
});

describe("the command line", () => {
  it("prints help if no command is given", async () => {
    for (const argv of [[], ["--help"], ["--lang", "en"]]) {
      const { status, stdout, stderr } = await rostrum(argv);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toMatch(/^Usage: rostrum/);
      expect(stdout).toContain("Examples:");
    }
  });

  it("uses Chinese with --lang zh before or after the command", async () => {
    for (const argv of [
      ["--lang", "zh"],
      ["--lang=zh"],
      ["run", "--help", "--lang", "zh"],
      ["--lang", "zh", "run", "--help"],
    ])
      expect((await rostrum(argv)).stdout).toMatch(/^用法：rostrum/);
    expect((await rostrum(["modes", "--lang", "zh"])).stdout).toMatch(/^bidding +\p{Script=Han}/u);
  });

  it("lists the modes and the scenarios, and prints its version", async () => {
    const { stdout } = await rostrum(["modes"]);
    for (const mode of Object.keys(modes)) expect(stdout).toMatch(new RegExp(`^${mode} +\\S`, "m"));
    expect(stdout).toMatch(/^observatory +Two hours of dark sky · bidding$/m);
    expect((await rostrum(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("rostrum run with --rule or --fair", () => {
  it.each(rules.map(({ name }) => name))("chooses speakers by the rule %s", async (rule) => {
    const { status, stdout } = await rostrum([...short, "--rule", rule, "--json"]);
    expect(status).toBe(0);
    expect(parse(stdout).decisions.map((decision) => decision.rule)).toEqual([rule, rule, rule]);
  });

  it("uses the proportional-fair rule for --fair, and prints --fair in the command that repeats the run", async () => {
    const { stdout } = await rostrum([...short, "--fair", "--json"]);
    expect(parse(stdout).decisions.map(({ rule }) => rule)).toEqual(Array(3).fill("proportional-fair"));
    const { stderr } = await rostrum([...short, "--fair"]);
    expect(stderr).toMatch(/ --fair\b/);
  });

  it.each([
    [["run", "round-robin", "--fair"], /--fair: must be one of round-robin, least-recent, lottery/],
    [[...short, "--rule", "lottery", "--fair"], /--fair: cannot be combined with --rule/],
  ])("rejects --fair in %j", async (argv, message) => {
    const { status, stderr } = await rostrum(argv);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("shows no bids if the rule needs none", async () => {
    const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, env: { NO_COLOR: "1" } };
    const { stderr } = await rostrum([...short, "--rule", "lottery", "--pace", "0"], terminal);
    expect(stderr).not.toContain("bids");
  });

  it("rejects --rule in a mode without rules", async () => {
    const { status, stderr } = await rostrum(["run", "director", "--rule", "lottery"]);
    expect([status, stderr]).toEqual([2, "rostrum: --rule: is not a setting of this mode\n"]);
  });
});

it("rostrum run prints commands that name the extension, unless they run a scenario that names it", async () => {
  const extension = "examples/my-rules.ts";
  const place = ["--db", join(folder, "relay.db")];
  const direct = await rostrum(["run", "relay", "--extensions", extension, "--thread", "direct", ...place]);
  expect(direct.stderr).toMatch(/ run relay --seed \d+ --extensions examples\/my-rules\.ts$/m);
  expect(direct.stderr).toContain("show direct --extensions examples/my-rules.ts --db ");
  const scenario = join(folder, "relay.yaml");
  await writeFile(scenario, `mode: relay\nextensions: ${join(process.cwd(), extension)}\ntopic: Tea?\n`);
  const named = await rostrum(["run", scenario, "--thread", "named", ...place]);
  expect(named.stderr).not.toMatch(/ run .*--extensions/);
  expect(named.stderr).toContain(`show named --extensions ${join(process.cwd(), extension)} --db `);
});
