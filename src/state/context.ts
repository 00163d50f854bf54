/** How a conversation is run, as opposed to what is said in it. Given with every run, never stored with the thread. */
import { z } from "zod";
import { invalidInput } from "../errors.js";
import { problemsOf } from "./problems.js";

export const contextSchema = z.object({
  model: z.string().trim().min(1).max(200).optional().meta({
    title: "Model",
    description:
      "The model that speaks, as provider:name (openai:gpt-4.1-mini), or “rehearsal”, which needs no network. Default: ROSTRUM_MODEL, else OpenAI where a key is set, else the rehearsal.",
  }),
  bidModel: z.string().trim().min(1).max(200).optional().meta({
    title: "Bid model",
    description: "A cheaper model for bids, as provider:name. Default: each speaker's own.",
  }),
  temperature: z.number().min(0).max(2).optional().meta({
    title: "Temperature",
    description: "Sent only when set here; reasoning models refuse it.",
  }),
  timeoutMs: z.int().min(100).max(3_600_000).optional().meta({
    title: "Time limit",
    description:
      "How long one try of a model call may take, in milliseconds; a call is tried four times at most. Default: 120000.",
  }),
  maxConcurrency: z.int().min(1).max(1000).optional().meta({
    title: "Calls at once",
    description: "How many model calls may be in flight together. Default: no limit.",
  }),
});

/** The same for a mode in which nobody bids. */
export const contextWithoutBids = contextSchema.omit({ bidModel: true });

export type RunContext = z.infer<typeof contextSchema>;

/**
 * The context of a run, wherever the caller put it: LangGraph hands defaults through to nobody, and one of its protocols
 * keeps `configurable` only. Throws `invalid-input`.
 */
export function readContext(config: { configurable?: unknown; context?: unknown }): RunContext {
  const given = { ...(config.configurable ?? {}), ...(config.context ?? {}) };
  const read = contextSchema.safeParse(given, { reportInput: true });
  if (!read.success) throw invalidInput(problemsOf(read.error, contextSchema));
  return read.data;
}
