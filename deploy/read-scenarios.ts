/** The scenarios that come along, read and checked before anything is sent anywhere. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { modes } from "../src/modes/registry.js";
import { checkScenario } from "../src/scenario/check-scenario.js";
import { parseScenarioDocument } from "../src/scenario/parse-document.js";
import { readScenarioFile } from "../src/scenario/read-text.js";
import type { Scenario } from "../src/scenario/scenario.js";

/** A scenario and what the server knows it by: its file's name without the ending. */
export interface NamedScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

const extension = ".yaml";
const shipped = fileURLToPath(new URL("../scenarios/", import.meta.url));

async function readScenario(folder: string, file: string): Promise<Scenario> {
  const text = await readScenarioFile(join(folder, file), "en");
  return checkScenario(parseScenarioDocument(text, { file, language: "en" }), { modes, file, language: "en" });
}

/** In the order of their names. Throws `invalid-scenario` or `invalid-input`. */
export async function readScenarios(folder = shipped): Promise<NamedScenario[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(extension)).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -extension.length),
      scenario: await readScenario(folder, file),
    })),
  );
}
