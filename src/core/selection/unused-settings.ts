import type { FieldIssue } from "../field-issue.js";
import type { RuleDefinition } from "./rule.js";

const ofModelChoice = ["among", "tieBreak", "count", "fallback", "guidance"] as const;

type Settings = Readonly<Record<string, unknown>>;

const isSet = (setting: string, value: unknown) =>
  value !== undefined && !(setting === "tieBreak" && value === "random");

const isIdle = (rule: RuleDefinition, selection: Settings) =>
  Object.hasOwn(rule.settings, "guidance") && rule.asksModel?.(selection) === "never";

const ignoredBy = (rule: RuleDefinition, selection: Settings): string[] =>
  ofModelChoice.filter(
    (setting) =>
      isSet(setting, selection[setting]) &&
      (!Object.hasOwn(rule.settings, setting) || (setting === "guidance" && isIdle(rule, selection))),
  );

export const unusedSettings = (
  rule: RuleDefinition,
  selection: Settings,
  offered: readonly RuleDefinition[],
): FieldIssue[] =>
  ignoredBy(rule, selection).map((setting) => {
    const readers = offered.filter((each) => each !== rule && Object.hasOwn(each.settings, setting));
    const asking = readers.filter(
      (each) => setting !== "guidance" || each.asksModel?.({ tieBreak: "random" }) === "always",
    );
    const values = asking.map(({ name }) => name);
    const needed = setting === "guidance" && isIdle(rule, selection) ? { needed: "selection.among" } : {};
    return { path: ["selection", setting], params: { rule: "unused-setting", chosen: rule.name, values, ...needed } };
  });

export function withoutUnused(selection: Settings, rule: RuleDefinition): Settings {
  const ignored = ignoredBy(rule, selection);
  return Object.fromEntries(Object.entries(selection).filter(([setting]) => !ignored.includes(setting)));
}
