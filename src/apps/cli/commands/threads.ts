import { quote } from "../../../base/quote.js";
import { readListOptions } from "../../../talk/conversations/port/list.js";
import type {
  ConversationStatus,
  ListedConversation,
  ListedPage,
  ListOptions,
} from "../../../talk/conversations/port/port.js";
import type { CliTexts } from "../../../words/command-line.js";
import { exitStatus } from "../io.js";
import { type Action, flagOf, namingOptions, type Options } from "../options.js";
import { type Place, withPlace } from "../preparing/place.js";
import { hasDefaultDatabase } from "../preparing/setup.js";
import { alignTable, coloursFor, safeLine, terminalWidth, truncate, widest } from "../terminal/text.js";

/**
 * The topic's width, in cells. Outside a terminal, the topic takes at most `most`. If fewer than `least` are left, it
 * is omitted.
 */
const topicWidth = { least: 12, most: 48 };

type Listed = readonly ListedConversation[];

/**
 * Omits columns that do not fit into `width`, starting with the least informative. Never truncates names, because users
 * copy them.
 */
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

/** Errors name each option as the user types it, such as `--limit`. */
function listOptionsOf({ limit, after, search, status }: Options): ListOptions {
  const size = limit === undefined ? undefined : Number(limit);
  const options = { limit: size, after, search, status: status as ConversationStatus };
  try {
    readListOptions(options);
    return options;
  } catch (error) {
    throw namingOptions(error, ["limit", "after", "search", "status"]);
  }
}

function nextCommand(place: Place, given: Options, next: string): string {
  const options: Options = { ...given, after: next };
  const words = (["search", "status", "limit", "after"] as const).flatMap((option) =>
    options[option] === undefined ? [] : [flagOf(option), quote(options[option])],
  );
  return place.command(["threads", ...words].join(" "));
}

export const threads: Action = async (_words, { options, io, texts }) => {
  const print = ({ conversations, next }: ListedPage, place?: Place) => {
    if (options.json) return void io.stdout.write(`${JSON.stringify({ conversations, next })}\n`);
    const isFiltered = [options.search, options.status, options.after].some((option) => option !== undefined);
    const none = isFiltered ? texts.threads.noneMatches : texts.threads.none;
    if (conversations.length === 0) return void io.stdout.write(`${none}\n`);
    const [heading = "", ...lines] = tableOf(conversations, texts, terminalWidth(io.stdout));
    io.stdout.write(`${[coloursFor(io.stdout, io.env).dim(heading), ...lines].join("\n")}\n`);
    if (place && next !== null) io.stderr.write(`${texts.threads.more(nextCommand(place, options, next))}\n`);
  };
  const listOptions = listOptionsOf(options);
  // A missing default database means an empty list, but a database that the user names must exist.
  if (options.url === undefined && options.db === undefined && !hasDefaultDatabase())
    print({ conversations: [], next: null });
  else
    await withPlace({ options, io, texts }, async (place) => print(await place.conversations.list(listOptions), place));
  return exitStatus.done;
};
