import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { languages } from "../../../src/words/registry.js";
import { CountingServer, rostrum, suiteFolder } from "./captured-io.js";

const server = new CountingServer();
const folder = suiteFolder();

beforeAll(async () => {
  // A run that starts despite a mistake calls this server, which counts the call.
  process.env["OPENAI_BASE_URL"] = await server.start();
});

afterAll(async () => {
  await server.stop();
});

const run = (...options: string[]) => ["run", "bidding", ...options];
const cast = (...names: string[]) => run("--participants", names.join(","));
const tooLong = "x".repeat(4001);

/** For each mistake: a description, the arguments, and patterns that match the error in English and in Chinese. */
const mistakes: readonly (readonly [string, readonly string[], RegExp, RegExp])[] = [
  [
    "one participant",
    cast("Ann"),
    /--participants: needs at least two names, separated by commas$/m,
    /--participants: 请至少写两位/,
  ],
  [
    "an estimate of a run that is saved",
    run("--dry-run", "--thread", "talk"),
    /--thread: cannot be combined with --dry-run/,
    /--thread: 不能和 --dry-run 同时使用/,
  ],
  [
    "an estimate of a run from a database",
    run("--dry-run", "--db", ""),
    /--db: cannot be combined with --dry-run/,
    /--db: 不能和 --dry-run 同时使用/,
  ],
  [
    "an estimate at a pace",
    run("--dry-run", "--pace", "slow"),
    /--pace: cannot be combined with --dry-run/,
    /--pace: 不能和 --dry-run 同时使用/,
  ],
  [
    "prices without a model",
    run("--prices", "0.4,1.6"),
    /--prices: there is no file “0.4,1.6”; the value must be MODEL=INPUT,OUTPUT/,
    /--prices: 没有“0.4,1.6”这个文件；这里须为模型=/,
  ],
  ["one price", run("--prices", "openai:x=0.4"), /--prices: must be MODEL=INPUT,OUTPUT/, /--prices: 须为模型=/],
  ["prices in words", run("--prices", "openai:x=low,high"), /--prices: must be MODEL=/, /--prices: 须为模型=/],
  [
    "a negative price",
    run("--prices", "openai:x=1,2;openai:y=0.4,-1"),
    /--prices: prices\.openai:y\.output: must be from 0/,
    /--prices: prices\.openai:y\.output: 须在/,
  ],
  [
    "a price file that does not exist",
    run("--prices", "nope.yaml"),
    /--prices: there is no file “nope.yaml”; the value must be MODEL=/,
    /--prices: 没有“nope.yaml”这个文件；这里须为模型=/,
  ],
  [
    "a folder of prices",
    run("--prices", "."),
    /--prices: the file “.” cannot be read: /,
    /--prices: 无法读取文件“.”：/,
  ],
  [
    "two prices for a model",
    run("--prices", "openai:x=1,2;openai:x=3,4"),
    /--prices: “openai:x” is given twice/,
    /--prices: “openai:x”写了两次/,
  ],
  ["a budget of nothing", run("--budget", "="), /--budget: must be KIND=LIMIT/, /--budget: 须为“种类=上限”/],
  ["a budget without a limit", run("--budget", "calls"), /--budget: must be KIND=LIMIT/, /--budget: 须为“种类=上限”/],
  [
    "two limits of the same kind",
    run("--budget", "calls=9,calls=8"),
    /--budget: “calls” is given twice/,
    /--budget: “calls”写了两次/,
  ],
  [
    "a missing extension",
    run("--extensions", "nope.ts"),
    /^rostrum: --extensions: there is no file “nope.ts”$/m,
    /^rostrum: --extensions: 没有“nope.ts”这个文件$/m,
  ],
  [
    "a folder as an extension",
    run("--extensions", "scenarios"),
    /^rostrum: --extensions: the file “scenarios” cannot be read: EISDIR/m,
    /^rostrum: --extensions: 无法读取文件“scenarios”：EISDIR/m,
  ],
  ["a file without prices", run("--prices", "package.json"), /--prices: must be MODEL=/, /--prices: 须为模型=/],
  [
    "a money budget without a price",
    run("--model", "openai:nonesuch", "--budget", "money=1"),
    /prices: .*“openai:nonesuch”, which is not in Rostrum's price list.*--prices "openai:nonesuch=INPUT,OUTPUT"/,
    /“openai:nonesuch”的价格，而价目表里没有/,
  ],
  ["no participants", run("--participants", ""), /--participants: needs at least two/, /--participants: 请至少写两位/],
  [
    "a name twice",
    cast("Ann", "Bo", "Ann"),
    /--participants: “Ann” is listed twice/,
    /--participants: “Ann”出现了两次/,
  ],
  ["a name twice after trimming", cast("Ann", "  Ann "), /--participants: “Ann” is listed twice/, /“Ann”出现了两次/],
  [
    "a name twice after normalisation",
    cast("Zoe\u0301", "Zo\u00e9"),
    /--participants: “Zoé” is listed twice/,
    /“Zoé”出现了两次/,
  ],
  [
    "a name twice in full-width letters",
    cast("Ann", "Ａｎｎ"),
    /--participants: “Ａｎｎ” is listed twice/,
    /“Ａｎｎ”出现了两次/,
  ],
  [
    "an empty name",
    cast("Ann", "", "Bo"),
    /--participants: name 2: must not be empty$/m,
    /--participants: 第 2 个名字：不能为空$/m,
  ],
  [
    "a name of 65 characters",
    cast("Ann", "b".repeat(65)),
    /--participants: name 2: must have at most 64/,
    /不能多于 64/,
  ],
  ["a line break in a name", cast("Ann", "B\no"), /--participants: name 2: contains U\+000A/, /含有 U\+000A/],
  [
    "a control character in a name",
    cast("Ann", "B\u001bo"),
    /--participants: name 2: contains U\+001B/,
    /含有 U\+001B/,
  ],
  ["a colon in a name", cast("Ann", "Bo: yes"), /--participants: name 2: contains “:” \(U\+003A\)/, /含有 “:”/],
  ["angle brackets in a name", cast("Ann", "<Bo>"), /--participants: name 2: contains “<” \(U\+003C\)/, /含有 “<”/],
  [
    "the beginning of a rule's name",
    run("--rule", "highest"),
    /--rule: must be one of highest-bid, .*; did you mean highest-bid\?$/m,
    /--rule: 只能是 highest-bid、.* 之一；是不是 highest-bid？$/m,
  ],
  ["an empty topic", run("--topic", " "), /--topic: must not be empty/, /--topic: 不能为空/],
  ["a topic of 4,001 characters", run("--topic", tooLong), /--topic: must have at most 4000/, /--topic: 不能多于 4000/],
  ["no turns", run("--turns", "0"), /--turns: must be from 1 to 10000$/m, /--turns: 须在 1 到 10000 之间$/m],
  ["10,001 turns", run("--turns", "10001"), /--turns: must be from 1 to 10000$/m, /--turns: 须在 1 到 10000 之间$/m],
  [
    "turns in exponent notation",
    run("--turns", "1e9"),
    /--turns: must be from 1 to 10000$/m,
    /--turns: 须在 1 到 10000 之间$/m,
  ],
  [
    "more turns than a number can hold",
    run("--turns", "1e999"),
    /--turns: must be a number, not “1e999”$/m,
    /--turns: 须为数字，不能是“1e999”$/m,
  ],
  ["half a turn", run("--turns", "1.5"), /--turns: .*whole number/, /--turns: .*整数/],
  [
    "turns in words",
    run("--turns", "ten"),
    /--turns: must be a number, not “ten”$/m,
    /--turns: 须为数字，不能是“ten”$/m,
  ],
  [
    "a negative seed",
    run("--seed", "-1"),
    /--seed: must be from 0 to 4294967295$/m,
    /--seed: 须在 0 到 4294967295 之间$/m,
  ],
  [
    "a seed that is too large, with a single error",
    run("--seed", "99999999999999999999"),
    /^rostrum: --seed: must be from 0 to 4294967295\n$/,
    /^rostrum: --seed: 须在 0 到 4294967295 之间\n$/,
  ],
  [
    "a temperature over 2",
    run("--temperature", "3"),
    /--temperature: must be from 0 to 2$/m,
    /--temperature: 须在 0 到 2 之间$/m,
  ],
  [
    "a word limit of 1",
    run("--word-limit", "1"),
    /--word-limit: must be from 5 to 2000$/m,
    /--word-limit: 须在 5 到 2000 之间$/m,
  ],
  ["a misspelt criterion", run("--criterion", "urg"), /--criterion: did you mean urge\?/, /是不是 urge？/],
  ["a criterion in capitals", run("--criterion", "Urge"), /--criterion: did you mean urge\?/, /是不是 urge？/],
  ["a command with swapped letters", ["rnu", "bidding"], /unknown command “rnu”; did you mean run\?/, /是不是 run？/],
  ["an option with swapped letters", run("--trun", "3"), /did you mean --turns\?/, /是不是 --turns？/],
  ["a misspelt scenario", ["run", "observatroy"], /did you mean observatory\?/, /是不是 observatory？/],
  ["an empty criterion", run("--criterion", ""), /--criterion: must not be empty/, /--criterion: 不能为空/],
  [
    "an unknown provider",
    run("--model", "nobody:gpt"),
    /--model: nobody:gpt: unknown provider/,
    /--model: nobody:gpt：没有这个提供方/,
  ],
  ["a model without a provider", run("--bid-model", "gpt"), /--bid-model: “gpt”/, /--bid-model: “gpt”/],
  [
    "a pace in words",
    run("--pace", "slow"),
    /--pace: must be a number of milliseconds/,
    /--pace: 须为 0 到 10000 之间的毫秒数/,
  ],
  [
    "an empty pace",
    run("--pace", ""),
    /--pace: must be a number of milliseconds/,
    /--pace: 须为 0 到 10000 之间的毫秒数/,
  ],
  [
    "an unknown mode",
    ["run", "biding"],
    /“biding” is neither a mode nor a file; did you mean bidding\?/,
    /是不是 bidding？/,
  ],
  [
    "a database without a name to save under",
    run("--db", "talks.db"),
    /--db: has no effect without a name to save under; add --thread/,
    /--db: .*--thread/,
  ],
  [
    "a worker without a database",
    ["worker"],
    /--db: must be postgres:\/\/…, because/,
    /--db: 须为 postgres:\/\/…，因为/,
  ],
  ["a worker with a file", ["worker", "--db", "talks.db"], /--db: must be postgres:/, /--db: 须为 postgres:/],
  ["workers without a database", ["workers"], /--db: must be postgres:/, /--db: 须为 postgres:/],
  ["workers with a file", ["workers", "--db", "talks.db"], /--db: must be postgres:/, /--db: 须为 postgres:/],
  [
    "a worker with no room",
    ["worker", "--db", "postgres://127.0.0.1:1/talks", "--concurrency", "0"],
    /--concurrency: must be from 1 to 1000$/m,
    /--concurrency: 须在 1 到 1000 之间$/m,
  ],
  [
    "a concurrency in words",
    ["worker", "--db", "postgres://127.0.0.1:1/talks", "--concurrency", "ten"],
    /--concurrency: must be a number, not “ten”$/m,
    /--concurrency: 须为数字，不能是“ten”$/m,
  ],
  [
    "a negative grace period",
    ["worker", "--db", "postgres://127.0.0.1:1/talks", "--grace", "-1"],
    /--grace: must be from 0 to 3600$/m,
    /--grace: 须在 0 到 3600 之间$/m,
  ],
  [
    "a worker at a port that cannot exist",
    ["worker", "--db", "postgres://127.0.0.1:1/talks", "--port", "65536"],
    /--port: must be a port from 0 to 65535, not “65536”$/m,
    /--port: 应为 0 到 65535 的端口，而不是“65536”$/m,
  ],
  [
    "a worker's host without a port",
    ["worker", "--db", "postgres://127.0.0.1:1/talks", "--host", "0.0.0.0"],
    /--host: needs --port$/m,
    /--host: 须和 --port 同时使用$/m,
  ],
  ["a queue without a database", run("--queue"), /--db: must be postgres:/, /--db: 须为 postgres:/],
  [
    "a queue in a file",
    ["resume", "talk", "--queue", "--db", "talks.db"],
    /--db: must be postgres:/,
    /--db: 须为 postgres:/,
  ],
  [
    "a queue on a server",
    ["threads", "--queue", "--url", "http://127.0.0.1:1"],
    /--queue: cannot be combined with --url/,
    /--queue: 不能和 --url 同时使用/,
  ],
  [
    "a pace for workers",
    run("--queue", "--db", "postgres://127.0.0.1:1/talks", "--pace", "1"),
    /--pace: cannot be combined with --queue/,
    /--pace: 不能和 --queue 同时使用/,
  ],
  [
    "a fork with a topic",
    ["fork", "talk", "--turn", "1", "--topic", "Tea?"],
    /--topic: cannot change in a fork; .*“run”/,
    /--topic: 另开对话时不能改变/,
  ],
  [
    "a fork with a cast",
    ["fork", "talk", "--turn", "1", "--mode", "director", "--participants", "A,B"],
    /--participants: cannot change in a fork/,
    /--participants: 另开对话时不能改变/,
  ],
  ["no source", ["run"], /missing argument <source>: A mode/, /缺少参数 <source>：模式名/],
  ["two sources", run("other"), /run takes 1 argument; put text with spaces in quotes/, /run 只接受 1 个参数/],
  ["an unknown option", run("--turn", "3"), /unknown option --turn; did you mean --turns\?/, /是不是 --turns？/],
  ["a text like an option", ["interject", "talk", "- I agree"], /“- I agree”; put -- before text/, /请在前面加上 --/],
  ["an option without its value", run("--topic"), /--topic needs a value/, /--topic 需要一个值/],
  ["an unknown command", ["rum", "bidding"], /unknown command “rum”; did you mean run\?/, /是不是 run？/],
  ["a mode as a command", ["bidding"], /did you mean rostrum run bidding\?/, /是不是 rostrum run bidding？/],
  ["a scenario as a command", ["talk.yaml"], /did you mean rostrum run talk.yaml\?/, /是不是 rostrum run talk.yaml？/],
  ["help for an unknown command", ["help", "mode"], /unknown command “mode”; did you mean modes\?/, /是不是 modes？/],
  [
    "an empty database address",
    ["threads", "--db", ""],
    /--db: must be a file or postgres:/,
    /--db: 须为文件或 postgres:/,
  ],
  ["too many arguments for show", ["show", "a", "b"], /show takes 1 argument/, /show 只接受 1 个参数/],
  ["too many arguments for diff", ["diff", "a", "b", "c"], /diff takes 2 arguments/, /diff 只接受 2 个参数/],
  ["an argument for modes", ["modes", "bidding"], /modes takes no arguments, only options/, /modes 只接受选项/],
  [
    "an unknown scenario",
    ["run", "scenarios/teahose.yaml"],
    /no file “scenarios\/teahose\.yaml”; did you mean scenarios\/teahouse\.yaml\?/,
    /这个文件；是不是 scenarios\/teahouse\.yaml？/,
  ],
  // “teahouse” has a more similar spelling than “lighthouse-keeper”, but does not contain the word “lighthouse”.
  [
    "part of a scenario's name",
    ["run", "lighthouse.yaml"],
    /did you mean lighthouse-keeper\?/,
    /是不是 lighthouse-keeper？/,
  ],
  ["a misspelt mode as a file", ["run", "directer.yaml"], /did you mean director\?/, /是不是 director？/],
  [
    "an unknown file whose name resembles no scenario or mode",
    ["run", "greenhouse.yaml"],
    /greenhouse\.yaml” \(rostrum modes/,
    /这个文件（用 rostrum modes/,
  ],
  ["a file of another kind", ["run", "README.md"], /“README\.md” is not a scenario/, /“README\.md”不是场景/],
  ["a folder as a scenario", ["run", "./scenarios"], /this is a folder/, /这是一个文件夹/],
];

/** The last argument stays last, because it may be an option without a value. */
function orderOf([command = "", ...rest]: readonly string[], language: string, outOption: readonly string[]): string[] {
  return ["--lang", language, command, ...outOption, ...rest];
}

describe.each(["en", "zh"] as const)("the command line in %s", (language) => {
  beforeEach(() => {
    server.requests = 0;
  });

  it.each(mistakes)("rejects %s", async (_mistake, argv, english, chinese) => {
    const out = join(folder, "talk.md");
    const outOption = argv[0] === "run" ? ["--out", out] : [];
    const { status, stdout, stderr } = await rostrum(orderOf(argv, language, outOption));
    expect(stderr).toMatch(language === "en" ? english : chinese);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ status, stdout, requests: server.requests, written: existsSync(out) }).toEqual({
      status: 2,
      stdout: "",
      requests: 0,
      written: false,
    });
    expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
  });
});

