import { existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod/v4";
import { schemaAt } from "../../../core/state/problems.js";
import { nearestName } from "../../../core/text/nearest-name.js";
import { invalidField, RostrumError } from "../../../errors/rostrum-error.js";
import { modes as builtIn, type Modes } from "../../../graph/modes/registry.js";
import { checkScenario } from "../../../talk/scenario/check-scenario.js";
import { loadExtension } from "../../../talk/scenario/load-extension.js";
import { parseScenarioDocument, type ScenarioDocument } from "../../../talk/scenario/parse-document.js";
import { readScenarioFile, readScenarioStream } from "../../../talk/scenario/read-text.js";
import { inLanguage, type Scenario, type ScenarioOptions } from "../../../talk/scenario/scenario.js";
import { cliTexts } from "../../../words/command-line.js";
import { defaultLanguage, type Language, languageNamed, locales } from "../../../words/registry.js";
import { addressOf, scenarioNames } from "../../web/scenarios.js";
import { type Io, UsageError } from "../io.js";
import { programName } from "../options.js";

export const standardInput = "-";
const isScenarioFile = (file: string) => /\.(ya?ml|json)$/i.test(file);
const looksLikeFile = (source: string) => /[/\\]/.test(source) || isScenarioFile(source);

/** `language`: the language of error messages; undefined to use the scenario's language. */
type Given = Pick<Required<ScenarioOptions>, "overrides" | "language" | "modes">;

/** `userLanguage`: the language of errors about a scenario that cannot be read, and about `--extensions`. */
type GivenByUser = Given & { readonly userLanguage: Language };

export interface LoadedScenario {
  readonly scenario: Scenario;
  readonly modes: Modes;
  readonly extension: string | undefined;
}

async function readDocument(name: string, given: GivenByUser, io: Io): Promise<ScenarioDocument> {
  const { language, userLanguage, modes } = given;
  const { usage, run } = cliTexts(userLanguage);
  if (name === standardInput) {
    if (io.stdin.isTTY) io.stderr.write(`${run.readingStandardInput}\n`);
    const text = await readScenarioStream(io.stdin, "stdin", userLanguage);
    return parseScenarioDocument(text, { file: "stdin", language });
  }
  const file = findScenario(name);
  if (file === undefined)
    throw new UsageError(
      usage.unknownSource(name, looksLikeFile(name), await nearestSource(name, modes), `${programName(io.env)} modes`),
    );
  const text = await readScenarioFile(file, userLanguage);
  try {
    return parseScenarioDocument(text, { file: name, language });
  } catch (error) {
    throw isScenarioFile(file) ? error : new UsageError(usage.notAScenario(name));
  }
}

/** `name`: a mode, a file, a shipped scenario, or `-` for standard input. */
export async function loadScenario(name: string, given: GivenByUser, io: Io): Promise<LoadedScenario> {
  const isMode = Object.hasOwn(given.modes, name);
  const document: Pick<ScenarioDocument, "fields"> = isMode
    ? { fields: { mode: name } }
    : await readDocument(name, given, io);
  const { extensions, ...fields } = document.fields;
  const { language = languageNamed(fields["language"]) ?? defaultLanguage } = given;
  const { modes, extension } = await loadModes(name, extensions, { ...given, language }).catch((error: unknown) => {
    throw RostrumError.isInstance(error) ? inLanguage(error, language) : error;
  });
  const all = { ...given, modes };
  checkOverrides(all, fields);
  const file = name === standardInput ? "stdin" : name;
  return {
    scenario: checkScenario({ ...document, fields }, { ...all, ...(isMode ? {} : { file }) }),
    modes,
    extension,
  };
}

async function loadModes(
  name: string,
  extensions: unknown,
  given: GivenByUser & { readonly language: Language },
): Promise<Pick<LoadedScenario, "modes" | "extension">> {
  if (extensions === undefined) return { modes: given.modes, extension: undefined };
  const extension = extensionBeside(name, extensions, given);
  return { modes: await loadExtension(extension, given), extension };
}

/** Returns the path of a scenario's extension. Relative paths start at the scenario's folder. */
function extensionBeside(name: string, extension: unknown, { userLanguage, modes }: GivenByUser): string {
  if (typeof extension !== "string") throw invalidField("extensions", "expected", { expected: "string" });
  if (modes !== builtIn) throw new UsageError(`--extensions: ${cliTexts(userLanguage).usage.notBeside("extensions")}`);
  const folder = name === standardInput ? "." : dirname(findScenario(name) ?? ".");
  return isAbsolute(extension) ? extension : join(folder, extension);
}

export function checkOverrides({ overrides, language, modes }: Given, fields: ScenarioDocument["fields"]): void {
  const mode = String(fields["mode"]);
  if (!Object.hasOwn(modes, mode)) return;
  const known = { ...modes[mode]?.fields, ...modes[mode]?.context };
  const schema = z.object(known);
  const unknown = overrides.find(({ path }) => !schemaAt(schema, path));
  const errorLanguage = language ?? languageNamed(fields["language"]) ?? defaultLanguage;
  if (unknown) throw new UsageError(`${unknown.name}: ${locales[errorLanguage].errors.problems["other-mode"]()}`);
  for (const { path, name } of overrides) {
    const other = overrides.find((each) => each.name !== name && each.path.join() === path.join());
    if (other) throw new UsageError(`${other.name}: ${cliTexts(errorLanguage).usage.notBeside(name)}`);
  }
}

const folderName = "scenarios";

/**
 * Returns `observatory` for `scenarios/observatory.yaml` and for `observatory`; undefined for a path in another folder.
 */
function nameIn(source: string): string | undefined {
  const path = normalize(source);
  return path === basename(path) || dirname(path) === folderName ? basename(path, ".yaml") : undefined;
}

/** The user's own file takes precedence over a shipped scenario, but a folder does not. */
function findScenario(source: string): string | undefined {
  const own = existsSync(source) ? source : undefined;
  if (own !== undefined && !statSync(own).isDirectory()) return own;
  const name = nameIn(source);
  return name !== undefined && existsSync(addressOf(name)) ? fileURLToPath(addressOf(name)) : own;
}

async function nearestSource(source: string, modes: Modes): Promise<string | undefined> {
  const beside = (await readdir(dirname(source)).catch((): string[] => [])).filter((file) => /\.ya?ml$/i.test(file));
  const found = new Map(beside.map((file) => [parse(file).name, join(dirname(source), file)]));
  if (nameIn(source) !== undefined)
    for (const name of [...(await scenarioNames()), ...Object.keys(modes)]) if (!found.has(name)) found.set(name, name);
  return found.get(nearestName(parse(source).name, [...found.keys()]) ?? "");
}
