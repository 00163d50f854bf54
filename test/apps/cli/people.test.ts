import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import { PipedLines } from "../../../src/apps/cli/audience/person-turns.js";
import { type Contact, TypedLines } from "../../../src/apps/cli/audience/typed-lines.js";
import type { ConversationDocument } from "../../../src/talk/transcript/json.js";
import { cliTexts } from "../../../src/words/command-line.js";
import { FakeKeyboard, rostrum, type Setting, suiteFolder } from "./captured-io.js";

const folder = suiteFolder();

beforeAll(async () => {
  await writeFile(file("talk"), talk);
  await writeFile(file("meeting"), meeting);
  await writeFile(file("hasty"), hasty);
  await writeFile(file("approved"), approved);
});
const file = (name: string) => join(folder, `${name}.yaml`);

/** Bea, a person, has the second and the fourth turn. */
const talk = `
mode: round-robin
topic: Should the ferry be free?
seed: 3
maxTurns: 4
participants:
  - { name: Ada, role: pilot }
  - { name: Bea, role: baker, human: true, model: "nobody:asks-for-it" }
`;

/** Ann and Cid, two people, speak at the same time as Bea, an agent. Then Dov, another person, decides. */
const meeting = `
mode: group-chat
topic: Shall we build the bridge?
seed: 3
stages:
  - { task: discuss, order: together, speakers: [Ann, Bea, Cid], maxRounds: 1 }
  - { task: decide, speakers: [Dov] }
participants:
  - { name: Ann, human: true }
  - { name: Bea }
  - { name: Cid, human: true }
  - { name: Dov, human: true }
`;

const hasty = `${talk}humanTimeoutMs: 4000\n`;

/** The same conversation as `talk`, but Bea is an agent, and a person approves Ada's speeches. */
const approved = talk.replace(/human.*(?= })/, "human: false").replace("role: pilot", "role: pilot, approve: true");

type Script = ConstructorParameters<typeof FakeKeyboard>[0];
const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, columns: 200, env: { NO_COLOR: "1" } };
const atKeyboard = (name: string, script: Script, words: readonly string[] = [], setting: Setting = {}) =>
  rostrum(["run", file(name), "--pace", "1", ...words], {
    ...terminal,
    ...setting,
    keyboard: new FakeKeyboard(script),
  });
const fromPipe = (name: string, stdin: string, ...words: string[]) => rostrum(["run", file(name), ...words], { stdin });
const parse = (stdout: string) => JSON.parse(stdout) as ConversationDocument;
const linesOf = (stdout: string) => parse(stdout).messages.map(({ name, text }) => [name, text]);

const floor = "Bea, you have the floor. To pass, enter an empty line.\n";

