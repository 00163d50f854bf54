/**
 * The first process starts a conversation, receives an interjection and a control, and is killed before it saves them.
 * The second process resumes the conversation.
 * Usage: `interjection-process.ts FOLDER KILLED|RESUMED`
 */
import { join } from "node:path";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { control } from "../../src/talk/conversations/delivery/control.js";
import { interject } from "../../src/talk/conversations/delivery/interject.js";
import { SqliteCheckpointer } from "../../src/talk/storage/sqlite-checkpointer.js";
import { compileMode, inputFor } from "./any-mode.js";
import { FileStore } from "./file-store.js";
import { threadConfig } from "./person-talk.js";
import { plainAnswer } from "./plain-answers.js";

const [folder = "", phase] = process.argv.slice(2);

class DyingSaver extends SqliteCheckpointer {
  override putWrites(...saving: Parameters<SqliteCheckpointer["putWrites"]>): Promise<void> {
    const received = saving[1].find(([channel]) => channel === "interjections" || channel === "controls")?.[1];
    if (Array.isArray(received) && received.length > 0) process.kill(process.pid, "SIGKILL");
    return super.putWrites(...saving);
  }
}

const file = join(folder, "talk.db");
const checkpointer = phase === "KILLED" ? new DyingSaver(file) : new SqliteCheckpointer(file);
const store = new FileStore(join(folder, "store.json"));
const graph = compileMode("bidding", { model: new ScriptedModel(plainAnswer) }, { checkpointer, store });
if (phase === "KILLED") {
  const running = graph.invoke(inputFor("bidding"), { ...threadConfig, durability: "sync" });
  await interject(graph, threadConfig, "Cid, can you hear me?");
  await control(graph, threadConfig, { add: { name: "Eve" } });
  await running;
} else {
  const { messages, decisions, controls, participants } = await graph.invoke(null, threadConfig);
  const left = await store.search(["rostrum"]);
  console.log(
    JSON.stringify({
      heard: messages.filter(({ text }) => text === "Cid, can you hear me?").length,
      granted: decisions.filter(({ rule }) => rule === "spoken-to").map(({ speaker }) => speaker),
      obeyed: controls.filter(({ refusal }) => refusal === null).length,
      cast: participants.map(({ name }) => name),
      left: left.length,
    }),
  );
}
