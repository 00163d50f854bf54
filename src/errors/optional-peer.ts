import type { ErrorWords } from "../words/en/error-words.js";
import { RostrumError } from "./rostrum-error.js";

/** The error codes for a missing module: the first from Node's `import`, the second from `require` and in bundles. */
const notFound: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

/**
 * Returns the error to throw if an optional package could not be imported: `missing-package` if a module was not found,
 * otherwise `cause` itself.
 *
 * Import such a package with `await import("its-name")`, directly inside `try`. Bundlers then accept that the package
 * is not installed, and include it if it is.
 *
 * @param user - The model or the feature that needs the packages.
 * @param packages - The names of the packages, separated by spaces.
 */
export function importError(cause: unknown, user: string, packages: string, words?: ErrorWords): unknown {
  const isMissing = notFound.includes((cause as NodeJS.ErrnoException | undefined)?.code);
  return isMissing ? new RostrumError("missing-package", { cause, user, package: packages }, words) : cause;
}
