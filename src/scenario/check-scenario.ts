/** Checks what a scenario says, wherever it was said: in a file or in options. Strict at every level. */
import { z } from "zod";
import { type InputProblem, inputProblem, invalidInput } from "../errors.js";
import type { Language } from "../language.js";
import type { Problem } from "../locales/error-words.js";
import { defaultLanguage, languageNamed, locales } from "../locales/registry.js";
import { problemsOf } from "../state/problems.js";
import type { RunSettings } from "../state/run-settings.js";
import { criterionProblem } from "./criterion-problem.js";
import { fillIn } from "./fill-in.js";
import { modeProblem } from "./mode-problem.js";
import type { ScenarioDocument } from "./parse-document.js";
import { fileProblem, optionProblem } from "./problem-words.js";
import type { Override, Scenario, ScenarioMode, ScenarioOptions } from "./scenario.js";
import { inLanguage, type LocatedProblem, type Position, showPosition } from "./scenario-error.js";

const title = z.string().trim().min(1).max(200).optional();

/** The fields with the overrides put in, without a change to either. */
function withOverrides(
  fields: Readonly<Record<string, unknown>>,
  overrides: readonly Override[],
): Record<string, unknown> {
  const put = (into: unknown, [key, ...rest]: readonly string[], value: unknown): unknown => {
    if (key === undefined) return value;
    const record = typeof into === "object" && into !== null && !Array.isArray(into) ? into : {};
    return { ...record, [key]: put((record as Record<string, unknown>)[key], rest, value) };
  };
  let merged: unknown = fields;
  for (const { path, value } of overrides) merged = put(merged, path, value);
  return merged as Record<string, unknown>;
}

/** Where a value comes from: an option, or a place in the file. */
type Origin = { readonly option: Override } | { readonly position: Position } | undefined;
type FindOrigin = (path: readonly PropertyKey[], wanted: "name" | "value") => Origin;

const byPosition = (left: Origin, right: Origin): number => {
  if (!left || !right || !("position" in left) || !("position" in right)) return 0;
  return left.position.line - right.position.line || left.position.column - right.position.column;
};

/** One problem, the path it is at, and where the value comes from. */
interface Finding {
  readonly problem: InputProblem;
  readonly path: readonly PropertyKey[];
  readonly origin: Origin;
}

interface Search {
  readonly language: Language;
  readonly findOrigin: FindOrigin;
}

const problemIn = (field: string, { code, params }: Problem, language: Language) =>
  inputProblem<Problem["code"]>(field, code, params, locales[language].errors);

/** A problem as it fits the way its value was given. */
function reword({ problem, path, origin }: Finding, issue: z.core.$ZodIssue, language: Language): Finding {
  if (!origin) return { problem, path, origin };
  if ("position" in origin)
    return { problem: problemIn(problem.field, fileProblem(issue, problem), language), path, origin };
  const reworded = optionProblem(issue, problem);
  return {
    problem: problemIn(problem.field, reworded.problem, language),
    path: reworded.whole ? origin.option.path : path,
    origin,
  };
}

/** What the schema refuses. */
function findMisfits(error: z.ZodError | undefined, schema: z.ZodType, { language, findOrigin }: Search): Finding[] {
  return (error?.issues ?? []).flatMap((issue) => {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : undefined;
    return problemsOf(new z.ZodError([issue]), schema, { language }).map((problem, index) => {
      const path = unknown ? [...issue.path, unknown[index] ?? ""] : issue.path;
      return reword({ problem, path, origin: findOrigin(path, unknown ? "name" : "value") }, issue, language);
    });
  });
}

const criterionPath = ["bidding", "criterion"] as const;

/** A criterion that the schema takes for one of the user's own, though it was meant to be one of ours. */
function findMisspelling(fields: Readonly<Record<string, unknown>>, { language, findOrigin }: Search): Finding[] {
  const bidding = fields["bidding"] as { readonly criterion?: unknown } | null | undefined;
  const problem = criterionProblem(bidding?.criterion);
  if (problem === undefined) return [];
  const origin = findOrigin(criterionPath, "value");
  return [{ problem: problemIn(criterionPath.join("."), problem, language), path: criterionPath, origin }];
}

function withPlace({ problem, path, origin }: Finding, file: string): InputProblem | LocatedProblem {
  if (!origin) return problem;
  if ("position" in origin) return { ...problem, place: showPosition(file, origin.position) };
  // An option that gives the whole value is all that its user knows of the field.
  const { option } = origin;
  return option.path.length === path.length ? { ...problem, field: option.name } : { ...problem, place: option.name };
}

/** Checks the fields of a scenario, wherever they come from. Throws `invalid-input` with everything that is wrong. */
export function checkScenario(
  { fields, locate }: { fields: Readonly<Record<string, unknown>>; locate?: ScenarioDocument["locate"] },
  { modes, file = "scenario", overrides = [], language }: ScenarioOptions,
): Scenario {
  const merged = withOverrides(fields, overrides);
  const written = languageNamed(merged["language"]) ?? defaultLanguage;
  const spoken = language ?? written;
  const findOrigin: FindOrigin = (path, wanted) => {
    const option = overrides.find((each) => each.path.every((key, index) => path[index] === key));
    return option ? { option } : locate && { position: locate(path, wanted) };
  };
  const refuse = (findings: readonly Finding[]) =>
    inLanguage(invalidInput(findings.map((finding) => withPlace(finding, file))), spoken);

  const mode = modes[String(merged["mode"])];
  const wrongMode = modeProblem(merged["mode"], Object.keys(modes));
  if (wrongMode !== undefined || mode === undefined) {
    const problem = problemIn(
      "mode",
      wrongMode ?? modeProblem(null, Object.keys(modes)) ?? { code: "empty", params: {} },
      spoken,
    );
    throw refuse([{ problem, path: ["mode"], origin: findOrigin(["mode"], "value") }]);
  }

  const schema = z
    .strictObject({ mode: z.string(), title, ...mode.fields, ...mode.context })
    .superRefine((values, context) => {
      for (const { path, params } of mode.check?.(values) ?? [])
        context.addIssue({ code: "custom", path: [...path], params: { ...params } });
    });
  const filled = fillIn(merged, mode.fields, written);
  const checked = schema.safeParse(filled, { reportInput: true });
  const search = { language: spoken, findOrigin };
  // In the order of the file.
  const findings = [...findMisfits(checked.error, schema, search), ...findMisspelling(filled, search)].sort(
    (left, right) => byPosition(left.origin, right.origin),
  );
  if (findings.length > 0) throw refuse(findings);
  return sortFields(checked.data as Record<string, unknown>, mode);
}

/** Parts the conversation's own fields from those that say how it is run. */
function sortFields(values: Record<string, unknown>, { fields, context }: ScenarioMode): Scenario {
  const only = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
  return {
    mode: String(values["mode"]),
    title: values["title"] as string | undefined,
    input: only(Object.keys(fields)),
    context: only(Object.keys(context)) as RunSettings,
  };
}
