import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../package-files.js";
import { describeProject } from "../../project/describe-project.js";
import type { RostrumManifest } from "../../project/manifest.js";
import { writeProject } from "../../project/write-project.js";
import { exitStatus, UsageError } from "../io.js";
import type { Action } from "../options.js";

const readManifest = async (folder: string) => JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** Returns the `file:` path or the address from which the surrounding project installed this package, if any. */
async function installedFrom(folder: string): Promise<string | undefined> {
  const project = dirname(folder);
  if (project === folder) return undefined;
  if (!existsSync(join(project, "package.json"))) return installedFrom(project);
  const { dependencies, devDependencies } = await readManifest(project);
  const source = dependencies?.["rostrum"] ?? devDependencies?.["rostrum"];
  if (source?.startsWith("file:")) return `file:${resolve(project, source.slice("file:".length))}`;
  return source?.includes("://") ? source : undefined;
}

export const init: Action = async ([folder = ""], { options, io, texts: { language } }) => {
  const choices = { folder, kind: "program", language, isTypeScript: options.typescript ?? false } as const;
  const root = fileURLToPath(packageRoot);
  const own: RostrumManifest = await readManifest(root);
  const rostrum = (await installedFrom(root)) ?? `^${own.version}`;
  const problem = await writeProject(choices, { own, rostrum, speaking: language });
  if (problem !== undefined) throw new UsageError(problem);
  io.stdout.write(`${describeProject(choices, language)}\n`);
  return exitStatus.done;
};
