import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { FakeKeyboard, rostrum, type Setting, withoutModels } from "./captured-io.js";

let restore = () => {};
beforeAll(() => {
  restore = withoutModels();
});
afterAll(() => restore());

const debate = ["run", "bidding", "--participants", "Ann,Bo,Cy", "--turns", "5", "--seed", "7", "--pace", "1"];
const ctrlC = "\u0003";

type Script = ConstructorParameters<typeof FakeKeyboard>[0];

async function typing(argv: readonly string[], script: Script, setting: Setting = {}) {
  const keyboard = new FakeKeyboard(script);
  const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, columns: 200, env: { NO_COLOR: "1" } };
  const ended = await rostrum(argv, { ...terminal, ...setting, keyboard });
  return { ...ended, keyboard };
}

describe("a line typed while a debate runs", () => {
  it("is confirmed, becomes a message before the next turn, and is answered by its addressee", async () => {
    const { status, stdout, stderr } = await typing(debate, [{ at: "Turn 1\n", keys: "Bo, who pays for it?\r" }]);
    expect(status).toBe(0);
    expect(stderr).toContain("  › Bo, who pays for it? (will be heard before the next turn)\n");
    expect(stdout).toMatch(/^User interjects\n {2}Bo, who pays for it\?\n\nBo\n/m);
    expect(stderr).not.toContain("before it heard your message");
  });

  it("becomes a separate message, in order, when several lines are pasted at once", async () => {
    const { stdout } = await typing(debate, [{ at: "Turn 1\n", keys: "First.\rSecond.\r\nThird.\r" }]);
    expect([...stdout.matchAll(/^User interjects\n {2}(.*)$/gm)].map(([, text]) => text)).toEqual([
      "First.",
      "Second.",
      "Third.",
    ]);
  });

  it("does not change the speeches if it is discarded", async () => {
    const silent = await typing(debate, []);
    const { stdout, stderr } = await typing(debate, [
      { at: "Turn 2\n", keys: "Wait" },
      { at: "›", keys: "\u0015\r" },
    ]);
    expect(stdout).toBe(silent.stdout);
    expect(stderr).toContain("›");
  });

  it("delays the next turn until the line is sent", async () => {
    const { stdout, stderr } = await typing(debate, [
      { at: "Turn 1\n", keys: "Bo, who pays " },
      { at: "›", keys: "for it?\r", after: 1500 },
    ]);
    expect(stdout).toMatch(/^\S+\n(?: {2}.*\n)+\nUser interjects\n {2}Bo, who pays for it\?\n\nBo\n/);
    expect(stderr).not.toContain("before it heard your message");
  });

  it.each([
    ["Escape", "\u001b", 0, /Ended after 5 turns/],
    ["Ctrl-C", ctrlC, 130, /Not finished: 1 turn so far/],
  ])("no longer holds up the debate after %s", async (_key, keys, expected, end) => {
    const script = [
      { at: "Turn 1\n", keys: "Wait" },
      // By then, turn 1 is over even on a busy machine.
      { at: "›", keys, after: 3000 },
    ];
    const { status, stdout, stderr } = await typing(debate, script);
    expect(status).toBe(expected);
    expect(stderr).toMatch(end);
    expect(stdout).not.toContain("interjects");
  });

  it("does not prevent Ctrl-C from stopping a saved conversation after the current turn", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rostrum-typing-"));
    const argv = [...debate, "--thread", "talk", "--db", join(folder, "talks.db")];
    const { status, stderr } = await typing(argv, [{ at: "Turn 2\n", keys: `Wait${ctrlC}` }]);
    await rm(folder, { recursive: true });
    expect(status).toBe(130);
    expect(stderr).toContain("Stopping after the current turn");
    expect(stderr).toMatch(/Not finished: 2 turns so far/);
    expect(stderr).toContain("The conversation did not hear your message: Wait\n");
  });

  it("reaches the next run if Ctrl-C follows immediately, and the person sees a notice", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rostrum-typing-"));
    const saved = ["--db", join(folder, "talks.db")];
    const line = "Bo, who pays?";
    const argv = [...debate, "--thread", "talk", ...saved];
    const stopped = await typing(argv, [{ at: "Turn 2\n", keys: `${line}\r${ctrlC}` }]);
    const { stdout } = await rostrum(["resume", "talk", ...saved, "--pace", "0"]);
    await rm(folder, { recursive: true });
    expect(stopped.stdout).not.toContain("interjects");
    expect(stopped.stderr).toContain(`The conversation will hear your message when it runs again: ${line}\n`);
    expect(stdout).toContain(line);
  });

  it("stops delaying the next turn when the keyboard closes", async () => {
    const { status, stderr } = await typing(debate, [
      { at: "Turn 1\n", keys: "Wait" },
      { at: "›", after: 1500 },
    ]);
    expect(status).toBe(0);
    expect(stderr).toContain("The conversation did not hear your message: Wait\n");
  });

  it.each(["en", "zh"])(
    "is reported as not heard if the conversation ends before the line is sent (%s)",
    async (language) => {
      const argv = [...debate, "--lang", language];
      const { stdout, stderr } = await typing(argv, [
        { at: language === "en" ? "Turn 5\n" : "第 5 次发言\n", keys: "My last word" },
      ]);
      const note = language === "en" ? "The conversation did not hear your message: " : "对话没有听到这句话：";
      expect(stdout).not.toContain("My last word");
      expect(stderr.endsWith(`${note}My last word\n`)).toBe(true);
    },
  );

  it("changes the hint for repeating the conversation, because a repeat may now differ", async () => {
    const again = "To repeat this conversation:";
    expect((await typing(debate, [])).stderr).toContain(again);
    const { stderr } = await typing(debate, [{ at: "Turn 1\n", keys: "Really?\r" }]);
    expect(stderr).toContain("To run this conversation again with the same seed:");
    expect(stderr).not.toContain(again);
  });

  it("is rejected if it is too long for an interjection", async () => {
    const { stdout, stderr } = await typing(debate, [{ at: "Turn 1\n", keys: `${"x".repeat(20_001)}\r` }]);
    expect(stderr).toContain("(this message is longer than 20000 characters; nothing was sent)");
    expect(stdout).not.toContain("interjects");
  });
});

