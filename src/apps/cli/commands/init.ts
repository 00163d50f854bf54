/** `rostrum init`: creates a starter project with a scenario, a program, a test of the program, and package.json. */
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { projectTemplate } from "../../../words/files.js";
import { packageRoot } from "../../package-files.js";
import { exitStatus, UsageError } from "../io.js";
import { type Action, quote } from "../options.js";
import { reasonOf } from "../preparing/out-file.js";

/** Returns a package name that npm accepts. A folder name without ASCII letters or digits becomes `debate`. */
const packageName = (folder: string) =>
  basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "debate";

async function manifestFor(folder: string): Promise<string> {
  const own = JSON.parse(await readFile(new URL("package.json", packageRoot), "utf8"));
  const isNeeded = ([name]: readonly [string, unknown]) =>
    ["@langchain/openai", "hono", "@hono/node-server"].includes(name) || !own.peerDependenciesMeta[name]?.optional;
  const manifest = {
    name: packageName(folder),
    private: true,
    type: "module",
    engines: own.engines,
    scripts: { start: "rostrum run debate.yaml", test: "node --test" },
    dependencies: {
      ...Object.fromEntries(Object.entries(own.peerDependencies).filter(isNeeded)),
      rostrum: `^${own.version}`,
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

export const init: Action = async ([folder = ""], { io, texts: { init, language } }) => {
  const refuse = (error: NodeJS.ErrnoException): never => {
    throw new UsageError(init.cannotUse(folder, reasonOf(error)));
  };
  await mkdir(folder, { recursive: true }).catch(refuse);
  const present = await readdir(folder).catch(refuse);
  if (present.some((name) => name !== ".git")) throw new UsageError(init.notEmpty(folder));
  await cp(projectTemplate(language), folder, { recursive: true }).catch(refuse);
  await writeFile(join(folder, "package.json"), await manifestFor(folder));
  await writeFile(join(folder, ".gitignore"), "node_modules/\n.rostrum/\n.env\n");
  io.stdout.write(`${init.done(quote(folder), resolve(folder) === process.cwd())}\n`);
  return exitStatus.done;
};
