/** Gets a scenario's text from a file or a stream, and refuses what cannot be one before it is parsed. */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import type { ScenarioFault } from "../locales/error-words.js";
import { nearestName } from "../text/nearest-name.js";
import { invalidScenario } from "./scenario.js";

/** The largest scenario, in bytes. */
export const maxScenarioBytes = 1_000_000;

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

async function faultOf({ code, message }: NodeJS.ErrnoException, file: string): Promise<ScenarioFault> {
  if (code === "ENOENT" || code === "ENOTDIR") return { fault: "missing", nearest: await nearestFile(file) };
  if (code === "EISDIR") return { fault: "folder" };
  return code === "EACCES" || code === "EPERM" ? { fault: "no-permission" } : { fault: "unreadable", reason: message };
}

/** The text of a scenario file. Throws `invalid-scenario`. */
export async function readScenarioFile(file: string, language: Language): Promise<string> {
  try {
    return await readScenarioStream(createReadStream(file), file, language);
  } catch (cause) {
    if (RostrumError.isInstance(cause)) throw cause;
    throw invalidScenario({ ...(await faultOf(cause as Error, file)), place: file, cause }, language);
  }
}

/** The text of a scenario that comes in on a stream, called `file` in errors. Stops reading where it is too large. */
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
    if (size > maxScenarioBytes) throw invalidScenario({ fault: "too-large", place: file }, language);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
  } catch (cause) {
    throw invalidScenario({ fault: "not-utf-8", place: file, cause }, language);
  }
}