it("hints in a clone use the npm script, because the rostrum command is not installed there", async () => {
  const env = { npm_lifecycle_event: "rostrum", npm_package_name: "rostrum" };
  const inClone = /\(npm run -s rostrum -- modes lists modes and scenarios\)/;
  expect((await rostrum(["run", "greenhouse.yaml"], { env })).stderr).toMatch(inClone);
  expect((await rostrum(["run"], { env })).stderr).toMatch(/^See npm run -s rostrum -- run --help$/m);
  const { stdout } = await rostrum(["--help"], { env });
  expect(stdout).toMatch(/^Usage: npm run -s rostrum -- <command>/);
  expect((await rostrum(["modes"], { env })).stdout).toContain("(npm run -s rostrum -- run NAME)");
  expect(stdout).not.toMatch(/^ {2}rostrum /m);
  expect((await rostrum(["run", "--help"], { env })).stdout).toContain(
    "cat scenario.yaml | npm run -s rostrum -- run -",
  );
});

it("hints in another project, such as one that rostrum init writes, use npx", async () => {
  const env = { npm_lifecycle_event: "start", npm_package_name: "my-debate" };
  expect((await rostrum(["run"], { env })).stderr).toMatch(/^See npx rostrum run --help$/m);
});

it("the placeholder key from the examples is rejected", async () => {
  process.env["OPENAI_API_KEY"] = "sk-…";
  server.requests = 0;
  const { status, stderr } = await rostrum(run());
  delete process.env["OPENAI_API_KEY"];
  expect({ status, requests: server.requests }).toEqual({ status: 2, requests: 0 });
  expect(stderr).toContain("OPENAI_API_KEY: must be a complete key, as the provider shows it");
});

