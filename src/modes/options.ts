/** What every mode can be made with in code. */

import { Asker } from "../models/ask.js";
import type { ModelAssignments, ModelSpec } from "../models/choose-model.js";
import { createModelChooser } from "../models/choose-model.js";
import type { NodeKit } from "../nodes/node-kit.js";
import type { SelectSpeaker } from "../policies/selection/policy.js";
import type { StopCondition } from "../policies/stopping/policy.js";
import type { PromptCatalog } from "../prompts/catalog.js";
import type { Conversation } from "../state/conversation-state.js";

export interface ConversationOptions<State extends Conversation = Conversation> {
  /**
   * The model that answers: a LangChain chat model, or the name of one as `provider:name`. Defaults to ROSTRUM_MODEL, else
   * to OpenAI's where OPENAI_API_KEY or OPENAI_BASE_URL is set, else to the rehearsal, which says so on stderr.
   */
  readonly model?: ModelSpec;
  /** Models for some calls only, by purpose or by participant. */
  readonly models?: ModelAssignments;
  /** Prompts that take the place of those of the conversation's language. Defaults to none. */
  readonly prompts?: Partial<PromptCatalog>;
  /** The rule that gives the floor. Defaults to the mode's own. */
  readonly selectSpeaker?: SelectSpeaker<State>;
  /** When to stop, in place of the `stopping` field. `maxTurns` holds in any case. Defaults to that field. */
  readonly stopWhen?: StopCondition;
  /** Tells the time that messages carry. Defaults to the system's clock; tests set another. */
  readonly clock?: () => Date;
}

/** What nodes work with, made from the options. */
export function kitOf({ model, models, prompts = {}, clock = () => new Date() }: ConversationOptions<never>): NodeKit {
  return { asker: new Asker(createModelChooser({ model, models })), prompts, clock };
}
