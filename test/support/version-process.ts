/**
 * A process of one version of Rostrum: a worker, or a user who starts conversations and reads them once they are
 * neither queued nor running.
 * Usage: `version-process.ts ADDRESS worker|user`
 */
import { setTimeout as wait } from "node:timers/promises";
import { openConversations, RostrumError, startWorker } from "../../src/index.js";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { plainAnswer } from "./plain-answers.js";

const pace = 100;

export type UserCall =
  | { readonly start: string; readonly thread: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly start?: undefined; readonly thread: string };

export type Told =
  | { readonly kind: "ready" | "spoke" }
  | { readonly kind: "left"; readonly thread: string; readonly fault: unknown }
  | { readonly kind: "started"; readonly thread: string }
  | { readonly kind: "over"; readonly thread: string; readonly status: string; readonly texts: readonly string[] };

const tell = (told: Told) => process.send?.(told);
const [address = "", role] = process.argv.slice(2);

if (role === "worker") {
  const model = new ScriptedModel(async (call) => {
    await wait(pace);
    if (call.purpose === "speech") tell({ kind: "spoke" });
    return plainAnswer(call);
  });
  const onFailure = (error: unknown, thread: string) =>
    tell({ kind: "left", thread, fault: RostrumError.isInstance(error) ? error.details.fault : String(error) });
  const worker = await startWorker(address, { model, onFailure });
  process.once("SIGTERM", () => worker.stop().then(() => process.disconnect()));
} else {
  const conversations = await openConversations(address, { queue: true, pollMs: 50 });
  process.on("message", async (call: UserCall) => {
    const { thread } = call;
    if (call.start !== undefined) {
      await conversations.start(call.start, { thread, input: call.input });
      return tell({ kind: "started", thread });
    }
    for await (const event of conversations.follow(thread)) {
      if (event.type !== "status" || event.status === "queued" || event.status === "running") continue;
      const { messages } = await conversations.transcript(thread);
      tell({ kind: "over", thread, status: event.status, texts: messages.map(({ name, text }) => `${name}: ${text}`) });
      return undefined;
    }
    return undefined;
  });
  process.once("SIGTERM", () => conversations.close().then(() => process.disconnect()));
}
tell({ kind: "ready" });
