/** Asks in the terminal for the choices that the command line leaves out. */
import { cancel, intro, isCancel, select, text } from "@clack/prompts";
import type { ProjectChoices } from "../../../src/apps/project/choices.js";
import { kindNamed, kindNames } from "../../../src/apps/project/kinds.js";
import { modelChoices } from "../../../src/apps/project/models.js";
import { hasContent } from "../../../src/apps/project/write-project.js";
import type { ProjectWords } from "../../../src/words/en/project/texts.js";
import { projectLanguages } from "../../../src/words/projects.js";
import { type Answers, defaults } from "./answers.js";

class Cancelled extends Error {}

function answered<Value>(value: Value | symbol): Value {
  if (isCancel(value)) throw new Cancelled();
  return value as Value;
}

async function choose<Value extends string>(
  message: string,
  labels: Readonly<Record<Value, string>>,
  values: readonly Value[],
  initial: Value,
): Promise<Value> {
  const options = values.map((value) => ({ value: value as string, label: labels[value] }));
  return answered(await select({ message, options, initialValue: initial as string })) as Value;
}

/** Each language's own name, such as “中文”. */
const languageNames = Object.fromEntries(
  projectLanguages.map((language) => [language, new Intl.DisplayNames([language], { type: "language" }).of(language)]),
) as Readonly<Record<ProjectChoices["language"], string>>;
const codeNames = { typescript: "TypeScript", javascript: "JavaScript" };

async function askAll(given: Answers, { create, notEmpty }: ProjectWords, speaking: ProjectChoices["language"]) {
  const nameIn = (typed = "") => typed.trim() || defaults.folder;
  const validate = (typed?: string) => (hasContent(nameIn(typed)) ? notEmpty(nameIn(typed)) : undefined);
  const asked = { message: create.folder, placeholder: defaults.folder, validate };
  const folder = given.folder ?? nameIn(answered<string>(await text(asked)));
  const kind = given.kind ?? (await choose(create.kind, create.kinds, kindNames, defaults.kind));
  const language = given.language ?? (await choose(create.language, languageNames, projectLanguages, speaking));
  const asksForCode = given.isTypeScript === undefined && kindNamed(kind).inJavaScript;
  const code = asksForCode
    ? await choose(create.code, codeNames, ["typescript", "javascript"], "typescript")
    : undefined;
  const model = given.model ?? (await choose(create.model, create.models, modelChoices, defaults.model));
  const isTypeScript = given.isTypeScript ?? code !== "javascript";
  return { folder: folder || defaults.folder, kind, language, isTypeScript, model };
}

/** Returns all choices, including those in `given`; undefined if the user cancels. */
export async function ask(
  given: Answers,
  words: ProjectWords,
  speaking: ProjectChoices["language"],
): Promise<ProjectChoices | undefined> {
  intro(words.create.intro);
  try {
    return await askAll(given, words, speaking);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    cancel(words.create.cancelled);
    return undefined;
  }
}
