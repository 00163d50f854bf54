/** The scenarios that come with the package. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseScenarioDocument } from "../scenario/parse-document.js";
import { nearestName } from "../text/nearest-name.js";
import { findPackage } from "./package-files.js";

const folderName = "scenarios";
const extension = ".yaml";

function folder(): URL | undefined {
  const found = findPackage();
  return found && new URL(`${folderName}/`, found.root);
}

/** The names of the scenarios, without their extension. */
export async function shippedNames(): Promise<string[]> {
  const files = await readdir(folder() ?? "").catch((): string[] => []);
  return files
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .sort();
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The name in a path such as `scenarios/observatory.yaml`, or in a bare `observatory`. */
function nameIn(source: string): string | undefined {
  const path = normalize(source);
  return path === basename(path) || dirname(path) === folderName ? basename(path, extension) : undefined;
}

/** The user's own file of that name, otherwise the shipped scenario. Undefined where there is neither. */
export async function findScenario(source: string): Promise<string | undefined> {
  if (await exists(source)) return source;
  const name = nameIn(source);
  if (name === undefined || !(await shippedNames()).includes(name)) return undefined;
  return fileURLToPath(new URL(`${name}${extension}`, folder()));
}

/** The shipped scenario that a path into a missing folder `scenarios` probably means. */
export async function nearestShipped(source: string): Promise<string | undefined> {
  const name = nameIn(source);
  if (name === undefined || (await exists(dirname(source)))) return undefined;
  const nearest = nearestName(name, await shippedNames());
  return nearest && `${folderName}/${nearest}${extension}`;
}

export async function shippedScenarios(): Promise<{ name: string; title: string; mode: string }[]> {
  const names = await shippedNames();
  return Promise.all(
    names.map(async (name) => {
      const file = `${name}${extension}`;
      const { fields } = parseScenarioDocument(await readFile(new URL(file, folder()), "utf8"), { file });
      return { name, title: String(fields["title"] ?? fields["topic"] ?? ""), mode: String(fields["mode"]) };
    }),
  );
}
