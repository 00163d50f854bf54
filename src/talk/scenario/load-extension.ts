/**
 * Loads a file with custom rules, stop conditions and modes. This executes the file's code, so load only files that the
 * user names.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord } from "../../base/is-record.js";
import { inputProblem, invalidInput } from "../../errors/rostrum-error.js";
import { extendModes } from "../../graph/modes/extension.js";
import type { Modes } from "../../graph/modes/registry.js";
import type { ProblemCode, ProblemParameters } from "../../words/en/error-words.js";
import { defaultLanguage, type Language, locales } from "../../words/registry.js";

/**
 * For each kind of definition, the method that identifies a result of `defineRule`, `defineCondition` or `defineMode`.
 */
const kinds = { rules: "select", conditions: "create", modes: "compile" } as const;
type Kind = keyof typeof kinds;

function kindOf(value: unknown): Kind | undefined {
  if (!isRecord(value) || typeof value["name"] !== "string") return undefined;
  return (Object.keys(kinds) as Kind[]).find((kind) => typeof value[kinds[kind]] === "function");
}

interface Named {
  readonly name: string;
}

/**
 * Returns the built-in modes, extended with the rules, stop conditions and modes that the file exports.
 *
 * @param file - A module: JavaScript, or TypeScript if Node.js can load it.
 * @param field - The name under which errors report the file, such as `--extensions`.
 * @throws `invalid-input` for a file that cannot be loaded or defines nothing, and for a name that is built in or
 * defined twice.
 */
export async function loadExtension(
  file: string,
  { field = "extensions", language = defaultLanguage }: { readonly field?: string; readonly language?: Language } = {},
): Promise<Modes> {
  const refuse = <Code extends ProblemCode>(code: Code, params: ProblemParameters[Code]) =>
    invalidInput([inputProblem(field, code, params, locales[language].errors)]);
  // Reads the file first, because the error of a failed import would name an absolute path and the importing module, in
  // English.
  await readFile(file).catch(({ code, message: reason }: NodeJS.ErrnoException) => {
    throw code === "ENOENT" ? refuse("missing-file", { file }) : refuse("unreadable-file", { file, reason });
  });
  const exports: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    // After the line `Require stack:`, the message lists the files that led to the missing module.
    const [reason = ""] = message.split("\nRequire stack:");
    throw refuse("unloadable-extension", { file, reason });
  });
  const found: Record<Kind, Record<string, Named>> = { rules: {}, conditions: {}, modes: {} };
  for (const value of new Set(Object.values(exports))) {
    const kind = kindOf(value);
    if (!kind) continue;
    const definition = value as Named;
    if (Object.hasOwn(found[kind], definition.name)) throw refuse("listed-twice", { name: definition.name });
    found[kind][definition.name] = definition;
  }
  if (Object.values(found).every((definitions) => Object.keys(definitions).length === 0))
    throw refuse("empty-extension", { file });
  return extendModes(found as Parameters<typeof extendModes>[0]);
}
