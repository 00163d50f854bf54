import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { compiled } from "../../support/compiled.js";
import { FakeKeyboard, rostrum, suiteFolder } from "./captured-io.js";

const database = join(suiteFolder(), "talks.db");
/** Acts as another process. */
let other: Conversations;

beforeEach(async () => {
  other = await openConversations(database, { model: new RehearsalModel({ pace: 60, notice: false }) });
});
afterEach(() => other.close());

const participants = [
  { name: "Bea", role: "baker", human: true },
  { name: "Ada", role: "pilot" },
  { name: "Cid", role: "nurse" },
];
const floor = "Bea, you have the floor.";

async function waiting(thread: string, maxTurns: number): Promise<void> {
  await other.start("round-robin", { thread, input: { topic: "Should the ferry be free?", participants, maxTurns } });
  for await (const event of other.follow(thread)) if (event.type === "status" && event.status === "waiting") break;
}

async function resume(thread: string, script: ConstructorParameters<typeof FakeKeyboard>[0], onFloor: () => unknown) {
  const keyboard = new FakeKeyboard(script);
  const watch = keyboard.watch.bind(keyboard);
  let isAsked = false;
  keyboard.watch = (text) => {
    watch(text);
    if (isAsked || !text.includes(floor)) return;
    isAsked = true;
    onFloor();
  };
  const terminal = { stdoutIsTerminal: true, stderrIsTerminal: true, columns: 200, env: { NO_COLOR: "1" } };
  return rostrum(["resume", thread, "--db", database], { ...terminal, keyboard });
}

describe("a conversation that another process is running", () => {
  it("continues after the first Ctrl-C in this terminal", async () => {
    await waiting("left", 9);
    const { status, stdout, stderr, quits } = await resume("left", [{ at: "Turn 2", keys: "\u0003" }], () =>
      other.answer("left", "I bake."),
    );
    expect({ status, quits }).toEqual({ status: 130, quits: [] });
    expect(stdout).toContain("Bea\n  I bake.\n");
    expect(stderr.indexOf("Turn 1")).toBeLessThan(stderr.indexOf(floor));
    expect(stderr).not.toContain("Stopping after the current turn");
    expect(stderr).toContain("The conversation continues without this terminal.\n");
    expect(stderr).toContain("rostrum show left");
    expect((await other.read("left")).status).toBe("running");
  });

  it("is shown by the command that `rostrum interject` prints", async () => {
    await waiting("told", 3);
    await other.answer("told", "I bake.");
    const { stdout } = await rostrum(["interject", "told", "And the fog?", "--db", database]);
    const [, command = ""] = /To follow or continue: rostrum (.*)\n/.exec(stdout) ?? [];
    const followed = await rostrum(command.split(" "));
    expect(followed).toMatchObject({ status: 0, stderr: expect.stringContaining("Here it is from the beginning.") });
    expect(followed.stdout).toContain("And the fog?");
    expect(followed.stdout).toMatch(/^Cid: /m);
  });

  it("is shown to its end even if this terminal's answer comes too late", async () => {
    await waiting("late", 2);
    // The other process answers while the terminal is sending its answer.
    const prototype: Conversations = Object.getPrototypeOf(other);
    const { answer } = prototype;
    const sent = jest.spyOn(prototype, "answer").mockImplementationOnce(async function (this: Conversations, ...given) {
      await other.answer("late", "I bake.");
      return answer.apply(this, given);
    });
    const { status, stdout, stderr } = await resume("late", [{ at: "›", keys: "I bake, too.\r" }], () => {});
    sent.mockRestore();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Bea\n {2}I bake\.\n\nAda\n/m);
    expect(stderr).toContain("The conversation is no longer waiting for this answer; your line was not used.\n");
  });

  it("keeps a follower's process running until the conversation ends", async () => {
    await waiting("piped", 3);
    const argv = [compiled("src/apps/cli/main.ts"), "resume", "piped", "--db", database];
    const child = spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "pipe"] });
    const exit = once(child, "exit");
    let shown = "";
    child.stderr.on("data", (chunk) => {
      if (shown.includes(floor)) return;
      shown += chunk;
      if (shown.includes(floor)) void other.answer("piped", "I bake.");
    });
    child.stdout.once("data", () => child.stdin.end());
    expect(await exit).toEqual([0, null]);
  });

  it("makes `rostrum resume` fail without mentioning a server if the other process cancels the run", async () => {
    await waiting("stopped", 3);
    const { status, stderr } = await resume("stopped", [], async () => {
      await other.answer("stopped", "I bake.");
      for await (const event of other.follow("stopped"))
        if (event.type === "speech-delta" && event.speaker === "Ada") break;
      await other.cancel("stopped");
    });
    expect(status).toBe(1);
    expect(stderr).toContain("rostrum: the run was cancelled or continued elsewhere\n");
  });
});
