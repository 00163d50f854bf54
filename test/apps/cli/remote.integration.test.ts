import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@langchain/langgraph-sdk";
import { inboxOf } from "../../../src/graph/inbox/inbox.js";
import type { Conversations, StartOptions } from "../../../src/talk/conversations/port/port.js";
import { connectConversations } from "../../../src/talk/conversations/remote/server-conversations.js";
import type { ConversationDocument } from "../../../src/talk/transcript/json.js";
import { readMarkdown } from "../../../src/talk/transcript/markdown.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { startHeldModel } from "../../support/held-model.js";
import { timeless, unmetered } from "../../support/remote.js";
import { startStubServer } from "../../support/stub-server.js";
import { isStatus, until } from "../../talk/contracts/conversations.js";
import { FakeKeyboard, rostrum, withoutModels } from "./captured-io.js";

let model: Awaited<ReturnType<typeof startHeldModel>>;
let server: DevServer;
let conversations: Conversations;
let folder: string;
let environment: Record<string, string>;
let restore: () => void;

beforeAll(async () => {
  // Only the server can use the held model, so a local run cannot use the same model by accident.
  model = await startHeldModel();
  const { OPENAI_BASE_URL = "", OPENAI_API_KEY = "" } = process.env;
  environment = { OPENAI_BASE_URL, OPENAI_API_KEY };
  restore = withoutModels();
  folder = await mkdtemp(join(tmpdir(), "rostrum-remote-"));
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal", ...environment });
  conversations = connectConversations({ url: server.url });
}, 90_000);

afterAll(async () => {
  restore();
  await conversations.close();
  await server.stop();
  await model.stop();
  await rm(folder, { recursive: true });
});

const onServer = (...argv: string[]) => [...argv, "--url", server.url];
const talk = ["run", "bidding", "--turns", "3", "--seed", "7"];
const idIn = (text: string) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? "";
const settled = (thread: string) => until(conversations.follow(thread), isStatus("waiting", "ended"));
async function converse(mode: string, options: StartOptions): Promise<string> {
  const { thread } = await conversations.start(mode, options);
  await settled(thread);
  return thread;
}
const document = (stdout: string) => JSON.parse(stdout) as ConversationDocument;

describe("run --url", () => {
  it("shows the same conversation as a local run, and prints the command that reads the conversation", async () => {
    const [here, there] = [await rostrum(talk), await rostrum(onServer(...talk))];
    expect(there).toMatchObject({ status: 0, stdout: here.stdout });
    const id = idIn(there.stderr);
    expect(there.stderr).toContain(`Saved as “${id}”. To read it: rostrum show ${id} --url ${server.url}`);
    expect(there.stderr).toContain(`rostrum run bidding --turns 3 --seed 7 --url ${server.url}`);
    // Excludes the header, which names the model, and the summary, which shows the duration.
    const course = (text: string) => text.slice(text.indexOf("Turn 1\n"), text.indexOf("Ended after"));
    expect(course(there.stderr).length).toBeGreaterThan(300);
    expect(course(there.stderr)).toBe(course(here.stderr));
  });

  it("prints the same JSON object as a local run, except for times, and writes it to a file", async () => {
    const file = join(folder, "talk.json");
    const here = await rostrum([...talk, "--json"]);
    const there = await rostrum(onServer(...talk, "--json", "--quiet", "--out", file));
    expect(there).toMatchObject({ status: 0, stderr: "" });
    expect(timeless(document(there.stdout))).toEqual(timeless(document(here.stdout)));
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(document(there.stdout));
  });

  it("runs a Chinese scenario in a terminal", async () => {
    const setting = { stdoutIsTerminal: true, stderrIsTerminal: true };
    const argv = ["run", "scenarios/teahouse.yaml", "--turns", "2"];
    const there = await rostrum(onServer(...argv), setting);
    const here = await rostrum([...argv, "--pace", "0"], setting);
    expect(there.status).toBe(0);
    expect(there.stderr).toContain("服务器上的模型");
    expect(there.stdout).toBe(here.stdout);
    expect((await conversations.transcript(idIn(there.stderr))).title).not.toBeNull();
  });

  it("uses the given thread ID, and rejects the ID of a thread that already has a conversation", async () => {
    const id = "0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f5";
    const first = await rostrum(onServer(...talk, "--thread", id));
    expect([first.status, idIn(first.stderr)]).toEqual([0, id]);
    const second = await rostrum(onServer(...talk, "--thread", id));
    expect(second).toMatchObject({ status: 2, stdout: "" });
    // The conversation has ended, so the message suggests `show`, not `resume`.
    expect(second.stderr).toMatch(new RegExp(`or use rostrum show ${id} --url ${server.url}\n$`));
  });

  it("sends --model to the server, and reports the server's error", async () => {
    const ended = await rostrum(onServer(...talk, "--model", "nonsense:nothing"));
    expect(ended).toMatchObject({ status: 1, stdout: "" });
    expect(ended.stderr).toContain("nonsense");
    expect(ended.stderr).toContain("on the server:");
    // The thread has no conversation to show or resume.
    expect(ended.stderr).not.toMatch(/resume|show/);
  });

  it("reports once if the server uses the rehearsal, but not if it uses another model", async () => {
    expect((await rostrum(onServer(...talk))).stderr.match(/no language model is used/g)).toHaveLength(1);
    const own = await rostrum(onServer("run", "bidding", "--turns", "1", "--model", "openai:test"));
    expect(own.status).toBe(0);
    expect(own.stderr).not.toContain("no language model is used");
  });
});

