import { z } from "zod/v4";
import type { SettingProblem } from "./rule.js";

const name = z.string().trim().min(1).max(200);

export const transitions = z.record(name, z.array(name).max(200)).default({}).meta({
  title: "Transitions",
  description:
    "Who may speak after whom: for each participant's name, the names of those who may speak next. After a participant who is not listed, this setting excludes nobody.",
});

/** The `selection` field of modes that select speakers but offer no choice of rules. */
export const selectionWithoutRules = z
  .strictObject({ transitions })
  .prefault({})
  .meta({ title: "Selection", description: "Who may speak next." });

export type Transitions = z.output<typeof transitions>;

export function mayFollow(transitions: Transitions, speaker: string | undefined, next: string): boolean {
  if (speaker === undefined || !Object.hasOwn(transitions, speaker)) return true;
  return transitions[speaker]?.includes(next) ?? true;
}

/**
 * All names must be in the cast, and after each participant, all others must still be able to get a turn at some point.
 * If the names are valid, reports only the first participant who could never speak again.
 */
export function checkTransitions(
  transitions: Transitions,
  repeat: "allow" | "forbid",
  names: readonly string[],
): { readonly path: readonly (string | number)[]; readonly params: SettingProblem["params"] }[] {
  const at = (...path: (string | number)[]) => ["selection", "transitions", ...path];
  const unknown = Object.entries(transitions).flatMap(([speaker, followers]) => {
    const strangers = followers.flatMap((name, index) =>
      names.includes(name) ? [] : [{ name, path: at(speaker, index) }],
    );
    return names.includes(speaker) ? strangers : [{ name: speaker, path: at(speaker) }, ...strangers];
  });
  if (unknown.length > 0)
    return unknown.map(({ name, path }) => ({ path, params: { rule: "not-in-cast", name, names } }));
  const followersOf = (speaker: string) =>
    names.filter((next) => mayFollow(transitions, speaker, next) && (repeat === "allow" || next !== speaker));
  for (const speaker of Object.keys(transitions)) {
    const reached = new Set(followersOf(speaker));
    for (const next of reached) for (const each of followersOf(next)) reached.add(each);
    const name = names.find((each) => !reached.has(each) && each !== speaker);
    if (name !== undefined) return [{ path: at(speaker), params: { rule: "unreachable", name, speaker } }];
  }
  return [];
}
