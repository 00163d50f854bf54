import { z } from "zod/v4";
import { modes } from "../../graph/modes/registry.js";
import { cliTexts } from "../../words/command-line.js";
import type { Language } from "../../words/registry.js";
import { locales } from "../../words/registry.js";
import { type OptionName, settingOptions } from "./options.js";

type Described = z.core.JSONSchema.BaseSchema;

function settingAt([field, ...rest]: readonly [string, ...string[]]): Described | undefined {
  const schemas = Object.values(modes).map(({ fields, context }) => fields[field] ?? context[field]);
  for (const schema of schemas.filter((each) => each !== undefined)) {
    let found: Described | undefined = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    for (const name of rest) found = found?.properties?.[name] as Described | undefined;
    if (found) return found;
  }
  return undefined;
}

/** The help shows only the first sentence; forms and the reference show the whole text. */
const firstSentence = (text: string) => text.replace(/(?:\.(?:\s|$)|。).*/su, "");

export function settingHelp(language: Language): Partial<Record<OptionName, string>> {
  const { settings, choices, bounds } = cliTexts(language).help;
  const translated: Readonly<Record<string, string>> = settings;
  return Object.fromEntries(
    settingOptions.map(({ option, path }) => {
      const setting = settingAt(path) ?? {};
      const [, described = setting.description ?? ""] = locales[language].setting(path) ?? [];
      const meaning = translated[path.join(".")] ?? firstSentence(described);
      const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = setting;
      // Omits technical bounds, such as the largest safe integer.
      const values = setting.enum
        ? choices(setting.enum.map(String))
        : maximum < 1_000_000
          ? bounds(minimum, maximum)
          : "";
      return [option, `${meaning}${values}`];
    }),
  );
}
