/** From a YAML text to plain values that know where they were written. */
import stringWidth from "string-width";
import { type Document, isMap, isNode, LineCounter, parseDocument, type YAMLError } from "yaml";
import type { Language } from "../language.js";
import type { ScenarioFault } from "../locales/error-words.js";
import { defaultLanguage, languageNamed } from "../locales/registry.js";
import { escapeText } from "../text/lines.js";
import { invalidScenario, type Position, showPosition } from "./scenario-error.js";
import { complaintOf } from "./yaml-complaints.js";
import { lostAlias, nodeAt } from "./yaml-nodes.js";

/** What a scenario file says. */
export interface ScenarioDocument {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where the value at a path stands, or the name of the field; the nearest place above it where there is none. */
  locate(path: readonly PropertyKey[], wanted?: "name" | "value"): Position;
}

/** What a text is called in errors, and the language they are in: the text's own where none is given. */
export interface Reading {
  readonly file: string;
  readonly language?: Language | undefined;
}

/** The language that a text asks for, also where it cannot be read as YAML. */
function languageIn(text: string): Language {
  const written = /^["']?language["']?:\s*["']?(\w+)/m.exec(text)?.[1];
  return languageNamed(written) ?? defaultLanguage;
}

/** The line in question with a mark under the column. */
function showLine(text: string, { line, column }: Position): string {
  const source = text.split(/\r?\n/)[line - 1] ?? "";
  const before = escapeText(source.slice(0, column - 1)).replaceAll("\t", " ");
  const shown = escapeText(source).replaceAll("\t", " ");
  return shown.trim() === "" || shown.length > 200 ? "" : `\n  ${shown}\n  ${" ".repeat(stringWidth(before))}^`;
}

/** Reads one YAML document. Throws `invalid-scenario` with file, line and column. */
export function parseScenarioDocument(text: string, { file, language = languageIn(text) }: Reading): ScenarioDocument {
  const lines = new LineCounter();
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const refuse = (fault: ScenarioFault, position: Position, cause?: unknown) => {
    const known = { ...fault, place: showPosition(file, position), excerpt: showLine(text, position) };
    return invalidScenario(cause === undefined ? known : { ...known, cause }, language);
  };
  const top = { line: 1, column: 1 };

  const document = parseOrRefuse(text, lines, () => refuse({ fault: "too-deep" }, top));
  const complaints: YAMLError[] = [...document.errors, ...document.warnings];
  const [wrong] = complaints;
  // What is missing at the end of a text is missing after its last line, not after the empty one that follows.
  const end = text.trimEnd().length;
  if (wrong)
    throw refuse(
      { fault: "yaml", complaint: complaintOf(complaints), reason: wrong.message },
      positionOf(Math.min(wrong.pos[0], end)),
      wrong,
    );
  const lost = lostAlias(document);
  if (lost !== undefined) throw refuse({ fault: "yaml", complaint: "BAD_ALIAS", reason: "" }, positionOf(lost));
  if (document.contents === null) throw refuse({ fault: "empty" }, top);
  if (!isMap(document.contents))
    throw refuse({ fault: "not-a-mapping" }, positionOf(document.contents.range?.[0] ?? 0));

  return {
    fields: unfold(document, (cause) =>
      refuse({ fault: cause instanceof ReferenceError ? "aliases" : "too-deep" }, top, cause),
    ),
    locate(path, wanted = "value") {
      const node = nodeAt(document, path, wanted);
      return positionOf((isNode(node) && node.range?.[0]) || 0);
    },
  };
}

function parseOrRefuse(text: string, lineCounter: LineCounter, refuse: () => Error) {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false });
  } catch {
    throw refuse();
  }
}

/** The document as plain values. Refuses aliases that multiply. */
function unfold(document: Document, refuse: (cause: unknown) => Error): Record<string, unknown> {
  try {
    return document.toJS() as Record<string, unknown>;
  } catch (cause) {
    throw refuse(cause);
  }
}
