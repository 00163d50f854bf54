/** `rostrum threads`: lists saved conversations. */
import type { ListedConversation } from "../../../talk/conversations/port/port.js";
import type { CliTexts } from "../../../words/command-line.js";
import { exitStatus } from "../io.js";
import type { Action } from "../options.js";
import { hasDefaultDatabase, withPlace } from "../preparing/place.js";
import { alignTable, coloursFor, safeLine, terminalWidth, truncate, widest } from "../terminal/text.js";

/**
 * The limits for the topic's width, in cells. In a terminal, the topic fills the rest of the line; elsewhere, it takes
 * at most `most` cells. If fewer than `least` cells are left, it is omitted.
 */
const topicWidth = { least: 12, most: 48 };

type Listed = readonly ListedConversation[];

/** Omits columns that do not fit into `width`, the least informative first. Never truncates names, which users copy. */
function tableOf(listed: Listed, { threads: { columns, statuses } }: CliTexts, width: number): string[] {
  const cells = {
    thread: [columns.thread, ...listed.map(({ thread }) => thread)],
    mode: [columns.mode, ...listed.map(({ mode }) => mode)],
    turns: [columns.turns, ...listed.map(({ turn }) => String(turn))],
    status: [columns.status, ...listed.map(({ status }) => statuses[status])],
    when: [columns.when, ...listed.map(({ updatedAt }) => updatedAt.slice(0, 16).replace("T", " "))],
    topic: [columns.topic, ...listed.map(({ title, topic }) => title ?? topic)],
  };
  const lineUp = (...names: (keyof typeof cells)[]) => {
    const rows = cells.thread.map((_name, row) => names.map((name) => safeLine(cells[name][row] ?? "")));
    return alignTable(rows, { leftColumns: names.length });
  };
  const lines =
    [
      lineUp("thread", "mode", "turns", "status", "when"),
      lineUp("thread", "mode", "turns", "status"),
      lineUp("thread", "turns", "status"),
      lineUp("thread", "status"),
    ].find((each) => widest(each) <= width) ?? lineUp("thread");
  const room = Math.min(width - widest(lines) - 2, width === Number.POSITIVE_INFINITY ? topicWidth.most : width);
  if (room < topicWidth.least) return lines;
  const topics = cells.topic.map((topic) => truncate(safeLine(topic), room));
  return alignTable(
    lines.map((line, row) => [line, topics[row] ?? ""]),
    { leftColumns: 2 },
  );
}

export const threads: Action = async (_words, { options, io, texts }) => {
  // If the default database does not exist, the list is empty, but a database that the user names must exist.
  const isEmpty = options.url === undefined && options.db === undefined && !hasDefaultDatabase();
  const listed: Listed = isEmpty ? [] : await withPlace({ options, io, texts }, (place) => place.list());
  if (options.json) io.stdout.write(`${JSON.stringify(listed)}\n`);
  else if (listed.length === 0) io.stdout.write(`${texts.threads.none}\n`);
  else {
    const [heading = "", ...lines] = tableOf(listed, texts, terminalWidth(io.stdout));
    io.stdout.write(`${[coloursFor(io.stdout, io.env).dim(heading), ...lines].join("\n")}\n`);
  }
  return exitStatus.done;
};
