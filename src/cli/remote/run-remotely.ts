/** `rostrum run … --url`: has a server run the conversation, and shows it as if it ran here. */
import { stateIn } from "../../client/conversation.js";
import type { RostrumClient } from "../../client/rostrum-client.js";
import { RostrumError } from "../../errors.js";
import type { CliTexts } from "../../locales/command-line.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import { languageOf, type Scenario } from "../../scenario/scenario.js";
import { converse, type Ready } from "../converse.js";
import type { ExitStatus } from "../exit-status.js";
import { modelsOf, type RunModels } from "../model-check.js";
import { checkOutFile } from "../out-file.js";
import { UsageError } from "../usage-error.js";
import { checkRemoteThread, commandFor, openServer } from "./open-server.js";
import { type Begun, RemoteConversation, type RemoteOptions } from "./remote-conversation.js";

/** The models that are asked for; which one the server takes where none is, only it knows. */
function remoteModels(scenario: Scenario, { remote }: CliTexts): RunModels {
  return { ...modelsOf(scenario), speaking: scenario.context.model ?? remote.serverModel };
}

/** A conversation of a server, and how it is begun or gone on with. */
interface RemoteReady extends Pick<Ready, "options" | "io" | "scenario" | "repeat"> {
  readonly client: RostrumClient;
  readonly url: string;
  readonly begin: () => Promise<Begun>;
}

export function converseRemotely(ready: RemoteReady): Promise<ExitStatus> {
  const { client, url, begin, ...rest } = ready;
  const { options, io, scenario } = rest;
  const texts = cliTexts(languageOf(scenario));
  const remote: RemoteOptions = {
    client,
    texts,
    begin,
    command: commandFor(io, url),
    io,
    isQuiet: options.quiet === true,
  };
  return converse({
    ...rest,
    texts,
    models: remoteModels(scenario, texts),
    pace: 0,
    remote: new RemoteConversation(remote),
  });
}

/** A thread that has a conversation is another command's. */
async function refuseTaken(
  client: RostrumClient,
  threadId: string,
  { texts, command }: { readonly texts: CliTexts; readonly command: ReturnType<typeof commandFor> },
): Promise<void> {
  const found = await client.read(threadId).catch((error: unknown) => {
    if (RostrumError.isInstance(error) && error.details.status === 404) return undefined;
    throw error;
  });
  if (!found || found.mode === "") return;
  const possible = stateIn(found)?.stopReason ? ["show"] : ["resume", "show"];
  const commands = possible.map((name) => command(name, threadId));
  throw new UsageError(`--thread: ${texts.threads.exists(threadId, commands)}`);
}

export async function runRemotely(
  url: string,
  { scenario, options, io, repeat }: Pick<Ready, "scenario" | "options" | "io" | "repeat">,
): Promise<ExitStatus> {
  const texts = cliTexts(languageOf(scenario));
  const { mode, title, input, context } = scenario;
  const { thread } = options;
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  const client = openServer(url, { options, io, texts });
  if (thread !== undefined) {
    checkRemoteThread(thread, texts);
    await refuseTaken(client, thread, { texts, command: commandFor(io, url) });
  }
  const begin = async () => {
    const named = { ...(thread === undefined ? {} : { threadId: thread }), ...(title === undefined ? {} : { title }) };
    const run = await client.start(mode, { input, context, ...named });
    return { threadId: run.threadId, run, waiting: [] };
  };
  return converseRemotely({ options, io, scenario, repeat, client, url, begin });
}
