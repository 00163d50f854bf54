/**
 * A worker that writes its spans to a file, and hands over its conversations when it is asked to stop. Usage:
 * `traced-worker.ts ADDRESS FILE`
 */
import { setTimeout as wait } from "node:timers/promises";
import { startWorker } from "../../src/index.js";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { writeSpansTo } from "./file-spans.js";
import { plainAnswer } from "./plain-answers.js";

const [address = "", file = ""] = process.argv.slice(2);
const provider = writeSpansTo(file);
const model = new ScriptedModel(async (call) => {
  // Turn 2 is long, so that the worker is asked to stop before the conversation waits for a person.
  await wait(call.turn === 2 ? 3000 : 150);
  return plainAnswer(call);
});
const worker = await startWorker(address, { model });
process.once("SIGTERM", async () => {
  await worker.stop();
  await provider.shutdown();
  process.exit();
});
console.log("ready");
