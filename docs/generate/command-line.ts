/** Generates the command line reference from the texts of `--help`. */
import { commands } from "../../src/apps/cli/commands/registry.js";
import { processIo } from "../../src/apps/cli/io.js";
import { createProgram, findCommand } from "../../src/apps/cli/program.js";
import { settingHelp } from "../../src/apps/cli/setting-help.js";
import { cliTexts } from "../../src/words/command-line.js";
import { code, generatedBy, table } from "./markdown.js";

const { help } = cliTexts("en");

const program = createProgram({
  io: processIo,
  language: "en",
  userLanguage: "en",
  settingHelp: settingHelp("en"),
  finish: () => {},
});

function commandSection(name: string): string {
  const command = findCommand(program, name.split(" "));
  const options = command.options.filter(({ hidden, long }) => !hidden && long !== "--lang");
  const given = command.registeredArguments.map((each) => [code(`<${each.name()}>`), each.description]);
  const epilogue = help.epilogues[name]?.trim();
  return [
    `## rostrum ${name}`,
    `${command.description()}.`,
    `\`\`\`text\nrostrum ${name} ${command.usage()}\n\`\`\``,
    ...(given.length > 0 ? [table(["Argument", "Meaning"], given)] : []),
    ...(options.length > 0
      ? [
          table(
            ["Option", "Meaning"],
            options.map(({ flags, description }) => [code(flags), description]),
          ),
        ]
      : []),
    ...(epilogue ? [`\`\`\`text\n${epilogue}\n\`\`\``] : []),
  ].join("\n\n");
}

export const commandLinePage = (): string => `${generatedBy}
# Command line

${help.program} [The guide](../guides/command-line.md) has examples. In a clone, write \`npm run -s rostrum --\` in place of \`rostrum\`.

\`\`\`text
rostrum ${help.programUsage}
\`\`\`

${table(
  ["Command", "Meaning"],
  commands.map(({ name }) => [`[\`${name}\`](#rostrum-${name.replace(" ", "-")})`, help.commands[name].summary]),
)}

Every command has these options:

${table(
  ["Option", "Meaning"],
  [
    [code("--lang <LANGUAGE>"), help.options.lang],
    [code("-h, --help"), help.options.help],
  ],
)}

Without a command, \`-V\` or \`--version\` prints the version.

${commands.map(({ name }) => commandSection(name)).join("\n\n")}

## Next

A [scenario](../guides/scenarios.md) can contain every setting. [Settings](settings.md) explains them.
`;
