/**
 * `npm run release`: builds the package, checks the tarball, and publishes it with a provenance statement. Requires a
 * clean working tree and the version in CHANGELOG.md. It must run on a build server, because npm can sign the statement
 * only there. `npm run release -- --dry-run` runs anywhere, only prints unmet requirements, and does not publish.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const isDry = process.argv.includes("--dry-run");
const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: "inherit" });
const read = (command: string, ...words: string[]) => execFileSync(command, words, { encoding: "utf8" }).trim();

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
const problems = [
  ...(read("git", "status", "--porcelain") === "" ? [] : ["there are uncommitted changes"]),
  ...(readFileSync("CHANGELOG.md", "utf8").includes(`## ${version}\n`)
    ? []
    : [`CHANGELOG.md does not mention ${version}; run npm run release:prepare`]),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0 && !isDry) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), "rostrum-release-"));
try {
  // `npm pack` also builds the package.
  run("npm", "pack", "--silent", "--pack-destination", folder);
  const tarball = join(folder, `rostrum-${version}.tgz`);
  run("publint", "run", "--strict", tarball);
  run("attw", "--profile", "esm-only", tarball);
  if (isDry) console.log(`rostrum ${version} is ready to be published`);
  else run("npm", "publish", tarball, "--provenance", "--access", "public");
} finally {
  rmSync(folder, { recursive: true });
}