describe("--out", () => {
  it.each([
    ["talk.txt", /--out: “.*talk\.txt” must end in \.md .* or \.json/],
    ["talk", /must end in \.md .* or \.json/],
    ["nowhere/talk.md", /there is no folder “.*nowhere”/],
    ["folder.md", /“.*folder\.md” is a folder or a device; name a file/],
    ["device.md", /“.*device\.md” is a folder or a device/],
    [`${"long".repeat(64)}.md`, /--out: cannot write “.*”: name too long/],
    ["null\0.md", /--out: cannot write “.*null\\u\{0\}\.md”: /],
  ])("rejects %s before any model is called", async (file, complaint) => {
    await mkdir(join(folder, "folder.md"), { recursive: true });
    if (!existsSync(join(folder, "device.md"))) symlinkSync("/dev/null", join(folder, "device.md"));
    const files = readdirSync(folder);
    server.requests = 0;
    const { status, stdout, stderr } = await rostrum(run("--out", join(folder, file)));
    expect({ status, stdout, requests: server.requests }).toEqual({ status: 2, stdout: "", requests: 0 });
    expect(stderr).toMatch(complaint);
    expect(readdirSync(folder)).toEqual(files);
  });
});

it.each(["/dev/zero", "-"])("a scenario that is too large is rejected: %s", async (source) => {
  const zeros = "\0".repeat(1_100_000);
  const { status, stdout, stderr } = await rostrum(["run", source], { stdin: zeros });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/is larger than|too large/);
});

