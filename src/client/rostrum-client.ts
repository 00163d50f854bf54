/** A client for conversations on a LangGraph server, with typed events. Its protocol is that of the LangGraph SDK. */

import { randomUUID } from "node:crypto";
import { assignLines } from "../conversations/status.js";
import { invalidField } from "../errors.js";
import type { Control } from "../state/control.js";
import type { Lines } from "../state/people.js";
import type { ControlOptions } from "../thread/control.js";
import type { ForkOptions } from "../thread/fork.js";
import type { InterjectOptions } from "../thread/interject.js";
import { type ConversationDocument, exportConversation } from "../transcript/json.js";
import { connect, type RostrumClientOptions, type RunRef, send, sendSafely } from "./connection.js";
import * as conversations from "./conversation.js";
import { type FollowedEvent, type FollowOptions, follow } from "./follow.js";
import { controlOnServer, forkOnServer, interjectOnServer, type ServerInterjectResult } from "./fork-and-interject.js";
import * as runs from "./runs.js";

export interface StartOptions {
  /** The mode's input fields. Default: the mode's example conversation. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The mode's context fields: `model`, `bidModel`, `temperature`, … Default: the server's settings. */
  readonly context?: runs.RunContextOnServer;
  /** Input fields that apply wherever `input` leaves a field at its default. Default: none. */
  readonly scenario?: Readonly<Record<string, unknown>>;
  /** The thread's id, a UUID. In a thread with a conversation, another round starts. Default: a new thread. */
  readonly threadId?: string;
  /** A new thread's title, as transcripts show it. Default: its topic. */
  readonly title?: string;
}

export interface ResumeOptions {
  /** As in `start`. Default: the context of the thread's latest run. */
  readonly context?: runs.RunContextOnServer;
}

/**
 * Starts, follows and takes part in conversations on a LangGraph server that serves Rostrum's graphs. Thread ids are UUIDs.
 *
 * Every method throws `server-unreachable`, `server-refused`, or `invalid-input` for arguments that no server can accept.
 *
 * @example
 * ```ts
 * const client = new RostrumClient({ url: "http://127.0.0.1:2024", token: process.env.ROSTRUM_TOKEN });
 * const run = await client.start("bidding", { input: { topic: "Should the ferry be free?" } });
 * for await (const event of client.follow(run))
 *   if (event.type === "speech-end") console.log(`${event.speaker}: ${event.text}`);
 * const { decisions } = await client.transcript(run.threadId);
 * ```
 */
export class RostrumClient {
  private readonly connection: ReturnType<typeof connect>;

  /** @throws {RostrumError} `invalid-input` for a bad address or token. */
  constructor(options: RostrumClientOptions) {
    this.connection = connect(options);
  }

  /** Starts a conversation with a mode or an assistant, or another round in a thread that holds one. */
  async start(modeOrAssistant: string, options: StartOptions = {}): Promise<RunRef> {
    const { input = {}, context = {}, scenario, threadId = randomUUID(), title } = options;
    const isNew = options.threadId === undefined;
    const metadata = title === undefined ? {} : { title };
    // No caller has named a new thread: a 404 then means that this is no LangGraph server.
    await sendSafely(this.connection, isNew ? {} : { thread: threadId }, (sdk) =>
      sdk.threads.create({ threadId, ifExists: "do_nothing", metadata }),
    );
    const ids = { threadId, assistantId: modeOrAssistant };
    try {
      const wholeContext = scenario ? { ...context, scenario } : context;
      return await runs.createRun(this.connection, ids, { input: { ...input } }, wholeContext);
    } catch (error) {
      // Removes the thread that nobody else knows of. The run's error matters more than one of this clean-up.
      if (isNew) await send(this.connection, {}, (sdk) => sdk.threads.delete(threadId)).catch(() => {});
      throw error;
    }
  }

  /**
   * Yields a run's events from its beginning, each once and in order, and restores lost connections. If the run waits for
   * people, a `your-turn` or `approval` event for each comes last. Leaving the loop or aborting `signal` does not stop the run.
   * @throws {RostrumError} `run-failed`, or `run-lost` if the server no longer has the run.
   */
  follow(run: RunRef, options: FollowOptions = {}): AsyncGenerator<FollowedEvent, void> {
    return follow(this.connection, run, options);
  }

