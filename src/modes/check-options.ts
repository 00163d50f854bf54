/** Checks a mode's options at run time, so that callers without type checks learn of mistakes at once. */

import { type InputProblem, inputProblem, invalidInput } from "../errors.js";
import { isRecord, type Named } from "../is-record.js";
import type { Expected } from "../locales/error-words.js";
import { defaultLanguage, locales } from "../locales/registry.js";
import { purposes } from "../models/request.js";
import { unknownField } from "../state/problems.js";

/** The options that are functions, and what each must be. */
const functions: Readonly<Record<string, Expected>> = {
  selectSpeaker: "selection-rule",
  stopWhen: "stop-condition",
  clock: "clock",
};

const known = ["model", "models", "agents", "tools", "maxToolCalls", "prompts", "rules", ...Object.keys(functions)];

/** Reports every name in `given` that is not in `names`. */
function unknownNames(given: unknown, names: readonly string[], at = ""): InputProblem[] {
  if (given === undefined) return [];
  if (!isRecord(given)) return [inputProblem(at.replace(/\.$/, "") || "options", "expected", { expected: "options" })];
  return Object.keys(given)
    .filter((name) => given[name] !== undefined && !names.includes(name))
    .map((name) => unknownField(`${at}${name}`, name, names));
}

function badFunctions(given: Named): InputProblem[] {
  return Object.entries(functions)
    .filter(([name]) => given[name] !== undefined && typeof given[name] !== "function")
    .map(([name, what]) => inputProblem(name, "expected", { expected: what }));
}

const expectedOf = (value: unknown): Expected =>
  typeof value === "function" ? "function" : typeof value === "string" ? "string" : "options";

/** A prompt must have the type of the prompt that it replaces: a function or a text. */
function badPrompts(prompts: unknown): InputProblem[] {
  const catalog: Named = { ...locales[defaultLanguage].prompts };
  const wrong = unknownNames(prompts, Object.keys(catalog), "prompts.");
  if (wrong.length > 0 || !isRecord(prompts)) return wrong;
  return Object.entries(prompts)
    .filter(([name, prompt]) => prompt !== undefined && typeof prompt !== typeof catalog[name])
    .map(([name]) => inputProblem(`prompts.${name}`, "expected", { expected: expectedOf(catalog[name]) }));
}

/** A rule is a function, or a definition with a function `select`. */
function badRules(rules: unknown): InputProblem[] {
  if (rules === undefined) return [];
  if (!isRecord(rules)) return [inputProblem("rules", "expected", { expected: "object" })];
  const isRule = (rule: unknown) =>
    typeof rule === "function" || (isRecord(rule) && typeof rule["select"] === "function");
  return Object.keys(rules)
    .filter((name) => !isRule(rules[name]))
    .map((name) => inputProblem(`rules.${name}`, "expected", { expected: "selection-rule" }));
}

/**
 * Checks all options at once.
 *
 * @param without - The options that the mode does not have.
 * @throws `invalid-input` with every problem.
 */
export function checkOptions(options: object | undefined, without: readonly string[] = []): void {
  const given: Named = { ...options };
  const { models, prompts, rules } = given;
  const byPurpose = isRecord(models) ? models["byPurpose"] : undefined;
  const problems = [
    ...unknownNames(
      options,
      known.filter((name) => !without.includes(name)),
    ),
    ...badFunctions(given),
    ...unknownNames(models, ["byPurpose", "byParticipant"], "models."),
    ...unknownNames(byPurpose, purposes, "models.byPurpose."),
    ...badPrompts(prompts),
    ...(without.includes("rules") ? [] : badRules(rules)),
  ];
  if (problems.length > 0) throw invalidInput(problems);
}
