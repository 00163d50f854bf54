/**
 * @jest-environment ./jest.environment.js
 *
 * Checks that patterns match in linear time, so that no text can make them backtrack excessively: the regular
 * expression literals in `src`, the patterns in the rehearsal's `reading.yaml`, and those that five modules construct
 * while they load.
 */
import { afterAll, expect, it } from "@jest/globals";
import { analyse } from "scslre";
import ts from "typescript";
import { textsIn, valueAt } from "../../src/offline/rehearsal/texts.js";
import { languages } from "../../src/words/registry.js";
import { sources } from "./source.js";

function findingsOf({ source, flags }: { readonly source: string; readonly flags: string }): string[] {
  return analyse({ source, flags }).reports.map(
    ({ type, exponential }) => `${type}${exponential ? ", exponential" : ""}`,
  );
}

function literalsOf({ path, text }: (typeof sources)[number]) {
  const found: { readonly place: string; readonly source: string; readonly flags: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({ place: `${path}: ${node.text}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

const made: RegExp[] = [];
const { RegExp: original } = globalThis;
globalThis.RegExp = new Proxy(original, {
  construct(target, given) {
    const pattern: RegExp = Reflect.construct(target, given);
    made.push(pattern);
    return pattern;
  },
});

afterAll(() => {
  globalThis.RegExp = original;
});

it.each([
  ["(a+)+b", "Self, exponential"],
  ["^a.*b.*c$", "Trade"],
  ["[.!]+$", "Move"],
])("the analysis reports the slow pattern %s as “%s”", (source, finding) => {
  expect(findingsOf({ source, flags: "" })).toContain(finding);
});

it("every regular expression literal in src matches in linear time", () => {
  const literals = sources.flatMap(literalsOf);
  expect(literals.length).toBeGreaterThan(150);
  expect(literals.filter((literal) => findingsOf(literal).length > 0).map(({ place }) => place)).toEqual([]);
});

it.each(languages)("every pattern in the rehearsal's `reading.yaml` matches in linear time: %s", (language) => {
  const { lengths: _numbers, wordStart: _start, ...parts } = valueAt<Record<string, unknown>>(language, "reading");
  const patterns = textsIn(parts);
  expect(patterns.length).toBeGreaterThan(20);
  expect(patterns.filter((source) => findingsOf({ source, flags: "iu" }).length > 0)).toEqual([]);
});

it("the regular expressions that five modules construct while they load match in linear time", async () => {
  await Promise.all([
    import("../../src/graph/modes/director/read-direction.js"),
    import("../../src/core/text/address.js"),
    import("../../src/core/text/clean-speech.js"),
    import("../../src/core/text/sentences.js"),
    import("../../src/talk/transcript/markdown-escape.js"),
  ]);
  expect(made.length).toBeGreaterThan(20);
  expect(made.filter((pattern) => findingsOf(pattern).length > 0)).toEqual([]);
});
