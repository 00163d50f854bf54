/**
 * An idempotency key's id is also its thread's name, unless the caller of `start` named the thread. In that case, the
 * name is stored beside the inboxes, under the key's id.
 */
import { invalidField } from "../../../errors/rostrum-error.js";
import { namespaceLabel } from "../../../graph/inbox/inbox.js";
import { withLock } from "../../storage/thread-lock.js";
import type { ThreadRecord, Threads } from "../../storage/threads.js";
import type { KeyedStart } from "../port/start.js";

const placeOf = (id: string) => ["rostrum", "starts", namespaceLabel(id)];
const entry = "thread";

export class KeyPlaces {
  constructor(private readonly storage: Threads) {}

  /** Throws `invalid-input` if the key was used to start a conversation in another thread. */
  async check({ id }: KeyedStart, thread: string): Promise<void> {
    const item = await this.storage.inbox.get(placeOf(id), entry);
    for (const other of new Set([id, String(item?.value["name"])])) {
      const record = other === thread ? undefined : await this.storage.find(other);
      if (record?.starts?.[id] !== undefined) throw invalidField("idempotencyKey", "key-taken", {});
    }
  }

  /** Locks the key while `begin` starts the conversation. Throws `thread-in-use` if the key is locked. */
  async using(key: KeyedStart, thread: string, begin: () => Promise<void>): Promise<void> {
    await this.check(key, thread);
    await withLock(this.storage, key.id, async () => {
      await this.check(key, thread);
      await this.storage.inbox.put(placeOf(key.id), entry, { name: thread });
      await begin().catch(async (error: unknown) => {
        await this.release(key, thread);
        throw error;
      });
    });
  }

  /** Call this when a call to `start` was rejected. Does nothing if an earlier call has started the conversation. */
  async release({ id }: KeyedStart, thread: string): Promise<void> {
    const [record, item] = await Promise.all([this.storage.find(thread), this.storage.inbox.get(placeOf(id), entry)]);
    // Another call may have used the key in the meantime.
    const isOwn = item?.value["name"] === thread && record?.starts?.[id] === undefined;
    if (id !== thread && isOwn) await this.storage.inbox.delete(placeOf(id), entry);
  }

  /** Call this before the thread's record is removed. */
  async forget({ name, starts = {} }: ThreadRecord): Promise<void> {
    for (const id of Object.keys(starts)) if (id !== name) await this.storage.inbox.delete(placeOf(id), entry);
  }
}
