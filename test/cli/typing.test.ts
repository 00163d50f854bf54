/** Lines typed in a terminal while a conversation runs. */
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

/** Runs it in a terminal in which somebody types. */
async function typing(argv: readonly string[], script: Script, setting: Setting = {}) {
  const keyboard = new FakeKeyboard(script);
  const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, columns: 200, env: { NO_COLOR: "1" } };
  const ended = await rostrum(argv, { ...terminal, ...setting, keyboard });
  return { ...ended, keyboard };
}

describe("a line typed while a debate runs", () => {
  it("is confirmed, becomes a message at the next turn's boundary, and is answered by whom it is to", async () => {
    const { status, stdout, stderr } = await typing(debate, [{ at: "Turn 1\n", keys: "Bo, who pays for it?\r" }]);
    expect(status).toBe(0);
    expect(stderr).toContain("  › Bo, who pays for it? (will be heard when this turn has ended)\n");
    expect(stdout).toMatch(/^User interjects\n {2}Bo, who pays for it\?\n\nBo\n/m);
    expect(stderr).not.toContain("too late");
  });

  it("is one message for each line that is pasted, in their order", async () => {
    const { stdout } = await typing(debate, [{ at: "Turn 1\n", keys: "First.\rSecond.\r\nThird.\r" }]);
    expect([...stdout.matchAll(/^User interjects\n {2}(.*)$/gm)].map(([, text]) => text)).toEqual([
      "First.",
      "Second.",
      "Third.",
    ]);
  });

  it("costs nothing of what is said meanwhile, also when it is given up", async () => {
    const silent = await typing(debate, []);
    const { stdout, stderr } = await typing(debate, [
      { at: "Turn 2\n", keys: "Wait" },
      { at: "›", keys: "\u0015\r" },
    ]);
    expect(stdout).toBe(silent.stdout);
    expect(stderr).toContain("›");
  });

  it("is said to have come too late when the conversation has ended", async () => {
    const { stdout, stderr } = await typing(debate, [{ at: "Turn 5\n", keys: "My last word" }]);
    expect(stdout).not.toContain("My last word");
    expect(stderr.endsWith("This line came too late to be heard: My last word\n")).toBe(true);
  });

  it("may be as long as an interjection, and no longer", async () => {
    const { stdout, stderr } = await typing(debate, [{ at: "Turn 1\n", keys: `${"x".repeat(4001)}\r` }]);
    expect(stderr).toContain("(that is longer than 4000 characters; nothing was sent)");
    expect(stdout).not.toContain("interjects");
  });
});

describe("a command", () => {
  it("is never sent: /help, /hand without people, and what is none", async () => {
    const keys = "/help\r/hand\r/stop now\r";
    const { stdout, stderr } = await typing(debate, [{ at: "Turn 1\n", keys }]);
    expect(stderr).toContain("› /help (a line is heard when the turn under way has ended, and answered");
    expect(stderr).toContain("› /hand (nobody in this cast is a person");
    expect(stderr).toContain("› /stop now (there is no command /stop; there are /hand and /help)");
    expect(stdout).not.toContain("interjects");
  });

  it("is told of in Chinese", async () => {
    const argv = ["run", "bidding", "--lang", "zh", "--turns", "3", "--seed", "7", "--pace", "1"];
    const { stdout, stderr } = await typing(argv, [{ at: "第 1 轮\n", keys: "/举手\r谁来出钱？\r" }]);
    expect(stderr).toContain("随时可以输入一行文字加入对话");
    expect(stderr).toContain("› /举手（参与者中没有真人");
    expect(stderr).toContain("› 谁来出钱？（这一轮结束后会被听到）");
    expect(stdout).toMatch(/^用户 插话\n {2}谁来出钱？\n/m);
  });
});

describe("the keyboard", () => {
  it("is told of once, and given back when the run has ended", async () => {
    const { stderr, keyboard } = await typing(debate, []);
    expect(stderr.match(/Type a line any time to join in/g)).toHaveLength(1);
    expect(keyboard.changes).toBeGreaterThan(1);
    expect(keyboard.isRaw).toBe(false);
    expect(keyboard.isPaused()).toBe(true);
  });

  it("is given back when the run fails", async () => {
    process.env["OPENAI_BASE_URL"] = "http://127.0.0.1:9/v1";
    const { status, keyboard } = await typing(debate, []);
    delete process.env["OPENAI_BASE_URL"];
    expect({ status, isRaw: keyboard.isRaw }).toEqual({ status: 1, isRaw: false });
  });

  it.each(["", "half a li"])("stops the run by Ctrl-C (typed before: “%s”)", async (typed) => {
    const { status, stderr, keyboard, quits } = await typing(debate, [{ at: "Turn 3\n", keys: typed + ctrlC }]);
    expect({ status, isRaw: keyboard.isRaw, quits }).toEqual({ status: 130, isRaw: false, quits: [] });
    expect(stderr).toContain("Stopped.\nBroken off after 2 turns.");
  });

  it("quits by a second Ctrl-C", async () => {
    const { quits } = await typing(debate, [{ at: "Turn 2\n", keys: ctrlC + ctrlC }]);
    expect(quits).toEqual([130]);
  });

  it("does no harm by Ctrl-D, Ctrl-Z, arrows or an empty line", async () => {
    const silent = await typing(debate, []);
    const { status, stdout, stderr } = await typing(debate, [{ at: "Turn 2\n", keys: "\u0004\u001a\u001b[A\r\n\t" }]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: silent.stdout });
    expect(stderr).not.toContain("›");
  });

  it.each([
    ["stdout is no terminal", debate, { stdoutIsTerminal: false }],
    ["one JSON object is asked for", [...debate, "--json"], {}],
  ])("is not read where %s", async (_why, argv, setting) => {
    const { status, stdout, stderr, keyboard } = await typing(argv, [{ at: "Turn 1", keys: "Hello?\r" }], setting);
    expect({ status, changes: keyboard.changes }).toEqual({ status: 0, changes: 0 });
    expect(`${stdout}${stderr}`).not.toMatch(/Hello|Type a line|›/);
  });

  it("is not waited for where stdin is none", async () => {
    const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, env: { NO_COLOR: "1" } };
    const { stdout, stderr } = await rostrum(debate, { ...terminal, stdin: "Hello?\n" });
    expect(`${stdout}${stderr}`).not.toMatch(/Hello|Type a line|›/);
  });
});
