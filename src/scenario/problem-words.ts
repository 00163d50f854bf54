/** Sentences about values that fit the way they were given: on the command line, or in YAML. */
import type { z } from "zod";
import type { Language } from "../language.js";

type Issue = z.core.$ZodIssue;

const sentences = {
  en: {
    tooFew: "name at least two participants, separated by commas",
    twice: (name: string) => `“${name}” is there twice; every name must be different`,
    name: (place: number, message: string) => `name ${place}: ${message}`,
    not: (message: string, given: string) => `${message}, not “${given}”`,
    quote: (message: string) => `${message}; quote it to make it a text`,
  },
  zh: {
    tooFew: "请至少写两位参与者的名字，用逗号分隔",
    twice: (name: string) => `“${name}”出现了两次；名字不能重复`,
    name: (place: number, message: string) => `第 ${place} 个名字：${message}`,
    not: (message: string, given: string) => `${message}，不能是“${given}”`,
    quote: (message: string) => `${message}；加上引号就是文本`,
  },
};

const isNumber = (type: string) => type === "number" || type === "int";

/** What is said instead of `message` where an option gave the whole value. True in `whole`: leave the path out. */
export function optionProblem(issue: Issue, message: string, language: Language): { message: string; whole: boolean } {
  const say = sentences[language];
  const isCast = issue.path[0] === "participants";
  if (issue.code === "too_small" && issue.origin === "array" && isCast) return { message: say.tooFew, whole: true };
  if (issue.code === "custom" && issue.params?.["rule"] === "duplicate-name")
    return { message: say.twice(String(issue.params["name"])), whole: true };
  const [, seat, field] = issue.path;
  if (isCast && typeof seat === "number" && field === "name")
    return { message: say.name(seat + 1, message), whole: true };
  const isRepeated = issue.code === "invalid_type" && isNumber(issue.expected) && issue.input !== "";
  return { message: isRepeated ? say.not(message, String(issue.input)) : message, whole: false };
}

/** What is said instead of `message` where the value stands in a file: YAML takes `1` and `true` for more than text. */
export function fileProblem(issue: Issue, message: string, language: Language): string {
  const isUnquoted = issue.code === "invalid_type" && issue.expected === "string";
  return isUnquoted && ["number", "boolean"].includes(typeof issue.input)
    ? sentences[language].quote(message)
    : message;
}