describe("a person at the keyboard", () => {
  it("is marked in the cast, is asked in turn, speaks like an agent, and passes with an empty line", async () => {
    const { status, stdout, stderr } = await atKeyboard("talk", [
      { at: floor, keys: "I bake at night.\r" },
      { at: floor, keys: "\r" },
    ]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^ {2}Bea {2}baker · person$/m);
    expect(stderr).toContain("Type a message to join in as Bea; /hand asks for the floor");
    expect(stderr).toContain("To run this conversation again with the same seed:");
    expect(stderr).not.toContain("Ada\n");
    expect(stdout).toContain("Bea\n  I bake at night.\n\nAda\n");
    expect(stdout).toMatch(/Bea\n {2}\*passes\*\n\n$/);
    // Two turns and four words: the pass counts as a turn, but has no words.
    expect(stderr).toMatch(/^ {2}Bea +2 +4$/m);
  });

  it("answers with the line typed after the question, and interjects with a line started before it", async () => {
    const script = [
      { at: "Ada\n", keys: "And the " },
      { at: "›", keys: "fares?\r", after: 1000 },
      { at: floor, keys: "I bake at night.\r" },
      { at: floor, keys: "\r" },
    ];
    const { stdout } = await atKeyboard("talk", script);
    expect(stdout).toMatch(/^Bea interjects\n {2}And the fares\?\n\nBea\n {2}I bake at night\.\n\nAda\n/m);
  });

  it("interjects with a line typed after the answer, while the run continues", async () => {
    const { stdout } = await atKeyboard("talk", [
      { at: floor, keys: "I bake.\rAnd the fa" },
      { at: "And the fa", keys: "res?\r", after: 500 },
      { at: floor, keys: "\r" },
    ]);
    expect(stdout).toMatch(/^Bea\n {2}I bake\.\n\nBea interjects\n {2}And the fares\?\n\nAda\n/m);
  });

  it("asks for the floor with /hand, with or without a message", async () => {
    const script = [{ at: "Ada\n", keys: "/hand\r/hand Let me!\r" }];
    const { stdout, stderr } = await atKeyboard("talk", [...script, { at: floor, keys: "Now.\r" }], ["--turns", "2"]);
    expect(stderr).toContain("› /hand Let me! (Bea asks for the floor)");
    expect(stderr).toContain("  Bea raised a hand\n");
    expect(stdout).toContain("Bea interjects\n  Let me!\n");
  });

  it("gets a separate question if several people speak at once, and another after an invalid line", async () => {
    const { status, stdout, stderr } = await atKeyboard("meeting", [
      { at: "Ann, you have the floor.", keys: "Yes.\r" },
      { at: "Cid, you have the floor.", keys: `${"x".repeat(20_001)}\r` },
      { at: "That was longer than 20000 characters.\n  Cid, you have the floor.", keys: "No.\r" },
      { at: "Dov, the final decision is yours. You cannot pass.", keys: "\r" },
      { at: "That was empty.\n  Dov, the final decision", keys: "In June.\r" },
    ]);
    expect(status).toBe(0);
    for (const speech of ["Ann\n  Yes.\n", "Cid\n  No.\n", "Dov\n  In June.\n"]) expect(stdout).toContain(speech);
    expect(stderr.match(/Ann, you have/g)).toHaveLength(1);
  });

  it("has answered even if the run stops before another person who speaks at the same time has answered", async () => {
    const saved = ["--db", join(folder, "talks.db")];
    const script = [
      { at: "Ann, you have the floor.", keys: "Yes.\r" },
      { at: "Cid, you have the floor.", keys: "\u0003" },
    ];
    const { stderr } = await atKeyboard("meeting", script, ["--thread", "bridge", ...saved]);
    expect(stderr).not.toContain("did not hear");
    const { stdout } = await rostrum(["resume", "bridge", ...saved, "--json"], { stdin: "No.\n\nIn June.\n" });
    expect(linesOf(stdout)).toEqual(
      expect.arrayContaining([
        ["Ann", "Yes."],
        ["Cid", "No."],
      ]),
    );
  });

  it("must name the person who raises a hand if the cast has several people", async () => {
    const { stdout, stderr } = await atKeyboard("meeting", [
      { at: "Discussion", keys: "/hand\r/hand Dov Let me decide.\r" },
      { at: "Ann, you have the floor.", keys: "\r" },
      { at: "Cid, you have the floor.", keys: "\r" },
      { at: "Dov, you have the floor.", keys: "\r" },
      { at: "Dov, the final decision", keys: "In June.\r" },
    ]);
    expect(stderr).toContain("Type a message to join in; /hand");
    expect(stderr).toContain("(whose hand? Type /hand and a name: Ann, Cid, Dov)");
    expect(stdout).toContain("Dov interjects\n  Let me decide.\n");
  });

  it("no longer speaks or raises a hand once removed from the cast", async () => {
    await writeFile(file("trio"), talk.replace("participants:", "$&\n  - { name: Cy }"));
    const { stdout, stderr } = await atKeyboard("trio", [
      { at: "Cy\n", keys: "/remove Bea\r" },
      { at: "Bea leaves", keys: "Who pays?\r/hand\r" },
    ]);
    expect(stdout).toContain("User interjects\n  Who pays?\n");
    expect(stderr).toContain("› /hand (the cast has no people");
  });

  it("is asked again after a command", async () => {
    const { stdout, stderr } = await atKeyboard("talk", [
      { at: floor, keys: "/help\r" },
      { at: floor, keys: "/hand Let me!\r" },
      { at: floor, keys: "/pass\r" },
      { at: floor, keys: "I bake at night.\r" },
      { at: floor, keys: "\r" },
    ]);
    const asked = `\n\n  ${floor}`;
    expect(stderr).toContain("  Type what Bea says, and press Enter.\n  /next NAME    gives NAME the next turn\n");
    expect(stderr).toContain("  /help         shows this help\n");
    expect(stderr).toContain(`  Ctrl-C        stops the conversation${asked}`);
    expect(stderr).toContain(`› /hand Let me! (Bea already has the floor; type what Bea says)${asked}`);
    expect(stderr).toContain(`› /pass (unknown command /pass; /help lists the commands)${asked}`);
    expect(stdout.match(/^Bea\n {2}.*/gm)).toEqual(["Bea\n  I bake at night.", "Bea\n  *passes*"]);
    expect(stdout).not.toContain("interjects");
  });

  it("sees a Chinese notice after raising a hand while having the floor", async () => {
    const script = [
      { at: "轮到你发言了", keys: "/举手\r" },
      { at: "轮到你发言了", keys: "我夜里烤面包。\r" },
    ];
    const { stderr } = await atKeyboard("talk", script, ["--lang", "zh", "--turns", "2"]);
    expect(stderr).toContain("以Bea的名义加入对话");
    expect(stderr).toContain("› /举手（现在就轮到Bea发言，直接输入文字即可）");
  });

  it.each([
    ["talk", 2],
    ["meeting", 1],
  ])("sees a new message once, before the next question, if stdout is not a terminal (%s)", async (name, times) => {
    const answers = ["Ann", "Cid", "Dov", "Bea", "Bea"].map((person) => ({ at: `${person}, `, keys: "Yes.\r" }));
    const script = name === "talk" ? answers.slice(3) : answers.slice(0, 3);
    const elsewhere = { stdoutIsTerminal: false, columns: 60 };
    const { status, stdout, stderr } = await atKeyboard(name, script, ["--json"], elsewhere);
    expect(status).toBe(0);
    const [first] = parse(stdout).messages.filter(
      (message) => message.name === (name === "talk" ? "Ada" : "Moderator"),
    );
    const words =
      first?.text
        .split(" ")
        .join("\\s+")
        .replace(/[?.*()]/g, "\\$&") ?? "";
    expect(stderr).toMatch(new RegExp(`^${first?.name}\\n {2}${words}\\n\\n {2}(?:Ann|Bea), you have the floor`, "m"));
    expect(stderr.match(/^(?:Ada|Moderator)\n/gm)).toHaveLength(times);
  });

  it("misses a turn if the line is unfinished at the deadline, says the line as a remark, and answers in the next turn", async () => {
    const { status, stdout, stderr } = await atKeyboard("hasty", [
      { at: "you have the floor", keys: "By " },
      { at: "no longer waiting for this answer", keys: "day?\r" },
      { at: "you have the floor", keys: "I bake at night.\r" },
    ]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/Bea, you have the floor\. To pass, enter an empty line\. Answer by [-\d]+ [:\d]+ UTC\./);
    expect(stdout).toContain("Bea\n  *does not answer in time*\n");
    expect(stdout).toContain("Bea interjects\n  By day?\n");
    expect(stdout).toContain("Bea\n  I bake at night.\n");
    expect(stderr).toContain("Bea missed a turn: no answer within 4 seconds");
  });

  it("approves, edits and rejects a participant's drafts", async () => {
    const at = "Press Enter to approve what Ada is going to say";
    const { status, stdout, stderr } = await atKeyboard(
      "approved",
      [
        { at, keys: "/rewrite Shorter.\r" },
        { at, keys: "/help\r" },
        { at, keys: "\r" },
        { at, keys: "Ships sink.\r" },
      ],
      ["--json"],
      { stdoutIsTerminal: false },
    );
    expect(status).toBe(0);
    const { corrections, messages } = parse(stdout);
    expect(corrections.map(({ faults }) => faults)).toEqual([["rejected"], ["approved"], ["edited"]]);
    expect(messages.filter(({ name }) => name === "Ada").map(({ text }) => text)).toEqual([
      corrections[1]?.used,
      "Ships sink.",
    ]);
    expect(stderr).toContain(`${corrections[0]?.answer.slice(0, 30)}`);
  });

  it("rejects a draft with a Chinese command, and with spaces or a full-width slash", async () => {
    const at = "按回车同意Ada的这段发言";
    const script = ["/重写 短一点", " ／重写 短一点", "／rewrite", "", ""].map((line) => ({ at, keys: `${line}\r` }));
    const setting = { stdoutIsTerminal: false };
    const { stdout } = await atKeyboard("approved", script, ["--json", "--lang", "zh"], setting);
    const faults = parse(stdout).corrections.flatMap((correction) => correction.faults);
    expect(faults).toEqual(["rejected", "rejected", "rejected", "approved", "approved"]);
  });

  it("stops a waiting run with Ctrl-C, and keeps the conversation so far", async () => {
    const out = join(folder, "stopped.md");
    const script = [{ at: floor, keys: "I ba\u0003" }];
    const { status, stderr } = await atKeyboard("talk", script, ["--out", out]);
    expect(status).toBe(130);
    expect(stderr).toContain("Stopped.\nNot finished: 1 turn so far.");
    expect(stderr).toContain(`Wrote ${out}`);
  });

  it("sees a warning that a line was not heard if Ctrl-C follows the line immediately", async () => {
    const { status, stderr } = await atKeyboard("talk", [{ at: floor, keys: "I bake at night.\r\u0003" }]);
    expect(status).toBe(130);
    expect(stderr).toContain("Not finished: 1 turn so far.");
    expect(stderr).toContain("The conversation did not hear your message: I bake at night.\n");
  });

  it("answers while --json prints a single JSON object on stdout", async () => {
    const script = [
      { at: floor, keys: "I bake at night.\r" },
      { at: floor, keys: "\r" },
    ];
    const { status, stdout } = await atKeyboard("talk", script, ["--json"], { stdoutIsTerminal: false });
    expect(status).toBe(0);
    expect(linesOf(stdout)[2]).toEqual(["Bea", "I bake at night."]);
  });
});

