import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  LoggingMessageNotificationSchema,
  ProgressNotificationSchema,
  ResourceListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import { offline } from "../../docs/pages.js";
import { fourNames } from "../../support/any-mode.js";
import { compiled } from "../../support/compiled.js";
import { startHeldModel } from "../../support/held-model.js";
import { requestEnvironment } from "../../support/openai-request.js";
import { isStatus, until } from "../../talk/contracts/conversations.js";
import { rostrum } from "./captured-io.js";

let model: Awaited<ReturnType<typeof startHeldModel>>;
let folder: string;
let client: Client;
const errors: Error[] = [];
const logged: unknown[] = [];
const progress: string[] = [];
let listChanges = 0;

async function connect() {
  client = new Client({ name: "test", version: "1.0.0" });
  client.onerror = (error) => void errors.push(error);
  // Replaces the SDK's own handler, which loses a progress notification that the client reads together with the result.
  client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => void progress.push(params.message ?? ""));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    listChanges += 1;
  });
  const { OPENAI_BASE_URL = "", OPENAI_API_KEY = "" } = process.env;
  const given = { OPENAI_BASE_URL, OPENAI_API_KEY, ROSTRUM_MODEL: "openai:held", ...requestEnvironment() };
  const args = [compiled("src/apps/cli/main.ts"), "mcp", "--db", join(folder, "talks.db")];
  const env = { ...(offline as Record<string, string>), ...given };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
}

beforeAll(async () => {
  model = await startHeldModel();
  folder = await mkdtemp(join(tmpdir(), "rostrum-mcp-"));
  await connect();
});
afterEach(() => {
  model.release();
  expect(errors).toEqual([]);
});
afterAll(async () => {
  await client.close();
  await model.stop();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

const call = (name: string, given: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: given, _meta: { progressToken: name } }) as unknown as Promise<Answer>;

const debate = { topic: "Shall we build the bridge?", participants: fourNames, maxTurns: 4, settings: { seed: 11 } };

const speakersIn = (markdown = "") => [...markdown.matchAll(/^### \d+ · (\w+)/gm)].map(([, name]) => name);

it("the MCP server offers eight tools with descriptions, and the schema of run_conversation lists the modes", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "run_conversation",
    "estimate_conversation",
    "list_scenarios",
    "get_transcript",
    "interject",
    "check_scenario",
    "search_docs",
    "read_docs",
  ]);
  expect(tools.filter(({ description = "" }) => description.length < 40)).toEqual([]);
  expect(tools[0]?.inputSchema.properties).toHaveProperty("mode.enum");
});

it("run_conversation runs a debate to its end, and reports each speech as progress", async () => {
  progress.length = 0;
  const { content, structuredContent } = await call("run_conversation", { ...debate, thread: "bridge" });
  expect(structuredContent).toEqual({ thread: "bridge", status: "ended", waitingFor: [], drafts: [] });
  const markdown = content[1]?.text;
  expect(speakersIn(markdown)).toHaveLength(4);
  expect(progress.map((line) => line.split(":")[0])).toEqual(speakersIn(markdown));
  expect((await call("get_transcript", { thread: "bridge" })).content[0]?.text).toBe(markdown);
  const document = JSON.parse(
    (await call("get_transcript", { thread: "bridge", format: "json" })).content[0]?.text ?? "",
  );
  expect(document).toMatchObject({ mode: "bidding", topic: debate.topic, stopReason: { kind: "turns" } });
});

it("estimate_conversation says what run_conversation would cost, and that the budget would end the run earlier", async () => {
  const settings = { model: "openai:gpt-4.1-mini", budget: { calls: 9 } };
  const { content } = await call("estimate_conversation", { ...debate, settings });
  expect(content[0]?.text).toMatch(
    /^Turns: 4\nCalls: 20\nTokens: .*\nCost: 0\.\d+–0\.\d+\nopenai:gpt-4\.1-mini: 0\.4 per/,
  );
  expect(content[0]?.text).toContain("The call budget of 9 ends the run early.");
  expect(JSON.parse(content[1]?.text ?? "")).toMatchObject({ totals: { calls: { least: 20, most: 20 } } });
});

it("log messages say why each speaker had the floor, unless the client requests only more severe ones", async () => {
  logged.length = 0;
  listChanges = 0;
  await call("run_conversation", { ...debate, thread: "logged" });
  const document = JSON.parse(
    (await call("get_transcript", { thread: "logged", format: "json" })).content[0]?.text ?? "",
  );
  const reasons = document.decisions.map(({ reason }: { readonly reason: string }) => reason);
  const infos = logged.filter((each) => (each as { readonly level: string }).level === "info");
  expect(infos).toEqual(
    reasons.map((message: string) => ({ level: "info", logger: "rostrum", data: { thread: "logged", message } })),
  );
  expect([reasons.length, listChanges]).toEqual([4, 1]);
  await client.setLoggingLevel("error");
  logged.length = 0;
  await call("run_conversation", { ...debate, thread: "logged-errors" });
  expect(logged).toEqual([]);
});

