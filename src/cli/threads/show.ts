/** `rostrum show`: prints a conversation that is kept. */
import type { Language } from "../../language.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import { exportConversation } from "../../transcript/json.js";
import type { ExitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { checkOutFile } from "../out-file.js";
import { UsageError } from "../usage-error.js";
import { findThread, withThreads } from "./open-kept.js";
import { printConversation } from "./print-conversation.js";
import { stateOf } from "./resume.js";

export async function show(
  name: string,
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  const texts = cliTexts(asked ?? "en");
  if (options.usage && options.decisions) throw new UsageError(`--usage: ${texts.usage.notBeside("--decisions")}`);
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  if (options.url !== undefined) {
    const { showRemote } = await import("../remote/show-remote.js");
    return showRemote(options.url, name, { options, io, texts });
  }
  return withThreads(options.db, texts.threads, async (threads) => {
    const record = await findThread(threads, name, texts.threads);
    const state = await stateOf(threads, record);
    if (!state) throw new UsageError(texts.threads.nothingSaid(name));
    return printConversation(exportConversation(record.mode, state, record.title ?? undefined), options, io, texts);
  });
}
