import { resolve } from "node:path";
import { quote } from "../../base/quote.js";
import { projectWordsIn } from "../../words/projects.js";
import type { Language } from "../../words/registry.js";
import type { ProjectChoices } from "./choices.js";
import { scriptNames } from "./manifest.js";

/**
 * Replaces npm in a text's commands. `client`: the program that installs packages and runs scripts, such as `pnpm`.
 */
export const inClient = (text: string, client: string): string =>
  text.replace(/\bnpm (install|start|test|run)\b/g, (_command, task: string) =>
    // `bun test` does not run the script named `test`.
    [client, client === "bun" && task === "test" ? "run test" : task].join(" "),
  );

const commandOf = (script: string) => (["start", "test"].includes(script) ? `npm ${script}` : `npm run ${script}`);

function commandsOf(choices: ProjectChoices, language: Language): readonly (readonly [string, string])[] {
  const { commands } = projectWordsIn(language);
  const meanings: Readonly<Record<string, string>> = { ...commands.all, ...commands[choices.kind] };
  return scriptNames(choices).map((script) => [commandOf(script), meanings[script] ?? ""]);
}

export function commandTable(choices: ProjectChoices): string {
  const rows = commandsOf(choices, choices.language).map(([command, meaning]) => `| \`${command}\` | ${meaning} |`);
  return rows.join("\n");
}

const column = (words: readonly string[]) => Math.max(...words.map((word) => word.length)) + 2;

/**
 * @param speaking - The language of the message.
 * @param client - The program that installs packages, such as `pnpm`. Default: npm.
 */
export function describeProject(choices: ProjectChoices, speaking: Language, client = "npm"): string {
  const words = projectWordsIn(speaking);
  const ofKind: Readonly<Record<string, string>> = words.files[choices.kind];
  const extension = choices.isTypeScript ? "ts" : "js";
  const files = Object.entries({ ...words.files.all, ...ofKind }).map(
    ([name, meaning]) => [name.replace("*", extension), meaning] as const,
  );
  const others = [
    "package.json",
    choices.isTypeScript ? "tsconfig.json" : "",
    "README.md",
    "AGENTS.md",
    ".env.example",
  ];
  const commands = commandsOf(choices, speaking).map(
    ([command, meaning]) => [inClient(command, client), meaning.replaceAll("`", "")] as const,
  );
  const width = column(files.map(([name]) => name));
  const commandWidth = column(commands.map(([command]) => command));
  const { folder } = choices;
  const hasModel = choices.model !== undefined && choices.model !== "rehearsal";
  return [
    words.wrote(quote(folder)),
    ...files.map(([name, meaning]) => `  ${name.padEnd(width)}${meaning}`),
    `  ${others.filter(Boolean).join(words.comma)}`,
    "",
    words.next,
    ...(resolve(folder) === process.cwd() ? [] : [`  cd ${quote(folder)}`]),
    `  ${client} install`,
    ...commands.map(([command, meaning]) => `  ${command.padEnd(commandWidth)}${meaning}`),
    "",
    hasModel ? words.withModel : words.withoutModel,
  ].join("\n");
}
