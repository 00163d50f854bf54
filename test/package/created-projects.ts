/**
 * Creates projects with the packed create-rostrum, installs the packed Rostrum in them, and runs their checks without a
 * key.
 */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KindName, kindNamed, kindNames } from "../../src/apps/project/kinds.js";
import { type ModelChoice, modelChoices } from "../../src/apps/project/models.js";
import { projectLanguages } from "../../src/words/projects.js";
import { offline } from "../docs/pages.js";
import { run } from "./pack.js";

const pnpm = "pnpm@12.21.0";

export interface Combination {
  readonly client: "npm" | "pnpm";
  readonly kind: KindName;
  readonly isTypeScript: boolean;
  readonly model: ModelChoice;
}

export const combinations: readonly Combination[] = (["npm", "pnpm"] as const).flatMap((client) =>
  kindNames.flatMap((kind) =>
    (kindNamed(kind).inJavaScript ? [true, false] : [true]).flatMap((isTypeScript) =>
      modelChoices.map((model) => ({ client, kind, isTypeScript, model })),
    ),
  ),
);

const nameOf = ({ client, kind, isTypeScript, model }: Combination) =>
  `${client}, ${kind} in ${isTypeScript ? "TypeScript" : "JavaScript"}, ${model}`;

/** Rejects with the program's output if the program fails. */
async function execute(program: string, words: readonly string[], cwd: string): Promise<string> {
  try {
    const env = { ...offline, CI: "true" };
    const { stdout } = await run(program, [...words], { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const {
      message,
      stdout = "",
      stderr = "",
    } = error as Error & { readonly stdout?: string; readonly stderr?: string };
    throw new Error([message, stdout, stderr].join("\n"));
  }
}

interface Workshop {
  readonly folder: string;
  readonly tarball: string;
}

async function createProject(
  { folder, tarball }: Workshop,
  { kind, isTypeScript, model }: Combination,
  language: string,
) {
  const project = await mkdtemp(join(folder, `${kind}-`)).then((parent) => join(parent, "app"));
  const options = ["--template", kind, "--lang", language, "--model", model];
  const code = isTypeScript ? [] : ["--javascript"];
  await execute("npx", ["create-rostrum", project, "--yes", ...options, ...code], folder);
  const manifest = (await readFile(join(project, "package.json"), "utf8")).replace(
    /"rostrum": ".*"/,
    `"rostrum": "file:${tarball}"`,
  );
  await writeFile(join(project, "package.json"), manifest);
  return { project, manifest };
}

/** Checks a project in each language. All languages need the same packages, so they share one installation. */
async function check(workshop: Workshop, combination: Combination): Promise<void> {
  const { client, isTypeScript } = combination;
  let installed: { readonly project: string; readonly manifest: string } | undefined;
  const program = client === "npm" ? "npm" : join(workshop.folder, "node_modules/.bin/pnpm");
  for (const language of projectLanguages) {
    const created = await createProject(workshop, combination, language);
    if (installed === undefined) await execute(program, ["install"], created.project);
    else if (installed.manifest !== created.manifest) throw new Error("the languages need different packages");
    else await rename(join(installed.project, "node_modules"), join(created.project, "node_modules"));
    installed = created;
    const tested = await execute("npm", ["test"], created.project);
    if (!/pass [1-9]/.test(tested) || !/fail 0\n/.test(tested)) throw new Error(`no test passes:\n${tested}`);
    if (isTypeScript) await execute("npm", ["run", "check"], created.project);
  }
  // A project takes hundreds of megabytes.
  if (installed) await rm(join(installed.project, "node_modules"), { recursive: true });
}

/**
 * @param tarballs - The tarballs of Rostrum and create-rostrum.
 * @returns One problem for each combination that fails.
 */
export async function checkCreated(
  tarballs: { readonly rostrum: string; readonly create: string },
  chosen: readonly Combination[],
  report: (line: string) => void,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-created-"));
  const problems: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
    const tools = chosen.some(({ client }) => client === "pnpm") ? [tarballs.create, pnpm] : [tarballs.create];
    await execute("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...tools], folder);
    for (const combination of chosen) {
      const failure = await check({ folder, tarball: tarballs.rostrum }, combination).then(
        () => "",
        (error: Error) => error.message,
      );
      report(`${nameOf(combination)}: ${failure === "" ? "passed" : "FAILED"}`);
      if (failure !== "") problems.push(`${nameOf(combination)}: ${failure}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return problems;
}