  /**
   * Adds a message, which the conversation hears at the next boundary between turns. With `now`, cancels the active run and
   * starts another, returned as `run`, that hears it at once.
   * @throws {RostrumError} `invalid-input` for a text that is empty or longer than 4,000 characters.
   */
  async interject(threadId: string, text: string, options: InterjectOptions = {}): Promise<ServerInterjectResult> {
    return interjectOnServer(this.connection, threadId, text, options);
  }

  /**
   * Steers the conversation as `control` does: the request is carried out or refused at the next boundary between turns. On a paused run,
   * `{ step: true }` starts the run that continues, and returns it as `run`; `resume` continues without another pause.
   * @throws {RostrumError} `invalid-input` for a request that cannot be read.
   */
  async control(threadId: string, request: Control, options: ControlOptions = {}): Promise<ServerInterjectResult> {
    return controlOnServer(this.connection, threadId, request, options);
  }

  /**
   * Continues a run that waits for people. An empty line passes.
   * @throws {RostrumError} `invalid-input` if the run waits for nobody, or if `lines` does not say whose line it is.
   */
  async answer(threadId: string, lines: Lines, { context }: ResumeOptions = {}): Promise<RunRef> {
    const conversation = await this.read(threadId);
    const command = { resume: assignLines(lines, threadId, conversation.waiting) };
    return runs.continueThread(this.connection, conversation, { command }, context);
  }

  /**
   * Continues a conversation that was cancelled, failed or forked, or that waits for a person whose time is up.
   * @throws {RostrumError} `invalid-input` if it is over or has not begun.
   */
  async resume(threadId: string, { context }: ResumeOptions = {}): Promise<RunRef> {
    const conversation = await this.read(threadId);
    if (conversation.assistantId === undefined || conversation.next.length > 0)
      return runs.continueThread(this.connection, conversation, { input: null }, context);
    throw invalidField("threadId", "has-ended", { thread: threadId });
  }

  /** Cancels a run. `resume` continues from what was saved. */
  async cancel(run: RunRef): Promise<void> {
    await runs.cancelRun(this.connection, run);
  }

  /**
   * Copies a conversation, as it was after a turn, to a new thread and returns its id; `resume` continues it.
   * @throws {RostrumError} `invalid-input` for a turn after which the conversation did not continue, or a bad change.
   */
  async fork(threadId: string, options: ForkOptions): Promise<string> {
    return forkOnServer(this.connection, threadId, options);
  }

  /** The conversation so far. Throws `invalid-input` if nothing has been said. */
  async transcript(threadId: string): Promise<ConversationDocument> {
    const conversation = await this.read(threadId);
    const state = conversations.stateIn(conversation);
    if (state) return exportConversation(conversation.mode, state, conversation.title);
    throw invalidField("threadId", "nothing-said", { thread: threadId });
  }

  /** The thread as the server has it: its state, the people it waits for, and its next steps. */
  async read(threadId: string): Promise<conversations.ServerConversation> {
    return conversations.readConversation(this.connection, threadId);
  }

  /** The conversations that this user may see, newest first. */
  async list(options: conversations.ListOptions = {}): Promise<conversations.ListedConversation[]> {
    return conversations.listConversations(this.connection, options);
  }

  /** The context of the thread's latest run. A fork that has not run yet has its origin's. */
  async latestContext(threadId: string): Promise<runs.RunContextOnServer> {
    return runs.readLatestContext(this.connection, threadId);
  }

  /** The thread's running or pending run, if any. */
  async activeRun(threadId: string): Promise<RunRef | undefined> {
    const found = (await runs.listRuns(this.connection, threadId)).find(runs.isActive);
    return found && { threadId, runId: found.run_id };
  }

  /** The run created next in the same thread, if any: after an interjection with `now`, the one that continues. */
  async nextRun({ threadId, runId }: RunRef): Promise<RunRef | undefined> {
    const all = await runs.listRuns(this.connection, threadId);
    const next = all[all.findIndex(({ run_id }) => run_id === runId) + 1];
    return next && { threadId, runId: next.run_id };
  }
}
