/** Prints a conversation as `show` is asked to. */

import type { CliTexts } from "../../locales/command-line.js";
import type { ConversationDocument } from "../../transcript/json.js";
import { renderMarkdown } from "../../transcript/markdown.js";
import { type ExitStatus, exitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { writeOutFile } from "../out-file.js";
import { decisionTable } from "./decision-table.js";
import { usageTable } from "./usage-table.js";

export async function printConversation(
  conversation: ConversationDocument,
  options: RunOptions,
  io: Io,
  texts: CliTexts,
): Promise<ExitStatus> {
  const { usage, decisions } = conversation;
  const asked = options.usage ? usage : options.decisions ? decisions : conversation;
  if (options.json) io.stdout.write(`${JSON.stringify(asked)}\n`);
  else if (options.usage) io.stdout.write(usageTable(conversation));
  else if (options.decisions) io.stdout.write(decisionTable(conversation));
  else if (options.out === undefined)
    io.stdout.write(renderMarkdown(conversation, { title: conversation.title ?? undefined }));
  if (options.out !== undefined) {
    await writeOutFile(options.out, conversation);
    if (!options.quiet) io.stderr.write(`${texts.run.written(options.out)}\n`);
  }
  return exitStatus.done;
}
