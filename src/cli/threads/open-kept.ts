/** Opens the threads that `--db` names, or those of this folder. */
import { existsSync } from "node:fs";
import type { ThreadTexts } from "../../locales/command-line.js";
import { openThreads } from "../../storage/open.js";
import type { ThreadRecord, Threads } from "../../storage/threads.js";
import { forbiddenInName, maxNameLength, tidyName, visiblePart } from "../../text/name.js";
import { nearestName } from "../../text/nearest-name.js";
import { quote } from "../repeat-command.js";
import { UsageError } from "../usage-error.js";

const usualDatabase = ".rostrum/threads.db";

const isServer = (address: string) => /^postgres(?:ql)?:/.test(address);

/** Whether there is anything to open. */
const isThere = (address: string) => isServer(address) || existsSync(address);

export const hasUsualDatabase = () => isThere(usualDatabase);

/** Does something with the threads of `database` and closes them. `mayBeMade`: where there is no file, it is made. */
export async function withThreads<Result>(
  database: string | undefined,
  texts: ThreadTexts,
  act: (threads: Threads) => Promise<Result>,
  { mayBeMade = false } = {},
): Promise<Result> {
  if (database?.trim() === "") throw new UsageError(`--db: ${texts.emptyAddress}`);
  const address = database ?? usualDatabase;
  if (!mayBeMade && !isThere(address)) throw new UsageError(texts.nothingKept(address));
  const threads = await openThreads(address);
  try {
    return await act(threads);
  } finally {
    await threads.close();
  }
}

/** The thread, or a UsageError that says which there are. */
export async function findThread(threads: Threads, name: string, texts: ThreadTexts): Promise<ThreadRecord> {
  const found = await threads.find(name);
  if (found) return found;
  const names = (await threads.list()).map((record) => record.name);
  throw new UsageError(texts.unknownThread(name, nearestName(name, names), names.slice(0, 10)));
}

/** A UsageError where a thread of that name is there already. `option`: what named it. */
export async function refuseTaken(
  threads: Threads,
  name: string,
  option: string,
  { texts, command }: { readonly texts: ThreadTexts; readonly command: (words: string) => string },
): Promise<void> {
  const found = await threads.find(name);
  if (!found) return;
  const possible = found.state === "ended" ? ["show"] : ["resume", "show"];
  const commands = possible.map((each) => command(`${each} ${quote(name)}`));
  throw new UsageError(`${option}: ${texts.exists(name, commands)}`);
}

/** A name that a thread can be kept under. `option`: what named it. */
export function checkThreadName(given: string, option: string, texts: ThreadTexts): string {
  const name = tidyName(given);
  // A name that looks like an option is one whose value was forgotten.
  const isGood =
    visiblePart(name) !== "" && !name.startsWith("-") && [...name].length <= maxNameLength && !forbiddenInName(name);
  if (!isGood) throw new UsageError(`${option}: ${texts.badName(maxNameLength)}`);
  return name;
}
