/** A conversation on a LangGraph server, as typed events and calls. The protocol is the LangGraph SDK's own. */
import { Client } from "@langchain/langgraph-sdk";
import { inputProblem, invalidInput } from "../errors.js";
import type { ForkOptions } from "../thread/fork.js";
import type { InterjectOptions } from "../thread/leave-interjection.js";
import { type ConversationDocument, exportConversation } from "../transcript/json.js";
import { answerOnServer, type Lines } from "./answer.js";
import { readConversation, type ServerConversation, stateIn } from "./conversation.js";
import { type FollowOptions, follow } from "./follow.js";
import type { FollowedEvent } from "./followed-event.js";
import { forkOnServer } from "./fork.js";
import { interjectOnServer, type ServerInterjectResult } from "./interject.js";
import { type ListedConversation, type ListOptions, listOnServer } from "./list.js";
import { checkThreadId, type RunRef } from "./run-ref.js";
import { findAfter, findUnderWay, goOn, latestContext, type RunContextOnServer } from "./runs.js";
import { call, patienceOf, type Server } from "./server.js";
import { type StartOptions, startOnServer } from "./start.js";

export interface RostrumClientOptions {
  /** Where the server is, such as `http://127.0.0.1:2024`. */
  readonly url: string;
  /** Sent with every request as `Authorization: Bearer …`. Default: none. */
  readonly token?: string | undefined;
  /** LangSmith's API key, for a deployment there. Default: none, whatever the environment has. */
  readonly apiKey?: string | undefined;
  /** The SDK's client, in place of one made of the above. */
  readonly client?: Client;
  /** How often in a row a broken connection is made again: 10 times take about half a minute. Default: 10. */
  readonly reconnects?: number;
  /** How long a run's log of events may keep silent when it is joined, in milliseconds. Default: 10s. */
  readonly silenceMs?: number;
}

/** How a thread is gone on with. */
export interface GoOnOptions {
  /** How it is run from here on: `model`, `bidModel`, … Default: as its latest run was. */
  readonly context?: RunContextOnServer;
}

/** Makes the SDK's client. It tries nothing twice by itself: what may be asked twice is known here. */
function sdkFor({ url, token, apiKey = undefined }: RostrumClientOptions): Client {
  return new Client({
    apiUrl: url,
    apiKey: apiKey ?? null,
    defaultHeaders: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    // Every conversation that is followed holds a request open: the SDK would have the fifth wait for the others' ends.
    callerOptions: { maxRetries: 0, maxConcurrency: Number.POSITIVE_INFINITY },
  });
}

function addressOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalidInput([inputProblem("url", "expected", { expected: "server-address" })]);
  const { origin, pathname, username, password } = new URL(url);
  if (username || password) throw invalidInput([inputProblem("url", "login-in-url", {})]);
  return `${origin}${pathname}`.replace(/\/$/, "");
}

/** What cannot stand in a header would be shown in the complaint about it. */
function checkToken({ token }: RostrumClientOptions): void {
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw invalidInput([inputProblem("token", "expected", { expected: "token" })]);
}

/**
 * Begins, follows and takes part in conversations on a LangGraph server that has Rostrum's graphs. Every method throws
 * `server-unreachable` or `server-refused`, and `invalid-input` for what no server need be asked about.
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
  private readonly server: Server;

  constructor(options: RostrumClientOptions) {
    const url = addressOf(options.url);
    checkToken(options);
    const { reconnects = 10, silenceMs = 10_000 } = options;
    this.server = { sdk: options.client ?? sdkFor(options), url, silenceMs, patient: patienceOf(reconnects) };
  }

  /** Begins a conversation of a mode or an assistant, or another round in a thread that has one. */
  async start(modeOrAssistant: string, options: StartOptions = {}): Promise<RunRef> {
    if (options.threadId !== undefined) checkThreadId(options.threadId);
    return startOnServer(this.server, modeOrAssistant, options);
  }

  /**
   * What happens in a run, from its beginning, each event once and in order, also where the connection breaks; then for whom it
   * waits, if it does. Leaving the loop leaves the run alone, and so does aborting `signal`, which ends the loop at once. Throws
   * `run-failed`, and `run-lost` where the server forgot it.
   */
  follow(run: RunRef, options: FollowOptions = {}): AsyncGenerator<FollowedEvent, void> {
    return follow(this.server, run, options);
  }

  /**
   * Adds a message, heard at the next turn's boundary. With `now` the run under way is broken off and another goes on with it at
   * once: the result's `run`. Throws `invalid-input` for a text that is empty or too long.
   */
  async interject(threadId: string, text: string, options: InterjectOptions = {}): Promise<ServerInterjectResult> {
    checkThreadId(threadId);
    return interjectOnServer(this.server, threadId, text, options);
  }

  /** Goes on with a run that waits for a person. An empty line passes. */
  async answer(threadId: string, lines: Lines, { context }: GoOnOptions = {}): Promise<RunRef> {
    checkThreadId(threadId);
    return answerOnServer(this.server, threadId, lines, context);
  }

  /** Goes on with a conversation that was broken off. Throws `invalid-input` for one that has ended. */
  async resume(threadId: string, { context }: GoOnOptions = {}): Promise<RunRef> {
    const conversation = await this.read(threadId);
    if (conversation.assistantId !== undefined && conversation.next.length === 0) {
      throw invalidInput([inputProblem("threadId", "has-ended", { thread: threadId })]);
    }
    return goOn(this.server, threadId, conversation, { input: null }, context);
  }

  /** Ends a run where it is. What was saved stays, and `resume` goes on from there. */
  async cancel({ threadId, runId }: RunRef): Promise<void> {
    await call(this.server, { thread: threadId }, (sdk) => sdk.runs.cancel(threadId, runId, true, "interrupt"));
  }

  /**
   * Copies a conversation as it was after some turn to a new thread, whose id is returned; `resume` goes on with that. The other
   * stays as it is. Throws `invalid-input` for a turn after which it did not go on, and for bad changes.
   */
  async fork(threadId: string, options: ForkOptions): Promise<string> {
    checkThreadId(threadId);
    return forkOnServer(this.server, threadId, options);
  }

  /** The conversation so far. Throws `invalid-input` where nothing has been said. */
  async transcript(threadId: string): Promise<ConversationDocument> {
    const conversation = await this.read(threadId);
    const state = stateIn(conversation);
    if (state) return exportConversation(conversation.mode, state, conversation.title);
    throw invalidInput([inputProblem("threadId", "nothing-said", { thread: threadId })]);
  }

  /** The thread as it is now: its state, for whom it waits, and what comes next. */
  async read(threadId: string): Promise<ServerConversation> {
    checkThreadId(threadId);
    return readConversation(this.server, threadId);
  }

  /** The conversations on the server that whoever asks may see, the latest first. */
  async list(options: ListOptions = {}): Promise<ListedConversation[]> {
    return listOnServer(this.server, options);
  }

  /** How a thread was run last: its context. A fork that was not yet run has that of its origin when it was made. */
  async contextOf(threadId: string): Promise<RunContextOnServer> {
    checkThreadId(threadId);
    return latestContext(this.server, threadId);
  }

  /** The run of a thread that is under way, if there is one. */
  async runUnderWay(threadId: string): Promise<RunRef | undefined> {
    checkThreadId(threadId);
    const found = await findUnderWay(this.server, threadId);
    return found && { threadId, runId: found.run_id };
  }

  /** The run that goes on where one was broken off, once there is one. */
  async runAfter(run: RunRef): Promise<RunRef | undefined> {
    checkThreadId(run.threadId);
    return findAfter(this.server, run);
  }
}
