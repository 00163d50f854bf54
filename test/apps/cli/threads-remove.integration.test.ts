import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "@jest/globals";
import type { ListedPage } from "../../../src/talk/conversations/port/port.js";
import { openThreads } from "../../../src/talk/storage/open.js";
import { FakeKeyboard, rostrum, type Setting, suiteFolder } from "./captured-io.js";

const database = join(suiteFolder(), "talks.db");

const at = (words: readonly string[], setting: Setting = {}) => rostrum([...words, "--db", database], setting);
const save = (...names: readonly string[]) =>
  Promise.all(names.map((name) => at(["run", "round-robin", "--turns", "1", "--thread", name, "--quiet"])));
const namesIn = async () =>
  (JSON.parse((await at(["threads", "--json"])).stdout) as ListedPage).conversations.map(({ thread }) => thread).sort();

const removeAsking = (names: readonly string[], keys: string, ...options: readonly string[]) =>
  at(["threads", "remove", ...names, ...options], {
    stderrIsTerminal: true,
    keyboard: new FakeKeyboard([{ at: "[y/N] ", keys }]),
  });

describe("threads remove", () => {
  it("asks once in a terminal, deletes each conversation once, and says so", async () => {
    await save("a", "b", "c");
    const ended = await removeAsking(["a", "b", "a"], "y\n");
    expect(ended).toMatchObject({
      status: 0,
      stdout: "Deleted “a”.\nDeleted “b”.\n",
      stderr: "Delete “a”, “b”? This cannot be undone. [y/N] ",
    });
    expect(await namesIn()).toEqual(["c"]);
  });

  it.each([
    ["declines", "n\n"],
    ["answers nothing", "\n"],
    ["answers something else", "yes please\n"],
  ])("deletes nothing if the person %s", async (_what, keys) => {
    await save("kept");
    const ended = await removeAsking(["kept"], keys);
    expect(ended).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/\[y\/N\] Nothing was deleted\.\n$/),
    });
    expect(await namesIn()).toContain("kept");
  });

  it("deletes nothing if the input ends before the answer", async () => {
    const keyboard = new FakeKeyboard();
    keyboard.end();
    const ended = await at(["threads", "remove", "kept"], { stderrIsTerminal: true, keyboard });
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining("[y/N] \nNothing was deleted.\n") });
    expect(await namesIn()).toContain("kept");
  });

  it("stops reading after the answer, because a terminal that is being read keeps the process alive", async () => {
    await save("gone");
    const keyboard = new FakeKeyboard([{ at: "[y/N] ", keys: "y\n" }]);
    await at(["threads", "remove", "gone"], { stderrIsTerminal: true, keyboard });
    expect(keyboard.isPaused()).toBe(true);
  });

  it("asks and answers in Chinese", async () => {
    await save("夜车");
    const ended = await removeAsking(["夜车"], "是\n", "--lang", "zh");
    expect(ended).toMatchObject({ status: 0, stdout: "已删除“夜车”。\n" });
    expect(ended.stderr).toBe("要删除“夜车”吗？删除后无法恢复。[y/N] ");
  });

  it.each([
    ["standard input", { stderrIsTerminal: true }],
    ["standard error", { keyboard: new FakeKeyboard() }],
  ])("needs --yes if %s is not a terminal", async (_stream, setting) => {
    await save("kept");
    const ended = await at(["threads", "remove", "kept"], setting);
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining("--yes: is required") });
    expect(await namesIn()).toContain("kept");
  });

  it("deletes nothing if one of the names is unknown, and suggests the nearest name", async () => {
    await save("night-train", "kept");
    const ended = await at(["threads", "remove", "kept", "nigth-train", "--yes"]);
    expect(ended).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("no saved conversation named “nigth-train”; did you mean night-train?"),
    });
    expect(await namesIn()).toEqual(expect.arrayContaining(["kept", "night-train"]));
  });

  it("needs a name, and reports a mistyped subcommand", async () => {
    expect(await at(["threads", "remove", "--yes"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/missing argument <thread>[\s\S]*See rostrum threads remove --help/),
    });
    expect(await at(["threads", "remov", "kept"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("unknown command “threads remov”; did you mean threads remove?"),
    });
  });

  it.each([
    ["--status", "ended"],
    ["--search", "train"],
    ["--limit", "1"],
    ["--after", "x"],
    ["--extensions", "modes.ts"],
  ])("rejects %s, an option of the list, before and after the word “remove”", async (option, value) => {
    await save("kept");
    for (const words of [
      ["threads", "remove", "kept", "--yes", option, value],
      ["threads", option, value, "remove", "kept", "--yes"],
    ])
      expect(await at(words)).toMatchObject({
        ...{ status: 2, stdout: "" },
        stderr: expect.stringContaining(`${option}: cannot be combined with threads remove`),
      });
    expect(await namesIn()).toContain("kept");
  });

  it("prints JSON on request", async () => {
    await save("a");
    expect(await at(["threads", "remove", "a", "--yes", "--json"])).toMatchObject({
      status: 0,
      stdout: '{"removed":["a"]}\n',
    });
  });

  it("refuses a conversation while another process is running it, and deletes it once that process has released it", async () => {
    await save("busy");
    const other = await openThreads(database);
    await other.take("busy");
    const refused = await at(["threads", "remove", "busy", "--yes"]);
    expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("“busy”") });
    expect(refused.stderr).not.toContain("unexpected");
    expect(await namesIn()).toContain("busy");
    await other.release("busy");
    await other.close();
    expect((await at(["threads", "remove", "busy", "--yes"])).status).toBe(0);
  });

  it("deletes a conversation that cannot be read, and one in a mode that is not loaded", async () => {
    await save("broken", "foreign");
    const file = new DatabaseSync(database);
    file.exec("UPDATE checkpoints SET checkpoint = '{' WHERE thread_id = 'broken'");
    file.exec("UPDATE threads SET record = replace(record, 'round-robin', 'interview') WHERE name = 'foreign'");
    file.close();
    expect((await at(["show", "broken"])).status).toBe(1);
    expect((await at(["show", "foreign"])).status).toBe(2);
    expect((await at(["threads", "remove", "broken", "foreign", "--yes"])).status).toBe(0);
    const names = await namesIn();
    expect(names).not.toContain("broken");
    expect(names).not.toContain("foreign");
  });
});
