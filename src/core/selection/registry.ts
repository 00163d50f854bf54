import { z } from "zod/v4";
import { invalidField } from "../../errors/rostrum-error.js";
import { refuseTaken } from "../own-names.js";
import { nearestName } from "../text/nearest-name.js";
import { highestBid } from "./highest-bid.js";
import { leastRecent } from "./least-recent.js";
import { checkLongestSilence, longestSilence } from "./longest-silence.js";
import { lottery } from "./lottery.js";
import { proportionalFair } from "./proportional-fair.js";
import { roundRobin } from "./round-robin.js";
import type { RuleContext, RuleDefinition, SelectionRule, WhenAsked } from "./rule.js";
import { selector } from "./selector.js";
import { checkTransitions, transitions } from "./transitions.js";
import { unusedSettings } from "./unused-settings.js";

/** To add a rule, write its file beside the others and list it here. */
export const rules = [
  // This comment makes the formatter keep one entry per line.
  highestBid,
  proportionalFair,
  roundRobin,
  leastRecent,
  lottery,
  selector,
] as const;

type Rule = (typeof rules)[number];
type RuleWithoutBids = Exclude<Rule, { readonly needsBids: true }>;

export const rulesWithoutBids = rules.filter((rule): rule is RuleWithoutBids => !rule.needsBids);

export const repeat = z.enum(["allow", "forbid"]).default("allow").meta({
  title: "Repeat",
  description: "Whether the last speaker may get the next turn as well.",
});

type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type SelectionShape<Offered extends RuleDefinition> = {
  readonly rule: z.ZodDefault<z.ZodString>;
  readonly repeat: typeof repeat;
  readonly longestSilence: typeof longestSilence;
  readonly transitions: typeof transitions;
} & Merged<Offered["settings"]>;

/**
 * Returns a field that names one of the `offered` rules (`usual` by default), and that contains the settings of all of
 * them.
 */
export function selectionField<Offered extends RuleDefinition>(
  offered: readonly Offered[],
  usual: Offered["name"],
): z.ZodPrefault<z.ZodObject<SelectionShape<Offered>, z.core.$strict>> {
  const choices = offered.map(({ name, description }) => `“${name}”: ${description}`).join("; ");
  const rule = z
    .enum(offered.map(({ name }) => name))
    .default(usual)
    .meta({ title: "Rule", description: `Who speaks next. ${choices}.` });
  const settings: z.ZodRawShape = Object.assign({}, ...offered.map((each) => each.settings));
  const field: z.ZodPrefault<z.ZodObject> = z
    .strictObject({ rule, repeat, longestSilence, transitions, ...settings })
    .prefault({})
    .meta({ title: "Selection", description: "How the next speaker is chosen." });
  // The shape is assembled at run time, so the compiler cannot infer it.
  return field as z.ZodPrefault<z.ZodObject<SelectionShape<Offered>, z.core.$strict>>;
}

const withBids = selectionField(rules, "highest-bid");
/** The bidding mode's `selection` field. */
export interface SelectionSettings extends z.output<typeof withBids> {}

const withoutBids = selectionField(rulesWithoutBids, "round-robin");
/** The round-robin mode's `selection` field. */
export interface OrderSettings extends z.output<typeof withoutBids> {}

/** The input fields that rules check against each other. Each field has already passed its own schema. */
type SelectionInput = {
  readonly selection: Pick<SelectionSettings, "rule" | "longestSilence" | "transitions" | "repeat"> &
    Record<string, unknown>;
  readonly participants: readonly { readonly name: string }[];
};

/** A caller's own rules, by name: functions, or definitions (see `defineRule`) with their own settings. */
export type OwnRules<Settings extends object = object> = Readonly<
  Record<string, SelectionRule<Settings> | RuleDefinition>
>;

/** Copies the lists, because the caller's rule might modify them. */
const withOwnLists = <Context extends RuleContext>(context: Context): Context => ({
  ...context,
  candidates: [...context.candidates],
  names: [...context.names],
  bids: [...context.bids],
  history: [...context.history],
  spoken: [...context.spoken],
});

/**
 * Makes a definition from a caller's function. The default name is the function's name, unless that is `selectSpeaker`,
 * which JavaScript gives to an unnamed function that is written as the value of that option.
 */
export function ownRule(
  rule: SelectionRule<never>,
  name = rule.name && rule.name !== "selectSpeaker" ? rule.name : "own-rule",
): RuleDefinition {
  const select = (context: RuleContext) => rule(withOwnLists(context) as RuleContext<never>);
  const { asksModel = "never" } = rule;
  return { name, description: "a rule of your own", settings: {}, needsBids: true, asksModel: () => asksModel, select };
}

export const askedBy = (rule: RuleDefinition, settings: { readonly rule?: string } = {}): WhenAsked =>
  rule.asksModel?.(settings) ?? "never";

/**
 * If given, `selectSpeaker` replaces the rule that `selection.rule` chooses.
 *
 * @throws `invalid-input` if a caller's rule has the name of a built-in rule.
 */
export function ruleBook(
  builtIn: readonly RuleDefinition[],
  {
    rules = {},
    selectSpeaker,
  }: { readonly rules?: OwnRules<never>; readonly selectSpeaker?: SelectionRule<never> } = {},
) {
  const hasBids = builtIn.some(({ needsBids }) => needsBids);
  const own = Object.entries(rules).flatMap(([name, rule]): RuleDefinition[] => {
    if (typeof rule === "function") return [ownRule(rule, name)];
    // A mode in which nobody bids does not offer rules that need bids.
    if (rule.needsBids && !hasBids) return [];
    return [{ ...rule, name, select: (context) => rule.select(withOwnLists(context)) }];
  });
  refuseTaken(
    "rules",
    Object.keys(rules),
    builtIn.map(({ name }) => name),
  );
  const offered: readonly RuleDefinition[] = [...builtIn, ...own];
  const replacement = selectSpeaker && ownRule(selectSpeaker);
  const inForce = (selection: { readonly rule: string }): RuleDefinition => {
    const found = replacement ?? offered.find(({ name }) => name === selection.rule);
    const values = offered.map(({ name }) => name);
    if (!found)
      throw invalidField("selection.rule", "not-one-of", { values, nearest: nearestName(selection.rule, values) });
    return found;
  };
  return {
    offered,
    /** Throws `invalid-input` if `selection.rule` is not offered and `selectSpeaker` does not replace it. */
    inForce,
    whenAsked: (selection: { readonly rule: string }): WhenAsked => askedBy(inForce(selection), selection),
    check(input: object) {
      const { selection, participants } = input as SelectionInput;
      const names = participants.map(({ name }) => name);
      const rule = replacement ? undefined : builtIn.find(({ name }) => name === selection.rule);
      const unused = rule ? unusedSettings(rule, selection, offered) : [];
      const problems = [
        ...checkLongestSilence(selection, names),
        ...offered.flatMap((rule) => rule.check?.(selection, names) ?? []),
      ];
      const own = problems.map(({ setting, params }) => ({ path: ["selection", setting], params }));
      return [...own, ...unused, ...checkTransitions(selection.transitions, selection.repeat, names)];
    },
  };
}
