/** `rostrum modes`: the ways of deciding who speaks, and the scenarios to start from. */
import type { Language } from "../language.js";
import { cliTexts } from "../locales/command-line-texts.js";
import { locales } from "../locales/registry.js";
import { type ExitStatus, exitStatus } from "./exit-status.js";
import type { Io } from "./io.js";
import { shippedScenarios } from "./shipped-scenarios.js";
import { coloursFor } from "./terminal/colours.js";
import { padEnd, widest } from "./terminal/columns.js";
import { safeLine } from "./terminal/safe-text.js";

export async function listModes(io: Io, language: Language): Promise<ExitStatus> {
  const { bold } = coloursFor(io.stdout, io.env);
  const list = (rows: readonly { name: string; about: string }[]) => {
    const width = widest(rows.map(({ name }) => name));
    return rows.map(({ name, about }) => `${bold(padEnd(name, width))}  ${safeLine(about)}`.trimEnd());
  };
  const lines = list(Object.entries(locales[language].modes).map(([name, about]) => ({ name, about })));
  const scenarios = await shippedScenarios();
  if (scenarios.length > 0)
    lines.push(
      "",
      cliTexts(language).run.shipped,
      ...list(scenarios.map(({ name, title, mode }) => ({ name, about: `${title} · ${mode}` }))),
    );
  io.stdout.write(`${lines.join("\n")}\n`);
  return exitStatus.done;
}
