import { BaseStore, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";
import { quote } from "../../../base/quote.js";
import { maxNameLength, tidyName } from "../../../core/text/name.js";
import { nearestName } from "../../../core/text/nearest-name.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import type { Modes } from "../../../graph/modes/registry.js";
import type { ConversationSnapshot, Conversations } from "../../../talk/conversations/port/port.js";
import { documentOf, findConversation, isUnknownThread } from "../../../talk/conversations/port/status.js";
import { isActive } from "../../../talk/conversations/port/status-meanings.js";
import { isThreadName } from "../../../talk/conversations/port/thread-names.js";
import { isThreadId } from "../../../talk/conversations/remote/connection.js";
import { withoutPassword } from "../../../talk/storage/address.js";
import type { ConversationDocument } from "../../../talk/transcript/json.js";
import { UsageError } from "../io.js";
import { programName } from "../options.js";
import { addressOf, type PlaceSetup, rejectBeside, runOptions } from "./setup.js";

const maxNamesShown = 10;

async function openServer(url: string, { options, io, texts }: PlaceSetup): Promise<Conversations> {
  rejectBeside("url", ["db", "queue", "pace", "as", "mode", "extensions"], options, texts);
  const { connectConversations } = await import("../../../talk/conversations/remote/server-conversations.js");
  try {
    // Reads the token from the environment, because every user of a machine can see a command's options.
    return connectConversations({ url, token: io.env["ROSTRUM_TOKEN"]?.trim() || undefined });
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    const isToken = error.details.problems?.some(({ field }) => field === "token");
    throw new UsageError(isToken ? `ROSTRUM_TOKEN: ${texts.remote.badToken}` : `--url: ${texts.remote.badUrl}`);
  }
}

/** Delays reads while somebody is typing a message, which would otherwise arrive a turn late. */
class PatientInbox extends BaseStore {
  constructor(
    private readonly inbox: BaseStore,
    private readonly untilSent: () => Promise<void>,
  ) {
    super();
  }

  /**
   * Runs read the inbox with searches. Writes are not delayed, because the message that a search is waiting for must be
   * written first.
   */
  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    if (operations.some((operation) => "namespacePrefix" in operation)) await this.untilSent();
    return this.inbox.batch(operations);
  }
}

class Run {
  failure: unknown;
  /** Resolves when no message is being typed or sent. If people can type, the audience replaces this function. */
  untilSent: () => Promise<void> = async () => {};
  /**
   * This process can stop any conversation on a server or in a queue; otherwise, only conversations that it runs
   * itself.
   */
  canStop: (thread: string) => boolean = () => true;
}

export class Place {
  private constructor(
    private readonly setup: PlaceSetup,
    readonly conversations: Conversations,
    readonly run: Run,
    /** Undefined for a server, which has its own modes. */
    readonly modes?: Modes,
  ) {}

  static async open(setup: PlaceSetup): Promise<Place> {
    const { options } = setup;
    const run = new Run();
    if (options.url !== undefined) return new Place(setup, await openServer(options.url, setup), run);
    const address = addressOf(setup);
    // Imported lazily, because it loads the graphs, which commands for a server do not need.
    const { openWith } = await import("../../../talk/conversations/open.js");
    const { modes, models } = await runOptions(setup);
    const onFailure = (error: unknown) => {
      run.failure = error;
    };
    const conversations = await openWith(
      address,
      { modes, models, onFailure, queue: options.queue ?? false },
      (inbox) => new PatientInbox(inbox, () => run.untilSent()),
    );
    if (!options.queue) run.canStop = (thread) => conversations.runsHere(thread);
    return new Place(setup, conversations, run, modes);
  }

  get server(): string | undefined {
    return this.setup.options.url;
  }

  get isRemote(): boolean {
    return this.server !== undefined;
  }

  get hasQueue(): boolean {
    return this.setup.options.queue ?? false;
  }

  /** Whether this process itself runs the conversations that it starts, with its own models and keys. */
  get runsHere(): boolean {
    return !this.isRemote && !this.hasQueue;
  }

  get isSaved(): boolean {
    return this.setup.create !== "memory";
  }

  /** Returns a command as a user would type it, with the options that select this place and its extension. */
  command(words: string): string {
    const { url } = this.setup.options;
    if (url !== undefined) return this.commandIn(words, ` --url ${quote(url)}`);
    return this.commandIn(words, this.databaseWords() + (this.hasQueue ? " --queue" : ""));
  }

  get workerCommand(): string {
    return this.commandIn("worker", this.databaseWords());
  }

  private databaseWords(): string {
    const { db } = this.setup.options;
    return db === undefined ? "" : ` --db ${quote(withoutPassword(db))}`;
  }

  private commandIn(words: string, place: string): string {
    const { io, options } = this.setup;
    const own = options.extensions === undefined ? "" : ` --extensions ${quote(options.extensions)}`;
    return `${programName(io.env)} ${words}${own}${place}`;
  }

  async read(given: string): Promise<ConversationSnapshot> {
    const name = this.checkName(given);
    return (await findConversation(this.conversations, name)) ?? this.refuseUnknown(name);
  }

  /** Returns the tidied name of an existing conversation, even if the conversation cannot be read. */
  async existing(given: string): Promise<string> {
    const name = this.checkName(given);
    // Ignores other errors, because the caller may not need to read the conversation.
    const isUnknown = await this.conversations.read(name).then(() => false, isUnknownThread);
    return isUnknown ? this.refuseUnknown(name) : name;
  }

  private async refuseUnknown(name: string): Promise<never> {
    const { texts } = this.setup;
    const { conversations } = await this.conversations.list({ limit: this.isRemote ? 50 : 1000 });
    const names = conversations.map(({ thread }) => thread);
    const shown = this.isRemote ? [] : names.slice(0, maxNamesShown);
    throw new UsageError(texts.threads.unknown(name, nearestName(name, names), shown));
  }

  async document(name: string): Promise<ConversationDocument> {
    const { texts, io } = this.setup;
    const snapshot = await this.read(name);
    if (!snapshot.state.messages?.length) throw new UsageError(texts.threads.nothingSaid(name));
    if (isActive(snapshot.status)) io.stderr.write(`${texts.threads.underWay(snapshot.state.turn ?? 0)}\n`);
    return documentOf(snapshot);
  }

  /** `option`: the option with which the name was given. */
  async freeName(given: string, option: string): Promise<string> {
    const { texts } = this.setup;
    const name = this.checkName(given, option);
    const found = await findConversation(this.conversations, name);
    // An empty thread on a server has no mode yet, so a new conversation can use it.
    if (!found?.mode) return name;
    const possible = found.status === "ended" ? ["show"] : ["resume", "show"];
    const commands = possible.map((each) => this.command(`${each} ${quote(name)}`));
    throw new UsageError(`${option}: ${texts.threads.exists(name, commands)}`);
  }

  /** `option`: the option that names a new conversation; undefined for an existing one. */
  private checkName(given: string, option?: string): string {
    const { threads, remote } = this.setup.texts;
    const name = tidyName(given);
    if (this.isRemote && !isThreadId(name)) throw new UsageError(remote.badThread(given));
    if (option === undefined || this.isRemote || isThreadName(name)) return name;
    throw new UsageError(`${option}: ${threads.invalidName(maxNameLength)}`);
  }
}

export async function withPlace<Result>(setup: PlaceSetup, use: (place: Place) => Promise<Result>): Promise<Result> {
  const place = await Place.open(setup);
  try {
    return await use(place);
  } finally {
    await place.conversations.close();
  }
}