it("a null character in a name is rejected, and shown escaped", async () => {
  const refused = await rostrum(["run", "bidding", "--thread", "a\0b"]);
  expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("control characters") });
  for (const words of [
    ["show", "a\0b"],
    ["resume", "a\0b"],
    ["fork", "a\0b", "--turn", "1"],
  ]) {
    const db = join(folder, "talks.db");
    await rostrum(["run", "round-robin", "--turns", "1", "--thread", "talk", "--db", db]);
    const { status, stderr } = await rostrum([...words, "--db", db]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("named “a\\u{0}b”") });
    const remote = await rostrum([...words, "--url", "http://127.0.0.1:1"]);
    expect(remote).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("“a\\u{0}b” is not a server thread ID"),
    });
  }
});

it("backslashes in a mistake are shown as they were typed", async () => {
  const { stderr } = await rostrum(run("--model", "g\\u{70}t\u200b"));
  expect(stderr).toContain("“g\\u{70}t\\u{200b}”");
});

it("an invisible character beside a mistake in a scenario is shown once, with the mark below the mistake", async () => {
  const { stderr } = await rostrum(["run", "-"], { stdin: "mode: bidding\ntopic: A\u200bB: C\n" });
  expect(stderr.split("\n").slice(1)).toEqual(["  topic: A\\u{200b}B: C", "         ^", ""]);
});