describe("Ctrl-C in run --url", () => {
  const argv = ["run", "bidding", "--turns", "4", "--seed", "7", "--model", "openai:test"];

  it("cancels the run on the server, and resume continues it to the same end as an uninterrupted run", async () => {
    // Holds the second speech, so the run cannot finish that speech before Ctrl-C.
    void model.holdAfter(1);
    const stopped = await rostrum(onServer(...argv), { interruptAt: "Turn 2" });
    model.release();
    expect(stopped.status).toBe(130);
    const id = idIn(stopped.stderr);
    expect(stopped.stderr).toContain("Stopped.");
    expect(stopped.stderr).toContain(`rostrum resume ${id} --url ${server.url}`);
    expect((await conversations.read(id)).status).toBe("stopped");
    expect(await conversations.transcript(id)).toMatchObject({
      stopReason: null,
      decisions: [{ turn: 1 }, { turn: 2 }],
    });
    const resumed = await rostrum(onServer("resume", id, "--json"));
    expect(resumed.status).toBe(0);
    const { messages, decisions } = document(resumed.stdout);
    const whole = document((await rostrum(onServer(...argv, "--json"))).stdout);
    expect(unmetered({ messages, decisions })).toEqual(
      unmetered({ messages: whole.messages, decisions: whole.decisions }),
    );
    const again = await rostrum(onServer("resume", id));
    expect(again.status).toBe(2);
    expect(again.stderr).toContain("ended after 4 turns");
  });
});

it("pressing Ctrl-C twice leaves no run in the server's queue", async () => {
  const oneAtATime = await startDevServer({ ROSTRUM_MODEL: "openai:test", ...environment }, "127.0.0.1", 1);
  const there = connectConversations({ url: oneAtATime.url });
  const held = model.holdAfter(0);
  const { thread } = await there.start("bidding", { input: { maxTurns: 1 } });
  await held;
  const keyboard = new FakeKeyboard();
  const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, keyboard };
  const running = rostrum(["run", "bidding", "--turns", "1", "--url", oneAtATime.url], terminal);
  const sdk = new Client({ apiUrl: oneAtATime.url });
  const threads = async () => (await sdk.threads.search()).map(({ thread_id }) => thread_id);
  while ((await threads()).length < 2) await new Promise((next) => setTimeout(next, 20));
  keyboard.write("\u0003\u0003");
  const { status, stderr, quits } = await running;
  expect([status, quits]).toEqual([130, []]);
  expect(stderr).toContain("Stopped.");
  expect(await threads()).toEqual([thread]);
  model.release();
  await there.close();
  await oneAtATime.stop();
});

