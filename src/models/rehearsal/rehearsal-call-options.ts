/** What a single call of the rehearsal is given besides the prompt. */
import type { BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import type { ModelRequest } from "../request.js";

export interface RehearsalCallOptions extends BaseChatModelCallOptions {
  /** What is asked, as data: the rehearsal cannot read the prompt. */
  readonly request?: ModelRequest;
}