it("resources are the scenarios and the transcripts of conversations", async () => {
  await call("run_conversation", { ...debate, thread: "river / 1" });
  const settings = { ...debate.settings, title: "Bridge or ferry" };
  await call("run_conversation", { ...debate, settings, thread: "titled" });
  await call("run_conversation", { ...debate, maxTurns: 1, thread: ".." });
  const { resources } = await client.listResources();
  const named = new Map(resources.map((resource) => [resource.name, resource]));
  expect(named.get("river / 1")).toMatchObject({ title: debate.topic, description: "bidding, ended" });
  expect(named.get("titled")).toMatchObject({ title: "Bridge or ferry" });
  expect(named.has("..")).toBe(false);
  const textOf = async (uri = "") => {
    const [content] = (await client.readResource({ uri })).contents;
    return { type: content?.mimeType, text: content && "text" in content ? content.text : "" };
  };
  const transcript = (await call("get_transcript", { thread: "river / 1" })).content[0]?.text;
  expect(await textOf(named.get("river / 1")?.uri)).toEqual({ type: "text/markdown", text: transcript });
  await call("run_conversation", { ...debate, maxTurns: 1, thread: "50% off" });
  // Some clients fill in the template without escaping the name.
  for (const name of ["50%25%20off", "50% off"])
    expect((await textOf(`rostrum://conversations/${name}`)).text).toContain(debate.topic);
  const scenarios = JSON.parse((await call("list_scenarios")).content[0]?.text ?? "") as { readonly name: string }[];
  for (const { name } of scenarios)
    expect(await textOf(named.get(name)?.uri)).toMatchObject({
      type: "application/yaml",
      text: expect.stringMatching(/^mode: /m),
    });
  for (const uri of ["rostrum://scenarios/..%2Fpackage", "rostrum://conversations/nowhere", "rostrum://other"])
    await expect(client.readResource({ uri })).rejects.toThrow();
});

it("prompts start a discussion, a scenario and a review, and complete their arguments", async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["discuss", "run-scenario", "review"]);
  const saysOf = async (name: string, given: Record<string, string>) =>
    (await client.getPrompt({ name, arguments: given })).messages.map(({ content }) => content);
  const [asked] = await saysOf("discuss", { topic: debate.topic, participants: "Ann，Bea,, ", mode: "bidding" });
  const { text = "" } = asked as { readonly text?: string };
  const given = JSON.parse(text.slice(text.indexOf("{"), text.indexOf("}") + 1));
  expect(given).toEqual({ topic: debate.topic, participants: ["Ann", "Bea"], mode: "bidding" });
  expect((await call("run_conversation", { ...given, maxTurns: 1 })).isError).toBe(false);
  expect(await saysOf("run-scenario", { scenario: "night-train" })).toMatchObject([
    { text: expect.stringContaining('{"scenario":"night-train"}') },
  ]);
  await call("run_conversation", { ...debate, thread: "reviewed" });
  const transcript = (await call("get_transcript", { thread: "reviewed" })).content[0]?.text;
  expect(await saysOf("review", { thread: "reviewed" })).toMatchObject([{}, { resource: { text: transcript } }, {}]);
  const complete = async (name: string, argument: string, value: string) =>
    (await client.complete({ ref: { type: "ref/prompt", name }, argument: { name: argument, value } })).completion
      .values;
  expect(await complete("review", "thread", "review")).toEqual(["reviewed"]);
  expect(await complete("discuss", "mode", "round")).toEqual(["round-robin"]);
  expect(await complete("run-scenario", "scenario", "zzz")).toEqual([]);
});

it("run_conversation starts a scenario from list_scenarios", async () => {
  const scenarios = JSON.parse((await call("list_scenarios")).content[0]?.text ?? "");
  expect(scenarios.length).toBeGreaterThan(3);
  const { name, participants } = scenarios.find(({ mode }: { mode: string }) => mode === "round-robin");
  const { content } = await call("run_conversation", { scenario: name, maxTurns: 2 });
  expect(speakersIn(content[1]?.text)).toEqual(participants.slice(0, 2));
});

it("run_conversation accepts the same arguments for another round, and the mode in the settings", async () => {
  const settings = { mode: "round-robin", model: "openai:held", seed: 11 };
  const given = { ...debate, maxTurns: 1, settings, thread: "twice" };
  for (const _round of [1, 2])
    expect((await call("run_conversation", given)).structuredContent).toMatchObject({ status: "ended" });
  const { content } = await call("get_transcript", { thread: "twice", format: "json" });
  expect(JSON.parse(content[0]?.text ?? "")).toMatchObject({ mode: "round-robin", stopReason: { turn: 2 } });
});

