import { InOrder } from "../../../base/in-order.js";
import type { Named } from "../../../base/is-record.js";
import type { Control } from "../../../core/state/control-record.js";
import type { Lines } from "../../../core/state/people.js";
import { checkTitle } from "../../../core/state/title.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { inboxOf } from "../../../graph/inbox/inbox.js";
import { checkInterjection } from "../../../graph/inbox/interjection.js";
import type { InterjectOptions, InterjectResult } from "../../../records/interjection.js";
import type { ConversationDocument } from "../../transcript/json.js";
import { type ControlOptions, controlEntry } from "../delivery/control.js";
import { historyOf } from "../port/history.js";
import { answerOrInterject, maxStates } from "../port/late-lines.js";
import type * as port from "../port/port.js";
import { checkMode, checkRepeated, decideStart, type KeyedStart, keyedStart } from "../port/start.js";
import { documentOf } from "../port/status.js";
import { ownerPrefix, threadForKey } from "../port/thread-names.js";
import { answerOpen } from "./answer.js";
import { connect, isThreadId, type RunRef, type ServerOptions, send, sendSafely, statusIn } from "./connection.js";
import {
  checkKeyPlace,
  conversationMark,
  findThread,
  markOfStart,
  markOfWithdrawn,
  readConversation,
  readStates,
  type ServerConversation,
} from "./conversation.js";
import { follow } from "./follow.js";
import { deliverOnServer, forkOnServer, withdrawOnServer } from "./fork-and-interject.js";
import { listConversations } from "./list.js";
import { cancelRun, continueRun, createRun } from "./runs.js";
import { Watch } from "./watch.js";

class ServerConversations implements port.Conversations {
  private readonly connection: ReturnType<typeof connect>;
  private readonly watches = new Map<string, Watch>();
  /**
   * Operations that start or stop a thread's runs, except `start`, wait for each other, so that they cannot stop each
   * other's runs.
   */
  private readonly operations = new InOrder();

  constructor(options: ServerOptions) {
    this.connection = connect(options);
  }

  async start(mode: string, options: port.StartOptions = {}) {
    const { input = {}, scenario, idempotencyKey, signal } = options;
    const key = keyedStart(mode, { ...options, idempotencyKey: await this.ownKey(idempotencyKey) });
    const { thread, isNew } = await this.createThread(options, key);
    const known = isNew ? undefined : await this.find(thread);
    if (key) await this.checkKey(key, thread, known?.starts);
    // A thread without a mode has had no run, so it contains no conversation.
    const state = known?.mode ? known.status : undefined;
    const decision = decideStart({ thread, key, known: state && { state, starts: known?.starts } });
    if (decision === "join") return { thread, isNew };
    if (known && decision === "add-round") checkMode(known.mode, await this.modeOf(mode));
    // Another round uses the assistant of the previous round, unless `mode` names another assistant.
    const assistant = mode === known?.mode ? (known.assistantId ?? mode) : mode;
    const keyed = key ? { idempotencyKey } : {};
    // The key and the scenario of the previous round belong to that round alone.
    const { idempotencyKey: _key, scenario: _scenario, ...kept } = known?.context ?? {};
    const context = { ...kept, ...options.context, ...keyed, ...(scenario && { scenario }) };
    let run: RunRef | undefined;
    try {
      run = await createRun(this.connection, thread, assistant, { input, context });
      if (key && known && !(key.id in known.starts)) await this.mark(thread, markOfStart(key));
      await this.watches.get(thread)?.look();
      for await (const { type } of follow(this.connection, run, signal)) if (type === "scene-set") break;
      signal?.throwIfAborted();
    } catch (error) {
      // The server rejects this run because another `start` has already started one.
      if (key && statusIn(error) === 422) return await this.join(thread, idempotencyKey);
      if (signal?.aborted) await this.cancel(thread).catch(() => {});
      await (isNew ? this.delete(thread) : this.withdraw(thread, run, key)).catch(() => {});
      throw error;
    }
    return { thread, isNew };
  }

