/** `rostrum diff`: where two kept conversations part. */
import type { Language } from "../../language.js";
import type { ThreadTexts } from "../../locales/command-line.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import { locales } from "../../locales/registry.js";
import { howWon } from "../../transcript/in-words.js";
import { type ConversationDocument, exportConversation } from "../../transcript/json.js";
import { type ExitStatus, exitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { coloursFor } from "../terminal/colours.js";
import { wrapText } from "../terminal/line-wrapper.js";
import { safeLine } from "../terminal/safe-text.js";
import { widthOf } from "../terminal/width.js";
import { UsageError } from "../usage-error.js";
import { findThread, withThreads } from "./open-kept.js";
import { stateOf } from "./resume.js";

interface Named {
  readonly name: string;
  readonly conversation: ConversationDocument;
}

/** What is compared of a message; when it was said differs in any case. */
const contentOf = ({ messages }: ConversationDocument, index: number) => {
  const { speaker, text, kind } = messages[index] ?? {};
  return JSON.stringify([speaker, text, kind]);
};

/** How many messages the two begin with alike. */
function sharedMessages(left: ConversationDocument, right: ConversationDocument): number {
  const most = Math.min(left.messages.length, right.messages.length);
  for (let index = 0; index < most; index += 1) if (contentOf(left, index) !== contentOf(right, index)) return index;
  return most;
}

/** Settings that differ, a line each. */
function settingsOf(left: Named, right: Named, { settings: names }: ThreadTexts): string[] {
  const settings = ({ conversation }: Named) => {
    const { mode, seed, usage } = conversation;
    return { mode, seed: String(seed), model: [...new Set(usage.rows.map(({ model }) => model))].join(", ") };
  };
  const [one, other] = [settings(left), settings(right)];
  return (Object.keys(one) as (keyof typeof one)[])
    .filter((key) => one[key] !== other[key])
    .map((key) => `${names[key]}${one[key]} → ${other[key]}`);
}

/** What one of the two has in the place where they part. */
function branch({ name, conversation }: Named, at: number, texts: ThreadTexts, io: Io): string[] {
  const { bold, dim } = coloursFor(io.stdout, io.env);
  const message = conversation.messages[at];
  if (!message) return [bold(safeLine(name)), `  ${dim(texts.nothingMore)}`];
  const decision = conversation.decisions.find(({ turn }) => turn === message.turn);
  const how = decision ? howWon(decision, locales[conversation.language].transcript) : "";
  const said = wrapText(message.text, { width: widthOf(io), indent: "  " });
  const heading = `${bold(safeLine(name))} · ${safeLine(message.speaker)}`;
  return [heading, ...(how ? [`  ${dim(safeLine(how))}`] : []), said];
}

function compare(left: Named, right: Named, texts: ThreadTexts, io: Io): string[] {
  const at = sharedMessages(left.conversation, right.conversation);
  const settings = settingsOf(left, right, texts);
  const lengths = [left, right].map(({ conversation }) => conversation.messages.length);
  if (lengths.every((length) => length === at)) return [texts.same(left.name, right.name), ...settings];
  const turn = left.conversation.messages[at - 1]?.turn ?? 0;
  return [
    at === 0 ? texts.nothingShared(left.name, right.name) : texts.partAfter(left.name, right.name, turn),
    ...settings,
    "",
    ...branch(left, at, texts, io),
    "",
    ...branch(right, at, texts, io),
  ];
}

export async function diffThreads(
  names: readonly [string, string],
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  const texts = cliTexts(asked ?? "en").threads;
  return withThreads(options.db, texts, async (threads) => {
    const read = async (name: string): Promise<Named> => {
      const record = await findThread(threads, name, texts);
      const state = await stateOf(threads, record);
      if (!state) throw new UsageError(texts.nothingSaid(name));
      return { name, conversation: exportConversation(record.mode, state, record.title ?? undefined) };
    };
    const [left, right] = [await read(names[0]), await read(names[1])];
    io.stdout.write(`${compare(left, right, texts, io).join("\n")}\n`);
    return exitStatus.done;
  });
}
