/** What is wrong with a YAML text, by the code that locales have a sentence for. */
import type { YAMLError } from "yaml";

/** What the first of some errors is about, as far as those after it tell: the library's code, or `WRONG_STEP`. */
export function complaintOf([first, second]: readonly YAMLError[]): string {
  if (first?.code === "BLOCK_AS_IMPLICIT_KEY" && second?.code === "MULTILINE_IMPLICIT_KEY") return "WRONG_STEP";
  if (first?.code === "MISSING_CHAR" && first.message.startsWith("Sequence item")) return "BAD_INDENT";
  return first?.code ?? "";
}
