/** `rostrum threads`: the conversations that are kept. */
import type { Language } from "../../domain/language.js";
import { type ExitStatus, exitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { coloursFor } from "../terminal/colours.js";
import { padEnd, truncate, widest } from "../terminal/columns.js";
import { safeLine } from "../terminal/safe-text.js";
import { cliTexts } from "../texts/in-language.js";
import { withThreads } from "./open-kept.js";

const longestTopic = 48;

export async function listThreads(options: RunOptions, io: Io, asked: Language | undefined): Promise<ExitStatus> {
  const texts = cliTexts(asked ?? "en").threads;
  const records = await withThreads(options.db, texts, (threads) => threads.list());
  if (options.json) {
    const shown = records.map(({ input, context, ...record }) => ({
      ...record,
      topic: input["topic"] ?? null,
      context,
    }));
    io.stdout.write(`${JSON.stringify(shown)}\n`);
    return exitStatus.done;
  }
  const { columns, states } = texts;
  const rows = records.map(({ name, mode, turn, state, updatedAt, title, input }) => [
    safeLine(name),
    mode,
    String(turn),
    states[state],
    updatedAt.slice(0, 16).replace("T", " "),
    truncate(safeLine(title ?? String(input["topic"] ?? "")), longestTopic),
  ]);
  const table = [[columns.thread, columns.mode, columns.turns, columns.state, columns.when, columns.topic], ...rows];
  const widths =
    columns.thread === "" ? [] : (table[0] ?? []).map((_cell, at) => widest(table.map((row) => row[at] ?? "")));
  const lines = table.map((row) =>
    row
      .map((cell, at) => padEnd(cell, widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const { dim } = coloursFor(io.stdout, io.env);
  io.stdout.write(
    records.length === 0 ? `${texts.none}\n` : `${[dim(lines[0] ?? ""), ...lines.slice(1)].join("\n")}\n`,
  );
  return exitStatus.done;
}
