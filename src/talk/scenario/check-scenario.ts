import { z } from "zod/v4";
import { isRecord, type Named } from "../../base/is-record.js";
import type { FieldIssue } from "../../core/field-issue.js";
import { rules } from "../../core/selection/registry.js";
import { withoutUnused } from "../../core/selection/unused-settings.js";
import { meetingCast } from "../../core/state/example.js";
import { problemsOf } from "../../core/state/problems.js";
import type { RunSettings } from "../../core/state/run-settings.js";
import { title } from "../../core/state/title.js";
import { nearestName, slipsBetween } from "../../core/text/nearest-name.js";
import { type InputProblem, inputProblem, invalidField, invalidInput } from "../../errors/rostrum-error.js";
import type { Mode } from "../../graph/modes/mode.js";
import { modes as builtIn, type Modes } from "../../graph/modes/registry.js";
import type { Problem } from "../../words/en/error-words.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, languageNamed, locales } from "../../words/registry.js";
import type { ScenarioDocument } from "./parse-document.js";
import {
  inLanguage,
  type Override,
  type Position,
  type Scenario,
  type ScenarioOptions,
  showPosition,
} from "./scenario.js";

type Issue = z.core.$ZodIssue;

function withOverrides(fields: Named, overrides: readonly Override[]): Named {
  const put = (into: unknown, [key, ...rest]: readonly string[], value: unknown): unknown => {
    const record = isRecord(into) ? into : {};
    return key === undefined ? value : { ...record, [key]: put(record[key], rest, value) };
  };
  return overrides.reduce<Named>((merged, { path, value }) => put(merged, path, value) as Named, fields);
}

/**
 * If an override names a rule other than the file's, removes the file's settings in `selection` that the new rule would
 * reject. An override that the new rule rejects stays, and is reported.
 */
function withSettingsOfRule(fields: Named, overrides: readonly Override[], file: Named): Named {
  const { selection } = fields;
  const override = overrides.findLast(({ path }) => path.join(".") === "selection.rule");
  const earlier = isRecord(file["selection"]) ? file["selection"]["rule"] : undefined;
  const isChanged = override !== undefined && override.value !== earlier;
  const rule = isRecord(selection) ? rules.find(({ name }) => name === selection["rule"]) : undefined;
  if (!isChanged || !isRecord(selection) || !rule) return fields;
  return withOverrides({ ...fields, selection: withoutUnused(selection, rule) }, overrides);
}

/** Turns a name into a participant. Does the same with a number or a boolean, so that the error is about the name. */
const withName = (participant: unknown) =>
  ["string", "number", "boolean"].includes(typeof participant) ? { name: participant } : participant;

/** Turns participants that are only names into objects. */
export function withNames(fields: Named): Named {
  const { participants } = fields;
  return Array.isArray(participants) ? { ...fields, participants: participants.map(withName) } : fields;
}

/** Fills in a missing topic and missing participants from the example. */
export function fillIn(fields: Named, known: Named, language: Language): Named {
  const { topic, participants: speakers } = locales[language].example;
  // A mode with stages is a meeting.
  const participants = "stages" in known ? meetingCast(language) : speakers;
  // If the scenario has its own topic, the example's participants keep only their names and roles.
  const cast = fields["topic"] === undefined ? participants : participants.map(({ name, role }) => ({ name, role }));
  const example = Object.entries({ topic, participants: cast });
  const missing = example.filter(([field]) => field in known && fields[field] === undefined);
  return withNames({ ...fields, ...Object.fromEntries(missing) });
}

const issueOf = ({ path, params }: FieldIssue): Issue => ({ code: "custom", path: [...path], params, message: "" });

function modeIssues(mode: unknown, known: readonly string[]): Issue[] {
  const refuse = (params: FieldIssue["params"]) => [issueOf({ path: ["mode"], params })];
  if (mode === undefined || mode === null) return refuse({ rule: "not-one-of", values: known, isMissing: true });
  if (typeof mode !== "string") return refuse({ rule: "not-one-of", values: known });
  return known.includes(mode) ? [] : refuse({ rule: "unknown-mode", mode, nearest: nearestName(mode, known), known });
}

const criteria = ["contradiction", "urge"] as const;
const maxSlips = 2;

/** Without this check, bidders would receive a misspelt criterion as a custom criterion. */
function criterionIssues({ bidding }: { readonly bidding?: { readonly criterion?: unknown } | null }): Issue[] {
  const word = typeof bidding?.criterion === "string" ? bidding.criterion.trim() : "";
  if (word === "" || /\s/.test(word) || criteria.some((name) => name === word)) return [];
  const nearest = criteria.find((name) => slipsBetween(word.toLowerCase(), name) <= maxSlips);
  return nearest ? [issueOf({ path: ["bidding", "criterion"], params: { rule: "misspelt-criterion", nearest } })] : [];
}

/** Callers that can load extensions remove the field before this check. */
const extensionIssues = ({ extensions }: { readonly extensions?: unknown }): Issue[] =>
  extensions === undefined ? [] : [issueOf({ path: ["extensions"], params: { rule: "extension-refused" } })];

