/** `rostrum threads`: the conversations that are kept here, or on a server. */
import type { Language } from "../../language.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import type { ExitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { hasUsualDatabase, withThreads } from "./open-kept.js";
import { printList } from "./thread-table.js";

export async function listThreads(options: RunOptions, io: Io, asked: Language | undefined): Promise<ExitStatus> {
  const texts = cliTexts(asked ?? "en");
  if (options.url !== undefined) {
    const { listRemote } = await import("../remote/list-remote.js");
    return listRemote(options.url, { options, io, texts });
  }
  // Where nothing was ever kept there is nothing to list; a file that was named and is not there is a mistake.
  const isNothingKept = options.db === undefined && !hasUsualDatabase();
  const records = isNothingKept
    ? []
    : await withThreads(options.db, texts.threads, async (threads) => {
        const kept = await threads.list();
        return kept.map(({ input, context, ...record }) => {
          const { topic = null } = input as { readonly topic?: string };
          return { ...record, topic, context };
        });
      });
  return printList(records, options, io, texts.threads);
}
