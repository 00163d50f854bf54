import stringWidth from "string-width";
import * as yaml from "yaml";
import { escapeText } from "../../base/escape-text.js";
import type { ScenarioFault } from "../../words/error-parameters.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, languageNamed } from "../../words/registry.js";
import { invalidScenario, type Position, showPosition } from "./scenario.js";

export interface ScenarioDocument {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Falls back to the nearest existing parent. */
  locate(path: readonly PropertyKey[], wanted?: "name" | "value"): Position;
}

/** Finds the text's language, even if the text is not valid YAML. Default: English. */
function languageIn(text: string): Language {
  const written = /^["']?language["']?:\s*["']?(\w+)/m.exec(text)?.[1];
  return languageNamed(written) ?? defaultLanguage;
}

/** Returns the line and a mark below the column; an empty text if the line is blank or exceeds 200 characters. */
function showLine(text: string, { line, column }: Position): string {
  const source = text.split(/\r?\n/)[line - 1] ?? "";
  const before = escapeText(source.slice(0, column - 1)).replaceAll("\t", " ");
  const shown = escapeText(source).replaceAll("\t", " ");
  return shown.trim() === "" || shown.length > 200 ? "" : `\n  ${shown}\n  ${" ".repeat(stringWidth(before))}^`;
}

/**
 * @param file - The name of the text in errors.
 * @param language - The language of errors. Default: the text's own language, or English.
 * @throws `invalid-scenario` with file, line and column.
 */
export function parseScenarioDocument(
  text: string,
  { file, language = languageIn(text) }: { readonly file: string; readonly language?: Language | undefined },
): ScenarioDocument {
  const lines = new yaml.LineCounter();
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const refuse = (fault: ScenarioFault, position: Position, cause?: unknown) => {
    const shown = { place: showPosition(file, position), excerpt: showLine(text, position) };
    return invalidScenario({ ...fault, ...shown, cause }, language);
  };
  const top = { line: 1, column: 1 };

  const attempt = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (cause) {
      // Either the aliases expand to too many nodes, or the nesting is too deep for the call stack.
      throw refuse({ fault: cause instanceof ReferenceError ? "aliases" : "too-deep" }, top, cause);
    }
  };

  const document = attempt(() =>
    yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" }),
  );
  const complaints: yaml.YAMLError[] = [...document.errors, ...document.warnings];
  const [wrong] = complaints;
  if (wrong) {
    const open = unclosedIn(document, text, wrong);
    const complaint = open === undefined ? complaintOf(complaints) : `UNCLOSED ${text[open]}`;
    const fault: ScenarioFault = { fault: "yaml", complaint, reason: wrong.message };
    if (open !== undefined) throw refuse(fault, positionOf(open), wrong);
    // If something is missing at the end of the text, the error points to the last non-empty line.
    throw refuse(fault, positionOf(Math.min(wrong.pos[0], text.trimEnd().length)), wrong);
  }
  const lost = lostAlias(document);
  if (lost !== undefined) throw refuse({ fault: "yaml", complaint: "BAD_ALIAS", reason: "" }, positionOf(lost));
  if (document.contents === null) throw refuse({ fault: "empty" }, top);
  if (!yaml.isMap(document.contents))
    throw refuse({ fault: "not-a-mapping" }, positionOf(document.contents.range?.[0] ?? 0));

  return {
    fields: attempt(() => document.toJS() as Record<string, unknown>),
    locate(path, wanted = "value") {
      const node = nodeAt(document, path, wanted);
      return positionOf((yaml.isNode(node) && node.range?.[0]) || 0);
    },
  };
}

/** Returns a precise code if the errors reveal the cause; otherwise the YAML library's code for the first error. */
function complaintOf([first, second]: readonly yaml.YAMLError[]): string {
  if (first?.code === "BLOCK_AS_IMPLICIT_KEY" && second?.code === "MULTILINE_IMPLICIT_KEY") return "WRONG_STEP";
  if (first?.code === "MISSING_CHAR" && first.message.startsWith("Sequence item")) return "BAD_INDENT";
  if (first?.code === "UNEXPECTED_TOKEN" && /^Unexpected (?:flow-|scalar at node end)/.test(first.message))
    return first.message.startsWith("Unexpected flow-") ? "STRAY_BRACKET" : "AFTER_QUOTE";
  return first?.code ?? "";
}

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]", '"': '"', "'": "'" };

/** The offset of the innermost unclosed bracket or quotation mark, if that is what the error is about. */
function unclosedIn(document: yaml.Document, text: string, { message }: yaml.YAMLError): number | undefined {
  if (!/^Flow .* end with|^Missing closing/.test(message)) return undefined;
  let unclosed: number | undefined;
  yaml.visit(document, {
    Node(_key, node) {
      const [start = 0, end = 0] = node.range ?? [];
      const isEnclosed = yaml.isCollection(node) ? node.flow : yaml.isScalar(node) && node.type?.startsWith("QUOTE");
      if (isEnclosed && (end < start + 2 || text[end - 1] !== closing[text[start] ?? ""])) unclosed = start;
    },
  });
  return unclosed;
}

interface Found {
  readonly name?: unknown;
  readonly value: unknown;
}

function lookInto(document: yaml.Document, value: unknown, key: PropertyKey): Found | undefined {
  const node = yaml.isAlias(value) ? value.resolve(document) : value;
  if (yaml.isSeq(node)) return { value: node.items[Number(key)] };
  const fields = yaml.isMap(node) ? node.items : [];
  const pair = fields.find((item) => yaml.isScalar(item.key) && String(item.key.value) === key);
  return pair && { name: pair.key, value: pair.value };
}

/**
 * Returns the node of the name or the value at a path. If the path does not exist, uses its nearest existing parent. If
 * the value is a list or a mapping that has a name, returns the node of the name instead of the value.
 */
function nodeAt(document: yaml.Document, path: readonly PropertyKey[], wanted: "name" | "value"): unknown {
  let found: Found = { value: document.contents };
  for (const key of path) {
    const next = lookInto(document, found.value, key);
    if (next?.value === undefined) break;
    found = next;
  }
  const byName = wanted === "name" || !yaml.isNode(found.value) || yaml.isMap(found.value) || yaml.isSeq(found.value);
  return byName ? (found.name ?? found.value) : found.value;
}

/** The offset of the first alias without an earlier anchor. */
function lostAlias(document: yaml.Document): number | undefined {
  const anchors = new Set<string | undefined>();
  let lost: number | undefined;
  yaml.visit(document, {
    Value(_key, { anchor }) {
      anchors.add(anchor);
    },
    Alias(_key, { source, range }) {
      if (!anchors.has(source)) lost ??= range?.[0] ?? 0;
    },
  });
  return lost;
}
