/** The same exports as `open.ts`, for browsers, which keep conversations in memory or in IndexedDB. */
import { invalidField } from "../errors/rostrum-error.js";
import { LocalConversations } from "./conversations/local/local-conversations.js";
import type { ConversationsOptions } from "./conversations/open.js";
import type { SharedConversations } from "./conversations/port/port.js";
import { MemoryThreads } from "./storage/memory/memory-threads.js";
import type { OpenCheckpointer, Threads } from "./storage/threads.js";

const addressRefused = () => invalidField("address", "not-one-of", { values: ["memory", "indexeddb:NAME"] });

async function openThreads(address: string): Promise<Threads> {
  if (address === "memory") return new MemoryThreads();
  const [, name] = /^indexeddb:(.+)$/.exec(address) ?? [];
  if (name === undefined) throw addressRefused();
  const { IndexedDbThreads } = await import("./storage/indexed-db/indexed-db-threads.js");
  return new IndexedDbThreads(name);
}

export async function openCheckpointer(address: string): Promise<OpenCheckpointer> {
  return (await openThreads(address)).checkpointer;
}

export async function openConversations(
  address: string,
  { queue = false, ...options }: ConversationsOptions = {},
): Promise<SharedConversations> {
  const threads = await openThreads(address);
  if (queue !== false) throw invalidField("address", "expected", { expected: "database-address" });
  return new LocalConversations(threads, options, { inbox: threads.inbox });
}

/** Not available in browsers, because a page cannot open the database that workers share. */
export async function startWorker(): Promise<never> {
  throw addressRefused();
}
