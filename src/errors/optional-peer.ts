import type { ErrorWords } from "../words/en/error-words.js";
import { RostrumError } from "./rostrum-error.js";

/**
 * Loads modules of packages that users install only if they need them.
 *
 * @param user - The model or the feature that needs the packages.
 * @param packages - The names of the packages, separated by spaces.
 * @throws `missing-package`, with the command that installs the packages, if a module is not found. Throws any other
 * error of `load` unchanged.
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