function optionProblem(issue: Issue, problem: Problem): Problem {
  const [field, seat, part] = issue.path;
  const isCast = field === "participants";
  if (isCast && issue.code === "too_small" && issue.origin === "array") return { code: "too-few-names", params: {} };
  if (problem.code === "name-taken") return { code: "listed-twice", params: { name: problem.params.name } };
  if (isCast && typeof seat === "number" && part === "name")
    return { code: "in-name", params: { place: seat + 1, problem } };
  const isNumber = issue.code === "invalid_type" && ["number", "int"].includes(issue.expected) && issue.input !== "";
  return isNumber ? { code: "given-instead", params: { given: String(issue.input), problem } } : problem;
}

/** Recommends quotes if they are missing, because YAML reads an unquoted `1` or `true` as a number or a boolean. */
function fileProblem(issue: Issue, problem: Problem): Problem {
  const isUnquoted = issue.code === "invalid_type" && issue.expected === "string";
  return isUnquoted && ["number", "boolean"].includes(typeof issue.input)
    ? { code: "unquoted-text", params: { problem } }
    : problem;
}

interface Source extends Required<Pick<ScenarioOptions, "file" | "overrides">> {
  readonly language: Language;
  readonly locate: ScenarioDocument["locate"] | undefined;
}

interface Finding {
  readonly problem: InputProblem;
  readonly position?: Position;
}

function findingsOf(issue: Issue, schema: z.ZodType, { file, overrides, language, locate }: Source): Finding[] {
  const say = (field: string, { code, params }: Problem) =>
    inputProblem<Problem["code"]>(field, code, params, locales[language].errors);
  const unknown = issue.code === "unrecognized_keys" ? issue.keys : undefined;
  return problemsOf(new z.ZodError([issue]), schema, { language }).map((problem, index) => {
    const path = unknown ? [...issue.path, unknown[index] ?? ""] : issue.path;
    const option = overrides.find((each) => each.path.every((key, at) => path[at] === key));
    if (option) {
      const reworded = optionProblem(issue, problem);
      // If the option sets the whole field, the problem names the option, because the user may not know the field. The
      // option for the participants always sets the whole field.
      const isWhole = option.path.length === path.length || path[0] === "participants";
      if (isWhole) return { problem: say(option.name, reworded) };
      return { problem: { ...say(problem.field, reworded), place: option.name } };
    }
    const position = locate?.(path, unknown ? "name" : "value");
    if (!position) return { problem };
    const located = { ...say(problem.field, fileProblem(issue, problem)), place: showPosition(file, position) };
    return { problem: located, position };
  });
}

const byPosition = ({ position: left }: Finding, { position: right }: Finding): number =>
  left && right ? left.line - right.line || left.column - right.column : 0;

/**
 * Applies the overrides, fills in a missing topic and missing participants from the example, and checks the result.
 * Checks the fields against each other only if every field is valid by itself.
 *
 * @throws `invalid-input` with the problems found. If the mode is invalid, reports only that and, if the field
 * `extensions` is still there, that the extensions were not loaded, because they may define the mode.
 */
export function checkScenario(
  { fields, locate }: { readonly fields: Named; readonly locate?: ScenarioDocument["locate"] },
  { file = "scenario", overrides = [], language, modes = builtIn }: ScenarioOptions = {},
): Scenario {
  const merged = withSettingsOfRule(withOverrides(fields, overrides), overrides, fields);
  const written = languageNamed(merged["language"]) ?? defaultLanguage;
  const source = { file, overrides, language: language ?? written, locate };
  const refuse = (issues: readonly Issue[], schema: z.ZodType) => {
    const findings = issues.flatMap((issue) => findingsOf(issue, schema, source)).sort(byPosition);
    return inLanguage(invalidInput(findings.map(({ problem }) => problem)), source.language);
  };

  const wrongMode = modeIssues(merged["mode"], Object.keys(modes));
  const mode = modes[String(merged["mode"])];
  if (wrongMode.length > 0 || !mode) throw refuse([...wrongMode, ...extensionIssues(merged)], z.unknown());

  const schema = z.strictObject({
    mode: z.string(),
    title,
    extensions: z.unknown().optional(),
    ...mode.fields,
    ...mode.context,
  });
  const filled = fillIn(merged, mode.fields, written);
  const read = schema.safeParse(filled, { reportInput: true });
  const misfits = read.success ? mode.check(read.data).map(issueOf) : read.error.issues;
  const issues = [...misfits, ...criterionIssues(filled), ...extensionIssues(filled)];
  if (issues.length > 0) throw refuse(issues, schema);
  return sortFields(read.data as Named, mode);
}

/**
 * Like `checkScenario`, for a mode that the caller names separately.
 *
 * @throws `invalid-input` also if `fields` contains another mode.
 */
export function checkFields(mode: string, fields: Named, modes: Modes): Scenario {
  const checked = checkScenario({ fields: { ...fields, mode } }, { modes });
  const { mode: given = mode } = fields;
  if (given !== mode) throw invalidField("mode", "not-one-of", { values: [mode] });
  return checked;
}

function sortFields(values: Named, { fields, context }: Mode): Scenario {
  const only = (known: Named) =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => name in known && value !== undefined));
  const title = values["title"] as string | undefined;
  return { mode: String(values["mode"]), title, input: only(fields), context: only(context) as RunSettings };
}
