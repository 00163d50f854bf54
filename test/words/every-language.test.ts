import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { exampleIn, meetingCast } from "../../src/core/state/example.js";
import { isReservedName } from "../../src/core/text/reserved-names.js";
import { describeError } from "../../src/errors/describe-error.js";
import {
  type InputProblem,
  inputProblem,
  invalidInput,
  problemMessage,
  RostrumError,
} from "../../src/errors/rostrum-error.js";
import type { ErrorParameters } from "../../src/words/en/error-words.js";
import { defaultLanguage, languages, locales } from "../../src/words/registry.js";
import { isTranslated } from "../support/languages.js";

const root = new URL("../../src/", import.meta.url);

function textsIn(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null || value instanceof Set) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

/**
 * Paths in `grammar`, which contains patterns, may differ between languages. `settings` contains few texts in English,
 * because most English descriptions of settings come from the schema.
 */
const ownParts: readonly string[] = [".grammar", ".commandLine.help.settings"];

function pathsIn(value: unknown, path = ""): string[] {
  if (ownParts.includes(path)) return [path];
  if (typeof value !== "object" || value === null || value instanceof Set) return [path];
  if (Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, `${path}.${key}`));
}

const call = { purpose: "bid", turn: 3, model: "m1", fault: "unreachable", reason: "R1", participant: "QQ" } as const;

const errors: { readonly [Code in keyof ErrorParameters]: readonly ErrorParameters[Code][] } = {
  "invalid-input": [{ problems: [inputProblem("F1", "empty", {})] }],
  "invalid-scenario": [
    { place: "P1", fault: "missing" },
    { place: "P1", fault: "yaml", complaint: "BAD_INDENT", reason: "R1" },
    { place: "P1", fault: "not-utf-8" },
  ],
  "unknown-model": [
    { fault: "not-a-name", model: "m1" },
    { fault: "unknown-provider", model: "m1", known: ["k1"] },
    { fault: "unknown-provider", model: "m1", nearest: "n1", known: ["k1"] },
    { fault: "no-tools", model: "m1", participant: "QQ" },
    { fault: "not-a-model" },
  ],
  "missing-key": [{ model: "m1" }, { model: "m1", variable: "V1" }, { model: "m1", reason: "R1" }],
  "missing-package": [{ package: "p1", user: "m1" }],
  "model-call-failed": [call, { ...call, fault: "too-long", thread: "T1" }],
  "all-bids-failed": [{ purpose: "bid", turn: 3, failed: 2, first: call }],
  "storage-failed": [{ place: "P1", fault: "damaged", reason: "R1" }],
  "unreadable-save": [
    { kind: "conversation", name: "T1", fault: "newer-version", version: 3, reads: 2 },
    { kind: "database", name: "T1", fault: "damaged", reason: "R1" },
  ],
  "thread-in-use": [{ thread: "T1" }, { thread: "T1", holder: { pid: 7, host: "H1" } }],
  "unreadable-answer": [{ purpose: "plan", participant: "QQ", turn: 3, attempts: 2, answer: "A1" }],
  "invalid-selection": [{ turn: 3, returned: "V1", candidates: [{ seat: 0, name: "QQ" }] }],
  "invalid-stop-reason": [
    { turn: 3, returned: "V1" },
    { turn: 3, returned: undefined },
  ],
  "server-unreachable": [{ server: "S1" }, { server: "S1", reason: "R1" }],
  "server-refused": [undefined, 401, 403, 404, 409, 500].map((status) =>
    status === undefined ? { server: "S1" } : { server: "S1", status, thread: "T1", reason: "R1" },
  ),
  "run-failed": [{ fault: "stopped-elsewhere" }],
  "request-refused": [
    { fault: "no-token" },
    { fault: "too-deep", most: 7 },
    { fault: "wrong-method", methods: ["F1"] },
    { fault: "too-many", field: "F1", most: 7, unit: "turns" },
    { fault: "reserved", field: "F1" },
    { fault: "through-proxy", header: "F1" },
    { fault: "other-namespace", own: "F1" },
    { fault: "invalid-fields", fields: [{ field: "F1", code: "empty", params: {} }] },
  ],
  "too-many-starts": [
    { most: 3, seconds: 7 },
    { most: 3, seconds: 7, isEstimate: true },
    { most: 3, seconds: 7, isQueueFull: true },
  ],
  "workers-died": [{ count: 3 }],
  unexpected: [{}],
  "run-lost": (["unknown", "silent", "not-resumable", "inconsistent"] as const).map((fault) => ({
    server: "S1",
    run: "r1",
    fault,
  })),
};

