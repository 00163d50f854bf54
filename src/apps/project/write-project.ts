import { readdirSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectTexts } from "../../words/files.js";
import { projectWordsIn } from "../../words/projects.js";
import type { Language } from "../../words/registry.js";
import { reasonOf } from "../reason-of.js";
import type { ProjectChoices } from "./choices.js";
import { commandTable, inClient } from "./describe-project.js";
import { fillTemplate, type TemplateValues } from "./fill-template.js";
import { kindNames } from "./kinds.js";
import { compilerSettings, manifestOf, type RostrumManifest } from "./manifest.js";
import { modelChosen } from "./models.js";

const ending = ".mustache";
const templates = new URL("./templates/", import.meta.url);

function valuesFor(choices: ProjectChoices): TemplateValues {
  const { kind, language, isTypeScript, model } = choices;
  const words = projectWordsIn(language);
  const cast = words.cast.flatMap(({ name, role, description, line }, index) => [
    [`name${index + 1}`, name],
    [`role${index + 1}`, role],
    [`description${index + 1}`, description],
    [`line${index + 1}`, line],
  ]);
  return {
    ...words.template,
    ...Object.fromEntries(cast),
    ...Object.fromEntries(kindNames.map((each) => [each, each === kind])),
    language,
    commands: commandTable(choices),
    typescript: isTypeScript,
    extension: isTypeScript ? "ts" : "js",
    model: model !== undefined && model !== "rehearsal",
  };
}

async function filesFor(choices: ProjectChoices, client: string): Promise<ReadonlyMap<string, string>> {
  const values = valuesFor(choices);
  const files = new Map<string, string>();
  // The kind `program` has no template folder of its own.
  const names = choices.kind === "program" ? ["debate"] : ["debate", choices.kind];
  const folders = names.map((name) => new URL(`${name}/`, templates));
  for (const folder of [...folders, projectTexts(choices.language)].map((url) => fileURLToPath(url)))
    for (const path of await readdir(folder, { recursive: true })) {
      if (!path.endsWith(ending)) continue;
      const text = inClient(fillTemplate(await readFile(join(folder, path), "utf8"), values), client);
      const name = path.slice(0, -ending.length).replace(/\.ts$/, `.${values["extension"]}`);
      if (text.trim() !== "") files.set(name, text);
    }
  return files;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function environmentFile({ model = "rehearsal", language }: ProjectChoices): string | undefined {
  const lines = Object.entries(modelChosen(model).variables).map(([name, value]) => `${name}=${value}`);
  if (lines.length === 0) return undefined;
  return `# ${projectWordsIn(language).environment}\n${lines.join("\n")}\n`;
}

/** Ignores `.git`. Returns false if the folder does not exist. */
export const hasContent = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
  readdirSync(folder).some((name) => name !== ".git");

/**
 * Writes the project. If the folder cannot be used, returns the reason in the language `speaking`; otherwise undefined.
 *
 * @param rostrum - The version of Rostrum, or the file or address to install it from.
 * @param client - The program that the project's texts name for installing packages and running scripts. Default: npm.
 */
export async function writeProject(
  choices: ProjectChoices,
  {
    own,
    rostrum,
    speaking,
    client = "npm",
  }: { own: RostrumManifest; rostrum: string; speaking: Language; client?: string },
): Promise<string | undefined> {
  const { folder, isTypeScript } = choices;
  const words = projectWordsIn(speaking);
  try {
    await mkdir(folder, { recursive: true });
    if (hasContent(folder)) return words.notEmpty(folder);
    const files = new Map(await filesFor(choices, client));
    files.set("package.json", json(manifestOf(choices, own, rostrum)));
    if (isTypeScript) files.set("tsconfig.json", json(compilerSettings(choices)));
    const environment = environmentFile(choices);
    if (environment !== undefined) files.set(".env", environment);
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return undefined;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.errno === undefined) throw error;
    return words.cannotUse(folder, reasonOf(failure));
  }
}
