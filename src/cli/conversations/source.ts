/** Where saved conversations are: in a database of this machine, or on a LangGraph server. */
import type { CliTexts } from "../../locales/en/command-line.js";
import type { RunSettings } from "../../state/run-settings.js";
import type { ExportableState } from "../../transcript/json.js";
import { type Io, UsageError } from "../io.js";
import { type Options, quote } from "../options.js";
import type { SavedConversations } from "./saved-conversations.js";
import type { ServerConversations } from "./server-conversations.js";

export type ConversationSource = SavedConversations | ServerConversations;

export interface SavedConversation {
  /** On a server, the thread's ID. */
  readonly name: string;
  readonly mode: string;
  readonly title: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: RunSettings;
  readonly state: ExportableState | undefined;
  readonly hasEnded: boolean;
  readonly isUnderWay: boolean;
}

export interface SourceSetup {
  readonly options: Options;
  readonly io: Io;
  readonly texts: CliTexts;
  /** Whether to create a database that does not exist. Default: false. */
  readonly create?: boolean;
}

/** The error for a name that is taken. `option`: what gave the name. */
export function nameTaken(
  option: string,
  { name, hasEnded }: Pick<SavedConversation, "name" | "hasEnded">,
  { command }: ConversationSource,
  { threads }: CliTexts,
): UsageError {
  const possible = hasEnded ? ["show"] : ["resume", "show"];
  const commands = possible.map((each) => command(`${each} ${quote(name)}`));
  return new UsageError(`${option}: ${threads.exists(name, commands)}`);
}
