/** Checks what a scenario says, wherever it was said: in a file or in options. Strict at every level. */
import { z } from "zod";
import { type InputProblem, inputProblem, invalidInput } from "../errors.js";
import type { Language } from "../language.js";
import type { Problem } from "../locales/error-words.js";
import { defaultLanguage, languageNamed, locales, meetingCast } from "../locales/registry.js";
import { type FieldIssue, problemsOf } from "../state/problems.js";
import type { RunSettings } from "../state/run-settings.js";
import { nearestName, slipsBetween } from "../text/nearest-name.js";
import { parseScenarioDocument, type ScenarioDocument } from "./parse-document.js";
import {
  inLanguage,
  type Override,
  type Position,
  type Scenario,
  type ScenarioMode,
  type ScenarioOptions,
  showPosition,
  title,
} from "./scenario.js";

type Fields = Readonly<Record<string, unknown>>;
type Issue = z.core.$ZodIssue;

/** The fields with the overrides put in, without a change to either. */
function withOverrides(fields: Fields, overrides: readonly Override[]): Fields {
  const put = (into: unknown, [key, ...rest]: readonly string[], value: unknown): unknown => {
    if (key === undefined) return value;
    const record = typeof into === "object" && into !== null && !Array.isArray(into) ? into : {};
    return { ...record, [key]: put((record as Fields)[key], rest, value) };
  };
  return overrides.reduce<Fields>((merged, { path, value }) => put(merged, path, value) as Fields, fields);
}

/** A participant may be no more than a name. Numbers too, so that the complaint is about the name. */
const withName = (participant: unknown) =>
  ["string", "number", "boolean"].includes(typeof participant) ? { name: participant } : participant;

/** Adds the example's topic and cast in the scenario's language. The cast's views fit the example's topic only. */
function fillIn(fields: Fields, known: Fields, language: Language): Record<string, unknown> {
  const { topic, participants: talkers } = locales[language].example;
  // A mode with stages is a meeting.
  const participants = "stages" in known ? meetingCast(language) : talkers;
  const cast = fields["topic"] === undefined ? participants : participants.map(({ name, role }) => ({ name, role }));
  const example: Fields = { topic, participants: cast };
  const missing = Object.entries(example).filter(([field]) => field in known && fields[field] === undefined);
  const filled: Record<string, unknown> = { ...fields, ...Object.fromEntries(missing) };
  const given = filled["participants"];
  return Array.isArray(given) ? { ...filled, participants: given.map(withName) } : filled;
}

/** A problem of fields as zod would report it. */
const issueOf = ({ path, params }: FieldIssue) => ({ code: "custom", path, params, message: "" }) as unknown as Issue;

/** What is wrong with a mode's name. */
function modeIssues(mode: unknown, known: readonly string[]): Issue[] {
  const refuse = (params: FieldIssue["params"]) => [issueOf({ path: ["mode"], params })];
  if (mode === undefined || mode === null) return refuse({ rule: "missing-mode", known });
  if (typeof mode !== "string") return refuse({ rule: "not-one-of", values: known });
  return known.includes(mode) ? [] : refuse({ rule: "unknown-mode", mode, nearest: nearestName(mode, known), known });
}

const criteria = ["contradiction", "urge"] as const;
const maxSlips = 2;

/** Rejects a misspelt criterion, which every bidder would otherwise get as a criterion of the user's own. */
function criterionIssues({ bidding }: { readonly bidding?: { readonly criterion?: unknown } | null }): Issue[] {
  const word = typeof bidding?.criterion === "string" ? bidding.criterion.trim() : "";
  if (word === "" || /\s/.test(word) || criteria.some((name) => name === word)) return [];
  const nearest = criteria.find((name) => slipsBetween(word.toLowerCase(), name) <= maxSlips);
  return nearest ? [issueOf({ path: ["bidding", "criterion"], params: { rule: "misspelt-criterion", nearest } })] : [];
}