const bea =
  "mode: round-robin\ntopic: Shall we?\nparticipants: [{ name: Ann }, { name: Bea, human: true }]\nseed: 1\nmaxTurns: 4\n";

describe("the client of a remote conversation", () => {
  const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, columns: 200, env: { NO_COLOR: "1" } };
  let scenario: string;
  beforeAll(async () => {
    scenario = join(folder, "bea.yaml");
    await writeFile(scenario, bea);
  });
  const linesOf = ({ messages }: ConversationDocument, name: string) =>
    messages.filter((message) => message.name === name).map(({ text }) => text);

  it("reads people's speeches from a pipe", async () => {
    const { status, stdout } = await rostrum(onServer("run", scenario, "--json"), { stdin: "First.\nSecond.\n" });
    expect(status).toBe(0);
    expect(linesOf(document(stdout), "Bea")).toEqual(["First.", "Second."]);
  });

  it("asks people at the keyboard", async () => {
    const keyboard = new FakeKeyboard([
      { at: "you have the floor", keys: "I say yes.\r" },
      { at: "you have the floor", keys: "Still yes.\r" },
    ]);
    const { status, stdout } = await rostrum(onServer("run", scenario), { ...terminal, keyboard });
    expect(status).toBe(0);
    expect(stdout).toContain("I say yes.");
  });

  const held = (id: string) => onServer("run", "bidding", "--turns", "5", "--model", "openai:test", "--thread", id);
  const mailOf = async (id: string) => (await new Client({ apiUrl: server.url }).store.searchItems(inboxOf(id))).items;

  it("sends typed lines as interjections", async () => {
    const id = "0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f7";
    const reached = model.holdAfter(1);
    const keyboard = new FakeKeyboard([{ at: "Turn 1\n", keys: "Ines Kowalczyk, is there a night bus?\r" }]);
    const typing = rostrum(held(id), { ...terminal, keyboard });
    await reached;
    const hasArrived = async () =>
      (await mailOf(id)).length > 0 || (await conversations.transcript(id)).interjections.length > 0;
    while (!(await hasArrived())) await new Promise((next) => setTimeout(next, 20));
    model.release();
    const { status, stdout, stderr } = await typing;
    expect(status).toBe(0);
    expect(stdout).toMatch(/^User interjects\n {2}Ines Kowalczyk, is there a night bus\?\n\nInes Kowalczyk\n/m);
    expect(stderr).not.toContain("before it heard your message");
  });

  it("exits when its output is no longer read, and the run continues", async () => {
    const id = "0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f8";
    const reached = model.holdAfter(2);
    const watching = rostrum(held(id));
    await reached;
    // The follower exits while the run is held.
    const following = await rostrum(onServer("resume", id), { stopsReadingAt: "Moderator" });
    expect(following.status).toBe(0);
    expect(following.stderr).toContain("The conversation is in progress. Here it is from the beginning.");
    model.release();
    expect((await watching).status).toBe(0);
    expect((await conversations.transcript(id)).stopReason).toMatchObject({ kind: "turns" });
  });

  it("resumes a run that is waiting for a person", async () => {
    const input = { participants: [{ name: "Ann" }, { name: "Bea", human: true }], seed: 1, maxTurns: 4 };
    const thread = await converse("round-robin", { input });
    const waiting = await rostrum(onServer("resume", thread, "--json"), { stdin: "At last.\n" });
    expect(waiting.status).toBe(0);
    expect(linesOf(document(waiting.stdout), "Bea")[0]).toBe("At last.");
  });

  it("interjects from another terminal, and followers see the result", async () => {
    const id = "0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f6";
    const reached = model.holdAfter(2);
    const watching = rostrum(held(id));
    await reached;
    const next = await rostrum(onServer("interject", id, "Tobias Oyelaran, who pays?", "--from", "Lena"));
    expect(next).toMatchObject({ status: 0, stdout: expect.stringContaining("at the next turn"), stderr: "" });
    const now = await rostrum(onServer("interject", id, "Mara Lindqvist, and who drives?", "--from", "Lena", "--now"));
    expect(now.stdout).toBe(
      `The participants hear the message now, or as soon as the conversation continues. To follow or continue: rostrum resume ${id} --url ${server.url}\n`,
    );
    model.release();
    const watched = await watching;
    expect(watched.status).toBe(0);
    for (const line of ["Tobias Oyelaran, who pays?", "Mara Lindqvist, and who drives?"])
      expect(watched.stderr + watched.stdout).toContain(line);
    const { interjections, decisions } = await conversations.transcript(id);
    expect(interjections.map(({ from, turn }) => [from, turn])).toEqual([
      ["Lena", 2],
      ["Lena", 2],
    ]);
    expect(decisions.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5]);
    const late = await rostrum(onServer("interject", id, "Anybody?", "--json"));
    expect(JSON.parse(late.stdout)).toMatchObject({ heard: "next-run" });
    const round = await rostrum(onServer("interject", id, "Everybody!", "--from", "Lena", "--now"));
    expect(round).toMatchObject({ status: 0, stdout: expect.stringMatching(/^User: Anybody\?\n\nLena: Everybody!\n/) });
  });
});

