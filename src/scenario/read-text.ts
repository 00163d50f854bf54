/** Gets a scenario's text from a file or a stream, and refuses what cannot be one before it is parsed. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Language } from "../language.js";
import { nearestName } from "../text/nearest-name.js";
import { invalidScenario } from "./scenario-error.js";

/** The largest scenario, in bytes. */
export const maxScenarioBytes = 1_000_000;

const sentences = {
  en: {
    missing: (nearest?: string) => `no such file${nearest ? `; did you mean ${nearest}?` : ""}`,
    folder: "this is a folder; a scenario is a file",
    unreadable: "the file cannot be read: permission denied",
    failed: (reason: string) => `the file cannot be read: ${reason}`,
    large: "the file is larger than 1 MB; a scenario is a short text",
    encoding: "the file is not text in UTF-8",
  },
  zh: {
    missing: (nearest?: string) => `没有这个文件${nearest ? `；是不是 ${nearest}？` : ""}`,
    folder: "这是一个文件夹；场景应是一个文件",
    unreadable: "没有权限读取这个文件",
    failed: (reason: string) => `无法读取这个文件：${reason}`,
    large: "文件超过 1 MB；场景应是一段简短的文字",
    encoding: "文件不是 UTF-8 文本",
  },
};

/** The file beside the missing one whose name is nearest. */
async function nearestFile(file: string): Promise<string | undefined> {
  const folder = dirname(file);
  const known = await readdir(folder).catch((): string[] => []);
  const nearest = nearestName(
    basename(file),
    known.filter((name) => /\.ya?ml$/i.test(name)),
  );
  return nearest && join(folder, nearest);
}

function decode(bytes: Uint8Array, file: string, language: Language): string {
  if (bytes.length > maxScenarioBytes) throw invalidScenario(`${file}: ${sentences[language].large}`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidScenario(`${file}: ${sentences[language].encoding}`, cause);
  }
}

async function explain(cause: NodeJS.ErrnoException, file: string, language: Language): Promise<string> {
  const say = sentences[language];
  if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return say.missing(await nearestFile(file));
  if (cause.code === "EISDIR") return say.folder;
  return cause.code === "EACCES" || cause.code === "EPERM" ? say.unreadable : say.failed(cause.message);
}

/** The text of a scenario file. Throws `invalid-scenario`. */
export async function readScenarioFile(file: string, language: Language): Promise<string> {
  const refuse = async (cause: NodeJS.ErrnoException) => {
    throw invalidScenario(`${file}: ${await explain(cause, file, language)}`, cause);
  };
  // The size first: what is too large is not read at all.
  const { size } = await stat(file).catch(refuse);
  if (size > maxScenarioBytes) throw invalidScenario(`${file}: ${sentences[language].large}`);
  return decode(await readFile(file).catch(refuse), file, language);
}

/** The text of a scenario that comes in on a stream, called `file` in errors. */
export async function readScenarioStream(
  stream: AsyncIterable<Uint8Array | string>,
  file: string,
  language: Language,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    size += bytes.length;
    if (size > maxScenarioBytes) break;
  }
  return decode(Buffer.concat(pieces), file, language);
}
