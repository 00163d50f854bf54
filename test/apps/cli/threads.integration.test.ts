import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import stringWidth from "string-width";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { ListedPage } from "../../../src/talk/conversations/port/port.js";
import { openThreads } from "../../../src/talk/storage/open.js";
import { SqliteThreads } from "../../../src/talk/storage/sqlite-threads.js";
import type { ConversationDocument } from "../../../src/talk/transcript/json.js";
import { readMarkdown } from "../../../src/talk/transcript/markdown.js";
import { isStatus, until } from "../../talk/contracts/conversations.js";
import { FakeKeyboard, rostrum, type Setting, suiteFolder } from "./captured-io.js";

const folder = suiteFolder();
const database = join(folder, "talks.db");

const at = (words: readonly string[], setting: Setting = {}) => rostrum([...words, "--db", database], setting);
const parse = (stdout: string) => JSON.parse(stdout) as ConversationDocument;
const linesOf = ({ messages }: ConversationDocument) => messages.map(({ id, name, text }) => [id, name, text]);
const talk = ["run", "bidding", "--seed", "7", "--turns", "6"];

describe("a saved conversation", () => {
  beforeAll(async () => {
    expect((await at([...talk, "--thread", "origin"])).status).toBe(0);
  });

  it("is listed, shown as Markdown or JSON, explained, and written to a file", async () => {
    const run = await at([...talk, "--thread", "told"]);
    expect(run.stderr).toContain(`Saved as “told”. To read it: rostrum show told --db ${database}`);
    const plain = parse((await rostrum([...talk, "--json"])).stdout);
    const shown = parse((await at(["show", "told", "--json"])).stdout);
    expect(linesOf(shown)).toEqual(linesOf(plain));
    expect(shown.decisions).toEqual(plain.decisions);
    const page = await at(["show", "told"]);
    expect(readMarkdown(page.stdout)).toEqual(plain.messages.map(({ name, text }) => ({ speaker: name, text })));
    const json = async (...argv: string[]) => JSON.parse((await at([...argv, "--json"])).stdout);
    expect(await json("show", "told", "--usage")).toEqual(shown.usage);
    expect(await json("explain", "told")).toEqual(plain.decisions);
    expect(await json("explain", "told", "--turn", "2")).toEqual(plain.decisions[1]);
    expect((await at(["explain", "told", "--turn", "2"])).stdout).toMatch(
      /^Turn 2: .+ spoke\. [\s\S]+\n\nThe bids: .+\n\nThe “highest-bid” rule /,
    );
    expect((await at(["explain", "told", "--turn", "2", "--lang", "zh"])).stdout).toMatch(/^第 2 次发言：/);
    expect((await at(["explain", "told", "--lang", "zh"])).stdout).toMatch(/^# +发言者/);
    const beyond = await at(["explain", "told", "--turn", "7"]);
    expect(beyond).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--turn: must be a turn from 1 to 6, not “7”"),
    });
    const out = join(folder, "told.md");
    await at(["show", "told", "--out", out]);
    expect(await readFile(out, "utf8")).toBe(page.stdout);
    const list = (await at(["threads"])).stdout;
    expect(list).toMatch(/^told +bidding +6 +ended/m);
    const listed = (JSON.parse((await at(["threads", "--json"])).stdout) as ListedPage).conversations;
    expect(listed.find(({ thread }) => thread === "told")).toMatchObject({ status: "ended", mode: "bidding", turn: 6 });
  });

  it.each([
    ["is listed as ended even if an earlier save fails", [2], 6, 0, "ended"],
    ["is listed as ended if only the first attempt of its last save fails", [6], 7, 0, "ended"],
    ["ends with an error if its last save fails twice", [6, 7], 7, 1, "stopped"],
  ])("%s", async (name, failing, calls, status, listedAs) => {
    const thread = `failing-${failing.join("-")}`;
    const { save } = SqliteThreads.prototype;
    const saves = jest.spyOn(SqliteThreads.prototype, "save");
    for (let call = 1; call <= calls; call += 1)
      if (failing.includes(call)) saves.mockRejectedValueOnce(new Error("the disk is full"));
      else saves.mockImplementationOnce(save);
    const ended = await at(["run", "round-robin", "--turns", "4", "--thread", thread]);
    expect([name, saves.mock.calls.length, ended.status]).toEqual([name, calls, status]);
    expect(ended.stderr.includes("the disk is full")).toBe(status === 1);
    saves.mockRestore();
    const listed = (JSON.parse((await at(["threads", "--json"])).stdout) as ListedPage).conversations;
    expect(listed.find((each) => each.thread === thread)).toMatchObject({ status: listedAs });
  });

  // LangGraph saves a step's writes before the step's checkpoint, and treats the step as complete once the writes are
  // saved.
  it.each([
    ["after the step that decides to stop", 1, true],
    ["between the writes and the checkpoint of the stop", 2, false],
    ["between the closing words and their checkpoint", 1, false],
  ])("resumes if its process is killed %s", async (moment, checkpoints, areWritesLost) => {
    const name = `killed ${moment}`;
    await at(["run", "supervisor", "--seed", "5", "--turns", "5", "--thread", name]);
    const whole = parse((await at(["show", name, "--json"])).stdout);
    expect(whole.messages.at(-1)?.kind).toBe("closing");
    const file = new DatabaseSync(database);
    const latest = `(SELECT checkpoint_id FROM checkpoints WHERE thread_id = '${name}' ORDER BY sequence DESC LIMIT 1)`;
    const deleteFrom = (table: string) =>
      file.exec(`DELETE FROM ${table} WHERE thread_id = '${name}' AND checkpoint_id = ${latest}`);
    for (let count = 0; count < checkpoints; count += 1) {
      deleteFrom("writes");
      deleteFrom("checkpoints");
    }
    if (areWritesLost) deleteFrom("writes");
    file.close();
    const cut = parse((await at(["show", name, "--json"])).stdout);
    expect(cut.stopReason).toEqual(whole.stopReason);
    expect((await at(["resume", name])).status).toBe(0);
    expect(linesOf(parse((await at(["show", name, "--json"])).stdout))).toEqual(linesOf(whole));
    expect((await at(["resume", name])).stderr).toContain("ended after");
  });

  it("is listed as stopped, and resumes to its end, if Ctrl-C comes between the stop and the closing words", async () => {
    const name = "unclosed";
    await at(["run", "supervisor", "--seed", "5", "--turns", "5", "--thread", name]);
    const whole = parse((await at(["show", name, "--json"])).stdout);
    const file = new DatabaseSync(database);
    const latest = `(SELECT checkpoint_id FROM checkpoints WHERE thread_id = '${name}' ORDER BY sequence DESC LIMIT 1)`;
    for (let count = 0; count < 2; count += 1)
      file.exec(
        `DELETE FROM ${count === 0 ? "checkpoints" : "writes"} WHERE thread_id = '${name}' AND checkpoint_id = ${latest}`,
      );
    file.close();
    const stopped = await at(["resume", name], { interruptAt: "continues" });
    expect(stopped.status).toBe(130);
    expect(stopped.stderr).toContain("Stopped.");
    expect(stopped.stderr).toContain(`To continue: rostrum resume ${name} --db ${database}`);
    const listed = (JSON.parse((await at(["threads", "--json"])).stdout) as ListedPage).conversations;
    expect(listed.find((each) => each.thread === name)).toMatchObject({ status: "stopped" });
    expect((await at(["resume", name])).status).toBe(0);
    expect(linesOf(parse((await at(["show", name, "--json"])).stdout))).toEqual(linesOf(whole));
    expect((await at(["threads"])).stdout).toMatch(new RegExp(`^${name} +supervisor +\\d+ +ended`, "m"));
  });

  it("stops after the current turn on Ctrl-C, and reaches the same end after resume without options", async () => {
    const stopped = await at([...talk, "--thread", "stopped"], { interruptOnceAt: "Turn 3" });
    expect(stopped.status).toBe(130);
    expect(stopped.stderr).toContain("Stopping after the current turn. Press Ctrl-C again to stop immediately.");
    expect(stopped.stderr).toContain(`To continue: rostrum resume stopped --db ${database}`);
    const half = parse((await at(["show", "stopped", "--json"])).stdout);
    const turns = half.messages.length - 1;
    // The run may already be in turn 4 when turn 3 is shown.
    expect([3, 4]).toContain(turns);
    expect((await at(["threads"])).stdout).toMatch(new RegExp(`^stopped +bidding +${turns} +stopped`, "m"));
    const resumed = await at(["resume", "stopped"]);
    expect(resumed.status).toBe(0);
    expect(resumed.stderr).toContain(`“stopped” continues after turn ${turns}.`);
    const whole = parse((await at(["show", "stopped", "--json"])).stdout);
    const origin = parse((await at(["show", "origin", "--json"])).stdout);
    expect(linesOf(whole)).toEqual(linesOf(origin));
    expect(whole.decisions).toEqual(origin.decisions);
    expect(whole.stopReason).toEqual(origin.stopReason);
  });

  it("contains the model's name, the mode and the settings, but no API key", async () => {
    const threads = await openThreads(database);
    const record = (await threads.list()).find(({ name }) => name === "origin");
    await threads.close();
    expect(record).toMatchObject({ mode: "bidding", context: { model: "rehearsal" }, input: { seed: 7, maxTurns: 6 } });
    process.env["OPENAI_API_KEY"] = "sk-not-to-be-kept";
    await at(["run", "round-robin", "--turns", "1", "--model", "rehearsal", "--thread", "keyed"]);
    delete process.env["OPENAI_API_KEY"];
    const bytes = await readFile(database, "latin1");
    expect(bytes.includes("rehearsal")).toBe(true);
    expect(bytes.includes("sk-not-to-be-kept")).toBe(false);
  });

  it("can be forked after a turn, with other settings or another mode, and `diff` compares it with its forks", async () => {
    const same = await at(["fork", "origin", "--turn", "2", "--as", "same"]);
    expect(same.stderr).toContain(`“same” starts after turn 2 of “origin”.`);
    expect((await at(["diff", "origin", "same"])).stdout).toBe(`“origin” and “same” contain the same messages.\n`);

    expect(same.stderr).toMatch(/fork origin --turn 2 --seed \d+ --db /);
    const edited = await at(["fork", "origin", "--turn", "2", "--speech", "I saw nobody.", "--as", "edited"]);
    expect(edited.stderr).toMatch(/fork origin --turn 2 --speech 'I saw nobody.' --seed/);
    expect((await at(["show", "edited"])).stdout).toContain("I saw nobody.");
    const unsaid = await at(["fork", "origin", "--turn", "0", "--speech", "I saw nobody."]);
    expect(unsaid.stderr).toContain("--speech: cannot replace a speech: nobody spoke in turn 0");
    const other = await at(["fork", "origin", "--turn", "4", "--seed", "8", "--turns", "5", "--json"]);
    const forked = parse(other.stdout);
    const origin = parse((await at(["show", "origin", "--json"])).stdout);
    expect(forked.seed).toBe(8);
    expect(linesOf(forked).slice(0, 5)).toEqual(linesOf(origin).slice(0, 5));
    expect(forked.messages).toHaveLength(6);
    expect(forked.stopReason).toMatchObject({ kind: "turns", limit: 5 });
    expect((await at(["threads"])).stdout).toMatch(/^origin-2 /m);
    const difference = (await at(["diff", "origin", "origin-2"])).stdout;
    expect(difference).toMatch(/begin with the same messages; the last of these is from turn [45]\.\nseed: 7 → 8\n/);

    expect(forked.decisions).toHaveLength(5);

    const circle = parse(
      (await at(["fork", "origin", "--turn", "3", "--mode", "round-robin", "--turns", "2", "--json"])).stdout,
    );
    expect(circle.mode).toBe("round-robin");
    expect(linesOf(circle).slice(0, 4)).toEqual(linesOf(origin).slice(0, 4));
    expect(circle.messages).toHaveLength(6);
    await at(["fork", "origin", "--turn", "3", "--mode", "director", "--turns", "1", "--as", "hosted"]);
    // The conversations first differ in the host's comment, and `diff` explains only speeches.
    expect((await at(["diff", "origin", "hosted"])).stdout).not.toContain("director's choice");
    expect(parse((await at(["show", "origin", "--json"])).stdout)).toEqual(origin);
  });
});

