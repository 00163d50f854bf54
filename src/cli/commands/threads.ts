/** `rostrum threads`: lists saved conversations. */
import type { CliTexts } from "../../locales/en/command-line.js";
import { hasDefaultDatabase, withSource } from "../conversations/saved-conversations.js";
import type { ConversationSource } from "../conversations/source.js";
import { exitStatus } from "../io.js";
import type { Action } from "../options.js";
import { alignTable, coloursFor, safeLine, truncate } from "../terminal/text.js";

const maxTopicWidth = 48;

type Listed = Awaited<ReturnType<ConversationSource["list"]>>;

function tableOf(conversations: Listed, { threads }: CliTexts): string[] {
  const { columns, states } = threads;
  const rows = conversations.map(({ name, mode, turn, state, updatedAt, title, topic }) => [
    name,
    mode,
    String(turn),
    states[state],
    updatedAt.slice(0, 16).replace("T", " "),
    truncate(safeLine(title ?? topic ?? ""), maxTopicWidth),
  ]);
  const heading = [columns.thread, columns.mode, columns.turns, columns.state, columns.when, columns.topic];
  const cells = [heading, ...rows].map((row) => row.map(safeLine));
  return alignTable(cells, { leftColumns: heading.length });
}

export const threads: Action = async (_words, { options, io, texts }) => {
  // Without any database there is nothing to list, but a database that the user names must exist.
  const isEmpty = options.url === undefined && options.db === undefined && !hasDefaultDatabase();
  const listed = isEmpty ? [] : await withSource({ options, io, texts }, (source): Promise<Listed> => source.list());
  if (options.json) io.stdout.write(`${JSON.stringify(listed)}\n`);
  else if (listed.length === 0) io.stdout.write(`${texts.threads.none}\n`);
  else {
    const [heading = "", ...lines] = tableOf(listed, texts);
    io.stdout.write(`${[coloursFor(io.stdout, io.env).dim(heading), ...lines].join("\n")}\n`);
  }
  return exitStatus.done;
};