const raised = Object.entries(errors).flatMap(([code, known]) =>
  (known as readonly never[]).map((details) => new RostrumError(code as keyof ErrorParameters, details)),
);

describe.each(languages)("the language %s", (language) => {
  const locale = locales[language];

  it("has texts at the same paths as the default language, except in modes, rules, `grammar` and `settings`", () => {
    // Selection rules and modes define their own English words. `test/talk/transcript/explain.test.ts` covers all
    // rules.
    const isTranslated = (path: string) => !/^\.(modes|transcript\.rules)\./.test(path);
    const paths = (of: object) => pathsIn(of).filter(isTranslated).sort();
    expect(paths(locale)).toEqual(paths(locales[defaultLanguage]));
  });

  it("has no empty text except for the outcome of a plain bid", () => {
    const empty = textsIn(locale).filter(([, text]) => text.trim() === "");
    expect(empty.map(([path]) => path)).toEqual([".transcript.outcomes.bid"]);
  });

  it("shares no sentence with another language", () => {
    if (!isTranslated(language)) return;
    const others = languages
      .filter((each) => each !== language && isTranslated(each))
      .flatMap((each) => textsIn(locales[each]));
    const known = new Set(others.map(([, text]) => text));
    expect(textsIn(locale).filter(([, text]) => /\S\s+\S/u.test(text) && known.has(text))).toEqual([]);
  });

  it.each(raised.map((error) => [error.code, error] as const))("describes the error %s", (_code, error) => {
    const message = describeError(error, language);
    expect(message).not.toMatch(/undefined|\[object|\$\{/u);
    if (language === defaultLanguage || !isTranslated(language)) expect(message).toBe(error.message);
    else expect(message).not.toBe(error.message);
    const facts = JSON.stringify(error.details).match(/\b(?:[A-Z]\d|QQ|[mkpr]1)\b/gu) ?? [];
    const shown = new Set([...facts].filter((fact) => fact !== "R1" && fact !== "T1"));
    for (const fact of shown) expect(message).toContain(fact);
  });

  it("counts no words in an empty text, and joins sentences", () => {
    expect(locale.countWords("")).toBe(0);
    expect(locale.join(["A.", "B."]).replace(/\s/gu, "")).toBe("A.B.");
  });

  it("reserves the names of the moderator and the listener, but no name in the example's cast", () => {
    expect(isReservedName(locale.prompts.moderator)).toBe(true);
    expect(isReservedName(locale.listener)).toBe(true);
    for (const { name } of meetingCast(language)) expect(isReservedName(name)).toBe(false);
  });

  it("replaces the unedited example of the default language with its own example", () => {
    const { topic, participants } = locales[defaultLanguage].example;
    expect(exampleIn({ language, topic, participants })).toEqual({
      topic: locale.example.topic,
      participants: locale.example.participants,
    });
  });
});

describe("an error for invalid input", () => {
  const problems = [
    inputProblem("a", "empty", {}),
    inputProblem("b", "out-of-range", { highest: 9, unit: "characters" }),
  ];

  it("has a line for each problem in every language", () => {
    for (const language of languages) {
      const lines = problems.map(
        (problem: InputProblem) => `${problem.field}: ${problemMessage(problem, locales[language].errors)}`,
      );
      expect(describeError(invalidInput(problems), language)).toBe(lines.join("\n"));
    }
  });

  it("uses the language of its problems by default", () => {
    const problem = inputProblem("a", "empty", {}, locales.zh.errors);
    expect(invalidInput([problem]).message).toBe(`a: ${locales.zh.errors.problems.empty()}`);
  });
});

it("only the folders of words, rules, stop conditions and modes choose sentences by language", () => {
  const choice = /language === "|\b(?:en|zh): (?:["`{(]|\()/u;
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const withWords = /^words\/|^core\/(?:selection|stopping)\/|^graph\/modes\//u;
  const elsewhere = files.filter((file) => !withWords.test(file));
  expect(elsewhere.filter((file) => choice.test(readFileSync(new URL(file, root), "utf8")))).toEqual([]);
});