it("a misspelt name in a file of prices is reported", async () => {
  const file = join(folder, "prices.yaml");
  await writeFile(file, "openai:x: { input: 1, output: 2, cachedinput: 0.1 }\n");
  const { status, stderr } = await rostrum(run("--prices", file));
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "rostrum: prices.openai:x.cachedinput: unknown field; did you mean cachedInput?\n",
  });
});

describe("several mistakes", () => {
  it("are all listed, each on its own line", async () => {
    const { status, stderr } = await rostrum(run("--turns", "0", "--seed", "-1", "--participants", "A,A"));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^rostrum: 3 problems:\n/);
    expect(stderr.split("\n").filter((line) => line.startsWith("  "))).toHaveLength(3);
  });

  it.each([
    [[], /^rostrum: 2 个问题：\n.*须在.*\n.*须在/],
    [["--lang", "en"], /^rostrum: 2 problems:\n.*must be.*\n.*must be/],
  ])(
    "are reported in the requested language, or by default in the scenario's language: %j",
    async (options, complaint) => {
      const stdin = "mode: bidding\nlanguage: zh\nwordLimit: 1\nmaxTurns: 0\n";
      expect((await rostrum(["run", "-", ...options], { stdin })).stderr).toMatch(complaint);
    },
  );

  it("are reported in the scenario's language for invalid YAML, extensions and models, too", async () => {
    const broken = await rostrum(["run", "-"], { stdin: "mode: bidding\n\tlanguage: zh\nlanguage: zh\n" });
    expect(broken.stderr).toContain("不能用制表符缩进");
    const alone = await rostrum(["run", "-"], { stdin: "mode: bidding\nlanguage: zh\nextensions: ./nope.js\n" });
    expect(alone.stderr).toBe("rostrum: extensions: 没有“nope.js”这个文件\n");
    const stdin = "mode: bidding\nlanguage: zh\nmodel: x\nbidModel: y\n";
    expect((await rostrum(["run", "-"], { stdin })).stderr).toMatch(/^rostrum: 2 个问题：/);
  });

  it("are each reported in one line, even if an extension requires a missing package", async () => {
    const file = join(folder, "rules.cjs");
    await writeFile(file, 'require("no-such-package");\n');
    const { stderr } = await rostrum(run("--extensions", file));
    expect(stderr).toBe(
      `rostrum: --extensions: the file ${file} cannot be loaded: Cannot find module 'no-such-package'\n`,
    );
  });

  it("are each reported with their source", async () => {
    const file = join(folder, "two.yaml");
    await writeFile(file, "mode: bidding\nwordLimit: 1\n");
    const { stderr } = await rostrum(["run", file, "--turns", "0"]);
    expect(stderr).toContain(`${file}:2:12: wordLimit: must be from 5 to 2000`);
    expect(stderr).toContain("--turns: must be from 1 to 10000");
  });

  it("are all reported if they are in model names", async () => {
    const { status, stderr } = await rostrum(run("--model", "gpt", "--bid-model", "nobody:x"));
    expect(status).toBe(2);
    expect(stderr).toMatch(/--model: “gpt”/);
    expect(stderr).toMatch(/--bid-model: nobody:x: unknown provider/);
  });
});