describe("a conversation that has ended", () => {
  const round = async (...words: string[]) => parse((await at([...words, "--json"])).stdout);

  beforeAll(async () => {
    await at(["run", "bidding", "--seed", "3", "--turns", "2", "--thread", "over"]);
  });

  it("continues with another round and other settings, and shows its scene once", async () => {
    const { status, stdout, stderr } = await at(["continue", "over", "--turns", "3"]);
    expect([status, stdout.split("\n\n").length]).toEqual([0, 3]);
    expect(stderr).toContain("“over” continues after turn 2.");
    expect(stderr.match(/at most 3 turns/g)).toHaveLength(1);
    expect(await round("show", "over")).toMatchObject({ stopReason: { kind: "turns", turn: 5 } });
    expect(await round("continue", "over", "--turns", "1", "--topic", "And the boats?")).toMatchObject({
      topic: "And the boats?",
      stopReason: { turn: 6 },
    });
  });

  it("continues with another cast, and sums up the turns of everybody who spoke", async () => {
    await at(["run", "round-robin", "--participants", "Ann,Bo", "--turns", "2", "--thread", "recast"]);
    const { stderr } = await at(["continue", "recast", "--participants", "Cy,Di", "--turns", "1"]);
    const table = /Participant +Turns +Words\n +Cy +1 +\d+\n +Di +0 +0\n +Ann +1 +\d+\n +Bo +1 +\d+\n/;
    expect(stderr).toMatch(table);
  });

  it("continues in another mode as a copy", async () => {
    const { stdout, stderr } = await at(["continue", "over", "--mode", "round-robin", "--turns", "1"]);
    expect(stderr).toContain("“over-2” starts after turn 6 of “over”.");
    expect(stdout.trim().split("\n\n")).toHaveLength(1);
    // The copy has no decisions from the other mode.
    expect((await at(["explain", "over-2", "--turn", "1"])).stderr).toContain("must be a turn from 7 to 7, not “1”");
    expect(await round("show", "over-2")).toMatchObject({ mode: "round-robin", stopReason: { turn: 7 } });
    expect(await round("show", "over")).toMatchObject({ mode: "bidding", stopReason: { turn: 6 } });
  });

  it("receives messages in the next round, which `interject --now` starts", async () => {
    const later = await at(["interject", "over", "Who pays?"]);
    expect(later.stdout).toMatch(/^The conversation has ended .*: rostrum continue over --db \S+$/m);
    const { status, stdout } = await at(["interject", "over", "And who sails?", "--from", "Lena", "--now"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^User: Who pays\?\n\nLena: And who sails\?\n/);
    expect((await round("show", "over")).interjections.map(({ text }) => text)).toEqual([
      "Who pays?",
      "And who sails?",
    ]);
  });

  it("does not receive a message whose round `interject --now` cannot start, because a key is missing", async () => {
    const byName = { "openai:gpt-4.1-mini": new RehearsalModel({ notice: false }) };
    const elsewhere = await openConversations(database, { models: { byName } });
    const input = { maxTurns: 1, model: "openai:gpt-4.1-mini" };
    const { thread } = await elsewhere.start("round-robin", { thread: "keyless", input });
    await until(elsewhere.follow(thread), isStatus("ended"));
    await elsewhere.close();
    const { status, stderr } = await at(["interject", "keyless", "Who pays?", "--now"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("OPENAI_API_KEY")]);
    expect((await at(["continue", "keyless", "--model", "rehearsal"])).stdout).not.toContain("Who pays?");
  });

  it("is the only kind that `continue` accepts", async () => {
    const database = await openConversations(join(folder, "talks.db"));
    await database.fork("over", { turn: 1, as: "not-over" });
    await database.close();
    const { status, stderr } = await at(["continue", "not-over", "--lang", "zh"]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining("“not-over”还没有结束；继续：rostrum resume not-over"),
    ]);
    expect(await at(["interject", "not-over", "Now!", "--now"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--now: this command can interrupt a turn only on a server or in a worker"),
    });
  });
});

describe("a fork into another mode", () => {
  const fork = async (name: string, ...options: string[]) => {
    const { status, stdout } = await at(["fork", name, "--turn", "1", "--json", "--quiet", ...options]);
    expect(status).toBe(0);
    return parse(stdout);
  };

  it("shows the header once, with the leader", async () => {
    expect((await at([...talk, "--thread", "shown-once", "--quiet"])).status).toBe(0);
    const { stderr } = await at(["fork", "shown-once", "--turn", "1", "--mode", "director", "--turns", "1"]);
    expect(stderr.match(/director · rehearsal · seed \d+/g)).toHaveLength(1);
    expect(stderr).toMatch(/^ {2}Moderator +leads$/m);
  });

  it("keeps explicit limits, and otherwise uses the new mode's defaults", async () => {
    // By default, a meeting has at most 60 turns, and a bidding conversation at most 10.
    expect((await at(["run", "group-chat", "--seed", "3", "--thread", "meeting", "--quiet"])).status).toBe(0);
    expect((await fork("meeting", "--mode", "bidding")).stopReason).toMatchObject({ kind: "turns", limit: 10 });
    expect((await at(["run", "group-chat", "--turns", "7", "--thread", "short", "--quiet"])).status).toBe(0);
    expect((await fork("short", "--mode", "bidding")).stopReason).toMatchObject({ kind: "turns", limit: 7 });
    const limited = await fork("meeting", "--mode", "round-robin", "--turns", "2");
    expect(limited.stopReason).toMatchObject({ kind: "turns", limit: 2 });
    expect((await at(["explain", "meeting-2"])).stdout).toMatch(
      /^Ended after 11 turns: reached the limit of 10 new turns\.$/m,
    );
  });

  it("keeps the title", async () => {
    expect((await at(["run", "late-harbour", "--turns", "1", "--thread", "titled", "--quiet"])).status).toBe(0);
    await fork("titled", "--mode", "bidding", "--turns", "1");
    const { conversations } = JSON.parse((await at(["threads", "--json"])).stdout) as ListedPage;
    expect(conversations).toContainEqual(
      expect.objectContaining({ thread: "titled-2", mode: "bidding", title: "Late Harbour" }),
    );
  });
});

describe("the list of saved conversations", () => {
  it("is empty, without an error, if nothing has been saved, but rejects invalid options", async () => {
    const before = process.cwd();
    const empty = await mkdtemp(join(folder, "empty-"));
    process.chdir(empty);
    try {
      expect(await rostrum(["threads"])).toMatchObject({ status: 0, stdout: "No saved conversations.\n", stderr: "" });
      expect(await rostrum(["threads", "--json"])).toMatchObject({
        status: 0,
        stdout: '{"conversations":[],"next":null}\n',
      });
      for (const wrong of ["--limit", "--status", "--after"])
        expect(await rostrum(["threads", wrong, "abc"])).toMatchObject({
          ...{ status: 2, stdout: "" },
          stderr: expect.stringContaining(`${wrong}: must be`),
        });
      expect(await readdir(empty)).toEqual([]);
    } finally {
      process.chdir(before);
    }
  });

  it("distinguishes a running conversation from a conversation whose process has died", async () => {
    const kept = join(folder, "states.db");
    const threads = await openThreads(kept);
    const now = new Date().toISOString();
    for (const name of ["alive", "dead"])
      await threads.save({
        name,
        mode: "bidding",
        title: null,
        input: {},
        context: {},
        state: "running",
        turn: 2,
        createdAt: now,
        updatedAt: now,
      });
    await threads.take("alive");
    const { stdout } = await rostrum(["threads", "--db", kept]);
    expect(stdout).toMatch(/^alive +bidding +2 +running +/m);
    expect(stdout).toMatch(/^dead +bidding +2 +stopped +/m);
    expect((await rostrum(["threads", "--db", kept, "--lang", "zh"])).stdout).toMatch(/^dead +bidding +2 +已停止/m);
    await threads.close();
  });
});

describe("a saved conversation with a person", () => {
  it("still waits after the command ends, and resumes in a later command", async () => {
    const file = join(folder, "ferry.yaml");
    const people = "participants: [{ name: Ada }, { name: Bea, human: true }]";
    await writeFile(file, `mode: round-robin\ntopic: Should the ferry be free?\n${people}\nmaxTurns: 4\nseed: 3\n`);
    const stopped = await at(["run", file, "--thread", "ferry"], { interruptOnceAt: "Bea, you have the floor" });
    expect(stopped.status).toBe(130);
    expect((await at(["threads"])).stdout).toMatch(/^ferry +round-robin +1 +waiting for a person/m);
    const keyboard = new FakeKeyboard([{ at: "Bea, you have the floor", keys: "\u0003" }]);
    const left = await at(["resume", "ferry"], { stdoutIsTerminal: true, stderrIsTerminal: true, keyboard });
    expect(left.status).toBe(130);
    expect((await at(["threads"])).stdout).toMatch(/^ferry +round-robin +1 +waiting for a person/m);
    const resumed = await at(["resume", "ferry"], { stdin: "It should.\nIt must.\n" });
    expect(resumed.status).toBe(0);
    expect(resumed.stdout).toContain("Bea: It should.");
    expect(resumed.stdout).toContain("Bea: It must.");
    expect(parse((await at(["show", "ferry", "--json"])).stdout).messages).toHaveLength(5);
  });
});

it("Ctrl-C immediately stops a conversation that is waiting for a person, and announces no further turn", async () => {
  const file = join(folder, "waiting.yaml");
  await writeFile(
    file,
    "mode: round-robin\nparticipants: [{ name: Bea, human: true }, { name: Ada }]\nmaxTurns: 4\nseed: 3\n",
  );
  const keyboard = new FakeKeyboard([{ at: "Bea, you have the floor", keys: "\u0003" }]);
  const stopped = await at(["run", file, "--thread", "waiting"], {
    stdoutIsTerminal: true,
    stderrIsTerminal: true,
    keyboard,
  });
  expect(stopped.status).toBe(130);
  expect(stopped.stderr).toContain("Stopped.");
  expect(stopped.stderr).not.toContain("Stopping after the current turn");
});

it("a printed command quotes the conversation's name for the shell", async () => {
  const kept = await at([...talk, "--turns", "1", "--thread", "it's a/b"]);
  expect(kept.stderr).toContain(`rostrum show 'it'\\''s a/b' --db ${database}`);
});

it("a conversation asks a person in two terminals, and shows the answer in both", async () => {
  const file = join(folder, "two.yaml");
  await writeFile(
    file,
    "mode: round-robin\nparticipants: [{ name: Bea, human: true }, { name: Ada }]\nmaxTurns: 2\nseed: 3\n",
  );
  const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true };
  const first = new FakeKeyboard();
  const asked = new Promise<void>((resolve) => {
    first.watch = (text) => text.includes("Bea, you have the floor") && resolve();
  });
  const watching = at(["run", file, "--thread", "two"], { ...terminal, keyboard: first });
  await asked;
  const second = new FakeKeyboard([{ at: "Bea, you have the floor", keys: "From over here.\r" }]);
  const answering = at(["resume", "two", "--pace", "0"], { ...terminal, keyboard: second });
  for (const { status, stdout } of await Promise.all([answering, watching])) {
    expect(status).toBe(0);
    expect(stdout.match(/From over here\./g)).toHaveLength(1);
    expect(stdout.match(/^.*Ada.*$/gm)).toHaveLength(1);
  }
});

