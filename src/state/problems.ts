/** Turns what a schema refuses into sentences that name the field and say what is allowed, in both languages. */
import { z } from "zod";
import type { InputProblem } from "../errors.js";
import type { Language } from "../language.js";
import { maxNameLength } from "../text/name.js";
import { nearestName } from "../text/nearest-name.js";

/** Fields that do not go together: where to report it, and which sentence says so, with its values. */
export interface FieldIssue {
  readonly path: readonly (string | number)[];
  readonly params: { readonly rule: string } & Readonly<Record<string, unknown>>;
}

/** Checks what fields have to do with each other, once each of them is valid. */
export type FieldCheck = (input: Readonly<Record<string, unknown>>) => readonly FieldIssue[];

type Issue = z.core.$ZodIssue;
/** An issue with the bounds that its field has, which the issue itself tells only one of. */
type Say = (issue: Issue, bounds: Bounds) => string;

const units = {
  en: { string: " characters", array: " entries" },
  zh: { string: "个字符", array: "项" },
};

const typeNames = {
  en: {
    string: "a text",
    array: "a list",
    object: "a mapping of fields",
    boolean: "true or false",
    number: "a number",
    int: "a whole number",
  },
  zh: { string: "文本", array: "列表", object: "字段的映射", boolean: "true 或 false", number: "数字", int: "整数" },
};

const unitOf = (origin: string, language: Language): string => units[language][origin as "string"] ?? "";

const typeName = (type: string, language: Language): string => typeNames[language][type as "string"] ?? type;

/** A character as a person can look it up: itself where it shows, and its code point. */
function showCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{C}\p{Z}]/u.test(character) ? code : `“${character}” (${code})`;
}

