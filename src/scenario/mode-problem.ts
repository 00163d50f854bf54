/** What is wrong with a mode's name. */
import type { Problem } from "../locales/error-words.js";
import { nearestName } from "../text/nearest-name.js";

/** What is wrong with a mode's name, or undefined. */
export function modeProblem(mode: unknown, known: readonly string[]): Problem | undefined {
  if (mode === undefined || mode === null) return { code: "missing-mode", params: { known } };
  if (typeof mode !== "string") return { code: "not-one-of", params: { values: known } };
  return known.includes(mode)
    ? undefined
    : { code: "unknown-mode", params: { mode, nearest: nearestName(mode, known), known } };
}