describe("a mistake", () => {
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      "a taken name",
      ["run", "bidding", "--thread", "origin"],
      // The conversation has ended, so the message suggests `show`, not `resume`.
      /a conversation named “origin” already exists; choose another name, or use rostrum show origin --db \S+$/m,
    ],
    ["an invalid name", ["run", "bidding", "--thread", "a\nb"], /--thread: must have 1 to 64 characters/],
    [
      "an invalid name for a fork",
      ["fork", "origin", "--turn", "1", "--as", "a:b"],
      /--as: must have 1 to 64 characters/,
    ],
    ["an option instead of a name", ["run", "bidding", "--thread", "--json"], /--thread: .*not start with a dash/],
    ["an unknown thread", ["show", "orgin"], /no saved conversation named “orgin”; did you mean origin\?/],
    [
      "a thread that has ended",
      ["resume", "origin"],
      /“origin” ended after 6 turns; to read it: rostrum show origin --db \S+; for another round: rostrum continue origin --db/,
    ],
    ["no name", ["resume"], /missing argument <thread>: The name of a saved conversation/],
    ["no turn", ["fork", "origin"], /--turn: is required: the turn after which the fork starts/],
    ["a turn in words", ["fork", "origin", "--turn", "two"], /--turn: must be the number of a turn, or 0, not “two”/],
    ["a turn under 0", ["fork", "origin", "--turn", "-1"], /--turn: must be the number of a turn, or 0, not “-1”/],
    [
      "a limit that has been reached",
      ["fork", "origin", "--turn", "3", "--turns", "3"],
      /--turns: must be more than 3, because the round that the fork continues already has 3 turns/,
    ],
    [
      "a setting that the other mode lacks",
      ["fork", "origin", "--turn", "3", "--mode", "director", "--criterion", "urge"],
      /^rostrum: --criterion: is not a setting of this mode$/m,
    ],
    [
      "a scenario as a mode",
      ["fork", "origin", "--turn", "3", "--mode", "teahouse"],
      /--mode: no mode named “teahouse”; modes: bidding, /,
    ],
    ["a turn after the end", ["fork", "origin", "--turn", "17"], /rostrum: --turn: must be a turn up to 6/],
    [
      "an unknown mode",
      ["fork", "origin", "--turn", "1", "--mode", "biding"],
      /--mode: no mode named “biding”; did you mean bidding\?/,
    ],
    ["a setting out of bounds", ["fork", "origin", "--turn", "1", "--turns", "0"], /--turns: must be from 1 to 10000/],
    [
      "a taken name for a fork",
      ["fork", "origin", "--turn", "1", "--as", "origin"],
      /--as: a conversation named “origin” already exists/,
    ],
    [
      "another topic in another mode",
      ["continue", "origin", "--mode", "director", "--topic", "Tea?"],
      /--topic: cannot be combined with --mode/,
    ],
    ["an unknown language for a list", ["threads", "--lang", "klingon"], /--lang: must be one of en, zh$/m],
    ["only one name for diff", ["diff", "origin"], /missing argument <other>: The conversation/],
  ];

  it.each(cases)("causes a clear error and exit status 2, and changes nothing: %s", async (_name, words, message) => {
    const before = (await at(["threads", "--json"])).stdout;
    const { status, stderr, stdout } = await at(words);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([2, ""]);
    expect((await at(["threads", "--json"])).stdout).toBe(before);
  });

  it("is reported in the requested language, or else in the conversation's language (a wrong turn number)", async () => {
    const kept = ["--db", join(folder, "chinese.db")];
    expect(
      (await rostrum(["run", "bidding", "--turns", "2", "--thread", "夜车", "--lang", "zh", ...kept])).status,
    ).toBe(0);
    const fork = (...words: string[]) => rostrum(["fork", "夜车", "--turn", "9", ...kept, ...words]);
    const chinese = "rostrum: --turn: 须为不大于 2 的发言序号：再往后，对话“夜车”没有可以接续的发言\n";
    expect(await fork("--lang", "zh")).toMatchObject({ status: 2, stdout: "", stderr: chinese });
    expect(await fork()).toMatchObject({ status: 2, stdout: "", stderr: chinese });
    expect((await fork("--lang", "en")).stderr).toMatch(/^rostrum: --turn: must be a turn up to 2; the thread/);
  });

  it("is reported, and no file is created (a wrong database path)", async () => {
    const missing = join(folder, "nothing.db");
    for (const words of [["threads"], ["show", "talk"], ["resume", "talk"]]) {
      const { status, stderr } = await rostrum([...words, "--db", missing]);
      expect([status, stderr]).toEqual([2, expect.stringContaining(`no conversations saved at ${missing}`)]);
    }
    expect(existsSync(missing)).toBe(false);
    const diary = join(folder, "diary.txt");
    await writeFile(diary, "Dear diary");
    const { status, stderr } = await rostrum([...talk, "--thread", "x", "--db", diary]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("not a SQLite file; choose another file")]);
    const chinese = `rostrum: ${diary}：不是 SQLite 文件；请换一个文件（file is not a database）\n`;
    expect((await rostrum(["threads", "--db", diary, "--lang", "zh"])).stderr).toBe(chinese);
    expect((await rostrum(["run", "teahouse", "--thread", "x", "--db", diary])).stderr).toBe(chinese);
    expect(await readFile(diary, "utf8")).toBe("Dear diary");
  });

  it("is rejected (resuming a conversation that another process is running)", async () => {
    const threads = await openThreads(database);
    const record = (await threads.list()).find(({ name }) => name === "origin");
    if (!record) throw new Error("no thread");
    await threads.save({ ...record, name: "busy", state: "stopped" });
    await threads.take("busy");
    const { status, stderr } = await at(["resume", "busy"]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/thread “busy” is in use \(process \d+ on /)]);
    await threads.close();
  });
});

