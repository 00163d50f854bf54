import { basename, resolve } from "node:path";
import type { ProjectChoices } from "./choices.js";
import { kindNamed } from "./kinds.js";
import { modelChosen } from "./models.js";

type Versions = Readonly<Record<string, string>>;

export interface RostrumManifest {
  readonly version: string;
  readonly engines: Versions;
  readonly devDependencies: Versions;
  readonly peerDependencies: Versions;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The versions of packages that Rostrum's own manifest does not list, or for which it also accepts older versions. */
const otherVersions: Versions = {
  "@langchain/anthropic": "^1.5.11",
  "@langchain/google-genai": "^2.3.2",
  next: "^16.4.6",
  react: "^19.3.1",
};

/**
 * A folder name without ASCII letters or digits becomes `debate`. So does `rostrum`, because the command line would
 * mistake a project of this name for a clone of Rostrum, and suggest scripts that the project does not have.
 */
function packageName(folder: string): string {
  const words =
    basename(resolve(folder))
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join("-");
  return ["", "rostrum"].includes(name) ? "debate" : name;
}

function scriptsOf({ kind, isTypeScript }: ProjectChoices): Versions {
  // Before versions 22.18 and 23.6, Node.js runs TypeScript only with this option.
  const node = isTypeScript ? "node --experimental-strip-types" : "node";
  // Node.js does not read `.env` by itself.
  const run = (file: string) => `${node} --env-file-if-exists=.env ${file}.${isTypeScript ? "ts" : "js"}`;
  const scripts = { ...kindNamed(kind).scripts(run), test: `${node} --test` };
  return isTypeScript ? { ...scripts, check: "tsc" } : scripts;
}

export const scriptNames = (choices: ProjectChoices): readonly string[] => Object.keys(scriptsOf(choices));

/** @param rostrum - The version of Rostrum, or the file or address to install it from. */
export function manifestOf(choices: ProjectChoices, own: RostrumManifest, rostrum: string): object {
  const { packages, tools } = kindNamed(choices.kind);
  const required = Object.keys(own.peerDependencies).filter((name) => !own.peerDependenciesMeta[name]?.optional);
  const models = ["@langchain/openai", ...(choices.model ? modelChosen(choices.model).packages : [])];
  const known: Versions = { ...own.devDependencies, ...own.peerDependencies, ...otherVersions, rostrum };
  const versionOf = (name: string): string => {
    const version = known[name];
    if (version === undefined) throw new Error(`a new project needs ${name}, whose version is unknown`);
    return version;
  };
  const versions = (names: readonly string[]) =>
    Object.fromEntries(names.toSorted().map((name) => [name, versionOf(name)]));
  return {
    name: packageName(choices.folder),
    private: true,
    type: "module",
    engines: own.engines,
    scripts: scriptsOf(choices),
    dependencies: versions(["rostrum", ...required, ...models, ...packages]),
    ...(choices.isTypeScript && { devDependencies: versions(["@types/node", "typescript", ...tools]) }),
  };
}

/** The compiler only checks the files, because Node.js and Next.js run TypeScript themselves. */
export const compilerSettings = ({ kind }: ProjectChoices): object => ({
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
    ...kindNamed(kind).compilerOptions,
  },
});
