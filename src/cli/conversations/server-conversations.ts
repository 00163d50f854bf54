/** The conversations of the server that `--url` names. The token comes from the environment: every user of a machine can see options. */
import { isThreadId, type RostrumClientOptions } from "../../client/connection.js";
import { stateIn } from "../../client/conversation.js";
import { RostrumClient } from "../../client/rostrum-client.js";
import { RostrumError } from "../../errors.js";
import type { RunSettings } from "../../state/run-settings.js";
import type { ForkOptions } from "../../thread/fork.js";
import { UsageError } from "../io.js";
import { flagOf, type Options, overridesOf, programName, quote } from "../options.js";
import type { PreparedRun } from "../running/prepare.js";
import { ServerRunner, type StartedRun } from "../running/server-runner.js";
import { nameTaken, type SavedConversation, type SourceSetup } from "./source.js";

const localOptions = ["db", "pace", "as", "mode"] as const;

/** Opens what speaks to a server. `local`: the options that make no sense beside `--url`. @throws UsageError */
export function atServer<Opened>(
  url: string,
  { options, io, texts }: SourceSetup,
  local: readonly (keyof Options)[],
  open: (server: RostrumClientOptions) => Opened,
): Opened {
  const given = local.find((option) => options[option] !== undefined);
  if (given) throw new UsageError(`${flagOf(given)}: ${texts.usage.notBeside("--url")}`);
  try {
    return open({ url, token: io.env["ROSTRUM_TOKEN"]?.trim() || undefined });
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    const isToken = error.details.problems?.some(({ field }) => field === "token");
    throw new UsageError(isToken ? `ROSTRUM_TOKEN: ${texts.remote.badToken}` : `--url: ${texts.remote.badUrl}`);
  }
}

export class ServerConversations {
  readonly isRemote = true;
  readonly client: RostrumClient;

  constructor(
    private readonly url: string,
    private readonly setup: SourceSetup,
  ) {
    this.client = atServer(url, setup, localOptions, (server) => new RostrumClient(server));
  }

  command = (words: string): string => `${programName(this.setup.io.env)} ${words} --url ${quote(this.url)}`;

  async list() {
    const listed = await this.client.list();
    return listed.map(({ threadId, ...each }) => ({ name: threadId, ...each }));
  }

  checkId(threadId: string): void {
    if (!isThreadId(threadId)) throw new UsageError(this.setup.texts.remote.badThread(threadId));
  }

  async read(threadId: string): Promise<SavedConversation> {
    this.checkId(threadId);
    const { mode, title, values, next } = await this.client.read(threadId);
    const state = stateIn({ values });
    const isUnderWay = (await this.client.activeRun(threadId)) !== undefined;
    const hasEnded = state !== undefined && next.length === 0 && !isUnderWay;
    return { name: threadId, mode, title, input: values, context: {}, state, hasEnded, isUnderWay };
  }

  async readAfter(threadId: string, _turn: number): Promise<SavedConversation> {
    const conversation = await this.read(threadId);
    if (!conversation.state) throw new UsageError(this.setup.texts.threads.nothingSaid(threadId));
    return { ...conversation, context: (await this.client.latestContext(threadId)) as RunSettings };
  }

  async start(threadId: string | undefined, prepared: PreparedRun): Promise<ServerRunner> {
    if (threadId !== undefined) await this.rejectTaken(threadId);
    const { mode, title, input, context } = prepared.scenario;
    const named = { ...(threadId === undefined ? {} : { threadId }), ...(title === undefined ? {} : { title }) };
    return this.runnerFor(prepared, async () => {
      const run = await this.client.start(mode, { input, context, ...named });
      return { threadId: run.threadId, run };
    });
  }

  async resume(conversation: SavedConversation, prepared: PreparedRun): Promise<ServerRunner> {
    const { name: threadId, state, isUnderWay } = conversation;
    if (!state && !isUnderWay) throw new UsageError(this.setup.texts.threads.nothingSaid(threadId));
    return this.runnerFor(prepared, async () => {
      const underWay = await this.client.activeRun(threadId);
      if (underWay) return { threadId, state, run: underWay, isShared: true };
      const { waiting } = await this.client.read(threadId);
      if (waiting.length > 0) return { threadId, state, waiting };
      return { threadId, state, run: await this.client.resume(threadId) };
    });
  }

  async fork(origin: SavedConversation, request: ForkOptions, prepared: PreparedRun) {
    const { scenario, options } = prepared;
    const threadId = await this.client.fork(origin.name, request);
    const { values } = await this.client.read(threadId);
    const changesContext = overridesOf(options).some(({ path: [field] }) => Object.hasOwn(scenario.context, field));
    const how = changesContext ? { context: { ...origin.context, ...scenario.context } } : {};
    const start = async () => {
      const run = await this.client.resume(threadId, how);
      return { threadId, run, state: stateIn({ values }) };
    };
    return { name: threadId, runner: this.runnerFor(prepared, start) };
  }

  async close(): Promise<void> {}

  private runnerFor(prepared: PreparedRun, start: () => Promise<StartedRun>): ServerRunner {
    return new ServerRunner(this.client, prepared.texts.language, start);
  }

  private async rejectTaken(threadId: string): Promise<void> {
    this.checkId(threadId);
    const found = await this.client.read(threadId).catch((error: unknown) => {
      if (RostrumError.isInstance(error) && error.details.status === 404) return undefined;
      throw error;
    });
    if (!found || found.mode === "") return;
    const hasEnded = found.next.length === 0 && Boolean(stateIn(found)?.stopReason);
    throw nameTaken("--thread", { name: threadId, hasEnded }, this, this.setup.texts);
  }
}
