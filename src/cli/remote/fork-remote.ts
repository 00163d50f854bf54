/** `rostrum fork … --url`: starts a conversation of its own on a server from some turn of one that is there. */
import { stateIn } from "../../client/conversation.js";
import type { Language } from "../../language.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import { languageOf } from "../../scenario/scenario.js";
import type { ExitStatus } from "../exit-status.js";
import { overridesOf } from "../options.js";
import { checkOutFile } from "../out-file.js";
import { quote, settingWords } from "../repeat-command.js";
import { byOption, changesIn, checkLimit, scenarioFrom } from "../threads/fork-settings.js";
import { UsageError } from "../usage-error.js";
import { checkRemoteThread, commandFor, openServer, type RemoteCommand } from "./open-server.js";
import { converseRemotely } from "./run-remotely.js";

/** The server names threads, and a thread keeps to its mode there. */
function refuseLocal({ options, texts }: RemoteCommand): void {
  for (const option of ["as", "mode"] as const)
    if (options[option] !== undefined) throw new UsageError(`--${option}: ${texts.remote.notWithUrl}`);
}

export async function forkRemote(
  url: string,
  threadId: string,
  turn: number,
  command: RemoteCommand & { readonly asked: Language | undefined },
): Promise<ExitStatus> {
  const { options, io, texts, asked } = command;
  refuseLocal(command);
  checkRemoteThread(threadId, texts);
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  const client = openServer(url, command);
  const { mode, title, values } = await client.read(threadId);
  if (!stateIn({ values })) throw new UsageError(texts.threads.nothingSaid(threadId));
  const context = await client.latestContext(threadId);
  const scenario = scenarioFrom({ mode, title, context }, values, options, asked);
  checkLimit(options, scenario, turn, values);
  const spoken = cliTexts(asked ?? languageOf(scenario));
  const newId = await client
    .fork(threadId, { turn, changes: changesIn(scenario, options) })
    .catch(byOption(spoken.language));
  if (!options.quiet) io.stderr.write(`${spoken.threads.forked(newId, threadId, turn)}\n`);
  const { values: copied } = await client.read(newId);
  const isRunOtherwise = overridesOf(options).some(({ path: [field] }) => Object.hasOwn(scenario.context, field));
  const begin = async () => {
    const how = isRunOtherwise ? { context: { ...context, ...scenario.context } } : {};
    return { threadId: newId, run: await client.resume(newId, how), waiting: [], state: stateIn({ values: copied }) };
  };
  const again = (seed: number) =>
    `${commandFor(io, url)("fork", quote(threadId))} --turn ${turn} ${settingWords(options, seed)}`;
  return converseRemotely({ options, io, scenario, repeat: again, client, url, begin });
}
