/** From the command to a conversation that is ready to run: a mode's defaults or a scenario, with the options put in. */
import { stat } from "node:fs/promises";
import { type Language, languages } from "../domain/language.js";
import { modes } from "../modes/index.js";
import { checkScenario } from "../scenario/check-scenario.js";
import { parseScenarioDocument, type ScenarioDocument } from "../scenario/parse-document.js";
import { readScenarioFile, readScenarioStream } from "../scenario/read-text.js";
import type { Override, Scenario } from "../scenario/scenario.js";
import { examples } from "../state/example.js";
import { nearestName } from "../state/problems.js";
import type { Io } from "./io.js";
import type { CliTexts } from "./texts/catalog.js";
import { UsageError } from "./usage-error.js";

const standardInput = "-";
const looksLikeFile = (source: string) => /[/\\]|\.(ya?ml|json)$/i.test(source);

export interface Source {
  /** What was asked for: a mode, a file, or `-`. */
  readonly name: string;
  readonly overrides: readonly Override[];
  /** The language of complaints before the scenario's own is known. */
  readonly language: Language;
  readonly texts: CliTexts;
}

async function readDocument({ name, language, texts }: Source, io: Io): Promise<ScenarioDocument> {
  const file = name === standardInput ? "stdin" : name;
  if (name === standardInput) {
    if (io.stdin.isTTY) io.stderr.write(`${texts.run.readingStandardInput}\n`);
    return parseScenarioDocument(await readScenarioStream(io.stdin, file, language), { file, language });
  }
  const isThere = await stat(name).then(
    () => true,
    () => false,
  );
  if (!isThere && !looksLikeFile(name))
    throw new UsageError(texts.usage.unknownSource(name, nearestName(name, Object.keys(modes))));
  return parseScenarioDocument(await readScenarioFile(name, language), { file, language });
}

/** What a mode's name alone stands for. The example's views fit its own topic only, so another topic leaves them out. */
function exampleFields(mode: string, { overrides }: Source): Record<string, unknown> {
  const given = (field: string) => overrides.find(({ path }) => path[0] === field)?.value;
  const { topic, participants } = examples[languages.find((language) => language === given("language")) ?? "en"];
  const cast = given("topic") === undefined ? participants : participants.map(({ name, role }) => ({ name, role }));
  return { mode, topic, participants: cast };
}

/** Throws before anything is called or written where something does not fit. */
export async function loadScenario(source: Source, io: Io, complainIn: Language | undefined): Promise<Scenario> {
  const { name, overrides } = source;
  const options = { modes, overrides, language: complainIn };
  if (Object.hasOwn(modes, name)) {
    const scenario = { fields: exampleFields(name, source) };
    return checkScenario(scenario, { ...options, overrides: overridesOfMode(source, name) });
  }
  const document = await readDocument(source, io);
  const mode = String(document.fields["mode"]);
  return checkScenario(document, {
    ...options,
    file: name === standardInput ? "stdin" : name,
    overrides: Object.hasOwn(modes, mode) ? overridesOfMode(source, mode) : overrides,
  });
}

/** The overrides, once it is sure that the mode has all that they set. */
function overridesOfMode({ overrides, texts }: Source, mode: string): readonly Override[] {
  const stray = overrides.find(({ path: [field], path }) => path.length > 1 && !(field in (modes[mode]?.fields ?? {})));
  if (stray) throw new UsageError(`${stray.name}: ${texts.usage.notInMode(mode)}`);
  return overrides;
}