describe("a command", () => {
  it("is not sent as a message, even if it is unknown or cannot be carried out", async () => {
    const keys = "/help\r/hand\r/stop now\r";
    const { stdout, stderr } = await typing(debate, [{ at: "Turn 1\n", keys }]);
    expect(stderr).toContain("  Type a message and press Enter: the participants hear it after the current turn.\n");
    expect(stderr).toContain("  /help         shows this help\n");
    expect(stderr).not.toContain("asks for the floor");
    expect(stderr).toContain("› /hand (the cast has no people");
    expect(stderr).toContain("› /stop now (unknown command /stop; /help lists the commands)\n\n");
    expect(stdout).not.toContain("interjects");
  });

  it("reports that the text after it was not sent (/help)", async () => {
    const { stdout, stderr } = await typing(debate, [{ at: "Turn 1\n", keys: "/help Bo, are you there?\r" }]);
    expect(stderr).toContain("› /help Bo, are you there? (nothing was sent; to list the commands, type only /help)\n");
    expect(stdout).not.toContain("interjects");
  });

  it("has a Chinese name and Chinese messages", async () => {
    const argv = ["run", "bidding", "--lang", "zh", "--turns", "3", "--seed", "7", "--pace", "1"];
    const { stdout, stderr } = await typing(argv, [{ at: "第 1 次发言\n", keys: "/举手\r谁来出钱？\r" }]);
    expect(stderr).toContain("可以输入一句话加入对话");
    expect(stderr).toContain("› /举手（参与者中没有真人");
    expect(stderr).toContain("› 谁来出钱？（下一次发言前会被听到）");
    expect(stdout).toMatch(/^用户 插话\n {2}谁来出钱？\n/m);
  });
});

describe("steering", () => {
  const turns = (stdout: string) => [...stdout.matchAll(/^(Ann|Bo|Cy|Dee)$/gm)].map(([name]) => name);

  it("chooses the next speaker, mutes, adds and removes participants, and shows who sent each control", async () => {
    const keys = '/next Cy\r/mute Bo\r/add "Dee, a nurse"\r／next Dee\r/remove Ann\r';
    const { status, stdout, stderr } = await typing(debate, [{ at: "Turn 1\n", keys }]);
    expect(status).toBe(0);
    expect(stderr).toContain("› /next Cy (takes effect before the next turn)\n");
    for (const effect of [
      "Cy has the next turn",
      "Bo is muted",
      "Dee, a nurse, joins",
      "Dee has the next turn",
      "Ann leaves",
    ])
      expect(stderr).toContain(`  User: ${effect}\n`);
    const [first, ...rest] = turns(stdout);
    expect(rest.slice(0, 2)).toEqual(["Cy", "Dee"]);
    expect([...new Set(rest)].sort()).toEqual(["Cy", "Dee"]);
    expect(first).toBeDefined();
  });

  it("shows why a control is refused, and sends no control that lacks a name or has an unneeded or overlong one", async () => {
    const keys = `/mute Zed\r/mute\r/pause Ann\r/next ${"x".repeat(201)}\r`;
    const { stderr } = await typing(debate, [{ at: "Turn 1\n", keys }]);
    expect(stderr).toContain("User: Zed is muted (refused: no participant named “Zed” (participants: Ann, Bo, Cy))");
    expect(stderr).toContain("› /mute (this command needs a name; nothing was sent)\n");
    expect(stderr).toContain("› /pause Ann (this command takes no name; nothing was sent)\n");
    expect(stderr).toMatch(/› \/next x+… \(this name is too long; nothing was sent\)/);
  });

  const paused = "Paused. Press Enter to continue";

  it("pauses a conversation, accepts a command meanwhile, runs a single step, and continues with Enter", async () => {
    const silent = await typing(debate, []);
    const { status, stdout, stderr } = await typing(debate, [
      { at: "Turn 1\n", keys: "/pause\r" },
      { at: paused, keys: "/unmute Bo\r" },
      { at: paused, keys: "/step\r" },
      { at: paused, keys: "\r" },
    ]);
    expect(status).toBe(0);
    expect(stderr).toContain("› /unmute Bo (takes effect before the next turn)\n");
    expect(stderr).toContain("User: Bo may speak again (refused: Bo is not muted)");
    expect(stdout).toBe(silent.stdout);
  });

  it("does not prompt again after Ctrl-C in a pause, even if a line was sent just before Ctrl-C", async () => {
    const { status, stderr } = await typing(debate, [
      { at: "Turn 2\n", keys: "/pause\r" },
      { at: paused, keys: `Hello.\r${ctrlC}` },
    ]);
    expect(status).toBe(130);
    expect(stderr.split(paused)).toHaveLength(2);
  });

  it("leaves a saved conversation paused on Ctrl-C, and resume ends the pause", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rostrum-pause-"));
    const saved = ["--thread", "talk", "--db", join(folder, "talks.db")];
    const script = [
      { at: "Turn 2\n", keys: "/pause\r" },
      { at: paused, keys: ctrlC },
    ];
    const left = await typing([...debate, ...saved], script);
    expect(left.status).toBe(130);
    expect(left.stderr).toMatch(/Not finished: 2 turns so far/);
    expect(left.stderr).not.toContain("Stopping after the current turn");
    const { status, stdout } = await rostrum(["resume", "talk", "--db", join(folder, "talks.db"), "--pace", "0"]);
    await rm(folder, { recursive: true });
    expect(status).toBe(0);
    expect(turns((await typing(debate, [])).stdout)).toHaveLength(5);
    expect(stdout.split("\n\n").length).toBeGreaterThan(2);
  });

  it("works in Chinese", async () => {
    const argv = ["run", "bidding", "--lang", "zh", "--turns", "3", "--seed", "7", "--pace", "1"];
    const { stdout, stderr } = await typing(argv, [
      { at: "第 1 次发言\n", keys: "/加入 小迪，护士\r/点名 小迪\r/暂停\r" },
      { at: "已暂停。按回车继续", keys: "\r" },
    ]);
    expect(stderr).toContain("› /加入 小迪，护士（下一次发言前生效）");
    expect(stderr).toContain("用户：请小迪（护士）加入");
    expect(stdout).toMatch(/^小迪\n/m);
  });
});

