/** The port `Conversations` on a LangGraph server. */
import { randomUUID } from "node:crypto";
import { type HistoryState, historyOf } from "../conversations/history.js";
import type * as port from "../conversations/port.js";
import { statusOf } from "../conversations/status.js";
import { threadForKey } from "../conversations/thread-names.js";
import { invalidField, RostrumError } from "../errors.js";
import type { Named } from "../is-record.js";
import type { Control } from "../state/control.js";
import type { Lines } from "../state/people.js";
import { inboxOf } from "../storage/inbox.js";
import type { ControlOptions } from "../thread/control.js";
import type { InterjectOptions, InterjectResult } from "../thread/interject.js";
import type { ConversationDocument } from "../transcript/json.js";
import { connect, type RostrumClientOptions, send, sendSafely } from "./connection.js";
import { describeThread, readThread, stateIn } from "./conversation.js";
import { forkOnServer } from "./fork-and-interject.js";
import { RostrumClient } from "./rostrum-client.js";
import { Watch } from "./watch.js";

export interface ServerOptions extends RostrumClientOptions {
  /** How often to look for runs that others start in followed conversations, in milliseconds. Default: 1000. */
  readonly pollMs?: number;
}

const statusIn = (error: unknown) => (RostrumError.isInstance(error) ? error.details.status : undefined);

class ServerConversations implements port.Conversations {
  private readonly connection: ReturnType<typeof connect>;
  private readonly client: RostrumClient;
  private readonly watches = new Map<string, Watch>();

  constructor(private readonly options: ServerOptions) {
    this.connection = connect(options);
    this.client = new RostrumClient(options);
  }

  async start(mode: string, { idempotencyKey, ...options }: port.StartOptions = {}) {
    const { title } = options;
    const thread = options.thread ?? (idempotencyKey === undefined ? randomUUID() : threadForKey(idempotencyKey));
    const isNew = await this.create(thread, title === undefined ? {} : { title });
    const known = isNew ? undefined : await this.read(thread);
    if (known?.mode && idempotencyKey !== undefined) return { thread, isNew };
    if (known?.mode && known.status !== "ended") throw invalidField("thread", "thread-taken", { thread });
    if (known?.mode && known.mode !== mode) throw invalidField("mode", "not-one-of", { values: [known.mode] });
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    const context = { ...known?.context, ...options.context, ...key };
    try {
      const run = await this.client.start(mode, { ...options, context, threadId: thread });
      await this.watches.get(thread)?.look();
      // Another round has no opening.
      const begun = ["scene-set", "opening", "cancelled"];
      for await (const { type } of this.client.follow(run)) if (begun.includes(type)) break;
    } catch (error) {
      // Somebody else starts it with the same key at this moment.
      if (idempotencyKey !== undefined && statusIn(error) === 422) return { thread, isNew: false };
      if (isNew) await this.delete(thread).catch(() => {});
      throw error;
    }
    return { thread, isNew };
  }

  async *follow(thread: string, options: port.FollowOptions = {}): AsyncGenerator<port.FollowedEvent, void> {
    if (this.watches.get(thread)?.isClosed) this.watches.delete(thread);
    if (!this.watches.has(thread)) {
      const snapshot = await this.read(thread);
      // Somebody else may have opened it meanwhile.
      if (!this.watches.has(thread))
        this.watches.set(thread, new Watch(snapshot, () => this.read(thread), this.client, this.options));
    }
    const watch = this.watches.get(thread) as Watch;
    try {
      yield* watch.follow(options);
    } finally {
      if (!watch.isFollowed) watch.close();
      if (!watch.isFollowed && this.watches.get(thread) === watch) this.watches.delete(thread);
    }
  }

  async read(thread: string): Promise<port.ConversationSnapshot> {
    const readRuns = () => Promise.all([readThread(this.connection, thread), this.client.activeRun(thread)]);
    const [found, run] = await this.known(thread, readRuns);
    // After that: where nothing ran, the state is settled.
    const readState = () =>
      Promise.all([
        sendSafely(this.connection, { thread }, (sdk) => Promise.all([sdk.threads.getState<Named>(thread)])),
        this.client.latestContext(thread),
      ]);
    const [[state], context] = await this.known(thread, readState);
    const { mode, title = null } = describeThread(found);
    // The current state counts what some tasks of a step have done before the others; what is saved does not.
    // A thread without a run has none.
    const saved = (state.checkpoint as { readonly checkpoint_id?: unknown } | null)?.checkpoint_id;
    const isHalfDone = state.tasks.length > 1 && typeof saved === "string";
    const { values = {} } = isHalfDone
      ? await sendSafely(this.connection, { thread }, (sdk) => sdk.threads.getState<Named>(thread, saved))
      : state;
    const { type: _type, ...status } = statusOf({ ...state, values }, run !== undefined || found.status === "busy");
    const next = state.tasks.map(({ name }) => name);
    const shown = (stateIn({ values }) ?? values) as unknown as HistoryState & Named;
    return { thread, mode, title, context, state: shown, next, ...status, updatedAt: found.updated_at };
  }

