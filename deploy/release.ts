/**
 * `npm run release`: builds and checks all packages, and publishes them with a provenance statement, which npm can sign
 * only on a build server. `npm run release -- --dry-run` runs anywhere, continues even if requirements are not met, and
 * does everything but the upload.
 */
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const isDry = process.argv.includes("--dry-run");
const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: "inherit" });
const read = (command: string, ...words: string[]) => execFileSync(command, words, { encoding: "utf8" }).trim();

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

// Rostrum comes first, because the others need it.
const packages = [
  ".",
  ...globSync("packages/*/package.json")
    .map((path) => dirname(path))
    .sort(),
].map((folder) => ({
  folder,
  ...readManifest(folder),
}));
const { version } = readManifest(".");

const problems = [
  ...(read("git", "status", "--porcelain") === "" ? [] : ["there are changes that are not committed"]),
  ...(readFileSync("CHANGELOG.md", "utf8").includes(`## ${version}\n`)
    ? []
    : [`CHANGELOG.md does not mention ${version}; run npm run release:prepare`]),
  ...(globSync(".changeset/*.md").every((path) => path.endsWith("README.md"))
    ? []
    : ["CHANGELOG.md lacks the changes in .changeset; run npm run release:prepare"]),
  ...packages
    .filter((each) => each.version !== version)
    .map((each) => `${each.name} has the version ${each.version}, not ${version}; run npm run release:prepare`),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0 && !isDry) process.exit(1);

const into = mkdtempSync(join(tmpdir(), "rostrum-release-"));
try {
  const tarballs = packages.map(({ folder, name, exports }) => {
    // `npm pack` also builds the package.
    run("npm", "pack", "--silent", "--pack-destination", into, join(process.cwd(), folder));
    const tarball = join(into, `${name}-${version}.tgz`);
    run("publint", "run", "--strict", tarball);
    // A package that exports only its manifest, such as create-rostrum, has no types.
    if (Object.keys(exports).some((entry) => entry !== "./package.json")) run("attw", "--profile", "esm-only", tarball);
    return { name, tarball };
  });
  // Uploads only after the checks of all packages.
  for (const { name, tarball } of tarballs) {
    if (!isDry) run("npm", "publish", tarball, "--provenance", "--access", "public");
    else console.log(`${name} ${version} is ready to be published`);
  }
} finally {
  rmSync(into, { recursive: true });
}