/** The problem where an option gave the whole value. `whole`: the option is at fault, whatever the path inside its value. */
function optionProblem(issue: Issue, problem: Problem): { problem: Problem; whole: boolean } {
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
function fileProblem(issue: Issue, problem: Problem): Problem {
  const isUnquoted = issue.code === "invalid_type" && issue.expected === "string";
  return isUnquoted && ["number", "boolean"].includes(typeof issue.input)
    ? { code: "unquoted-text", params: { problem } }
    : problem;
}

/** Where values come from, and the words for what is wrong with them. */
interface Source extends Required<Pick<ScenarioOptions, "file" | "overrides">> {
  readonly language: Language;
  readonly locate: ScenarioDocument["locate"] | undefined;
}

interface Finding {
  readonly problem: InputProblem;
  readonly position?: Position;
}

/** The problems of one issue, each with the option or the place in the file that gave the value. */
function findingsOf(issue: Issue, schema: z.ZodType, { file, overrides, language, locate }: Source): Finding[] {
  const say = (field: string, { code, params }: Problem) =>
    inputProblem<Problem["code"]>(field, code, params, locales[language].errors);
  const unknown = issue.code === "unrecognized_keys" ? issue.keys : undefined;
  return problemsOf(new z.ZodError([issue]), schema, { language }).map((problem, index) => {
    const path = unknown ? [...issue.path, unknown[index] ?? ""] : issue.path;
    const option = overrides.find((each) => each.path.every((key, at) => path[at] === key));
    if (option) {
      const reworded = optionProblem(issue, problem);
      // An option that gives the whole value is all that its user knows of the field.
      if (reworded.whole || option.path.length === path.length) return { problem: say(option.name, reworded.problem) };
      return { problem: { ...say(problem.field, reworded.problem), place: option.name } };
    }
    const position = locate?.(path, unknown ? "name" : "value");
    if (!position) return { problem };
    const located = { ...say(problem.field, fileProblem(issue, problem)), place: showPosition(file, position) };
    return { problem: located, position };
  });
}

/** In the order of the file. */
const byPosition = ({ position: left }: Finding, { position: right }: Finding): number =>
  left && right ? left.line - right.line || left.column - right.column : 0;

/** Checks the fields of a scenario, wherever they come from. Throws `invalid-input` with everything that is wrong. */
export function checkScenario(
  { fields, locate }: { readonly fields: Fields; readonly locate?: ScenarioDocument["locate"] },
  { modes, file = "scenario", overrides = [], language }: ScenarioOptions,
): Scenario {
  const merged = withOverrides(fields, overrides);
  const written = languageNamed(merged["language"]) ?? defaultLanguage;
  const source = { file, overrides, language: language ?? written, locate };
  const refuse = (issues: readonly Issue[], schema: z.ZodType) => {
    const findings = issues.flatMap((issue) => findingsOf(issue, schema, source)).sort(byPosition);
    return inLanguage(invalidInput(findings.map(({ problem }) => problem)), source.language);
  };

  const wrongMode = modeIssues(merged["mode"], Object.keys(modes));
  const mode = modes[String(merged["mode"])];
  if (wrongMode.length > 0 || !mode) throw refuse(wrongMode, z.unknown());

  const schema = z.strictObject({ mode: z.string(), title, ...mode.fields, ...mode.context });
  const filled = fillIn(merged, mode.fields, written);
  const read = schema.safeParse(filled, { reportInput: true });
  const misfits = read.success ? (mode.check?.(read.data) ?? []).map(issueOf) : read.error.issues;
  const issues = [...misfits, ...criterionIssues(filled)];
  if (issues.length > 0) throw refuse(issues, schema);
  return sortFields(read.data as Fields, mode);
}

/** Separates the conversation's own fields from those that say how it is run. */
function sortFields(values: Fields, { fields, context }: ScenarioMode): Scenario {
  const only = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
  return {
    mode: String(values["mode"]),
    title: values["title"] as string | undefined,
    input: only(Object.keys(fields)),
    context: only(Object.keys(context)) as RunSettings,
  };
}

/** The scenario that a YAML text describes. Throws `invalid-scenario` or `invalid-input`, with line and column. */
export function readScenario(text: string, options: ScenarioOptions): Scenario {
  const { file = "scenario", language } = options;
  return checkScenario(parseScenarioDocument(text, { file, language }), options);
}