it("run, threads and resume also print their messages in Chinese", async () => {
  const run = await at(["run", "bidding", "--lang", "zh", "--turns", "2", "--seed", "4", "--thread", "茶馆"]);
  expect(run.stderr).toContain("已保存为“茶馆”");
  expect((await at(["threads", "--lang", "zh"])).stdout).toMatch(/^茶馆 +bidding +2 +已结束/m);
  expect((await at(["resume", "茶馆", "--lang", "zh"])).stderr).toContain("“茶馆”已在第 2 次发言后结束");
});

describe("a long list", () => {
  const topics = Array.from({ length: 120 }, (_each, index) => `Ferry number ${index}`);
  let many: string;
  beforeAll(async () => {
    many = join(folder, "many.db");
    const threads = await openThreads(many);
    const record = { mode: "bidding", title: null, turn: 1, context: {} } as const;
    for (const [index, topic] of topics.entries()) {
      const time = new Date(index * 1000).toISOString();
      const state = index % 40 === 0 ? "waiting" : "ended";
      const more = { input: { topic }, state, createdAt: time, updatedAt: time } as const;
      await threads.save({ ...record, ...more, name: `talk ${index}` });
    }
    await threads.close();
  });
  const list = async (...options: string[]) => {
    const { stdout, stderr } = await rostrum(["threads", "--db", many, ...options, "--json"]);
    if (stderr !== "") throw new Error(stderr);
    const { conversations } = JSON.parse(stdout) as ListedPage;
    return conversations.map(({ topic }) => topic);
  };

  it("is printed in pages of at most fifty, each but the last with the command for the next page", async () => {
    const printed: string[] = [];
    for (let words = ["threads", "--db", many]; words.length > 0; ) {
      const { stdout, stderr } = await rostrum(words);
      const rows = stdout.trimEnd().split("\n").slice(1);
      expect(rows.length).toBeLessThanOrEqual(50);
      printed.push(...rows.map((row) => /Ferry number \d+/.exec(row)?.[0] ?? row));
      const command = /^There are more conversations\. To list them: rostrum (.*)\n$/.exec(stderr)?.[1];
      words = command?.replaceAll("'", "").split(" ") ?? [];
    }
    expect(printed).toEqual(topics.toReversed());
  });

  it("is limited to matching conversations", async () => {
    expect(await list("--search", "FERRY 7", "--limit", "2")).toEqual(["Ferry number 117", "Ferry number 107"]);
    expect(await list("--status", "waiting")).toEqual(["Ferry number 80", "Ferry number 40", "Ferry number 0"]);
    expect(await list("--limit", "1000")).toHaveLength(120);
    expect(await list("--limit", "1e99")).toHaveLength(120);
    const none = await rostrum(["threads", "--db", many, "--search", "tram"]);
    expect(none).toMatchObject({ status: 0, stdout: "No conversations match.\n" });
  });

  it.each([
    [["--limit", "many"], "--limit: must be a whole number of at least 1"],
    [["--after", "x"], "--after: must be the `next` of the previous page"],
    [["--status", "over"], "--status: must be one of queued, running, waiting, paused, stopped, failed, ended"],
  ])("rejects %j", async (options, message) => {
    const refused = await rostrum(["threads", "--db", many, ...options]);
    expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(message) });
  });
});