it("a conversation that is waiting for a person continues with the person's line, even in another process", async () => {
  const participants = fourNames.map((name) => ({ name, human: name === "Bea" }));
  const settings = { participants, seed: 1 };
  const given = { mode: "round-robin", maxTurns: 4, settings, thread: "people" };
  const { content, structuredContent } = await call("run_conversation", given);
  expect(structuredContent).toEqual({ thread: "people", status: "waiting", waitingFor: ["Bea"], drafts: [] });
  expect(content[0]?.text).toContain('from: "Bea"');
  await client.close();
  await connect();
  await call("interject", { thread: "people", text: "I would rather swim.", from: "Bea" });
  const rest = await call("run_conversation", { thread: "people" });
  expect(rest.structuredContent).toMatchObject({ status: "ended" });
  expect(rest.content[1]?.text).toContain("I would rather swim.");
  expect(speakersIn(rest.content[1]?.text)).toEqual(fourNames);
  // A call without a mode starts another round in the same mode.
  const more = await call("run_conversation", { thread: "people", maxTurns: 1 });
  expect(more.structuredContent).toMatchObject({ status: "ended" });
});

it("interject accepts an answer only for the current draft", async () => {
  const participants = fourNames.map((name) => ({ name, approve: name === "Bea" }));
  const run = { mode: "round-robin", maxTurns: 4, settings: { participants, seed: 1 }, thread: "drafts" };
  const draftIn = ({ structuredContent }: Answer) =>
    (structuredContent as { readonly drafts: readonly { readonly draft: string; readonly text: string }[] }).drafts[0];
  const shown = await call("run_conversation", run);
  expect(shown.structuredContent).toMatchObject({ waitingFor: [], drafts: [{ participant: "Bea" }] });
  const { draft: first, text } = draftIn(shown) ?? {};
  expect(shown.content[0]?.text).toContain(
    `Bea is going to say “${text}”. Answer with interject and draft: "${first}"`,
  );
  const elsewhere = await openConversations(join(folder, "talks.db"));
  await elsewhere.answer("drafts", { rewrite: "Shorter." });
  await until(elsewhere.follow("drafts"), isStatus("waiting"));
  await elsewhere.close();
  const late = await call("interject", { thread: "drafts", text: "", draft: first });
  expect([late.isError, late.content[0]?.text]).toEqual([true, expect.stringContaining("is not waiting")]);
  const unnamed = await call("interject", { thread: "drafts", text: "", from: "Bea" });
  expect(unnamed.isError).toBe(true);
  const second = await call("run_conversation", { thread: "drafts" });
  expect(second.structuredContent).toMatchObject({ status: "waiting" });
  const { draft } = draftIn(second) ?? {};
  const unclear = await call("interject", { thread: "drafts", text: "Friendlier.", rewrite: true });
  expect([unclear.isError, unclear.content[0]?.text]).toEqual([true, expect.stringContaining("is not waiting")]);
  await call("interject", { thread: "drafts", text: "Friendlier.", draft, rewrite: true, from: "Lena" });
  const third = draftIn(await call("run_conversation", { thread: "drafts" }));
  await call("interject", { thread: "drafts", text: "My own words.", draft: third?.draft, from: "Lena" });
  expect((await call("run_conversation", { thread: "drafts" })).structuredContent).toMatchObject({ status: "ended" });
  const { content } = await call("get_transcript", { thread: "drafts", format: "json" });
  expect(JSON.parse(content[0]?.text ?? "").corrections).toMatchObject([
    { faults: ["rejected"] },
    { faults: ["rejected"], by: "Lena" },
    { faults: ["edited"], used: "My own words.", by: "Lena" },
  ]);
});

it("interject delivers a message to a running conversation, or to the next round of an ended conversation", async () => {
  const held = model.holdAfter(1);
  const run = call("run_conversation", { ...debate, thread: "river" });
  await held;
  await call("interject", { thread: "river", text: "Dov, how deep is the river?", from: "Lena" });
  expect((await call("get_transcript", { thread: "river" })).content[0]?.text).not.toContain("river?");
  model.release();
  const markdown = (await run).content[1]?.text ?? "";
  expect(markdown.split("how deep is the river?")).toHaveLength(2);
  expect(speakersIn(markdown)).toContain("Dov");
  const { content } = await call("interject", { thread: "river", text: "And who pays?" });
  expect(content[0]?.text).toContain("next round");
  const more = await call("run_conversation", { thread: "river" });
  expect(more.content[1]?.text).toContain("And who pays?");
});

