/**
 * `rostrum init`: creates a starter project with a scenario, a program in JavaScript or TypeScript, a test of the
 * program, and package.json.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { projectTemplates } from "../../../words/files.js";
import { packageRoot } from "../../package-files.js";
import { exitStatus, UsageError } from "../io.js";
import { type Action, quote } from "../options.js";
import { reasonOf } from "../preparing/out-file.js";

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly version: string;
  readonly engines: Versions;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly peerDependencies: Versions;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const readManifest = async (folder: string): Promise<Partial<Manifest>> =>
  JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** Returns a package name that npm accepts. A folder name without ASCII letters or digits becomes `debate`. */
const packageName = (folder: string) =>
  basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "debate";

/**
 * Returns the location from which the surrounding project installed this package: a file or an address. Returns
 * undefined if the package came from the registry, or if there is no such project.
 */
async function installedFrom(folder: string): Promise<string | undefined> {
  const project = dirname(folder);
  if (project === folder) return undefined;
  if (!existsSync(join(project, "package.json"))) return installedFrom(project);
  const { dependencies, devDependencies } = await readManifest(project);
  const source = dependencies?.["rostrum"] ?? devDependencies?.["rostrum"];
  if (source?.startsWith("file:")) return `file:${resolve(project, source.slice("file:".length))}`;
  return source?.includes("://") ? source : undefined;
}

/**
 * The new project's npm scripts. They load `.env` explicitly, because only the `rostrum` command line loads it
 * automatically.
 */
const scriptsFor = (isTypeScript: boolean) => {
  const own = { start: "rostrum run debate.yaml" };
  if (!isTypeScript) return { ...own, debate: "node --env-file-if-exists=.env debate.js", test: "node --test" };
  // Node.js needs this option before version 22.18.
  const node = "node --experimental-strip-types";
  return { ...own, debate: `${node} --env-file-if-exists=.env debate.ts`, test: `${node} --test`, check: "tsc" };
};

async function manifestFor(folder: string, isTypeScript: boolean) {
  const root = fileURLToPath(packageRoot);
  const own = (await readManifest(root)) as Manifest;
  const isNeeded = ([name]: readonly [string, unknown]) =>
    ["@langchain/openai", "hono", "@hono/node-server"].includes(name) || !own.peerDependenciesMeta[name]?.optional;
  const tools = ["@types/node", "typescript"].map((name) => [name, own.devDependencies?.[name]]);
  return {
    name: packageName(folder),
    private: true,
    type: "module",
    engines: own.engines,
    scripts: scriptsFor(isTypeScript),
    dependencies: {
      ...Object.fromEntries(Object.entries(own.peerDependencies).filter(isNeeded)),
      rostrum: (await installedFrom(root)) ?? `^${own.version}`,
    },
    ...(isTypeScript && { devDependencies: Object.fromEntries(tools) }),
  };
}

/** The compiler only checks types: Node.js runs TypeScript files by stripping the types. */
const typeScriptSettings = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    types: ["node"],
  },
};

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

export const init: Action = async ([folder = ""], { options, io, texts: { init, language } }) => {
  const { typescript = false } = options;
  const refuse = (error: NodeJS.ErrnoException): never => {
    throw new UsageError(init.cannotUse(folder, reasonOf(error)));
  };
  await mkdir(folder, { recursive: true }).catch(refuse);
  const present = await readdir(folder).catch(refuse);
  if (present.some((name) => name !== ".git")) throw new UsageError(init.notEmpty(folder));
  for (const template of projectTemplates(language, typescript ? "typescript" : "javascript"))
    await cp(template, folder, { recursive: true }).catch(refuse);
  await writeFile(join(folder, "package.json"), json(await manifestFor(folder, typescript)));
  if (typescript) await writeFile(join(folder, "tsconfig.json"), json(typeScriptSettings));
  await writeFile(join(folder, ".gitignore"), "node_modules/\n.rostrum/\n.env\n");
  io.stdout.write(`${init.done(quote(folder), resolve(folder) === process.cwd(), typescript)}\n`);
  return exitStatus.done;
};