  /** Joins the latest run if it has the same key. */
  private async join(thread: string, key: string | undefined) {
    const { context } = await this.find(thread);
    if (context["idempotencyKey"] !== key) throw invalidField("thread", "thread-taken", { thread });
    return { thread, isNew: false };
  }

  private async withdraw(thread: string, run: RunRef | undefined, key: KeyedStart | undefined): Promise<void> {
    const isWithdrawn = await withdrawOnServer(this.connection, thread);
    if (isWithdrawn && run) await this.mark(thread, markOfWithdrawn(run, key));
  }

  private async createThread({ thread: given, title }: port.StartOptions, key: KeyedStart | undefined) {
    const thread = given ?? key?.id ?? threadForKey(undefined);
    // If the caller named no thread, a 404 means that this is not a LangGraph server.
    const subject = given === undefined ? {} : { thread };
    const metadata = { ...conversationMark, ...(title !== undefined && { title }), ...(key && markOfStart(key)) };
    const creating = sendSafely(this.connection, subject, (sdk) =>
      sdk.threads.create({ threadId: thread, ifExists: "raise", metadata }),
    );
    const isNew = await creating.then(
      () => true,
      (error: unknown) => {
        if (statusIn(error) === 409) return false;
        throw error;
      },
    );
    return { thread, isNew };
  }

  /** Adds the token's owner, because another owner on the server may use the same key. */
  private async ownKey(key: string | undefined): Promise<string | undefined> {
    const owner = key === undefined ? undefined : await this.connection.owner();
    return owner === undefined ? key : `${ownerPrefix(owner)}${key}`;
  }

  /** `starts`: undefined if the thread is new. */
  private async checkKey(key: KeyedStart, thread: string, starts: ServerConversation["starts"] | undefined) {
    checkRepeated(key, starts);
    if (starts && key.id in starts) return;
    await checkKeyPlace(this.connection, key, thread).catch(async (error: unknown) => {
      if (!starts) await this.delete(thread).catch(() => {});
      throw error;
    });
  }

  private async mark(thread: string, metadata: Named): Promise<void> {
    await send(this.connection, { thread }, (sdk) => sdk.threads.update(thread, { metadata }));
  }

