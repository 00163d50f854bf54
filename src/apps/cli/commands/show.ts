import { fileNameOf } from "../../../talk/transcript/file-name.js";
import { usageOutsideSpeeches, usageTable } from "../../../talk/transcript/in-words.js";
import type { ConversationDocument } from "../../../talk/transcript/json.js";
import { renderMarkdown } from "../../../talk/transcript/markdown.js";
import { publicCopy } from "../../../talk/transcript/public.js";
import { locales } from "../../../words/registry.js";
import { exitStatus, UsageError } from "../io.js";
import type { Action } from "../options.js";
import { checkOutFile, writeOutFile } from "../preparing/out-file.js";
import { withPlace } from "../preparing/place.js";
import { priceLines } from "../terminal/summary.js";
import { alignTable, safeLine } from "../terminal/text.js";

export const show: Action = async ([name = ""], { options, io, texts }) => {
  if (options.usage && options.public) throw new UsageError(`--public: ${texts.usage.notBeside("--usage")}`);
  const files = (["out", "html"] as const).flatMap((option) =>
    options[option] === undefined ? [] : [[options[option], option] as const],
  );
  for (const [file, option] of files) if (file !== "" || option === "out") await checkOutFile(file, texts, option);
  return withPlace({ options, io, texts }, async (place) => {
    const complete = await place.document(name);
    const conversation = options.public ? publicCopy(complete) : complete;
    if (options.json) io.stdout.write(`${JSON.stringify(options.usage ? conversation.usage : conversation)}\n`);
    else if (options.usage) io.stdout.write(usageLines(conversation));
    else if (files.length === 0) io.stdout.write(renderMarkdown(conversation));
    for (const [given, option] of files) {
      const file = given || fileNameOf(conversation, "html");
      if (given === "") await checkOutFile(file, texts, option);
      await writeOutFile(file, conversation, option);
      if (!options.quiet) io.stderr.write(`${texts.run.written(safeLine(file))}\n`);
    }
    return exitStatus.done;
  });
};

function usageLines(conversation: ConversationDocument): string {
  const { rows, money, prices } = conversation.usage;
  const words = locales[conversation.language].transcript;
  const groups = rows.map((row) => ({
    labels: [words.purposes[row.purpose], safeLine(row.participant) || "–", safeLine(row.model)],
    rows: [row],
  }));
  const labels = [words.columns.purpose, words.columns.participant, words.columns.model];
  const table = usageTable(groups, { labels, words, prices: money === null ? undefined : prices });
  const rest = usageOutsideSpeeches(conversation);
  const lines = alignTable(table, { leftColumns: labels.length });
  const charged = priceLines(conversation.usage, words);
  const notes = charged.length === 0 ? [] : ["", ...charged];
  return [
    ...lines,
    ...notes,
    ...(rest && rest.calls > 0 ? ["", words.outsideSpeeches(words.costOf(rest))] : []),
    "",
  ].join("\n");
}
