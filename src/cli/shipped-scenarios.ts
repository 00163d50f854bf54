/** The scenarios that come with the package: where it is installed, nobody has them in the folder they work in. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseScenarioDocument } from "../scenario/parse-document.js";
import { nearestName } from "../text/nearest-name.js";
import { findPackage } from "./package-root.js";

const folderName = "scenarios";
const extension = ".yaml";

function folder(): URL | undefined {
  const found = findPackage();
  return found && new URL(`${folderName}/`, found.root);
}

/** Their names, without what all of them end in. */
export async function shippedNames(): Promise<string[]> {
  const files = await readdir(folder() ?? "").catch((): string[] => []);
  return files
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .sort();
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The name that a path such as `scenarios/observatory.yaml` gives, or a bare `observatory`. */
function nameIn(source: string): string | undefined {
  const path = normalize(source);
  return path === basename(path) || dirname(path) === folderName ? basename(path, extension) : undefined;
}

/** The file that is meant: what is there under that name, else what comes with the package. Undefined where nothing is. */
export async function findScenario(source: string): Promise<string | undefined> {
  if (await isThere(source)) return source;
  const name = nameIn(source);
  if (name === undefined || !(await shippedNames()).includes(name)) return undefined;
  return fileURLToPath(new URL(`${name}${extension}`, folder()));
}

/** For a path into a folder `scenarios` that is not there: the path that was probably meant. */
export async function nearestShipped(source: string): Promise<string | undefined> {
  const name = nameIn(source);
  if (name === undefined || (await isThere(dirname(source)))) return undefined;
  const nearest = nearestName(name, await shippedNames());
  return nearest && `${folderName}/${nearest}${extension}`;
}

/** Each with its title. */
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
