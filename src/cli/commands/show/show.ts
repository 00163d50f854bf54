/** `rostrum show`: prints a saved conversation. */
import { exportConversation } from "../../../transcript/json.js";
import { renderMarkdown } from "../../../transcript/markdown.js";
import { withSource } from "../../conversations/with-source.js";
import { exitStatus } from "../../io.js";
import { checkOutFile, writeOutFile } from "../../out-file.js";
import { UsageError } from "../../usage-error.js";
import type { Action } from "../command.js";
import { decisionTable } from "./decision-table.js";
import { usageTable } from "./usage-table.js";

export const show: Action = async ([name = ""], { options, io, texts }) => {
  const { json, out, quiet } = options;
  if (options.usage && options.decisions) throw new UsageError(`--usage: ${texts.usage.notBeside("--decisions")}`);
  if (out !== undefined) await checkOutFile(out, texts.usage);
  return withSource({ options, io, texts }, async (source) => {
    const { mode, title, state, isUnderWay } = await source.read(name);
    if (!state) throw new UsageError(texts.threads.nothingSaid(name));
    if (isUnderWay) io.stderr.write(`${texts.remote.underWay(state.turn)}\n`);
    const conversation = exportConversation(mode, state, title);
    const { usage, decisions } = conversation;
    const part = options.usage ? usage : options.decisions ? decisions : conversation;
    if (json) io.stdout.write(`${JSON.stringify(part)}\n`);
    else if (options.usage) io.stdout.write(usageTable(conversation));
    else if (options.decisions) io.stdout.write(decisionTable(conversation));
    else if (out === undefined) io.stdout.write(renderMarkdown(conversation, { title }));
    if (out !== undefined) {
      await writeOutFile(out, conversation);
      if (!quiet) io.stderr.write(`${texts.run.written(out)}\n`);
    }
    return exitStatus.done;
  });
};
