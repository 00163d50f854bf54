/** Loads packages that users install only if they need them. */

import type { ErrorWords } from "../words/en/error-words.js";
import { RostrumError } from "./rostrum-error.js";

/**
 * Loads modules of packages that may not be installed. Throws `missing-package`, with the command that installs them.
 *
 * @param user - What needs the packages.
 * @param packages - Their names, separated by spaces.
 */
export async function loadOptional<Modules>(
  user: string,
  packages: string,
  load: () => Promise<Modules>,
  words?: ErrorWords,
): Promise<Modules> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException | undefined)?.code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new RostrumError("missing-package", { cause, user, package: packages }, words);
  }
}