describe("an unknown language", () => {
  it("is rejected with a list of the known languages", async () => {
    const { status, stderr } = await rostrum(run("--lang", "fr"));
    expect(status).toBe(2);
    expect(stderr).toContain(`--lang: must be one of ${languages.join(", ")}`);
  });

  it.each(["zh-CN", "zh_TW", "ZH", "hz"])("is rejected with the language that was probably meant: %s", async (lang) => {
    const { status, stderr } = await rostrum(run("--lang", lang));
    expect(status).toBe(2);
    expect(stderr).toContain("did you mean zh?");
  });
});

it("of several languages, the last counts", async () => {
  const { stderr } = await rostrum(["--lang", "en", ...run("--lang=zh", "--turns", "0")]);
  expect(stderr).toBe("rostrum: --turns: 须在 1 到 10000 之间\n");
});

describe.each([
  ["en", /^rostrum: OPENAI_BASE_URL: must be an address that starts with http:\/\/ or https:\/\/, such as .*\n$/],
  ["zh", /^rostrum: OPENAI_BASE_URL: 须为以 http:\/\/ 或 https:\/\/ 开头的地址，例如 .*\n$/],
])("an invalid model address, in %s,", (language, complaint) => {
  it.each(["nowhere", "localhost:11434/v1", "ftp://127.0.0.1/v1", "me:s3cret@127.0.0.1"])(
    "is rejected with a single error: %s",
    async (address) => {
      const before = process.env["OPENAI_BASE_URL"];
      process.env["OPENAI_BASE_URL"] = address;
      const { status, stdout, stderr } = await rostrum(
        run("--lang", language, "--model", "openai:one", "--bid-model", "openai:two"),
      );
      process.env["OPENAI_BASE_URL"] = before;
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(complaint);
      expect(stderr).not.toContain("s3cret");
    },
  );
});

it("a blank model address counts as missing, so the rehearsal model speaks", async () => {
  const before = process.env["OPENAI_BASE_URL"];
  process.env["OPENAI_BASE_URL"] = " ";
  const { status, stderr } = await rostrum(run("--turns", "1"));
  process.env["OPENAI_BASE_URL"] = before;
  expect(status).toBe(0);
  expect(stderr).toContain("This is a rehearsal");
});

describe("a missing key", () => {
  it("is reported before the conversation starts", async () => {
    const address = process.env["OPENAI_BASE_URL"];
    delete process.env["OPENAI_BASE_URL"];
    const { status, stdout, stderr } = await rostrum(run("--model", "openai:gpt-4.1-mini"));
    process.env["OPENAI_BASE_URL"] = address;
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("OPENAI_API_KEY");
  });
});