  async interject(thread: string, text: string, options: InterjectOptions = {}): Promise<InterjectResult> {
    return this.changing(thread, async () => {
      const { id, heard } = await this.client.interject(thread, text, options);
      return { id, heard };
    });
  }

  async control(thread: string, request: Control, options: ControlOptions = {}): Promise<InterjectResult> {
    return this.changing(thread, async () => {
      const { id, heard } = await this.client.control(thread, request, options);
      return { id, heard };
    });
  }

  async answer(thread: string, lines: Lines): Promise<void> {
    await this.changing(thread, () => this.client.answer(thread, lines));
  }

  async cancel(thread: string, { afterTurn = false }: port.CancelOptions = {}): Promise<void> {
    if (afterTurn) await this.turnOver(thread);
    await this.changing(thread, async () => {
      const run = await this.client.activeRun(thread);
      if (!run) return;
      await this.client.cancel(run).catch((error: unknown) => {
        // These statuses mean that the run has ended by itself.
        if (![404, 409].includes(Number(statusIn(error)))) throw error;
      });
    });
  }

  async resume(thread: string, options: port.ResumeOptions = {}): Promise<void> {
    await this.changing(thread, () => this.client.resume(thread, options));
  }

  async fork(thread: string, { as, mode, context = {}, ...request }: port.ForkRequest): Promise<string> {
    const found = describeThread(await this.known(thread, () => readThread(this.connection, thread)));
    if (mode !== undefined && mode !== found.mode) throw invalidField("mode", "not-one-of", { values: [found.mode] });
    if (as !== undefined) await this.refuseTaken(as);
    return forkOnServer(this.connection, thread, { ...request, context, ...(as === undefined ? {} : { as }) });
  }

  async transcript(thread: string): Promise<ConversationDocument> {
    return this.known(thread, () => this.client.transcript(thread));
  }

  async list(options: port.ListOptions = {}): Promise<port.ListedConversation[]> {
    const listed = await this.client.list(options);
    return listed.map(({ threadId: thread, state: status, title = null, ...each }) => ({
      thread,
      status,
      title,
      ...each,
    }));
  }

  async remove(thread: string): Promise<void> {
    const { owner } = describeThread(await this.known(thread, () => readThread(this.connection, thread)));
    await this.cancel(thread);
    const inbox = inboxOf(thread, owner);
    const { items } = await send(this.connection, { thread }, (sdk) => sdk.store.searchItems(inbox, { limit: 1000 }));
    for (const { key } of items) await send(this.connection, { thread }, (sdk) => sdk.store.deleteItem(inbox, key));
    await this.delete(thread);
  }

  async close(): Promise<void> {
    for (const watch of this.watches.values()) watch.close();
  }

  /** Whether the thread is new. */
  private async create(threadId: string, metadata: Named): Promise<boolean> {
    try {
      await send(this.connection, { thread: threadId }, (sdk) =>
        sdk.threads.create({ threadId, ifExists: "raise", metadata }),
      );
      return true;
    } catch (error) {
      if (statusIn(error) === 409) return false;
      throw error;
    }
  }

  private async delete(thread: string): Promise<void> {
    await send(this.connection, { thread }, (sdk) => sdk.threads.delete(thread));
    this.watches.get(thread)?.close();
  }

  /** Waits until the turn under way has been spoken, or nothing runs. */
  private async turnOver(thread: string): Promise<void> {
    const after = historyOf((await this.read(thread)).state).at(-1)?.sequence ?? 0;
    for await (const event of this.follow(thread, { after })) {
      if (event.type === "status" && event.status !== "running") return;
      if (event.type === "speech-end" && event.sequence !== undefined) return;
    }
  }

  private async refuseTaken(thread: string): Promise<void> {
    const found = await this.read(thread).catch(() => undefined);
    if (found) throw invalidField("as", "thread-taken", { thread });
  }

  /** Does something that may start or end a run, and tells followers at once. */
  private async changing<Result>(thread: string, act: () => Promise<Result>): Promise<Result> {
    const result = await this.known(thread, act);
    await this.watches.get(thread)?.look();
    return result;
  }

  /** Throws `unknown-thread` where the server says that there is none. */
  private async known<Result>(thread: string, act: () => Promise<Result>): Promise<Result> {
    return act().catch((error: unknown) => {
      if (statusIn(error) === 404) throw invalidField("thread", "unknown-thread", { thread });
      throw error;
    });
  }
}

/**
 * Opens the conversations on a LangGraph server that serves Rostrum's graphs. Its threads are UUIDs, and forks stay in their mode.
 * `follow` reads the events of a thread's runs; numbered events come once the server has saved them.
 *
 * @throws {RostrumError} `invalid-input` for a bad address or token.
 */
export function connectConversations(options: ServerOptions): port.Conversations {
  return new ServerConversations(options);
}
