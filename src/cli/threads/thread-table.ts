/** A list of conversations, as a table or as JSON. */

import type { ThreadTexts } from "../../locales/command-line.js";
import type { ThreadState } from "../../storage/threads.js";
import { type ExitStatus, exitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { coloursFor } from "../terminal/colours.js";
import { padEnd, truncate, widest } from "../terminal/columns.js";
import { safeLine } from "../terminal/safe-text.js";

const longestTopic = 48;

/** A conversation as it is listed. */
export interface Listed {
  readonly name: string;
  readonly mode: string;
  readonly turn: number;
  readonly state: ThreadState;
  readonly updatedAt: string;
  readonly title?: string | null | undefined;
  readonly topic: string | null;
}

/** Prints a list as JSON, with all that is known, or as a table. */
export function printList(
  records: readonly Listed[],
  { json }: Pick<RunOptions, "json">,
  io: Io,
  texts: ThreadTexts,
): ExitStatus {
  if (json) io.stdout.write(`${JSON.stringify(records)}\n`);
  else if (records.length === 0) io.stdout.write(`${texts.none}\n`);
  else {
    const [heading = "", ...lines] = tableOf(records, texts);
    io.stdout.write(`${[coloursFor(io.stdout, io.env).dim(heading), ...lines].join("\n")}\n`);
  }
  return exitStatus.done;
}

function tableOf(records: readonly Listed[], { columns, states }: ThreadTexts): string[] {
  const rows = records.map(({ name, mode, turn, state, updatedAt, title, topic }) => [
    name,
    mode,
    String(turn),
    states[state],
    updatedAt.slice(0, 16).replace("T", " "),
    truncate(safeLine(title ?? topic ?? ""), longestTopic),
  ]);
  const heading = [columns.thread, columns.mode, columns.turns, columns.state, columns.when, columns.topic];
  const table = [heading, ...rows].map((row) => row.map(safeLine));
  const widths = heading.map((_cell, at) => widest(table.map((row) => row[at] ?? "")));
  return table.map((row) =>
    row
      .map((cell, at) => padEnd(cell, widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