  async *follow(thread: string, options: port.FollowOptions = {}): AsyncGenerator<port.FollowedEvent, void> {
    if (this.watches.get(thread)?.isClosed) this.watches.delete(thread);
    if (!this.watches.has(thread)) {
      const snapshot = await this.find(thread);
      // Another follower may have created the watch in the meantime.
      if (!this.watches.has(thread)) this.watches.set(thread, new Watch(this.connection, snapshot));
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
    const {
      assistantId: _assistant,
      owner: _owner,
      origin: _origin,
      run: _run,
      open: _open,
      latest: _latest,
      starts: _starts,
      ...snapshot
    } = await this.find(thread);
    return snapshot;
  }

  async interject(thread: string, text: string, options: InterjectOptions = {}): Promise<InterjectResult> {
    checkInterjection(text, options);
    const { now, id, ...rest } = options;
    return this.changing(thread, () => deliverOnServer(this.connection, thread, { text, ...rest }, { now, id }));
  }

  async control(thread: string, request: Control, options: ControlOptions = {}): Promise<InterjectResult> {
    const entry = controlEntry(request, options);
    const delivery = { now: options.now, continues: "step" in request };
    return this.changing(thread, () => deliverOnServer(this.connection, thread, entry, delivery));
  }

  async answer(thread: string, lines: Lines, options: port.AnswerOptions = {}): Promise<void> {
    await answerOrInterject(
      lines,
      options,
      () => this.changing(thread, () => answerOpen(this.connection, thread, lines, options)),
      () => this.find(thread),
      () => readStates(this.connection, thread, maxStates),
      (text, sender) => this.interject(thread, text, sender),
    );
  }

  async cancel(thread: string, { afterTurn = false }: port.CancelOptions = {}): Promise<void> {
    if (afterTurn) await this.endOfTurn(thread);
    // A delivery that is interrupting the run may start another run, which must be cancelled too.
    await this.changing(thread, async () => {
      const { run } = await findThread(this.connection, thread);
      if (run) await cancelRun(this.connection, run);
    });
  }

  async resume(thread: string, { context }: port.ResumeOptions = {}): Promise<void> {
    const conversation = await this.find(thread);
    if (conversation.assistantId !== undefined && conversation.next.length === 0)
      throw invalidField("thread", "has-ended", { thread });
    await this.changing(thread, () => continueRun(this.connection, conversation, { input: null, context }));
  }

  async fork(thread: string, request: port.ForkRequest): Promise<string> {
    const { as, mode } = request;
    const origin = await this.find(thread);
    if (mode !== undefined && mode !== origin.mode) throw invalidField("mode", "not-one-of", { values: [origin.mode] });
    if (as !== undefined && !isThreadId(as)) throw invalidField("as", "expected", { expected: "uuid" });
    if (as !== undefined && (await this.read(as).catch(() => undefined)))
      throw invalidField("as", "thread-taken", { thread: as });
    return forkOnServer(this.connection, origin, request);
  }

  async transcript(thread: string): Promise<ConversationDocument> {
    return documentOf(await this.read(thread));
  }

  /** Empty, because only the server knows the options from which its graphs build prompts. */
  async prompts(thread: string): Promise<readonly []> {
    await this.find(thread);
    return [];
  }

  async list(options: port.ListOptions = {}): Promise<port.ListedPage> {
    return listConversations(this.connection, options);
  }

  async rename(thread: string, title: string | null): Promise<void> {
    // The server merges metadata, so a title cannot be removed: an empty title replaces it.
    const metadata = { title: checkTitle(title) ?? "" };
    await findThread(this.connection, thread);
    await this.mark(thread, metadata);
  }

  async remove(thread: string): Promise<void> {
    const { owner } = await findThread(this.connection, thread);
    await this.cancel(thread);
    const inbox = inboxOf(thread, owner);
    const { items } = await send(this.connection, { thread }, (sdk) => sdk.store.searchItems(inbox, { limit: 1000 }));
    for (const { key } of items) await send(this.connection, { thread }, (sdk) => sdk.store.deleteItem(inbox, key));
    await this.delete(thread);
  }

  async close(): Promise<void> {
    for (const watch of this.watches.values()) watch.close();
  }

  /** `assistant`: an id or, for a mode's default assistant, the mode. */
  private async modeOf(assistant: string): Promise<string> {
    if (!isThreadId(assistant)) return assistant;
    return (await send(this.connection, { assistant }, (sdk) => sdk.assistants.get(assistant))).graph_id;
  }

  private find(thread: string) {
    return readConversation(this.connection, thread);
  }

  private async delete(thread: string): Promise<void> {
    await send(this.connection, { thread }, (sdk) => sdk.threads.delete(thread));
    this.watches.get(thread)?.close();
  }

  /** Waits until the current turn's speech or a task's result has been saved, or no run is active. */
  private async endOfTurn(thread: string): Promise<void> {
    const after = historyOf((await this.read(thread)).state).at(-1)?.sequence ?? 0;
    for await (const event of this.follow(thread, { after })) {
      if (event.type === "status" && event.status !== "running") return;
      // A director's message does not end the turn: it gets its number only when the guest's speech does. Tasks count
      // too, because a failed task may have no speech.
      if ((event.type === "speech-end" || event.type === "task") && event.sequence !== undefined) return;
    }
  }

  /**
   * Performs an action that may start or end a run, after all earlier ones on the same thread. Then makes the thread's
   * watch read the new state.
   */
  private async changing<Result>(thread: string, act: () => Promise<Result>): Promise<Result> {
    const result = await this.operations.perform(thread, act);
    await this.watches.get(thread)?.look();
    return result;
  }
}

/**
 * Opens the conversations on a LangGraph server that serves Rostrum's graphs. Thread names are UUIDs, and `fork` cannot
 * change the mode. `start` also accepts an assistant's id instead of a mode. `follow` reads the events of a thread's
 * runs, and yields numbered events after the server has saved them.
 *
 * @throws {RostrumError} `invalid-input` for an invalid address or token.
 */
export function connectConversations(options: ServerOptions): port.Conversations {
  return new ServerConversations(options);
}
