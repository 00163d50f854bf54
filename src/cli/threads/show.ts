/** `rostrum show`: prints a conversation that is kept. */
import type { Language } from "../../domain/language.js";
import { exportConversation } from "../../transcript/json.js";
import { renderMarkdown } from "../../transcript/markdown.js";
import { type ExitStatus, exitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { checkOutFile, writeOutFile } from "../out-file.js";
import { cliTexts } from "../texts/in-language.js";
import { UsageError } from "../usage-error.js";
import { decisionTable } from "./decision-table.js";
import { findThread, withThreads } from "./open-kept.js";
import { stateOf } from "./resume.js";

export async function show(
  name: string,
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  const texts = cliTexts(asked ?? "en");
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  return withThreads(options.db, texts.threads, async (threads) => {
    const record = await findThread(threads, name, texts.threads);
    const state = await stateOf(threads, record);
    if (!state) throw new UsageError(texts.threads.nothingSaid(name));
    const conversation = exportConversation(record.mode, state, record.title ?? undefined);
    if (options.json) io.stdout.write(`${JSON.stringify(conversation)}\n`);
    else if (options.decisions) io.stdout.write(decisionTable(conversation));
    else if (options.out === undefined)
      io.stdout.write(renderMarkdown(conversation, { title: record.title ?? undefined }));
    if (options.out !== undefined) {
      await writeOutFile(options.out, conversation);
      if (!options.quiet) io.stderr.write(`${texts.run.written(options.out)}\n`);
    }
    return exitStatus.done;
  });
}
