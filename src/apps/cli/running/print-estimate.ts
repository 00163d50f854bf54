import { rehearsalName } from "../../../core/usage/usage.js";
import type { Modes } from "../../../graph/modes/registry.js";
import type { Estimate } from "../../../records/estimate.js";
import { estimateConversation } from "../../../talk/estimate/estimate.js";
import type { Scenario } from "../../../talk/scenario/scenario.js";
import type { CliTexts } from "../../../words/command-line.js";
import { type Language, locales } from "../../../words/registry.js";
import { type ExitStatus, exitStatus, type Io } from "../io.js";
import type { Options } from "../options.js";
import { rejectBeside } from "../preparing/setup.js";
import { alignTable, coloursFor, safeLine, terminalWidth, wrapText } from "../terminal/text.js";

export async function printEstimate(
  { mode, input, context }: Scenario,
  modes: Modes,
  { options, io, texts }: { readonly options: Options; readonly io: Io; readonly texts: CliTexts },
): Promise<ExitStatus> {
  rejectBeside("dryRun", ["url", "queue", "db", "thread", "pace", "out", "public"], options, texts);
  const estimate = await estimateConversation(mode, { input, context: { ...context } }, { modes });
  const lines = options.json ? [JSON.stringify(estimate)] : linesOf(estimate, texts.language, io);
  io.stdout.write(`${lines.join("\n")}\n`);
  return exitStatus.done;
}

function linesOf(estimate: Estimate, language: Language, io: Io): string[] {
  const { transcript, estimate: words } = locales[language];
  const { columns, purposes, priced } = transcript;
  const { dim, bold } = coloursFor(io.stdout, io.env);
  const isPriced = estimate.totals.money === null || estimate.totals.money.most > 0;
  const cells = ({ calls, inputTokens, outputTokens, money }: Estimate["totals"]) => [
    ...[calls, inputTokens, outputTokens].map(words.range),
    ...(isPriced ? [words.money(money)] : []),
  ];
  const labels = [columns.purpose, columns.participant, columns.model];
  const table = [
    [...labels, columns.calls, columns.inputTokens, columns.outputTokens, ...(isPriced ? [columns.money] : [])],
    ...estimate.rows.map((row) => [
      purposes[row.purpose],
      safeLine(row.participant) || "–",
      safeLine(row.model),
      ...cells(row),
    ]),
    [columns.total, "", "", ...cells(estimate.totals)],
  ];
  const [head = "", ...rows] = alignTable(table, { leftColumns: labels.length, indent: "  " });
  const width = terminalWidth(io.stdout);
  const notes = [
    ...Object.entries(estimate.prices).map(([model, price]) => priced(safeLine(model), price)),
    ...estimate.unpriced.flatMap((model) => [words.unpriced(safeLine(model)), words.addPrice(safeLine(model))]),
    ...(estimate.rows.some(({ model }) => model === rehearsalName) ? [words.free] : []),
    ...estimate.limits.map(words.limit),
  ];
  return [
    bold(words.heading(estimate.mode, estimate.turns)),
    "",
    dim(head),
    ...rows,
    "",
    ...notes.map((note) => wrapText(note, { width, indent: "  " })),
    ...(notes.length > 0 ? [""] : []),
    dim(`  ${words.assumed}`),
    ...estimate.assumptions.map((each) => dim(wrapText(`- ${words.assumptions[each]}`, { width, indent: "  " }))),
  ];
}
