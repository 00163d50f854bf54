import { howWon } from "../../../core/selection/decision-in-words.js";
import type { ConversationDocument } from "../../../talk/transcript/json.js";
import type { CliTexts } from "../../../words/command-line.js";
import { locales } from "../../../words/registry.js";
import { exitStatus, type Io } from "../io.js";
import type { Action } from "../options.js";
import { withPlace } from "../preparing/place.js";
import { coloursFor, safeLine, widthOf, wrapText } from "../terminal/text.js";

interface Side {
  readonly name: string;
  readonly conversation: ConversationDocument;
}

/**
 * Counts the messages that both sides share from the start. Compares speakers, texts and kinds, but not times, which
 * differ even between exact repetitions.
 */
function sharedMessages(...sides: readonly [Side, Side]): number {
  const [left = [], right = []] = sides.map(({ conversation: { messages } }) =>
    messages.map(({ name, text, kind }) => JSON.stringify([name, text, kind])),
  );
  const index = left.findIndex((content, at) => content !== right[at]);
  return index === -1 ? left.length : index;
}

function settingLines(left: Side, right: Side, { threads }: CliTexts): string[] {
  const settingsOf = ({ conversation: { mode, seed, usage } }: Side) => {
    const model = [...new Set(usage.rows.map((row) => row.model))].join(", ");
    return [mode, String(seed), model];
  };
  const others = settingsOf(right);
  const { mode, seed, model } = threads.settings;
  return settingsOf(left).flatMap((value, index) =>
    value === others[index] ? [] : `${[mode, seed, model][index]}${value} → ${others[index]}`,
  );
}

function branchLines({ name, conversation }: Side, at: number, { threads }: CliTexts, io: Io): string[] {
  const { bold, dim } = coloursFor(io.stdout, io.env);
  const message = conversation.messages[at];
  if (!message) return [bold(safeLine(name)), `  ${dim(threads.noMore)}`];
  const isSpeech = message.kind === "speech";
  const decision = isSpeech && conversation.decisions.find(({ turn }) => turn === message.turn);
  const how = decision ? howWon(decision, locales[conversation.language].transcript) : "";
  const said = wrapText(message.text, { width: widthOf(io), indent: "  " });
  return [`${bold(safeLine(name))} · ${safeLine(message.name)}`, ...(how ? [`  ${dim(safeLine(how))}`] : []), said];
}

function compare(left: Side, right: Side, texts: CliTexts, io: Io): string[] {
  const { threads } = texts;
  const at = sharedMessages(left, right);
  const settings = settingLines(left, right, texts);
  const lengths = [left, right].map(({ conversation }) => conversation.messages.length);
  if (lengths.every((length) => length === at)) return [threads.same(left.name, right.name), ...settings];
  const turn = left.conversation.messages[at - 1]?.turn ?? 0;
  const divergence =
    at === 0 ? threads.nothingShared(left.name, right.name) : threads.diverge(left.name, right.name, turn);
  return [divergence, ...settings, "", ...branchLines(left, at, texts, io), "", ...branchLines(right, at, texts, io)];
}

export const diff: Action = ([first = "", second = ""], { options, io, texts }) =>
  withPlace({ options, io, texts }, async (place) => {
    const read = async (name: string): Promise<Side> => ({ name, conversation: await place.document(name) });
    io.stdout.write(`${compare(await read(first), await read(second), texts, io).join("\n")}\n`);
    return exitStatus.done;
  });
