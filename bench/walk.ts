/**
 * `npm run report:walk`: lists the files of `src` that run between `POST /api/conversations` and the first speech of a
 * bidding conversation, and those that run in a later turn. Code that runs while modules load does not count.
 */
import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";
import { createApp } from "../src/apps/web/app.js";
import { ScriptedModel } from "../src/offline/scripted-model.js";
import { openConversations } from "../src/talk/conversations/open.js";
import { plainAnswer } from "../test/support/plain-answers.js";

const sources = fileURLToPath(new URL("../src/", import.meta.url));
const turns = { first: 1, steady: 4 };

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

/** The files in which a function has run since the previous call to `takeFiles`. */
async function takeFiles(): Promise<string[]> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const hasRun = result.filter(({ functions }) =>
    // The range that starts at 0 is the module's top-level code.
    functions.some(({ ranges }) => ranges.some(({ startOffset, count }) => startOffset > 0 && count > 0)),
  );
  const paths = hasRun.flatMap(({ url }) => (url.startsWith("file:") ? [fileURLToPath(url)] : []));
  return paths.flatMap((path) => (path.startsWith(sources) ? [path.slice(sources.length)] : [])).sort();
}

const input = {
  topic: "Should the ferry be free?",
  participants: [{ name: "Ann" }, { name: "Bo" }, { name: "Chen" }],
  prepare: false,
  maxTurns: 5,
  seed: 7,
};

/** Runs a conversation, and calls `onTurn` during each turn, before its speech. */
async function talk(onTurn: (turn: number) => unknown): Promise<void> {
  let turn = 0;
  const model = new ScriptedModel(async (call) => {
    if (call.purpose === "speech" && call.turn > turn) {
      turn = call.turn;
      await onTurn(turn);
    }
    return plainAnswer(call);
  });
  const conversations = await openConversations("memory", { model });
  const app = createApp(conversations);
  await takeFiles();
  const response = await app.request("/api/conversations", {
    method: "POST",
    headers: { "content-type": "application/json", host: "127.0.0.1" },
    body: JSON.stringify({ mode: "bidding", input }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { thread } = (await response.json()) as { thread: string };
  for await (const event of conversations.follow(thread))
    if (event.type === "status" && event.status === "ended") break;
  await conversations.close();
}

const walked: { first: string[]; steady: string[] } = { first: [], steady: [] };
// Loads the modules that are imported on demand, so that the counts below exclude the code that runs while they load.
await talk(() => {});
await talk(async (turn) => {
  const files = await takeFiles();
  if (turn === turns.first) walked.first = files;
  if (turn === turns.steady) walked.steady = files;
});

const list = (files: readonly string[]) => files.map((file) => `  ${file}`).join("\n");
console.error(`POST to the first speech: ${walked.first.length} files\n${list(walked.first)}`);
console.error(
  `turn ${turns.steady - 1} to turn ${turns.steady}: ${walked.steady.length} files\n${list(walked.steady)}`,
);
console.log(JSON.stringify(walked));
