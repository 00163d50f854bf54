/** Callers pass these settings with every run, because the conversation's state does not contain them. */
import { z } from "zod/v4";
import { isEqual } from "../../base/is-equal.js";
import { invalidInput } from "../../errors/rostrum-error.js";
import type { Guidelines } from "../../words/en/prompts-modes.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import { readWith, unknownField } from "./problems.js";

const modelName = z.string().trim().min(1).max(200).optional();

const everywhere = {
  model: modelName.meta({
    title: "Model",
    description:
      "The run's model, as provider:name (openai:gpt-4.1-mini), or “rehearsal”, which needs no network. It answers every call for which no other model, such as a participant's own, is set. Default: the model given in code; otherwise the one in ROSTRUM_MODEL; otherwise openai:gpt-4.1-mini, if OPENAI_API_KEY or OPENAI_BASE_URL is set; otherwise the rehearsal or, if NODE_ENV is “production”, an error.",
  }),
  temperature: z.number().min(0).max(2).optional().meta({
    title: "Temperature",
    description:
      "The temperature of models that are given by name. It is sent only if set here, because some models reject it.",
  }),
  timeoutMs: z.int().min(100).max(3_600_000).optional().meta({
    title: "Time limit",
    description:
      "How long each attempt at a model call may take, in milliseconds; a call gets at most four attempts. Default: 120000.",
  }),
  maxConcurrency: z.int().min(1).max(1000).optional().meta({
    title: "Calls at once",
    description: "How many model calls may be in flight at once. Default: no limit.",
  }),
  maxAnswerLength: z.int().min(100).max(10_000_000).optional().meta({
    title: "Longest answer",
    description:
      "The maximum length of a model's answer and of a tool's result, in characters, including thinking in the answer's text. Anything beyond this length is cut off, and the record says so. Default: 100000.",
  }),
  idempotencyKey: z.string().trim().min(1).max(200).optional().meta({
    title: "Idempotency key",
    description:
      "A key, such as a job's id, that identifies a request to start a run. If another request with the same key arrives on the same thread, the existing run continues, and no round is added. Default: none.",
  }),
  scenario: z.record(z.string().min(1).max(100), z.unknown()).optional().meta({
    title: "Scenario",
    additionalProperties: true,
    description:
      "Input fields, for example those of an assistant. A field applies only if the same field is unchanged in the form.",
  }),
};

const bidModel = modelName.meta({
  title: "Bid model",
  description:
    "The model for calls that ask only for bids, as provider:name; it can be a cheaper one. Default: the model that code assigns to bids; otherwise each participant's model or, for a panel, the run's model.",
});

/** LangGraph Studio lets users edit the prompt at the nodes that use it. */
const prompt = (rule: keyof Guidelines, nodes: readonly string[], title: string) =>
  z
    .string()
    .max(8000)
    .optional()
    .meta({
      title,
      description: `${title}: rules that replace the built-in ones in prompts. If this text is unchanged or empty, prompts contain the built-in rules in the conversation's language.`,
      default: locales[defaultLanguage].prompts.rules[rule],
      langgraph_nodes: nodes,
      langgraph_type: "prompt",
    });

const speakingRules = (...nodes: readonly string[]) => prompt("speaking", nodes, "How participants speak");

const leadingSteps = ["director-reflect", "choose-speaker", "prompt-speaker"];

export const contexts = {
  bidding: z.object({ ...everywhere, bidModel, speakingRules: speakingRules("bid-collection", "speak") }),
  director: z.object({
    ...everywhere,
    speakingRules: speakingRules("speak"),
    leadingRules: prompt("leading", leadingSteps, "How the director leads"),
  }),
  "group-chat": z.object({
    ...everywhere,
    bidModel,
    speakingRules: speakingRules("bid-collection", "speak", "decide"),
    judgingRules: prompt("judging", ["judge-round"], "When a discussion is sufficient"),
  }),
  "round-robin": z.object({ ...everywhere, speakingRules: speakingRules("speak") }),
  supervisor: z.object({
    ...everywhere,
    speakingRules: speakingRules("execute"),
    supervisingRules: prompt("supervising", ["plan", "look-at-results", "sum-up"], "How the supervisor leads"),
  }),
};

/** A mode ignores settings that it does not use. */
const contextSchema = z.object({
  ...contexts.bidding.shape,
  ...contexts.director.shape,
  ...contexts["group-chat"].shape,
  ...contexts.supervisor.shape,
});

export type RunSettings = z.infer<typeof contextSchema>;

/**
 * Reads `configurable` and `context`, because one of LangGraph's protocols passes on only `configurable`. `context`
 * takes precedence.
 */
export function readRunSettings(config: { configurable?: unknown; context?: unknown }): RunSettings {
  return readWith(contextSchema, { ...(config.configurable ?? {}), ...(config.context ?? {}) });
}

/**
 * Throws `invalid-input` for invalid and unknown fields of `context`, so callers cannot set an endpoint or a key there.
 */
export function rejectUnknownSettings({ context }: { context?: unknown }): void {
  readWith(contextSchema.strict(), context ?? {}, ["context"]);
}

export function isUntouched(field: z.ZodType, value: unknown): boolean {
  const empty = field.safeParse(undefined);
  return isEqual(value, empty.success ? empty.data : undefined);
}

/**
 * Returns the fields of `scenario` that apply. A field applies only if the input's field of the same name still has the
 * value of an unedited form. Throws `invalid-input` for unknown fields and invalid values.
 */
export function readContextScenario(
  fields: Readonly<Record<string, z.ZodType>>,
  input: Readonly<Record<string, unknown>>,
  scenario: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const applied = Object.entries(scenario).flatMap(([name, value]) => {
    const at = ["context", "scenario", name];
    const field = fields[name];
    if (!field) throw invalidInput([unknownField(at, Object.keys(fields))]);
    const read = readWith(field, value, at);
    return isUntouched(field, input[name]) ? [[name, read]] : [];
  });
  return Object.fromEntries(applied);
}