describe("show --url and explain --url", () => {
  it("print a conversation from the server, and show --out writes it to a file", async () => {
    const { stderr } = await rostrum(onServer(...talk));
    const shown = (...options: string[]) => rostrum(onServer("show", idIn(stderr), ...options));
    const page = await shown();
    expect(page).toMatchObject({ status: 0, stderr: "" });
    expect(readMarkdown(page.stdout)).toHaveLength(4);
    expect(document((await shown("--json")).stdout).decisions).toHaveLength(3);
    const explained = (await rostrum(onServer("explain", idIn(stderr)))).stdout.trim().split("\n");
    expect(explained).toHaveLength(5);
    expect(explained.at(-1)).toBe("Ended after 3 turns: reached the limit of 3 turns.");
    const file = join(folder, "shown.md");
    expect((await shown("--out", file)).status).toBe(0);
    expect(await readFile(file, "utf8")).toBe(page.stdout);
  });
});

describe("threads remove --url", () => {
  it("deletes a conversation that is waiting for a person", async () => {
    const input = { participants: [{ name: "Ann" }, { name: "Bo", human: true }], maxTurns: 4 };
    const thread = await converse("round-robin", { input });
    const ended = await rostrum(onServer("threads", "remove", thread, "--yes"));
    expect(ended).toMatchObject({ status: 0, stdout: `Deleted “${thread}”.\n`, stderr: "" });
    expect((await rostrum(onServer("show", thread))).status).toBe(2);
  });
});

describe("threads --url", () => {
  it("lists conversations and their progress, the latest first", async () => {
    const ended = idIn((await rostrum(onServer(...talk))).stderr);
    const people = { participants: [{ name: "Ann" }, { name: "Bea", human: true }], seed: 1, maxTurns: 4 };
    const thread = await converse("round-robin", { input: people, title: "Ferries" });
    const { status, stdout } = await rostrum(onServer("threads"));
    expect(status).toBe(0);
    const [, ...lines] = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(new RegExp(`^${thread} +round-robin +1 +waiting for a person +.* Ferries$`));
    expect(lines[1]).toMatch(new RegExp(`^${ended} +bidding +3 +ended +`));
    const listed = JSON.parse((await rostrum(onServer("threads", "--json"))).stdout);
    expect(listed.conversations[0]).toMatchObject({ thread, mode: "round-robin", status: "waiting", turn: 1 });
  });
});

