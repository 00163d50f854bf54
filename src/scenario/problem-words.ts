/** Problems as they fit the way a value was given: on the command line, or in YAML. */
import type { z } from "zod";
import type { Problem } from "../locales/error-words.js";

type Issue = z.core.$ZodIssue;

/** The problem where an option gave the whole value. `whole`: the option is at fault, whatever the path inside its value. */
export function optionProblem(issue: Issue, problem: Problem): { problem: Problem; whole: boolean } {
  const [field, seat, part] = issue.path;
  const isCast = field === "participants";
  if (issue.code === "too_small" && issue.origin === "array" && isCast)
    return { problem: { code: "too-few-names", params: {} }, whole: true };
  if (problem.code === "duplicate-name")
    return { problem: { code: "name-twice", params: { name: problem.params.name } }, whole: true };
  if (isCast && typeof seat === "number" && part === "name")
    return { problem: { code: "in-name", params: { place: seat + 1, problem } }, whole: true };
  const isRepeated = issue.code === "invalid_type" && ["number", "int"].includes(issue.expected) && issue.input !== "";
  if (!isRepeated) return { problem, whole: false };
  return { problem: { code: "given-instead", params: { given: String(issue.input), problem } }, whole: false };
}

/** The problem where the value stands in a file: YAML takes `1` and `true` for more than text. */
export function fileProblem(issue: Issue, problem: Problem): Problem {
  const isUnquoted = issue.code === "invalid_type" && issue.expected === "string";
  return isUnquoted && ["number", "boolean"].includes(typeof issue.input)
    ? { code: "unquoted-text", params: { problem } }
    : problem;
}
