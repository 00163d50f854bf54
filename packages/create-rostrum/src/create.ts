/**
 * Reads the command line, and writes the project. In a terminal and without `--yes`, asks for the choices that the
 * command line leaves out.
 */
import { parseArgs } from "node:util";
import own from "../../../package.json" with { type: "json" };
import type { ProjectChoices } from "../../../src/apps/project/choices.js";
import { describeProject } from "../../../src/apps/project/describe-project.js";
import { kindNamed, kindNames } from "../../../src/apps/project/kinds.js";
import { modelChoices } from "../../../src/apps/project/models.js";
import { hasContent, writeProject } from "../../../src/apps/project/write-project.js";
import type { ProjectWords } from "../../../src/words/en/project/texts.js";
import { localeCode } from "../../../src/words/locale-code.js";
import { projectLanguages, projectWordsIn } from "../../../src/words/projects.js";
import { type Answers, defaults } from "./answers.js";

export interface Io {
  readonly stdin: { readonly isTTY?: boolean | undefined };
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
}

const exitStatus = { done: 0, cancelled: 1, wrongUsage: 2 };

class UsageError extends Error {}

const options = {
  template: { type: "string" },
  lang: { type: "string" },
  model: { type: "string" },
  javascript: { type: "boolean" },
  yes: { type: "boolean", short: "y" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

function parse(argv: readonly string[], { create: words }: ProjectWords) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    // Node's messages are only in English, and some give advice that is wrong for `npm create`.
    const { code, message } = error as NodeJS.ErrnoException;
    const [, option = ""] = /'(?:-\w, )?(-[^\s']*)/.exec(message) ?? [];
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw new UsageError(words.unknownOption(option));
    const takesValue = Object.entries(options).some(([name, { type }]) => option === `--${name}` && type === "string");
    throw new UsageError(takesValue ? words.missingValue(option) : words.needlessValue(option));
  }
}

type Given = ReturnType<typeof parse>;

function readAnswers({ values, positionals }: Given, words: ProjectWords): Answers {
  const [folder, extra] = positionals;
  if (extra !== undefined) throw new UsageError(words.create.extraArgument(extra));
  // Rejects the folder now, because otherwise the user would answer all questions in vain.
  if (folder !== undefined && hasContent(folder)) throw new UsageError(words.notEmpty(folder));
  const oneOf = <Value extends string>(option: "template" | "lang" | "model", known: readonly Value[]) => {
    const given = values[option];
    const found = known.find((value) => value === given);
    if (given !== undefined && found === undefined) throw new UsageError(words.create.unknown(option, given, known));
    return found;
  };
  const kind = oneOf("template", kindNames);
  if (values.javascript && kind && !kindNamed(kind).inJavaScript) throw new UsageError(words.create.onlyPrograms);
  return {
    folder,
    kind: kind ?? (values.javascript ? "program" : undefined),
    language: oneOf("lang", projectLanguages),
    model: oneOf("model", modelChoices),
    isTypeScript: values.javascript ? false : undefined,
  };
}

/** The program that runs this one and will install the project's packages. */
const packageManager = ({ npm_config_user_agent: agent = "" }: Io["env"]) =>
  ["pnpm", "yarn", "bun"].find((name) => agent.startsWith(`${name}/`)) ?? "npm";

export async function create(argv: readonly string[], io: Io): Promise<number> {
  const code = localeCode(io.env);
  const speaking = projectLanguages.find((language) => language === code) ?? "en";
  const words = projectWordsIn(speaking);
  try {
    const given = parse(argv, words);
    if (given.values.help || given.values.version) {
      io.stdout.write(`${given.values.help ? words.create.help(defaults) : own.version}\n`);
      return exitStatus.done;
    }
    const answers = readAnswers(given, words);
    const isAsking = Boolean(io.stdin.isTTY) && !given.values.yes;
    const choices = isAsking
      ? await (await import("./ask.js")).ask(answers, words, speaking)
      : completed(answers, speaking);
    if (choices === undefined) return exitStatus.cancelled;
    const client = packageManager(io.env);
    const problem = await writeProject(choices, { own, rostrum: `^${own.version}`, speaking, client });
    if (problem !== undefined) throw new UsageError(problem);
    io.stdout.write(`${describeProject(choices, speaking, client)}\n`);
    return exitStatus.done;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`${error.message}\n${words.create.seeHelp}\n`);
    return exitStatus.wrongUsage;
  }
}

const completed = (answers: Answers, speaking: ProjectChoices["language"]): ProjectChoices => ({
  folder: answers.folder ?? defaults.folder,
  kind: answers.kind ?? defaults.kind,
  language: answers.language ?? speaking,
  isTypeScript: answers.isTypeScript ?? defaults.isTypeScript,
  model: answers.model ?? defaults.model,
});
