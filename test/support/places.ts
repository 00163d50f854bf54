/**
 * Opens places that share one database. A place is a connection in this process, or a process with its own connection.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { RostrumError } from "../../src/errors/rostrum-error.js";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import { compiled } from "./compiled.js";
import { plainAnswer } from "./plain-answers.js";

const methods = ["start", "resume", "fork", "interject", "cancel", "remove", "list", "transcript", "close"] as const;

export interface Place extends Pick<Conversations, (typeof methods)[number]> {
  settled(thread: string): Promise<void>;
}

export type Answer =
  | { readonly id: number; readonly result?: unknown }
  | {
      readonly id: number;
      readonly error: { readonly code?: string; readonly details?: object; readonly text: string };
    };

export async function openPlace(address: string): Promise<Place> {
  const model = new ScriptedModel((call) =>
    call.purpose === "speech" ? "I would bring marmalade for everybody." : plainAnswer(call),
  );
  const conversations = await openConversations(address, { model, pollMs: 20 });
  const bound = methods.map((method) => [method, conversations[method].bind(conversations)]);
  return {
    ...(Object.fromEntries(bound) as Omit<Place, "settled">),
    async settled(thread) {
      for await (const event of conversations.follow(thread))
        if (event.type === "status" && event.status !== "running") return;
    },
  };
}

export async function openProcess(address: string): Promise<Place> {
  const child = fork(compiled("test/support/place-process.ts"), [address], { execArgv: [] });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  child.on("message", (answer: Answer) => {
    const { resolve, reject } = waiting.get(answer.id) ?? { resolve() {}, reject() {} };
    waiting.delete(answer.id);
    if (!("error" in answer)) return resolve(answer.result);
    const { code, details, text } = answer.error;
    reject(code === undefined ? new Error(text) : new RostrumError(code as never, details as never));
  });
  child.on("exit", (status) => {
    for (const { reject } of waiting.values()) reject(new Error(`the process exited with ${status}`));
  });
  let last = 0;
  const call =
    (method: string) =>
    (...given: readonly unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        child.send({ id: last, method, given });
      });
  const calls = [...methods, "settled"].map((method) => [method, call(method)]);
  const place = Object.fromEntries(calls) as unknown as Place;
  // The first answer comes when the database is open.
  await place.list();
  return {
    ...place,
    async close() {
      await place.close();
      child.disconnect();
      await once(child, "exit");
    },
  };
}
