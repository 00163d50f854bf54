import { createInterface } from "node:readline";
import type { CliTexts } from "../../../words/command-line.js";
import { exitStatus, type Io, UsageError } from "../io.js";
import type { Action } from "../options.js";
import { withPlace } from "../preparing/place.js";
import { safeLine } from "../terminal/text.js";

const consent = /^(?:y|yes|是)$/i;

/** The end of the input counts as a refusal. */
async function confirms({ stdin, stderr }: Io, question: string): Promise<boolean> {
  stderr.write(question);
  const lines = createInterface({ input: stdin });
  try {
    for await (const answer of lines) return consent.test(answer.trim());
    stderr.write("\n");
    return false;
  } finally {
    // Leaving the loop does not stop reading, and a terminal that is being read keeps the process alive.
    lines.close();
  }
}

/** Checks both streams, because either of them may be redirected. */
function checkTerminal({ stdin, stderr }: Io, { threads }: CliTexts): void {
  if (!stdin.isTTY || !stderr.isTTY) throw new UsageError(`--yes: ${threads.needsYes}`);
}

export const threadsRemove: Action = async (words, { options, io, texts }) => {
  const { threads } = texts;
  return withPlace({ options, io, texts }, async (place) => {
    // Checks all names first, so that nothing is deleted if a name is wrong.
    const names: string[] = [];
    for (const word of words) names.push(await place.existing(word));
    if (!options.yes) checkTerminal(io, texts);
    const removed = new Set(names);
    if (!options.yes && !(await confirms(io, threads.confirmRemoval([...removed].map(safeLine))))) {
      io.stderr.write(`${threads.removedNothing}\n`);
      return exitStatus.failed;
    }
    for (const name of removed) {
      await place.conversations.remove(name);
      if (!options.json) io.stdout.write(`${threads.removed(safeLine(name))}\n`);
    }
    if (options.json) io.stdout.write(`${JSON.stringify({ removed: [...removed] })}\n`);
    return exitStatus.done;
  });
};
