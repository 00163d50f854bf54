/** `rostrum interject`: adds a message to a conversation of a server. */
import type { Language } from "../../language.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import { type ExitStatus, exitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { UsageError } from "../usage-error.js";
import { checkRemoteThread, commandFor, openServer } from "./open-server.js";

export async function interjectRemote(
  [threadId, text]: readonly [threadId: string, text: string],
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  const texts = cliTexts(asked ?? "en");
  const { url, from, now } = options;
  if (url === undefined) throw new UsageError(texts.remote.interjectNeedsUrl);
  checkRemoteThread(threadId, texts);
  const client = openServer(url, { options, io, texts });
  const details = { ...(from === undefined ? {} : { from }), ...(now === undefined ? {} : { now }) };
  const result = await client.interject(threadId, text, details);
  if (options.json) io.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    const follow = commandFor(io, url)("resume", threadId);
    io.stdout.write(`${texts.remote.heard[result.heard](follow)}\n`);
  }
  return exitStatus.done;
}
