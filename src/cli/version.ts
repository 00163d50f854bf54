/** The version that package.json says. */
import { findPackage } from "./package-root.js";

export function readVersion(): string {
  return findPackage()?.version ?? "unknown";
}