it("after Ctrl-D at an empty prompt, people pass and see a notice, as at the end of a pipe", async () => {
  const script = [{ at: floor, keys: "x\u007f\u0004" }];
  const { status, stdout, stderr } = await atKeyboard("talk", script, ["--json"], { stdoutIsTerminal: false });
  expect(status).toBe(0);
  expect(linesOf(stdout).filter(([speaker]) => speaker === "Bea")).toEqual([
    ["Bea", "*passes*"],
    ["Bea", "*passes*"],
  ]);
  expect(stderr.match(/people pass if they can, and drafts are approved automatically/g)).toHaveLength(1);
});

it("after Ctrl-D, /pause still waits until somebody continues", async () => {
  const { status, stdout, stderr } = await atKeyboard("talk", [
    { at: floor, keys: "\u0004" },
    { at: "people pass if they can", keys: "/pause\r" },
    { at: "Paused. Press Enter to continue", keys: "\r" },
  ]);
  expect(status).toBe(0);
  expect(stderr).toContain("Ended after 4 turns");
  expect(stdout.match(/^Bea\n {2}\*passes\*$/gm)).toHaveLength(2);
});

it("a person who joins from elsewhere can raise a hand in the terminal", async () => {
  const typed = new TypedLines(["Ann"], cliTexts("en").takingPart);
  const joins = (name: string, human: boolean) => ({
    id: name,
    from: "User",
    control: { add: { name, human } },
    refusal: null,
    turn: 1,
    interjections: 0,
    time: "",
  });
  for (const control of [joins("Bea", true), joins("Cid", false)]) typed.see({ type: "control", turn: 1, control });
  const interject = jest.fn<Contact["interject"]>().mockResolvedValue({ id: "1" });
  typed.connect({ interject, control: jest.fn<Contact["control"]>() });
  expect(typed.take("/hand")).toContain("Type /hand and a name: Ann, Bea)");
  expect(typed.take("/hand Bea Let me!")).toContain("Bea asks for the floor");
  await typed.untilSent();
  expect(interject).toHaveBeenCalledWith("Let me!", { from: "Bea", raisesHand: true });
});

