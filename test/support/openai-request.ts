/**
 * Makes ChatOpenAI send the purpose, participant and turn of each request as the `metadata` of its HTTP request,
 * because model servers cannot see call options. Importing this file is enough; child processes import it through
 * `NODE_OPTIONS`.
 */
import { ChatOpenAI, ChatOpenAICompletions } from "@langchain/openai";
import type { ModelRequest } from "../../src/core/model-request.js";
import type { Purpose } from "../../src/records/request.js";
import { compiled } from "./compiled.js";

/** For calls from outside a conversation, such as those of an agent, the strings are empty and the turn is 0. */
export interface RequestMetadata {
  readonly purpose: Purpose | "";
  readonly participant: string;
  readonly turn: number;
}

export function metadataOf(body: object): RequestMetadata {
  const { metadata: { purpose = "", participant = "", turn = "0" } = {} } = body as {
    readonly metadata?: { readonly purpose?: Purpose; readonly participant?: string; readonly turn?: string };
  };
  return { purpose, participant, turn: Number(turn) };
}

export const requestEnvironment = () => ({ NODE_OPTIONS: `--import=${compiled("test/support/openai-request.ts")}` });

const callKeys = Object.getOwnPropertyDescriptor(ChatOpenAI.prototype, "callKeys")?.get;
const { invocationParams } = ChatOpenAICompletions.prototype;

Object.defineProperty(ChatOpenAI.prototype, "callKeys", {
  configurable: true,
  get(this: ChatOpenAI) {
    return [...(callKeys?.call(this) ?? []), "request"];
  },
});

ChatOpenAICompletions.prototype.invocationParams = function (options, extra) {
  const { request } = (options ?? {}) as { readonly request?: ModelRequest };
  const params = invocationParams.call(this, options, extra);
  if (!request) return params;
  const participant = "self" in request ? request.self.name : "";
  return { ...params, metadata: { purpose: request.purpose, participant, turn: String(request.turn) } };
};
