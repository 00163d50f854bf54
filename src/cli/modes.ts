/** `rostrum modes`: the ways of deciding who speaks. */
import stringWidth from "string-width";
import type { Language } from "../domain/language.js";
import { modes } from "../modes/index.js";
import { type ExitStatus, exitStatus } from "./exit-status.js";
import type { Io } from "./io.js";
import { coloursFor } from "./terminal/colours.js";

export function listModes(io: Io, language: Language): ExitStatus {
  const { bold } = coloursFor(io.stdout, io.env);
  const width = Math.max(...Object.keys(modes).map((name) => stringWidth(name)));
  for (const [name, { summary }] of Object.entries(modes))
    io.stdout.write(`${bold(name.padEnd(width))}  ${summary[language]}\n`);
  return exitStatus.done;
}