describe("fork --url", () => {
  it("starts after a turn with the origin's context, and repeats the origin if no setting changes", async () => {
    const origin = idIn((await rostrum(onServer(...talk, "--model", "rehearsal"))).stderr);
    const same = await rostrum(onServer("fork", origin, "--turn", "1", "--json"));
    expect(same.status).toBe(0);
    const id = idIn(same.stderr.split("“")[1] ?? "");
    expect(same.stderr).toContain(`“${id}” starts after turn 1 of “${origin}”.`);
    const whole = (text: string) => timeless(document(text));
    expect(whole(same.stdout)).toEqual(whole((await rostrum(onServer("show", origin, "--json"))).stdout));
    expect((await conversations.read(id)).context).toMatchObject({ model: "rehearsal" });

    const other = await rostrum(onServer("fork", origin, "--turn", "2", "--turns", "4", "--seed", "8"));
    expect(other.status).toBe(0);
    expect(other.stderr).toContain("Ended after 4 turns");
    expect(other.stderr).toContain(`rostrum fork ${origin} --turn 2 --turns 4 --seed 8 --url ${server.url}`);
    expect(other.stdout).not.toBe("");
  });

  it("keeps the origin's context from the time of the fork, even if the origin changes or is deleted", async () => {
    const input = { maxTurns: 2, seed: 1 };
    const origin = await converse("bidding", { input, context: { timeoutMs: 9000 } });
    const id = await conversations.fork(origin, { turn: 1 });
    await converse("bidding", { thread: origin, context: { timeoutMs: 8000 } });
    expect((await conversations.read(id)).context).toEqual({ timeoutMs: 9000 });
    await new Client({ apiUrl: server.url }).threads.delete(origin);
    await conversations.resume(id);
    await settled(id);
    expect((await conversations.read(id)).context).toEqual({ timeoutMs: 9000 });
  });

  it("overrides the origin's context with options", async () => {
    const origin = await converse("bidding", { input: { maxTurns: 2, seed: 1 }, context: { timeoutMs: 9000 } });
    const { stderr } = await rostrum(
      onServer("fork", origin, "--turn", "1", "--model", "rehearsal", "--temperature", "0.5", "--json"),
    );
    expect((await conversations.read(idIn(stderr.split("“")[1] ?? ""))).context).toEqual({
      timeoutMs: 9000,
      model: "rehearsal",
      temperature: 0.5,
    });
  });

  it("rejects invalid options", async () => {
    const origin = idIn((await rostrum(onServer(...talk))).stderr);
    for (const [options, words] of [
      [["--turn", "4"], "--turn: must be a turn up to 3"],
      [["--turn", "1", "--turns", "0"], "--turns: must be from 1 to 10000"],
      [["--turn", "1", "--mode", "director"], "--mode: cannot be combined with --url"],
      [["--turn", "1", "--as", "x"], "--as: cannot be combined with --url"],
      [["--turn", "1", "--topic", "x"], "--topic: cannot change in a fork"],
      [["--turn", "4", "--lang", "zh"], "--turn: 须为不大于 3"],
    ] as const) {
      const { status, stdout, stderr } = await rostrum(onServer("fork", origin, ...options));
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain(words);
    }
  });
});

