/** What a single call of the rehearsal is given besides the prompt. */
import type { BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import type { Brief } from "../../domain/brief.js";

export interface RehearsalCallOptions extends BaseChatModelCallOptions {
  /** What is asked, as data: the rehearsal cannot read the prompt. */
  readonly brief?: Brief;
}
