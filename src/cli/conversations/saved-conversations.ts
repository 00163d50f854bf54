/** The conversations that this machine saves: those of `--db`, or of the working folder. */
import { existsSync } from "node:fs";
import { freeName, isThreadName } from "../../conversations/thread-names.js";
import { invalidField, type RostrumError } from "../../errors.js";
import { languageNamed } from "../../locales/registry.js";
import { modes } from "../../modes/registry.js";
import { inLanguage, type Scenario } from "../../scenario/scenario.js";
import type { RunSettings } from "../../state/run-settings.js";
import { isPostgres, isStorageAddress, withoutPassword } from "../../storage/address.js";
import { storageFailed } from "../../storage/guard.js";
import type { ThreadRecord, Threads } from "../../storage/threads.js";
import { maxNameLength, tidyName } from "../../text/name.js";
import { nearestName } from "../../text/nearest-name.js";
import { type ForkOptions, fork, stateAfter } from "../../thread/fork.js";
import type { ExportableState } from "../../transcript/json.js";
import { UsageError } from "../io.js";
import { programName, quote } from "../options.js";
import { compile, LocalRunner } from "../running/local-runner.js";
import type { PreparedRun } from "../running/prepare.js";
import { type ConversationSource, nameTaken, type SavedConversation, type SourceSetup } from "./source.js";

export const defaultAddress = ".rostrum/threads.db";
const maxNamesShown = 10;

const exists = (address: string) => isPostgres(address) || existsSync(address);

export const hasDefaultDatabase = () => exists(defaultAddress);

const configOf = (name: string) => ({ configurable: { thread_id: name } });

/** The record of a new conversation. It fixes the model's name: a later process may have another default. */
function newRecord(name: string, { mode, title, input, context }: Scenario, model: string): ThreadRecord {
  const now = new Date().toISOString();
  const beginning = { state: "running", turn: 0, createdAt: now, updatedAt: now } as const;
  return { name, mode, title: title ?? null, input, context: { ...context, model }, ...beginning };
}

export class SavedConversations {
  readonly isRemote = false;

  private constructor(
    private readonly threads: Threads,
    private readonly setup: SourceSetup,
  ) {}

  static async open(setup: SourceSetup): Promise<SavedConversations> {
    const { options, texts, create = false } = setup;
    const { db: address = defaultAddress } = options;
    if (!isStorageAddress(address) || address === "memory") throw new UsageError(`--db: ${texts.threads.badAddress}`);
    if (!create && !exists(address)) throw new UsageError(texts.threads.nothingSaved(address));
    // Most commands need no storage, and Node 22 warns when SQLite is loaded.
    const { openThreads } = await import("../../storage/open.js");
    return new SavedConversations(await openThreads(address), setup);
  }

  command = (words: string): string => {
    const { io, options } = this.setup;
    return `${programName(io.env)} ${words}${options.db ? ` --db ${quote(withoutPassword(options.db))}` : ""}`;
  };

  async list() {
    const records = await this.reading(this.threads.list());
    return records.map(({ input, context, ...record }) => {
      const { topic = null } = input as { readonly topic?: string };
      return { ...record, topic, context };
    });
  }

  async read(name: string, { lock = false } = {}): Promise<SavedConversation> {
    if (lock) await this.threads.take((await this.find(name)).name);
    const record = await this.find(name);
    const { values, tasks } = await this.reading(this.graphOf(record).getState(configOf(name)));
    const state = values as Partial<ExportableState>;
    // After the decision to stop, the closing words may still be missing.
    const hasEnded = Boolean(state.stopReason) && tasks.length === 0;
    return this.conversationOf(record, state.messages?.length ? (state as ExportableState) : undefined, hasEnded);
  }

  async readAfter(name: string, turn: number): Promise<SavedConversation> {
    const record = await this.find(name);
    const found = this.reading(stateAfter(this.graphOf(record), configOf(name), turn));
    const { values } = await found.catch((error: RostrumError) => {
      throw inLanguage(error, languageNamed(record.input["language"]));
    });
    return this.conversationOf({ ...record, input: values }, values as unknown as ExportableState, false);
  }

