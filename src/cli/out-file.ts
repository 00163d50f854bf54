/** The file that `--out` names: checked before the run, and written completely or not at all. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { UsageTexts } from "../locales/command-line.js";
import type { ConversationDocument } from "../transcript/json.js";
import { renderMarkdown } from "../transcript/markdown.js";
import { UsageError } from "./io.js";

const formats: Readonly<Record<string, (conversation: ConversationDocument) => string>> = {
  ".md": renderMarkdown,
  ".json": (conversation) => `${JSON.stringify(conversation, null, 2)}\n`,
};

const formatOf = (file: string) => formats[extname(file).toLowerCase()];

const orUndefined = <Value>(promise: Promise<Value>) => promise.catch(() => undefined);

/** @throws UsageError where the file cannot be written. */
export async function checkOutFile(file: string, texts: UsageTexts): Promise<void> {
  const refuse = (message: string) => new UsageError(`--out: ${message}`);
  const isFolder = (path: string) => orUndefined(stat(path)).then((found) => found?.isDirectory() === true);
  if (await isFolder(file)) throw refuse(texts.outIsFolder(file));
  if (!formatOf(file)) throw refuse(texts.outExtension(file));
  const folder = dirname(file);
  if (!(await isFolder(folder))) throw refuse(texts.outNoFolder(folder));
  const exists = (await orUndefined(stat(file))) !== undefined;
  for (const path of exists ? [folder, file] : [folder])
    await access(path, constants.W_OK).catch(() => {
      throw refuse(texts.outNotWritable(file));
    });
}

/** Writes a temporary file and renames it, so that nobody sees half a transcript. */
export async function writeOutFile(file: string, conversation: ConversationDocument): Promise<void> {
  const text = formatOf(file)?.(conversation) ?? "";
  // Replaces the target of a symbolic link, not the link.
  const target = (await orUndefined(realpath(file))) ?? file;
  const beside = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { flag: "wx" });
    await rename(beside, target);
  } finally {
    await rm(beside, { force: true });
  }
}