describe("people who answer through a pipe", () => {
  it("say one line of input per turn, and pass after the end of input", async () => {
    const { status, stdout, stderr } = await fromPipe("talk", "I bake at night.\n", "--json");
    expect(status).toBe(0);
    expect(linesOf(stdout).map(([speaker]) => speaker)).toEqual(["Moderator", "Ada", "Bea", "Ada", "Bea"]);
    expect(linesOf(stdout).filter(([speaker]) => speaker === "Bea")).toEqual([
      ["Bea", "I bake at night."],
      ["Bea", "*passes*"],
    ]);
    const notice =
      "Standard input has ended. From now on, people pass if they can, and drafts are approved automatically.";
    expect(stderr.replaceAll(/\s+/g, " ").split(notice)).toHaveLength(2);
    expect(parse(stdout).interjections).toEqual([]);
  });

  it("are asked in plain text, and not at all with --quiet", async () => {
    const { stdout, stderr } = await fromPipe("talk", "/hand\r\n");
    expect(stdout).toContain("Bea: /hand\n");
    expect(stderr).toContain(floor);
    expect(`${stdout}${stderr}`).not.toMatch(/\u001b|›|Type a message/);
    expect((await fromPipe("talk", "One.\n", "--quiet")).stderr).not.toMatch(/floor|ended/);
  });

  it("are asked in Chinese", async () => {
    const { stdout, stderr } = await fromPipe("talk", "我夜里烤面包。\n", "--lang", "zh");
    expect(stdout).toContain("Bea：我夜里烤面包。\n");
    expect(stderr).toContain("Bea，轮到你发言了。空行表示放弃。");
    expect(stderr).toContain("标准输入已经结束");
    expect(stderr).toContain("baker · 真人");
    expect(stderr).toMatch(/^ {2}Bea +2 +7$/m);
  });

  it("make the final decision, and the run fails if input ends before the decision", async () => {
    const decided = await fromPipe("meeting", "Yes.\nNo.\n\nIn June.\n", "--json");
    expect(decided.status).toBe(0);
    expect(parse(decided.stdout).finalDecision?.decision).toBe("In June.");
    const out = join(folder, "undecided.md");
    const { status, stdout, stderr } = await fromPipe("meeting", "Yes.\nNo.\n\n", "--json", "--out", out);
    expect(status).toBe(1);
    expect(stderr).toContain("rostrum: standard input ended before Dov made the final decision\n");
    expect(parse(stdout)).toMatchObject({ stopReason: null, finalDecision: null });
    expect(linesOf(stdout)).toContainEqual(["Cid", "No."]);
    expect(await readFile(out, "utf8")).toContain("No.");
    expect((await fromPipe("meeting", "Yes.\nNo.\n\n")).stderr).toMatch(/^Not finished/m);
  });

  it("miss a turn if no line arrives in time, and answer in the next turn with a later line", async () => {
    const open = Object.assign(
      new FakeKeyboard(["", "I bake.\n"].map((keys) => ({ at: "you have the floor", keys }))),
      {
        isTTY: false,
      },
    );
    const { status, stdout } = await rostrum(["run", file("hasty"), "--json"], { keyboard: open });
    expect(status).toBe(0);
    expect(linesOf(stdout).filter(([speaker]) => speaker === "Bea")).toEqual([
      ["Bea", "*does not answer in time*"],
      ["Bea", "I bake."],
    ]);
  });

  it("answer the next question with a line that arrives after a deadline, or see that it was not used", async () => {
    const input = new FakeKeyboard();
    const lines = new PipedLines(input, () => {});
    const missed = lines.ask("", AbortSignal.abort());
    input.write("I bake.\nAt night.\n");
    expect(await missed).toBeUndefined();
    expect(await lines.ask("", new AbortController().signal)).toBe("I bake.");
    expect(await lines.ask("", AbortSignal.abort())).toBeUndefined();
    expect(await lines.close()).toEqual({ unused: ["At night."], isAll: false });
  });

  it("edit a draft with a line, and approve the next draft after the end of input", async () => {
    const { status, stdout, stderr } = await fromPipe("approved", "Ships sink.\n", "--json");
    expect(status).toBe(0);
    expect(stderr).toMatch(/drafts\s+are\s+approved/);
    const { corrections } = parse(stdout);
    expect(corrections.map(({ faults, by }) => [faults, by])).toEqual([
      [["edited"], "User"],
      [["approved"], "User"],
    ]);
  });

  it("see the number of unused lines", async () => {
    const lines = "One.\nTwo.\nThree.\n\nFour.\n";
    expect((await fromPipe("talk", lines)).stderr).toMatch(/\n2 lines of standard input were not used\.\n$/);
    expect((await fromPipe("talk", lines, "--lang", "zh")).stderr).toMatch(/\n标准输入中有 2 行没有用到。\n$/);
    expect((await fromPipe("talk", "One.\nTwo.\n")).stderr).not.toContain("not used");
    expect((await fromPipe("talk", lines, "--quiet")).stderr).not.toContain("not used");
    const open = Object.assign(new FakeKeyboard(), { isTTY: false });
    open.write("One.\nTwo.\nThree.\n");
    const { stderr } = await rostrum(["run", file("talk")], { keyboard: open });
    expect(stderr).toMatch(/\nAt least 1 line of standard input was not used\.\n$/);
  });

  it("pass if the scenario itself comes from the pipe", async () => {
    const { status, stdout } = await rostrum(["run", "-"], { stdin: talk });
    expect(status).toBe(0);
    expect(stdout.match(/^Bea: \*passes\*$/gm)).toHaveLength(2);
  });

  it("no longer keep the run waiting after Ctrl-C", async () => {
    const keyboard = Object.assign(new FakeKeyboard(), { isTTY: false });
    const argv = ["run", file("talk")];
    const { status, stderr } = await rostrum(argv, { keyboard, interruptAt: "you have the floor" });
    expect(status).toBe(130);
    expect(stderr).not.toContain("Standard input has ended");
    expect(stderr).toContain("Not finished: 1 turn so far.");
  });
});