describe("a list in a terminal", () => {
  const rowsAt = async (columns: number) => {
    const list = await at(["threads"], { stdoutIsTerminal: true, columns, env: { NO_COLOR: "1" } });
    return list.stdout.trimEnd().split("\n");
  };

  it.each([40, 60, 80, 120, 200])(
    "fits into %d columns unless a name is wider, and shows every name",
    async (columns) => {
      const { conversations } = JSON.parse((await at(["threads", "--json"])).stdout) as ListedPage;
      const names = conversations.map(({ thread }) => thread);
      expect(names.length).toBeGreaterThan(3);
      const rows = await rowsAt(columns);
      expect(rows).toHaveLength(names.length + 1);
      // Names are never truncated, because users copy them.
      const widest = Math.max(columns, ...names.map((name: string) => stringWidth(name)));
      for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(widest);
      for (const [index, name] of names.entries()) expect(rows[index + 1]).toContain(name);
    },
  );

  it("shows as much of the topic as fits, and omits it in a narrow terminal", async () => {
    expect((await rowsAt(60))[0]).not.toContain("Topic");
    const [narrow = "", wide = ""] = (await Promise.all([rowsAt(140), rowsAt(300)])).map((rows) => rows[1]);
    expect(narrow).toMatch(/…$/);
    expect(wide.length).toBeGreaterThan(narrow.length);
  });
});
