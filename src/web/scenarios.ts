/** The scenarios that the package ships, for a page to begin from. */
import { readdir, readFile } from "node:fs/promises";
import { packageRoot } from "../cli/io.js";
import { parseScenarioDocument } from "../scenario/parse-document.js";

const folder = new URL("scenarios/", packageRoot);

/** Each scenario's name, and its fields as they are written. */
export async function readScenarios() {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".yaml")).sort();
  return Promise.all(
    files.map(async (file) => {
      const { fields } = parseScenarioDocument(await readFile(new URL(file, folder), "utf8"), { file });
      return { name: file.slice(0, -".yaml".length), fields };
    }),
  );
}
