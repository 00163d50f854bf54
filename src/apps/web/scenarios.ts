import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseScenarioDocument } from "../../talk/scenario/parse-document.js";
import { packageRoot } from "../package-files.js";
import type { ShippedScenario } from "./responses.js";

const folder = new URL("scenarios/", packageRoot);

export const addressOf = (name: string) => new URL(`${name}.yaml`, folder);

export const scenarioNames = async () =>
  (await readdir(folder))
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => basename(file, ".yaml"))
    .sort();

/** The fields are not validated and do not include defaults. */
export async function readScenarios(): Promise<ShippedScenario[]> {
  const reading = (await scenarioNames()).map(async (name) => {
    const text = await readFile(addressOf(name), "utf8");
    return { name, fields: parseScenarioDocument(text, { file: `${name}.yaml` }).fields };
  });
  return Promise.all(reading);
}
