/** Lists the conversations of a database. */
import type { ThreadRecord, Threads } from "../../storage/threads.js";
import { pageOf, readListOptions } from "../port/list.js";
import type { ListedConversation, ListedPage, ListOptions } from "../port/port.js";

function listedOf({ name, mode, title, input, state, turn, updatedAt }: ThreadRecord): ListedConversation {
  const { topic = "" } = input as { readonly topic?: string };
  return { thread: name, mode, title, topic, status: state === "cut-off" ? "stopped" : state, turn, updatedAt };
}

export async function listThreads(threads: Threads, options: ListOptions, owner?: string): Promise<ListedPage> {
  const { limit, after, search, status } = readListOptions(options);
  const records = await threads.list({
    // One more than the page holds, to know whether there is another page.
    ...{ limit: limit + 1, search },
    ...(owner !== undefined && { owner }),
    ...(after && { after: { name: after.thread, updatedAt: after.updatedAt } }),
    ...(status && { states: status === "stopped" ? ["stopped", "cut-off"] : [status] }),
  });
  return pageOf(records.map(listedOf), limit);
}
