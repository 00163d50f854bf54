import type { JsonSchema } from "../port.js";
import { kindOf } from "./form.js";

/** Settings of built-in modes, each a single field, keyed by the group that shows them. */
const loose = {
  speaking: ["wordLimit", "prepare", "speakingRules", "leadingRules", "supervisingRules", "judgingRules"],
  planning: ["replan", "maxPlans", "maxTasks"],
  people: ["humanTimeoutMs", "onHumanTimeout"],
  calls: ["bidModel", "temperature", "timeoutMs", "maxConcurrency", "maxAnswerLength", "prices"],
} as const;

type NamedSchema = readonly [name: string, schema: JsonSchema];

interface Folds {
  readonly groups: readonly NamedSchema[];
  /** The group `other` contains the settings that only custom modes have. */
  readonly singles: readonly (readonly [keyof typeof loose | "other", readonly NamedSchema[]])[];
}

/** @param settings - The settings that the form does not show elsewhere. */
export function foldsOf(settings: readonly NamedSchema[]): Folds {
  const isGroup = ([, schema]: NamedSchema) => ["group", "list"].includes(kindOf(schema));
  const rest = settings.filter((setting) => !isGroup(setting));
  const foldOf = ([name]: NamedSchema) =>
    (Object.keys(loose) as (keyof typeof loose)[]).find((fold) => loose[fold].some((each) => each === name)) ?? "other";
  const singles = ([...Object.keys(loose), "other"] as ReturnType<typeof foldOf>[]).map(
    (fold) => [fold, rest.filter((setting) => foldOf(setting) === fold)] as const,
  );
  return { groups: settings.filter(isGroup), singles: singles.filter(([, fields]) => fields.length > 0) };
}