describe("the command line reports a readable error for", () => {
  const unknown = "11111111-2222-4333-8444-555555555555";
  const nowhere = ["--url", "http://127.0.0.1:1"];

  it.each([
    ["an unreachable server", ["run", "bidding", ...nowhere], 1, "does not answer", "没有响应"],
    ["an unreachable server", ["show", unknown, ...nowhere], 1, "does not answer", "没有响应"],
    [
      "an invalid address",
      ["run", "bidding", "--url", "nowhere"],
      2,
      "--url: must be the address",
      "--url: 须为服务器的地址",
    ],
    [
      "a login in the address",
      ["run", "bidding", "--url", "http://me:s3cret@x"],
      2,
      "without a user name or password",
      "不含登录信息",
    ],
    ["an unreachable server", ["threads", ...nowhere], 1, "does not answer", "没有响应"],
    [
      "local options",
      ["threads", "--db", "x", ...nowhere],
      2,
      "--db: cannot be combined with --url",
      "--db: 不能和 --url 同时使用",
    ],
    [
      "an invalid thread ID",
      ["fork", "x", "--turn", "1", ...nowhere],
      2,
      "is not a server thread ID",
      "不是服务器上的对话编号",
    ],
    [
      "an invalid thread ID",
      ["show", "night-train", ...nowhere],
      2,
      "is not a server thread ID",
      "不是服务器上的对话编号",
    ],
    [
      "an invalid thread ID",
      [...talk, "--thread", "x", ...nowhere],
      2,
      "is not a server thread ID",
      "不是服务器上的对话编号",
    ],
    [
      "local options",
      [...talk, "--pace", "5", ...nowhere],
      2,
      "--pace: cannot be combined with --url",
      "--pace: 不能和 --url 同时使用",
    ],
    [
      "local options",
      ["resume", unknown, "--db", "x", ...nowhere],
      2,
      "--db: cannot be combined with --url",
      "--db: 不能和 --url 同时使用",
    ],
    [
      "a missing line",
      ["interject", unknown, ...nowhere],
      2,
      "missing argument <line>: The message",
      "缺少参数 <line>：要说的话",
    ],
    [
      "a line without quotes",
      ["interject", unknown, "Hello", "all", ...nowhere],
      2,
      "put text with spaces in quotes",
      "要加引号",
    ],
    ["an empty line", ["interject", unknown, " ", ...nowhere], 2, "must not be empty", "不能为空"],
  ])("%s: %j", async (_what, argv, status, english, chinese) => {
    for (const [language, words] of [
      ["en", english],
      ["zh", chinese],
    ] as const) {
      const ended = await rostrum([...argv, "--lang", language]);
      expect(ended).toMatchObject({ status, stdout: "", stderr: expect.stringContaining(words) });
      expect(ended.stderr).not.toContain("s3cret");
    }
  });

  it("an unknown thread in show, resume, fork, interject and threads remove", async () => {
    for (const argv of [
      ["show", unknown],
      ["resume", unknown],
      ["fork", unknown, "--turn", "1"],
      ["interject", unknown, "Hello"],
      ["threads", "remove", unknown, "--yes"],
    ]) {
      const ended = await rostrum(onServer(...argv));
      expect(ended).toMatchObject({ status: 2, stdout: "" });
      expect(ended.stderr).toContain(`no saved conversation named “${unknown}”`);
    }
  });

  it.each([
    [401, 1, "set ROSTRUM_TOKEN"],
    [403, 1, "does not allow this with the given token (403)"],
    [500, 1, "responded with status 500: not you"],
  ])("a status of %d, and does not print the token", async (status, expected, words) => {
    const tokens: (string | undefined)[] = [];
    const stub = await startStubServer((_asked, { headers }) => {
      tokens.push(headers.authorization);
      return (_request, response) => void response.writeHead(status).end(JSON.stringify({ message: "not you" }));
    });
    const env = { ROSTRUM_TOKEN: "s3cret-token" };
    const ended = await rostrum(["run", "bidding", "--url", stub.url, "--verbose"], { env });
    await stub.stop();
    expect(ended).toMatchObject({ status: expected, stderr: expect.stringContaining(words) });
    expect(ended.stderr.includes("set ROSTRUM_TOKEN")).toBe(status === 401);
    expect(new Set(tokens)).toEqual(new Set(["Bearer s3cret-token"]));
    expect(ended.stderr + ended.stdout).not.toContain("s3cret");
  });

  it("a token that is invalid in a header, without showing it", async () => {
    const ended = await rostrum(["run", "bidding", ...nowhere], { env: { ROSTRUM_TOKEN: "s3cret\ntoken" } });
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining("ROSTRUM_TOKEN: must be a token") });
    expect(ended.stderr).not.toContain("s3cret");
  });
});
