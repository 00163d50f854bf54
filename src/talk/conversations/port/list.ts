import { nearestName } from "../../../core/text/nearest-name.js";
import { searchableText, wordsOf } from "../../../core/text/search.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { ListedConversation, ListedPage, ListOptions } from "./port.js";
import { conversationStatuses } from "./status-meanings.js";

/** The last conversation on a page. The next page starts after it. */
export interface ListPosition {
  readonly updatedAt: string;
  readonly thread: string;
  /** On a server, the conversation's place in the server's list of threads, which may have changed since. */
  readonly offset?: number;
}

const writeCursor = ({ updatedAt, thread, offset }: ListPosition): string =>
  btoa(encodeURIComponent(JSON.stringify([updatedAt, thread, offset])));

function readCursor(cursor: string): ListPosition {
  try {
    const [updatedAt, thread, offset] = JSON.parse(decodeURIComponent(atob(cursor))) as unknown[];
    if (typeof updatedAt === "string" && typeof thread === "string")
      return { updatedAt, thread, ...(Number.isInteger(offset) && { offset: Number(offset) }) };
  } catch {
    // A cursor that cannot be decoded causes the same error as one with the wrong contents.
  }
  throw invalidField("after", "expected", { expected: "cursor" });
}

export function readListOptions({ limit = 50, after, search = "", status }: ListOptions) {
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isInteger(limit) && limit > 0))
    throw invalidField("limit", "expected", { expected: "count" });
  if (status !== undefined && !conversationStatuses.includes(status))
    throw invalidField("status", "not-one-of", {
      values: conversationStatuses,
      nearest: nearestName(String(status), conversationStatuses),
    });
  // Storage cannot count beyond the safe integers, and no list is that long.
  const most = Number.isSafeInteger(limit) ? limit : Number.POSITIVE_INFINITY;
  return { limit: most, after: after === undefined ? undefined : readCursor(after), search, status };
}

type Place = Pick<ListPosition, "thread" | "updatedAt">;

/** Compares two conversations for the order of the list: by time, then by thread, both descending. */
export function byTime(left: Place, right: Place): number {
  const [one, other] =
    left.updatedAt === right.updatedAt ? [left.thread, right.thread] : [left.updatedAt, right.updatedAt];
  return one === other ? 0 : one < other ? 1 : -1;
}

/** Whether a list with these options contains the conversation, on the requested page or a later one. */
export function belongs(
  listed: Pick<ListedConversation, "title" | "topic" | "status"> & Place,
  { search, status, after }: ReturnType<typeof readListOptions>,
): boolean {
  const text = searchableText(listed.thread, listed.title, listed.topic);
  const isFound = wordsOf(search).every((word) => text.includes(word));
  return isFound && [undefined, listed.status].includes(status) && (!after || byTime(listed, after) > 0);
}

/** Returns a page of the first `limit` conversations. If `listed` contains more, another page follows. */
export function pageOf(
  listed: readonly (ListedConversation & Pick<ListPosition, "offset">)[],
  limit: number,
): ListedPage {
  const page = listed.slice(0, limit);
  const last = listed.length > limit ? page.at(-1) : undefined;
  const conversations = page.map(({ offset: _offset, ...conversation }) => conversation);
  return { conversations, next: last ? writeCursor(last) : null };
}
