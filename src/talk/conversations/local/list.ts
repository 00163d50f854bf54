import { pageOf, readListOptions } from "../port/list.js";
import type { ListedPage, ListOptions } from "../port/port.js";
import type { LocalThreads } from "./local-threads.js";

export async function listThreads(threads: LocalThreads, options: ListOptions, owner?: string): Promise<ListedPage> {
  const { limit, after, search, status } = readListOptions(options);
  const records = await threads.storage.list({
    // Requests one more than fits on the page, to find out whether there is another page.
    ...{ limit: limit + 1, search },
    ...(owner !== undefined && { owner }),
    ...(after && { after: { name: after.thread, updatedAt: after.updatedAt } }),
    ...(status && { states: status === "stopped" ? ["stopped", "cut-off"] : [status] }),
  });
  const listed = records.map((record) => {
    const { name: thread, mode, title, origin = null, input, turn, updatedAt } = record;
    const { topic = "" } = input as { readonly topic?: string };
    return { thread, mode, title, topic, origin, status: threads.statuses.listed(record), turn, updatedAt };
  });
  return pageOf(listed, limit);
}
