import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { type PageParts, renderHtml } from "../../../talk/transcript/html.js";
import type { ConversationDocument } from "../../../talk/transcript/json.js";
import { renderMarkdown } from "../../../talk/transcript/markdown.js";
import type { CliTexts } from "../../../words/command-line.js";
import { readPageParts } from "../../page-parts.js";
import { reasonOf } from "../../reason-of.js";
import { UsageError } from "../io.js";

const formats: Readonly<Record<string, (conversation: ConversationDocument) => string>> = {
  ".html": (conversation) => renderHtml(conversation, readPageParts() as PageParts),
  ".md": renderMarkdown,
  ".json": (conversation) => `${JSON.stringify(conversation, null, 2)}\n`,
};

/** `html` always writes a page; for `out`, the file's extension decides the format. */
type FileOption = "out" | "html";

const endingOf = (file: string, option: FileOption) => (option === "html" ? ".html" : extname(file).toLowerCase());

const found = (path: string) => stat(path).catch(() => undefined);

/** Follows symbolic links, even to a file that does not exist yet, so that they are never replaced themselves. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const link = isMissing ? await readlink(file).catch(() => undefined) : undefined;
    return link === undefined ? file : targetOf(resolve(await realpath(dirname(file)), link));
  }
}

const temporaryBeside = (file: string) => join(dirname(file), `.${randomUUID()}.tmp`);

export async function checkOutFile(file: string, { usage, run }: CliTexts, option: FileOption = "out"): Promise<void> {
  const refuse = (message: string) => new UsageError(`--${option}: ${message}`);
  const ending = endingOf(file, option);
  const existing = await found(file);
  if (existing && !existing.isFile()) throw refuse(usage.outNotAFile(file));
  if (!formats[ending]) throw refuse(usage.outExtension(file));
  if (ending === ".html" && !readPageParts()) throw refuse(usage.outNoPage);
  const folder = dirname(file);
  if (!(await found(folder))?.isDirectory()) throw refuse(usage.outNoFolder(folder));
  try {
    if (existing) await access(file, constants.W_OK);
    // Creates a file, because some obstacles, such as a name that is too long, appear only in a real attempt.
    const target = await targetOf(file);
    const attempt = existing ? temporaryBeside(target) : target;
    await writeFile(attempt, "", { flag: "wx" });
    await rm(attempt);
  } catch (error) {
    throw refuse(run.writeFailed(file, reasonOf(error as NodeJS.ErrnoException)));
  }
}

/** Writes a temporary file and renames it, so that `file` never contains half a transcript. */
export async function writeOutFile(
  file: string,
  conversation: ConversationDocument,
  option: FileOption = "out",
): Promise<void> {
  const text = formats[endingOf(file, option)]?.(conversation) ?? "";
  const target = await targetOf(file);
  const beside = temporaryBeside(target);
  // Others must not be able to read a file that its owner has protected.
  const mode = (await found(target))?.mode;
  try {
    await writeFile(beside, text, { flag: "wx", mode });
    await rename(beside, target);
  } finally {
    await rm(beside, { force: true });
  }
}
