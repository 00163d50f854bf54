import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { openConversations } from "../../../../src/index.js";
import { RehearsalModel } from "../../../../src/offline/rehearsal/rehearsal-model.js";
import { compiled } from "../../../support/compiled.js";
import { peopleInput } from "../../../support/person-talk.js";
import { isStatus, until } from "../../contracts/conversations.js";

it("a program that only follows a conversation of another process stays alive until the conversation has ended", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-following-"));
  const file = join(folder, "talks.db");
  const conversations = await openConversations(file, { model: new RehearsalModel({ pace: 0, notice: false }) });
  const { thread } = await conversations.start("round-robin", { input: peopleInput("round-robin", ["Bea"], 2) });
  await until(conversations.follow(thread), isStatus("waiting"));
  const program = `
    import { openConversations } from ${JSON.stringify(compiled("src/index.ts"))};
    const conversations = await openConversations(${JSON.stringify(file)}, { pollMs: 20 });
    for await (const { type, status } of conversations.follow(${JSON.stringify(thread)})) {
      if (type === "status") console.log(status);
      if (status === "ended") break;
    }
    await conversations.close();`;
  const following = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  let isOver = false;
  const done = following.finally(() => (isOver = true)).catch(() => {});
  // Without the timer for polling, the program would end as soon as it had printed that the conversation is waiting.
  following.child.stdout?.once("data", () => void wait(500).then(() => conversations.answer(thread, "I agree.")));
  while (!isOver && (await conversations.read(thread)).status !== "ended") await wait(20);
  await done;
  expect((await following).stdout.split("\n")).toEqual(expect.arrayContaining(["waiting", "ended"]));
  await conversations.close();
  await rm(folder, { recursive: true });
});
