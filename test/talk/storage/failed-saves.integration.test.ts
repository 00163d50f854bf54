import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, inputFor, type Mode } from "../../support/any-mode.js";
import { compiled } from "../../support/compiled.js";
import { plainAnswer } from "../../support/plain-answers.js";

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeAll(() => {
  process.on("unhandledRejection", note);
});
afterAll(() => {
  process.off("unhandledRejection", note);
});

const config = { configurable: { thread_id: "talk" } };

function brittleSaver(method: "put" | "putWrites" | "getTuple", failing: number) {
  let calls = 0;
  const saver = new MemorySaver();
  return new Proxy(saver, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== method) return member;
      return (...values: unknown[]) => {
        calls += 1;
        if (calls !== failing) return member.apply(target, values);
        return wait(2).then(() => Promise.reject(new Error("connection reset")));
      };
    },
  });
}

function talk(mode: Mode, checkpointer: MemorySaver) {
  let calls = 0;
  const answer = async (call: Parameters<typeof plainAnswer>[0]) => {
    calls += 1;
    await wait(5);
    return plainAnswer(call);
  };
  const graph = compileMode(mode, { model: new ScriptedModel(answer as never) }, { checkpointer });
  const contents = async () => {
    const { messages, decisions, stopReason } = (await graph.getState(config)).values;
    return {
      messages: messages?.map(({ id, text }: { id: string; text: string }) => [id, text]),
      decisions,
      stopReason,
    };
  };
  return { graph, contents, calls: () => calls };
}

const ways = {
  invoke: ({ graph }: ReturnType<typeof talk>, input: object | null) => graph.invoke(input as never, config),
  stream: async ({ graph }: ReturnType<typeof talk>, input: object | null) => {
    const stream = await graph.stream(input as never, { ...config, streamMode: ["custom", "values"] });
    for await (const _chunk of stream);
  },
};

describe.each(allModes)("a checkpointer that fails, in %s mode", (mode) => {
  it.each([
    ["put", 1, "invoke"],
    ["put", 4, "stream"],
    ["putWrites", 1, "stream"],
    ["putWrites", 4, "invoke"],
    ["getTuple", 1, "invoke"],
  ] as const)(
    "a failure of the checkpointer's %s in call %i ends the run, and the conversation resumes without losses (%s)",
    async (method, failing, way) => {
      const undisturbed = talk(mode, new MemorySaver());
      await ways[way](undisturbed, inputFor(mode));
      const broken = talk(mode, brittleSaver(method, failing));
      await expect(ways[way](broken, inputFor(mode))).rejects.toMatchObject({
        code: "storage-failed",
        details: { place: "MemorySaver", fault: "failed", reason: "connection reset" },
      });
      const kept = (await broken.contents()).messages;
      await ways[way](broken, kept ? null : inputFor(mode));
      expect(await broken.contents()).toEqual(await undisturbed.contents());
      // No call is repeated, because no answer was lost. Before its first save, a conversation makes no calls.
      expect(broken.calls()).toBe(undisturbed.calls());
      expect(unhandled).toEqual([]);
    },
  );
});

it("a failed save ends the run of a caller's graph that has a conversation as a node", async () => {
  const saver = brittleSaver("putWrites", 6);
  const inner = compileMode("round-robin", { model: new ScriptedModel((call) => plainAnswer(call) as string) });
  const outer = new StateGraph(MessagesAnnotation)
    .addNode("talk", async () => {
      const { messages } = await inner.invoke(inputFor("round-robin") as never);
      return { messages };
    })
    .addEdge(START, "talk")
    .addEdge("talk", END)
    .compile({ checkpointer: saver });
  await expect(outer.invoke({ messages: [] }, config)).rejects.toMatchObject({ code: "storage-failed" });
  expect((await outer.invoke(null, config)).messages).toHaveLength(7);
  expect(unhandled).toEqual([]);
});

it("the command line prints an error that explains how to resume if the disk is full", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-full-"));
  const cli = `"${process.execPath}" --no-warnings "${compiled("src/apps/cli/main.ts")}"`;
  const kept = `--db "${join(folder, "talks.db")}"`;
  const shell = (command: string) =>
    promisify(execFile)("bash", ["-c", command], { env: { ...process.env, NODE_OPTIONS: "" } });
  // Limits files to 300 KiB. Ignores the signal XFSZ, because it would end the process.
  const limited = `trap '' XFSZ; ulimit -f 300; ${cli} run bidding --thread talk --turns 12 --model rehearsal --seed 3 --quiet ${kept}`;
  const failure = await shell(limited).catch((error: { code: number; stderr: string }) => error);
  expect(failure).toMatchObject({ code: 1 });
  expect(failure.stderr).toMatch(/rostrum: .*talks\.db: the disk (is full|cannot be read or written).*\n.*resume talk/);
  expect(failure.stderr).not.toMatch(/unexpected|^ +at /m);
  const { stdout } = await shell(`${cli} resume talk --json ${kept}`);
  const { stdout: whole } = await shell(`${cli} run bidding --turns 12 --model rehearsal --seed 3 --json`);
  const said = (text: string) =>
    JSON.parse(text).messages.map(({ id, text }: { id: string; text: string }) => [id, text]);
  expect(said(stdout)).toEqual(said(whole));
  await rm(folder, { recursive: true });
});
