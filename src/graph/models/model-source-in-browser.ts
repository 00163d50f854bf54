/**
 * Replaces `model-source.ts` in browsers. A page has no environment variables from which to read keys, so it can use
 * only the rehearsal by name, and passes all other models as objects.
 */
import { RostrumError } from "../../errors/rostrum-error.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import type { ModelOptions } from "./model-source.js";
import type { ResolvedModel } from "./resolved-model.js";

/** @throws {RostrumError} `unknown-model` for any name other than `rehearsal`. */
export async function resolveModel(
  name: string,
  { language = defaultLanguage }: ModelOptions = {},
): Promise<ResolvedModel> {
  if (name === "rehearsal") {
    const { RehearsalModel } = await import("../../offline/rehearsal/rehearsal-model.js");
    return { model: new RehearsalModel(), label: name };
  }
  const guess = { nearest: undefined, known: ["rehearsal"] };
  throw new RostrumError(
    "unknown-model",
    { fault: "unknown-provider", model: name, ...guess },
    locales[language].errors,
  );
}

export const defaultModelName = (): string => "rehearsal";