const english: Say = (issue, { lowest, highest }) => {
  switch (issue.code) {
    case "too_small":
    case "too_big": {
      const unit = unitOf(issue.origin, "en");
      if (issue.code === "too_small" && issue.origin === "string") return "must not be empty";
      if (lowest !== undefined && highest !== undefined) return `must be from ${lowest} to ${highest}${unit}`;
      if (issue.code === "too_small" && issue.origin === "array" && issue.minimum === 1) return "must not be empty";
      return issue.code === "too_small"
        ? `must be at least ${issue.minimum}${unit}`
        : `must be at most ${issue.maximum}${unit}`;
    }
    case "invalid_type":
      return `${issue.input === undefined ? "is missing; it " : ""}must be ${typeName(issue.expected, "en")}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "custom":
      return englishRules[String(issue.params?.["rule"])]?.(issue.params ?? {}) ?? issue.message;
    default:
      return issue.message;
  }
};

const chinese: Say = (issue, { lowest, highest }) => {
  switch (issue.code) {
    case "too_small":
    case "too_big": {
      const unit = unitOf(issue.origin, "zh");
      if (issue.code === "too_small" && issue.origin === "string") return "不能为空";
      if (lowest !== undefined && highest !== undefined) return `须在 ${lowest} 到 ${highest} ${unit}之间`;
      return [issue.code === "too_small" ? `不能少于 ${issue.minimum}` : `不能多于 ${issue.maximum}`, unit]
        .filter(Boolean)
        .join(" ");
    }
    case "invalid_type":
      return `${issue.input === undefined ? "缺少；" : ""}须为${typeName(issue.expected, "zh")}`.replace(
        /为(?=[a-z])/,
        "为 ",
      );
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
  empty: () => "must not be empty",
  "too-long": ({ limit }) => `must be at most ${limit} characters`,
  "reserved-name": ({ name }) => `“${name}” stands for messages that nobody in the cast said; choose another name`,
  "scale-order": () => "must be greater than the lowest bid",
  "round-order": () => "must not be over maxRounds, which is 1 unless set",
  "duplicate-stage": ({ name, first }) => `“${name}” is already the name of stages[${first}]`,
  "speaker-twice": ({ name }) => `“${name}” is there twice; everyone speaks once in a round`,
  "one-decider": () => "one participant decides; name one, or none",
  "single-is-text": () => "must be tag where bidding.pass is single: bid and speech come in one text",
  "no-price": ({ model }) => `a budget of money needs the price of “${model}”, as input and output`,
  "not-in-cast": ({ name, names }) =>
    `nobody in the cast is called “${name}”; there is ${(names as string[]).join(", ")}`,
  "unknown-tool": ({ name, names }) =>
    (names as string[]).length === 0
      ? `there is no tool “${name}”: tools are given in code, and none was`
      : `there is no tool “${name}”; there is ${(names as string[]).join(", ")}`,
};

const chineseRules: Rules = {
  "forbidden-character": ({ character }) =>
    `含有 ${showCharacter(String(character))}；名字须为 1 到 ${maxNameLength} 个字符，不得含换行、控制字符、冒号或尖括号`,
  "duplicate-name": ({ name, first }) => `“${name}”已是 participants[${first}] 的名字；名字不能重复`,
  empty: () => "不能为空",
  "too-long": ({ limit }) => `不能多于 ${limit}个字符`,
  "reserved-name": ({ name }) => `“${name}”用来标记不属于任何参与者的发言，请换一个名字`,
  "scale-order": () => "必须大于最低出价",
  "round-order": () => "不能大于 maxRounds（不写就是 1）",
  "duplicate-stage": ({ name, first }) => `“${name}”已是 stages[${first}] 的名字`,
  "speaker-twice": ({ name }) => `“${name}”出现了两次；每轮每人发言一次`,
  "one-decider": () => "由一个人决定；只写一个名字，或者不写",
  "single-is-text": () => "bidding.pass 为 single 时只能是 tag：出价和发言写在同一段文字里",
  "no-price": ({ model }) => `费用预算需要“${model}”的价格，写明 input 和 output`,
  "not-in-cast": ({ name, names }) => `没有叫“${name}”的参与者；有 ${(names as string[]).join("、")}`,
  "unknown-tool": ({ name, names }) =>
    (names as string[]).length === 0
      ? `没有叫“${name}”的工具：工具要在代码里给出，这里一个也没有`
      : `没有叫“${name}”的工具；有 ${(names as string[]).join("、")}`,
};

/** The schema inside defaults, optionals and pipes. */
function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema;
}

/** The schema at a path; undefined where there is none. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): unknown {
  let current = unwrap(schema);
  for (const key of path) {
    if (current instanceof z.ZodArray) current = unwrap(current.element);
    else if (current instanceof z.ZodObject) current = unwrap(current.shape[String(key)]);
    else return undefined;
  }
  return current;
}

/** The fields of the object that `schema` has at `path`; undefined where it has none. */
function shapeAt(schema: z.ZodType, path: readonly PropertyKey[]): Record<string, unknown> | undefined {
  const found = schemaAt(schema, path);
  return found instanceof z.ZodObject ? found.shape : undefined;
}

/** The lowest and the highest number allowed; undefined where there is none. */
interface Bounds {
  readonly lowest: number | undefined;
  readonly highest: number | undefined;
}

function boundsAt(schema: z.ZodType, path: readonly PropertyKey[]): Bounds {
  const found = schemaAt(schema, path);
  if (!(found instanceof z.ZodNumber)) return { lowest: undefined, highest: undefined };
  return { lowest: found.minValue ?? undefined, highest: found.maxValue ?? undefined };
}

/** `participants[1].name`, as a person would write the path. */
function showPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (shown, key) => (typeof key === "number" ? `${shown}[${key}]` : shown ? `${shown}.${String(key)}` : String(key)),
    "",
  );
}

/** What is said of a field that there is none of. */
export function unknownField(key: string, known: readonly string[], language: Language = "en"): string {
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
    return [
      { field: showPath(path), message: (language === "zh" ? chinese : english)(issue, boundsAt(schema, issue.path)) },
    ];
  });
}
