/**
 * Finds the words that a user's program takes from Rostrum, but that are missing from the documentation that the
 * program's author read.
 */
import ts from "typescript";
import { parseAllDocuments, visit } from "yaml";

export const codeIn = (text: string): string => {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  const spans = text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/`([^`\n]+)`/g);
  return [...blocks, ...[...spans].map(([, code = ""]) => code)].join("\n");
};

/**
 * Whether the code contains the word as a whole: `end` is not in `speech-end`, and `rostrum` is not in `rostrum/web`.
 */
export function isNamed(word: string, code: string): boolean {
  const pattern = word.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(`(?<![\\w$/-])${pattern}(?![\\w$/-])`).test(code);
}

const javascript = new Set(
  [Array, Map, Number, Object, Promise, String].flatMap((one) => [
    ...Object.getOwnPropertyNames(one),
    ...Object.getOwnPropertyNames(one.prototype),
  ]),
);
for (const one of [Math, JSON, { env: process.env, log: console.log }])
  for (const name of Object.getOwnPropertyNames(one)) javascript.add(name);

/**
 * Whether a string can be a name, such as that of a mode, a field or a file. Texts that people read usually contain
 * spaces or begin with a capital letter.
 */
const canBeName = (text: string) => /^(?:@?[a-z][\w.:/-]*|--?[a-z][\w-]*|[A-Z][A-Z_]+|\.{0,2}\/[\w./:-]+)$/.test(text);

function namesInProgram(program: string): string[] {
  const names: string[] = [];
  const add = (node: ts.Node | undefined) => {
    if (node && (ts.isIdentifier(node) || ts.isStringLiteralLike(node))) names.push(node.text);
  };
  const look = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node)) add(node.propertyName ?? node.name);
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) add(node.propertyName ?? node.name);
    else if (ts.isObjectLiteralElementLike(node)) add(node.name);
    else if (ts.isPropertyAccessExpression(node) && !javascript.has(node.name.text)) add(node.name);
    else if (ts.isStringLiteralLike(node) && canBeName(node.text)) add(node);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile("program.ts", program, ts.ScriptTarget.Latest, true));
  return names.filter((name) => !/^(?:node:|\.)/.test(name));
}

function namesInData(data: string): string[] {
  const names: string[] = [];
  for (const document of parseAllDocuments(data))
    visit(document, {
      Scalar(key, { value }) {
        if (typeof value === "string" && (key === "key" || canBeName(value))) names.push(value);
      },
    });
  return names;
}

/** Leaves out quoted texts with spaces. */
const namesInCommands = (commands: string): string[] =>
  commands
    .replace(/"([^"]*)"/g, (_quoted, text: string) => (text.includes(" ") ? "" : text))
    .split(/[\s=",[\]]+/)
    .filter(canBeName);

const readers = { ts: namesInProgram, yaml: namesInData, json: namesInData, sh: namesInCommands };

/**
 * @param own - Names that come from the author and from other libraries, such as the keys of the author's own objects.
 */
export function unnamedWords(
  file: string,
  kind: keyof typeof readers,
  documentation: string,
  own: readonly string[] = [],
): string[] {
  const code = codeIn(documentation);
  return [...new Set(readers[kind](file))].filter((name) => !own.includes(name) && !isNamed(name, code));
}
