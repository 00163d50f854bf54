/**
 * `npm run release:prepare`: moves the files of `.changeset/` into CHANGELOG.md, and gives all packages the same
 * version. If the current version has not been released, it gets the changes; otherwise, the version increases.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: "inherit" });

const versionIn = (file: string): string => JSON.parse(readFileSync(file, "utf8")).version;

/** The workflow that publishes a version creates its tag. */
const isReleased = (version: string): boolean =>
  execFileSync("git", ["tag", "--list", `v${version}`], { encoding: "utf8" }).trim() !== "";

/** Adds the changes at the end of CHANGELOG.md, so the section of `version` must be the last one. */
function addChanges(version: string): void {
  const files = globSync(".changeset/*.md").filter((path) => !path.endsWith("README.md"));
  const changes = files.sort().map((path) => {
    const text = readFileSync(path, "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");
    return `- ${text.trim().replaceAll("\n", "\n  ")}`;
  });
  const log = readFileSync("CHANGELOG.md", "utf8");
  if (!log.includes(`## ${version}\n`)) throw new Error(`CHANGELOG.md has no section ${version}`);
  writeFileSync("CHANGELOG.md", `${[log.trimEnd(), changes.join("\n")].filter(Boolean).join("\n")}\n`);
  for (const path of files) rmSync(path);
}

const current = versionIn("package.json");
if (isReleased(current)) run("changeset", "version");
else addChanges(current);
const version = versionIn("package.json");
for (const path of globSync("packages/*/package.json")) {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/"version": ".*"/, `"version": "${version}"`));
}
run("npm", "install", "--package-lock-only", "--no-audit", "--no-fund");
