/** Where saved conversations are: in a database of this machine, or on a LangGraph server. */
import type { CliTexts } from "../../locales/en/command-line.js";
import type { RunSettings } from "../../state/run-settings.js";
import type { ThreadRecord } from "../../storage/threads.js";
import type { ExportableState } from "../../transcript/json.js";
import { type Io, UsageError } from "../io.js";
import { type Options, quote } from "../options.js";
import type { PreparedRun } from "../running/prepare.js";
import type { Runner } from "../running/runner.js";

/** A conversation in a list. On a server, its name is the thread's ID. */
export interface ListedConversation extends Pick<ThreadRecord, "name" | "mode" | "turn" | "state" | "updatedAt"> {
  readonly title?: string | null | undefined;
  readonly topic: string | null;
}

export interface SavedConversation {
  readonly name: string;
  readonly mode: string;
  readonly title: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: RunSettings;
  readonly state: ExportableState | undefined;
  readonly hasEnded: boolean;
  readonly isUnderWay: boolean;
}

export interface ForkRequest {
  readonly turn: number;
  readonly changes: Readonly<Record<string, unknown>>;
}

export interface ConversationSource {
  readonly isRemote: boolean;
  /** The shell command that does something with this source, such as `show NAME`. */
  command(words: string): string;
  list(): Promise<readonly ListedConversation[]>;
  /**
   * `lock`: keeps other processes from running it until `close`.
   *
   * @throws UsageError for an unknown name.
   */
  read(name: string, options?: { readonly lock?: boolean }): Promise<SavedConversation>;
  /** The conversation with the settings and messages that it had after a turn. A server checks the turn only in `fork`. */
  readAfter(name: string, turn: number): Promise<SavedConversation>;
  /** Prepares to start a conversation. `name` undefined: a name that the server draws. */
  start(name: string | undefined, prepared: PreparedRun): Promise<Runner>;
  resume(conversation: SavedConversation, prepared: PreparedRun): Promise<Runner>;
  fork(
    origin: SavedConversation,
    request: ForkRequest,
    prepared: PreparedRun,
  ): Promise<{ readonly name: string; readonly runner: Runner }>;
  close(): Promise<void>;
}

export interface SourceSetup {
  readonly options: Options;
  readonly io: Io;
  readonly texts: CliTexts;
  readonly create?: boolean;
}

/** The error for a name that is taken. `option`: what gave the name. */
export function nameTaken(
  option: string,
  { name, hasEnded }: Pick<SavedConversation, "name" | "hasEnded">,
  { command }: Pick<ConversationSource, "command">,
  { threads }: CliTexts,
): UsageError {
  const possible = hasEnded ? ["show"] : ["resume", "show"];
  const commands = possible.map((each) => command(`${each} ${quote(name)}`));
  return new UsageError(`${option}: ${threads.exists(name, commands)}`);
}