describe("the keyboard", () => {
  it("is mentioned once in the output, and restored after the run", async () => {
    const { stderr, keyboard } = await typing(debate, []);
    expect(stderr.match(/Type a message to join in/g)).toHaveLength(1);
    expect(keyboard.changes).toBeGreaterThan(1);
    expect(keyboard.isRaw).toBe(false);
    expect(keyboard.isPaused()).toBe(true);
  });

  it("is restored when the run fails", async () => {
    process.env["OPENAI_BASE_URL"] = "http://127.0.0.1:9/v1";
    const { status, keyboard } = await typing(debate, []);
    delete process.env["OPENAI_BASE_URL"];
    expect({ status, isRaw: keyboard.isRaw }).toEqual({ status: 1, isRaw: false });
  });

  it.each(["", "half a li"])("stops the run with Ctrl-C (typed before: “%s”)", async (typed) => {
    const { status, stderr, keyboard, quits } = await typing(debate, [{ at: "Turn 3\n", keys: typed + ctrlC }]);
    expect({ status, isRaw: keyboard.isRaw, quits }).toEqual({ status: 130, isRaw: false, quits: [] });
    expect(stderr).toContain("Stopped.\nNot finished: 2 turns so far.");
    expect(stderr).toContain("To run this conversation again with the same seed:");
    expect(stderr.includes(`did not hear your message: ${typed}`)).toBe(typed !== "");
  });

  it("ends the program immediately with a second Ctrl-C", async () => {
    const { quits } = await typing(debate, [{ at: "Turn 2\n", keys: ctrlC + ctrlC }]);
    expect(quits).toEqual([130]);
  });

  it("ignores Ctrl-D, Ctrl-Z, the up arrow, Tab and an empty line", async () => {
    const silent = await typing(debate, []);
    const { status, stdout, stderr } = await typing(debate, [{ at: "Turn 2\n", keys: "\u0004\u001a\u001b[A\r\n\t" }]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: silent.stdout });
    expect(stderr).not.toContain("›");
  });

  it.each([
    ["stdout is not a terminal", debate, { stdoutIsTerminal: false }],
    ["--json is set", [...debate, "--json"], {}],
  ])("is not read if %s", async (_why, argv, setting) => {
    const { status, stdout, stderr, keyboard } = await typing(argv, [{ at: "Turn 1", keys: "Hello?\r" }], setting);
    expect({ status, changes: keyboard.changes }).toEqual({ status: 0, changes: 0 });
    expect(`${stdout}${stderr}`).not.toMatch(/Hello|Type a message|›/);
  });

  it("is not read if stdin is not a terminal", async () => {
    const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, env: { NO_COLOR: "1" } };
    const { stdout, stderr } = await rostrum(debate, { ...terminal, stdin: "Hello?\n" });
    expect(`${stdout}${stderr}`).not.toMatch(/Hello|Type a message|›/);
  });
});
