import { summaryOf } from "../../../graph/modes/mode.js";
import { readScenarios } from "../../web/scenarios.js";
import { exitStatus } from "../io.js";
import { type Action, programName } from "../options.js";
import { modesOf } from "../preparing/setup.js";
import { coloursFor, padEnd, safeLine, widest } from "../terminal/text.js";

export const modes: Action = async (_words, { options, io, texts }) => {
  const { bold } = coloursFor(io.stdout, io.env);
  const list = (rows: readonly (readonly [name: string, about: string])[]) => {
    const width = widest(rows.map(([name]) => name));
    return rows.map(([name, about]) => `${bold(padEnd(name, width))}  ${safeLine(about)}`.trimEnd());
  };
  const scenarios = (await readScenarios()).map(({ name, fields: { title, topic = "", mode } }) => {
    return [name, `${title ?? topic} · ${mode}`] as const;
  });
  const lines = [
    ...list(
      Object.values(await modesOf(options, texts.language)).map((mode) => [mode.name, summaryOf(mode, texts.language)]),
    ),
    "",
    texts.run.shipped(programName(io.env)),
  ];
  io.stdout.write(`${[...lines, ...list(scenarios)].join("\n")}\n`);
  return exitStatus.done;
};