  async start(given: string | undefined, prepared: PreparedRun): Promise<LocalRunner> {
    const name = this.checkName(given ?? "", "--thread");
    await this.claim(name, "--thread");
    const record = newRecord(name, prepared.scenario, prepared.models.speaking);
    return this.runnerFor(record, prepared, false);
  }

  async resume({ name, state }: SavedConversation, prepared: PreparedRun): Promise<LocalRunner> {
    const record = await this.find(name);
    return this.runnerFor({ ...record, updatedAt: new Date().toISOString() }, prepared, state !== undefined);
  }

  async fork(origin: SavedConversation, request: ForkOptions, prepared: PreparedRun) {
    const { as } = this.setup.options;
    const name = as === undefined ? await freeName(origin.name, this.threads) : this.checkName(as, "--as");
    await this.claim(name, "--as");
    const { scenario, models } = prepared;
    const isSameMode = scenario.mode === origin.mode;
    if (isSameMode) await fork(this.graphOf(origin), configOf(origin.name), configOf(name), request);
    // Another mode takes over what was said, and counts its turns from there.
    const begun = isSameMode
      ? scenario
      : { ...scenario, input: { ...scenario.input, messages: origin.state?.messages } };
    const record = { ...newRecord(name, scenario, models.speaking), turn: isSameMode ? request.turn : 0 };
    return { name, runner: await this.runnerFor(record, { ...prepared, scenario: begun }, isSameMode) };
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  /** A runner whose record says that it is running, for other processes that look. */
  private async runnerFor(record: ThreadRecord, prepared: PreparedRun, isContinued: boolean): Promise<LocalRunner> {
    const { threads } = this;
    await threads.save({ ...record, state: "running" });
    return new LocalRunner(prepared, { threads, record, isContinued });
  }

  private conversationOf(
    record: ThreadRecord,
    state: SavedConversation["state"],
    hasEnded: boolean,
  ): SavedConversation {
    const { name, mode, title, input } = record;
    const context = record.context as RunSettings;
    return { name, mode, title: title ?? undefined, input, context, state, hasEnded, isUnderWay: false };
  }

  private graphOf({ mode }: Pick<ThreadRecord, "mode">) {
    const known = Object.keys(modes);
    if (!known.includes(mode)) throw invalidField("mode", "unknown-mode", { mode, known });
    return compile(mode, {}, { checkpointer: this.threads.checkpointer });
  }

  /** What is stored as JSON, and no longer is any, is damaged. */
  private reading<Value>(stored: Promise<Value>): Promise<Value> {
    return stored.catch((error: unknown) => {
      const place = withoutPassword(this.setup.options.db ?? defaultAddress);
      throw error instanceof SyntaxError ? storageFailed(error, place, "damaged") : error;
    });
  }

  private async find(name: string): Promise<ThreadRecord> {
    const records = await this.reading(this.threads.list());
    const found = records.find((record) => record.name === name);
    if (found) return found;
    const names = records.map((record) => record.name);
    const { unknown } = this.setup.texts.threads;
    throw new UsageError(unknown(name, nearestName(name, names), names.slice(0, maxNamesShown)));
  }

  /** Locks a name that must be free. `option`: what gave the name. */
  private async claim(name: string, option: string): Promise<void> {
    await this.threads.take(name);
    const found = await this.threads.find(name);
    if (found) throw nameTaken(option, { name, hasEnded: found.state === "ended" }, this, this.setup.texts);
  }

  private checkName(given: string, option: string): string {
    const name = tidyName(given);
    if (!isThreadName(name)) throw new UsageError(`${option}: ${this.setup.texts.threads.invalidName(maxNameLength)}`);
    return name;
  }
}

export async function withSource<Result>(
  setup: SourceSetup,
  use: (source: ConversationSource) => Promise<Result>,
): Promise<Result> {
  const { url } = setup.options;
  const source =
    url === undefined
      ? await SavedConversations.open(setup)
      : new (await import("./server-conversations.js")).ServerConversations(url, setup);
  try {
    return await use(source);
  } finally {
    await source.close();
  }
}
