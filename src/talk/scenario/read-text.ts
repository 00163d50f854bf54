import { createReadStream } from "node:fs";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { ScenarioFault } from "../../words/error-parameters.js";
import type { Language } from "../../words/registry.js";
import { invalidScenario } from "./scenario.js";

export const maxScenarioBytes = 1_000_000;

function faultOf({ code, message }: NodeJS.ErrnoException): ScenarioFault {
  if (code === "ENOENT" || code === "ENOTDIR") return { fault: "missing" };
  if (code === "EISDIR") return { fault: "folder" };
  return code === "EACCES" || code === "EPERM" ? { fault: "no-permission" } : { fault: "unreadable", reason: message };
}

export async function readScenarioFile(file: string, language: Language): Promise<string> {
  try {
    return await readScenarioStream(createReadStream(file), file, language);
  } catch (cause) {
    if (RostrumError.isInstance(cause)) throw cause;
    throw invalidScenario({ ...faultOf(cause as Error), place: file, cause }, language);
  }
}

/** @param file - The name of the text in errors. */
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