it("a conversation stops when its call is cancelled, and can be resumed", async () => {
  const held = model.holdAfter(2);
  const leaving = new AbortController();
  const run = client.callTool({ name: "run_conversation", arguments: { ...debate, thread: "broken-off" } }, undefined, {
    signal: leaving.signal,
  });
  await held;
  leaving.abort();
  await expect(run).rejects.toThrow();
  model.release();
  const rest = await call("run_conversation", { thread: "broken-off" });
  expect(rest.structuredContent).toMatchObject({ status: "ended" });
  expect(speakersIn(rest.content[1]?.text)).toHaveLength(4);
});

it("check_scenario reports a scenario's problems as the command line does, in the requested language", async () => {
  const text = "mode: bidding\ntopci: Ferry\nmaxTurns: 0\n";
  const wrong = await call("check_scenario", { text });
  const { stderr } = await rostrum(["run", "-"], { stdin: text });
  expect(`rostrum: ${wrong.content[0]?.text}\n`).toBe(stderr.replaceAll("stdin:", "scenario.yaml:"));
  expect(wrong.structuredContent).toEqual({
    valid: false,
    problems: [
      { path: "topci", place: "scenario.yaml:2:1", message: expect.stringContaining("topic") },
      { path: "maxTurns", place: "scenario.yaml:3:11", message: expect.stringContaining("1") },
    ],
  });
  const inChinese = await call("check_scenario", { text, language: "zh" });
  expect(inChinese.content[0]?.text).toMatch(/scenario\.yaml:2:1.*\p{Script=Han}/u);
  const right = await call("check_scenario", { text: "mode: bidding\ntopic: Ferry" });
  expect([right.structuredContent, right.isError]).toEqual([{ valid: true, problems: [] }, undefined]);
  const broken = await call("check_scenario", { text: "mode: [bidding" });
  expect(broken.structuredContent).toMatchObject({ valid: false, problems: [{ path: "" }] });
});

it("check_scenario refuses extensions and says why, even if an extension may define the mode", async () => {
  const { content, structuredContent } = await call("check_scenario", { text: "mode: relay\nextensions: ./relay.ts" });
  expect(structuredContent).toMatchObject({ valid: false, problems: [{ path: "mode" }, { path: "extensions" }] });
  expect(content[0]?.text).toMatch(/extensions can be loaded only on the command line[\s\S]*does not load extensions/);
});

it("search_docs returns passages of a bounded size, and read_docs a whole page by its path, link or title", async () => {
  const found = await call("search_docs", { query: "budget of one dollar", limit: 2 });
  expect(found.content.map(({ text }) => text.split("\n")[0])).toEqual([
    "guides/budgets.md: Budgets › Prices",
    expect.stringMatching(/^\S+\.md: ./),
  ]);
  const wide = await call("search_docs", { query: "conversation mode settings", limit: 8 });
  expect(wide.content.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(8 * 4200);
  expect(wide.content.filter(({ text }) => (text.match(/^```/gm) ?? []).length % 2 === 1)).toEqual([]);
  const nothing = await call("search_docs", { query: "渡轮" });
  expect(nothing.content[0]?.text).toContain("in English");
  const pages = ["guides/people.md", "people.md#in-the-terminal", "People in the conversation"];
  const texts = await Promise.all(pages.map(async (page) => (await call("read_docs", { page })).content[0]?.text));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toMatch(/^# People in the conversation\n/);
  // The guide to the command line has the same file name and the same title as this page.
  const reference = await call("read_docs", { page: "../reference/command-line.md#rostrum-run" });
  expect(reference.content[0]?.text).toContain("## rostrum run\n");
  expect((await call("read_docs")).content[0]?.text).toContain("- guides/people.md: People in the conversation");
});

describe("the MCP server reports a readable error for", () => {
  it.each([
    ["an unknown scenario", "run_conversation", { scenario: "quarrel" }, /no scenario "quarrel" \(scenarios: /],
    ["an unknown mode", "run_conversation", { mode: "quarrel" }, /mode/],
    ["an unknown setting", "run_conversation", { settings: { topics: "Ferry" } }, /topics/],
    ["an unknown conversation to continue", "run_conversation", { thread: "nowhere" }, /nowhere/],
    ["an unknown conversation", "get_transcript", { thread: "nowhere" }, /nowhere/],
    ["a message to an unknown conversation", "interject", { thread: "nowhere", text: "Hello" }, /nowhere/],
    ["an unknown page", "read_docs", { page: "guides/budget.md" }, /did you mean "guides\/budgets.md"/],
    ["a missing text", "interject", { thread: "nowhere" }, /text/],
  ])("%s", async (_what, name, given, words) => {
    const { isError, content } = await call(name, given);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(words)]);
  });
});
