/** `rostrum modes`: lists the modes and the scenarios that come with the package. */
import { locales } from "../../locales/registry.js";
import { readScenarios } from "../../web/scenarios.js";
import { exitStatus } from "../io.js";
import { type Action, programName } from "../options.js";
import { coloursFor, padEnd, safeLine, widest } from "../terminal/text.js";

export const modes: Action = async (_words, { io, texts }) => {
  const { bold } = coloursFor(io.stdout, io.env);
  const list = (rows: readonly { name: string; about: string }[]) => {
    const width = widest(rows.map(({ name }) => name));
    return rows.map(({ name, about }) => `${bold(padEnd(name, width))}  ${safeLine(about)}`.trimEnd());
  };
  const lines = list(Object.entries(locales[texts.language].modes).map(([name, about]) => ({ name, about })));
  const scenarios = (await readScenarios()).map(({ name, fields: { title, topic = "", mode } }) => ({
    name,
    about: `${title ?? topic} · ${mode}`,
  }));
  lines.push("", texts.run.shipped(programName(io.env)), ...list(scenarios));
  io.stdout.write(`${lines.join("\n")}\n`);
  return exitStatus.done;
};
