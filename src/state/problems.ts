/** Turns what a schema refuses into sentences that name the field and say what is allowed, in both languages. */
import { distance } from "fastest-levenshtein";
import type { z } from "zod";
import type { Language } from "../domain/language.js";
import { maxNameLength } from "../domain/name.js";
import type { InputProblem } from "../errors.js";
import { shapeAt } from "./schema-shape.js";

type Issue = z.core.$ZodIssue;
type Say = (issue: Issue) => string;

const units = {
  en: { string: "characters", array: "entries", number: "", int: "" },
  zh: { string: "个字符", array: "项", number: "", int: "" },
};

function unitOf(origin: string, language: Language): string {
  return units[language][origin as "string"] ?? "";
}

/** A character as a person can look it up: itself where it shows, and its code point. */
function showCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{C}\p{Z}]/u.test(character) ? code : `“${character}” (${code})`;
}

const english: Say = (issue) => {
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string") return "must not be empty";
      return `must be at least ${issue.minimum} ${unitOf(issue.origin, "en")}`.trimEnd();
    case "too_big":
      return `must be at most ${issue.maximum} ${unitOf(issue.origin, "en")}`.trimEnd();
    case "invalid_type":
      if (issue.input === undefined) return `is missing; expected ${issue.expected}`;
      return `expected ${issue.expected === "int" ? "a whole number" : issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "custom":
      return englishRules[String(issue.params?.["rule"])]?.(issue.params ?? {}) ?? issue.message;
    default:
      return issue.message;
  }
};

const chinese: Say = (issue) => {
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string") return "不能为空";
      return `不能少于 ${issue.minimum} ${unitOf(issue.origin, "zh")}`.trimEnd();
    case "too_big":
      return `不能多于 ${issue.maximum} ${unitOf(issue.origin, "zh")}`.trimEnd();
    case "invalid_type":
      if (issue.input === undefined) return `缺少；类型应为 ${issue.expected}`;
      return `类型应为 ${issue.expected === "int" ? "整数" : issue.expected}`;
    case "invalid_value":
      return `只能是 ${issue.values.join("、")} 之一`;
    case "custom":
      return chineseRules[String(issue.params?.["rule"])]?.(issue.params ?? {}) ?? issue.message;
    default:
      return issue.message;
  }
};

type Rules = Readonly<Record<string, (params: Record<string, unknown>) => string>>;

const englishRules: Rules = {
  "forbidden-character": ({ character }) =>
    `holds ${showCharacter(String(character))}; allowed are 1 to ${maxNameLength} characters without line breaks, control characters, colons or angle brackets`,
  "duplicate-name": ({ name, first }) =>
    `“${name}” is already the name of participants[${first}]; every name must be different`,
  "reserved-name": ({ name }) => `“${name}” is the name of the one who opens the conversation; choose another`,
  "scale-order": () => "must be greater than the lowest bid",
};

const chineseRules: Rules = {
  "forbidden-character": ({ character }) =>
    `含有 ${showCharacter(String(character))}；名字须为 1 到 ${maxNameLength} 个字符，不得含换行、控制字符、冒号或尖括号`,
  "duplicate-name": ({ name, first }) => `“${name}”已是 participants[${first}] 的名字；名字不能重复`,
  "reserved-name": ({ name }) => `“${name}”是开场主持人的名字，请换一个`,
  "scale-order": () => "必须大于最低出价",
};

/** `participants[1].name`, as a person would write the path. */
function showPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (shown, key) => (typeof key === "number" ? `${shown}[${key}]` : shown ? `${shown}.${String(key)}` : String(key)),
    "",
  );
}

/** The known name nearest to `unknown`, where it is near enough to be a slip. */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, steps: distance(unknown.toLowerCase(), name.toLowerCase()) }))
    .sort((left, right) => left.steps - right.steps);
  const [best] = ranked;
  return best && best.steps <= Math.max(2, Math.ceil(unknown.length / 2)) ? best.name : undefined;
}

function unknownField(key: string, known: readonly string[], language: Language): string {
  const nearest = nearestName(key, known);
  if (language === "zh")
    return nearest ? `没有这个字段；是不是 ${nearest}？` : `没有这个字段；可用：${known.join("、")}`;
  return nearest ? `unknown field; did you mean ${nearest}?` : `unknown field; known are ${known.join(", ")}`;
}

/** Everything that `error` says is wrong with a value, one problem a field. */
export function problemsOf(
  error: z.ZodError,
  schema: z.ZodType,
  { at = [], language = "en" }: { at?: readonly PropertyKey[]; language?: Language } = {},
): InputProblem[] {
  return error.issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      const known = Object.keys(shapeAt(schema, issue.path) ?? {});
      return issue.keys.map((key) => ({
        field: showPath([...path, key]),
        message: unknownField(key, known, language),
      }));
    }
    return [{ field: showPath(path), message: (language === "zh" ? chinese : english)(issue) }];
  });
}
