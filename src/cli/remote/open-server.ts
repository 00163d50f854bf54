/** The server that `--url` names. Who its user is comes from the environment only: options are seen by everybody on a machine. */

import { isThreadId } from "../../client/connection.js";
import { RostrumClient } from "../../client/rostrum-client.js";
import { RostrumError } from "../../errors.js";
import type { CliTexts } from "../../locales/command-line.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { programName, quote } from "../repeat-command.js";
import { UsageError } from "../usage-error.js";

/** A command that has to do with a server. */
export interface RemoteCommand {
  readonly options: RunOptions;
  readonly io: Io;
  readonly texts: CliTexts;
}

/** Options of what runs and is kept on this machine. */
const localOptions = { db: "--db", pace: "--pace" } as const;

export function openServer(url: string, { options, io, texts }: RemoteCommand): RostrumClient {
  for (const [option, flag] of Object.entries(localOptions))
    if (options[option as keyof typeof localOptions] !== undefined)
      throw new UsageError(`${flag}: ${texts.remote.notWithUrl}`);
  const token = io.env["ROSTRUM_TOKEN"]?.trim() || undefined;
  try {
    return new RostrumClient({ url, token });
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    const isToken = error.details.problems?.some(({ field }) => field === "token");
    throw new UsageError(isToken ? `ROSTRUM_TOKEN: ${texts.remote.badToken}` : `--url: ${texts.remote.badUrl}`);
  }
}

export function checkRemoteThread(given: string, { remote }: CliTexts): void {
  if (!isThreadId(given)) throw new UsageError(remote.badThread(given));
}

/** The command that does something with a thread of the server. */
export const commandFor = (io: Io, url: string) => (name: string, threadId: string) =>
  `${programName(io.env)} ${name} ${threadId} --url ${quote(url)}`;
