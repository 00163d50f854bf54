/**
 * `npm run check:created`: checks a project for every combination of answers to create-rostrum's questions, in every
 * language, with npm and with pnpm. Takes many minutes, and needs a package registry.
 * `npm run check:created -- npm react` checks only the combinations with both of these words.
 */
import { checkCreated, combinations } from "./created-projects.js";
import { pack, packCreate } from "./pack.js";

const words = process.argv.slice(2);
const chosen = combinations.filter(({ client, kind, model }) =>
  words.every((word) => [client, kind, model].some((value) => value === word)),
);
const [rostrum, create] = await Promise.all([pack("created"), packCreate("created-create")]);
const tarballs = { rostrum: rostrum.tarball, create: create.tarball };
const problems = await checkCreated(tarballs, chosen, (line) => process.stdout.write(`${line}\n`));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${chosen.length - problems.length} of ${chosen.length} combinations pass.\n`);
process.exitCode = problems.length > 0 || chosen.length === 0 ? 1 : 0;
