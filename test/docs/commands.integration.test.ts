import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { commands as commandDefinitions } from "../../src/apps/cli/commands/registry.js";
import { connectConversations } from "../../src/client.js";
import { rostrum, withoutModels } from "../apps/cli/captured-io.js";
import { ensurePage, root, run } from "../package/pack.js";
import { compiled } from "../support/compiled.js";
import { type DevServer, startDevServer } from "../support/dev-server.js";
import { startModelServer } from "../support/model-server.js";
import { requestEnvironment } from "../support/openai-request.js";
import { plainAnswer } from "../support/plain-answers.js";
import { blocksOf, offline, pages, serverAddress } from "./pages.js";

const { version, scripts, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

const commands = [
  ...new Set(
    blocksOf("sh").flatMap(({ code }) => code.split("\n").map((line) => line.replace(/(?:^| +)# .*$/, "").trim())),
  ),
].filter(Boolean);

// `rostrum ui` runs until it is stopped.
const isRostrum = (command: string) =>
  /^(?:cat \S+ \| )?(?:npm run -s rostrum -- |(?:npx )?rostrum )(?!ui\b)/.test(command) &&
  !command.includes("postgres://");
const onServer = (command: string) => command.includes("--url ");
const local = commands.filter((command) => isRostrum(command) && !onServer(command));
const remote = commands.filter((command) => isRostrum(command) && onServer(command));
const starts = commands.filter((command) => command.endsWith("npm start"));

function parse(command: string) {
  const [, input, rest = ""] =
    /^(?:cat (\S+) \| )?(?:npm run -s rostrum --|npx rostrum|rostrum) (.*)$/.exec(command) ?? [];
  const [line = "", output] = rest.split(" > ");
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  return { words, input, output };
}

let restore = () => {};
beforeAll(async () => {
  restore = withoutModels();
  await ensurePage();
});
afterAll(() => restore());

it("the pages contain at least three commands of each kind", () => {
  expect([local.length, remote.length, starts.length].map((count) => count >= 3)).toEqual([true, true, true]);
});

describe("a command in this clone", () => {
  // The commands do not use the saved threads of this clone.
  const kept = mkdtempSync(join(tmpdir(), "rostrum-docs-kept-"));
  afterAll(() => rm(kept, { recursive: true }));
  const usesThreads = (words: readonly string[]) =>
    ["threads", "show", "explain", "fork", "diff", "resume"].includes(words[0] ?? "") || words.includes("--thread");

  it.each(local)(
    "runs: %s",
    async (command) => {
      const folder = await mkdtemp(join(tmpdir(), "rostrum-docs-"));
      try {
        const { words, input, output } = parse(command);
        // Without a file's name, the command would write into the project's folder.
        if (words.at(-1) === "--html") words.push("page.html");
        const out = words.find((_, index) => ["--out", "--html"].includes(words[index - 1] ?? ""));
        const written = out && join(folder, out);
        const isWritten = (index: number) => ["--out", "--html", "init"].includes(words[index - 1] ?? "");
        const given = words.map((word, index) => (isWritten(index) ? join(folder, word) : word));
        const stdin = input === undefined ? undefined : await readFile(join(root, input), "utf8");
        const where = usesThreads(words) ? ["--db", join(kept, "threads.db")] : [];
        const { status, stdout, stderr } = await rostrum([...given, ...where], stdin === undefined ? {} : { stdin });
        expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
        const text = written ? await readFile(written, "utf8") : stdout;
        expect(text.length).toBeGreaterThan(50);
        if (output?.endsWith(".json")) expect(JSON.parse(text)).toHaveProperty("stopReason.kind");
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
});

describe("a command on a server", () => {
  let server: DevServer;
  let thread: string;

  // The commands expect a conversation that is waiting for a person after four turns.
  beforeAll(async () => {
    server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
    const conversations = connectConversations({ url: server.url });
    const participants = [
      { name: "Ann" },
      { name: "Bo" },
      { name: "Cid" },
      { name: "Dee" },
      { name: "Eve", human: true },
    ];
    thread = (await conversations.start("round-robin", { input: { participants, maxTurns: 6 } })).thread;
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && event.status === "waiting") break;
  }, 300_000);
  afterAll(() => server?.stop());

  it.each(remote)(
    "runs: %s",
    async (command) => {
      const folder = await mkdtemp(join(tmpdir(), "rostrum-docs-"));
      const words = parse(command).words.map((word) =>
        word.replace(serverAddress, server.url).replace("THREAD", thread).replace("talk.md", `${folder}/talk.md`),
      );
      const { status, stdout, stderr } = await rostrum(words);
      await rm(folder, { recursive: true });
      expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
      expect(stdout.length + stderr.length).toBeGreaterThan(50);
    },
    60_000,
  );
});

describe("a command for a first run", () => {
  let model: Awaited<ReturnType<typeof startModelServer>>;
  beforeAll(async () => {
    model = await startModelServer(plainAnswer, { delayMs: 1 });
  });
  afterAll(() => model.stop());

  it.each(starts)(
    "runs: %s",
    async (command) => {
      const before = model.calls.length;
      const given = Object.fromEntries(
        [...command.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
      );
      const isReal = "OPENAI_API_KEY" in given || "OPENAI_BASE_URL" in given;
      const env = {
        ...offline,
        ROSTRUM_MODEL: "",
        ...given,
        ...requestEnvironment(),
        ...(isReal ? { OPENAI_BASE_URL: model.address } : {}),
        ...("OPENAI_API_KEY" in given ? { OPENAI_API_KEY: "sk-test-0123456789" } : {}),
      };
      const words = (scripts["start"] ?? "").split(" ").slice(2);
      const { stdout } = await run(process.execPath, [compiled("src/apps/cli/main.ts"), ...words], { cwd: root, env });
      expect(stdout.split("\n").length).toBeGreaterThan(10);
      expect(model.calls.length > before).toBe(isReal);
      const { ROSTRUM_MODEL: named } = given;
      if (named) expect(model.calls.at(-1)?.body.model).toBe(named.replace("openai:", ""));
    },
    60_000,
  );
});

describe("other commands", () => {
  /** The pages tell users to install these packages, although they are not peer dependencies. */
  const providers = ["@langchain/anthropic"];
  /** The tarball that `npm pack` writes in a clone of Rostrum next to the user's project. */
  const packed = `../rostrum/rostrum-${version}.tgz`;
  const optionsOf = (command: string): readonly string[] =>
    commandDefinitions.find(({ name }) => name === command)?.options ?? [];
  const others = commands.filter((command) => !isRostrum(command) && !starts.includes(command));
  const checks: readonly (readonly [RegExp, (found: RegExpExecArray) => boolean])[] = [
    [
      /^(?:[A-Z_]+=\S+ )*npm run (?:-s )?([\w:-]+)(?: (examples\/\S+))?/,
      ([, script = "", file = ""]) => script in scripts && existsSync(join(root, file)),
    ],
    [/^npm (?:test|start)$/, () => true],
    [
      /^(?:[A-Z_]+=\S+ )*(?:npx )?rostrum (\w+)(?: (.*))?$/,
      ([, name = "", words = ""]) =>
        [...words.matchAll(/--(\w+)/g)].every(([, option = ""]) => optionsOf(name).includes(option)),
    ],
    [
      /^npm install(.*)$/,
      ([, packages = ""]) =>
        packages
          .split(" ")
          .filter(Boolean)
          .every((name) => [packed, "rostrum", ...providers].includes(name) || name in peerDependencies),
    ],
    [/^cp (?:-R node_modules\/rostrum\/)?(\S+) \S+$/, ([, file = ""]) => existsSync(join(root, file))],
    [/^mkdir -p (\S+)$/, ([, folder = ""]) => commands.some((each) => each.startsWith("cp ") && each.endsWith(folder))],
    [/^(?:[A-Z_]+=\S+ )*docker compose .*-f (\S+) /, ([, file = ""]) => existsSync(join(root, file))],
    [/^npm pack --pack-destination (\S+)$/, ([, folder = ""]) => existsSync(join(root, folder))],
    [/^(?:OTEL_\w+=\S+ )+node --import @opentelemetry\/auto-instrumentations-node\/register worker\.js$/, () => true],
    [/^kubectl apply -f (\S+)$/, ([, file = ""]) => existsSync(join(root, file))],
    // `test/deploy/workers.integration.test.ts` compares the names of secrets with the manifests.
    [/^kubectl create secret generic \S+ --from-env-file \w+\.env$/, () => true],
    // `test/package/packed.integration.test.ts` runs the program on the start page.
    [/^(?:OPENAI_API_KEY=\S+ )?node debate\.mjs$/, () => true],
    [/^npm init -y$/, () => true],
    [/^cd (\S+)$/, ([, folder = ""]) => commands.some((each) => each.includes(`rostrum init ${folder}`))],
    [/^git clone https:\/\/github\.com\/rostrum-js\/rostrum\.git && cd rostrum$/, () => true],
  ];

  it.each(others)("name only existing scripts, files and packages: %s", (command) => {
    const known = checks.map(([form, holds]) => [form.exec(command), holds] as const).filter(([found]) => found);
    // If this expectation fails, add a check for the new kind of command to `checks`.
    expect([command, known.length > 0]).toEqual([command, true]);
    for (const [found, holds] of known) expect([command, found && holds(found)]).toEqual([command, true]);
  });

  it("use only existing npm scripts, even in sentences", () => {
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/npm run (?:-s |--silent )?([\w:-]*\w)/g)].map(([, script = ""]) => [path, script] as const),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(([, script]) => !(script in scripts))).toEqual([]);
  });
});
