import type { FollowedEvent } from "../../talk/conversations/port/port.js";
import { RequestError, type RequestProblem } from "./request-error.js";
import type { ConversationSource } from "./source.js";

interface PortError {
  readonly message?: string;
  readonly code?: string;
  readonly details?: { readonly problems?: readonly (RequestProblem & { readonly code: string })[] };
}

export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const { message = String(error), code, details } = Object(error) as PortError;
  const problems = details?.problems ?? [];
  const isUnknown = problems.some((problem) => problem.code === "unknown-thread");
  return new RequestError(message, isUnknown ? 404 : 400, problems, code);
}

async function* withRequestErrors(events: AsyncIterable<FollowedEvent>): AsyncGenerator<FollowedEvent, void> {
  try {
    yield* events;
  } catch (error) {
    throw toRequestError(error);
  }
}

/** Returns a source whose `follow` throws only `RequestError`, like a source over HTTP. */
export const portSource = (port: ConversationSource): ConversationSource => ({
  follow: (thread, options) => withRequestErrors(port.follow(thread, options)),
  start: (mode, request) => port.start(mode, request),
  interject: (thread, text, options) => port.interject(thread, text, options),
  control: (thread, control, options) => port.control(thread, control, options),
  answer: (thread, lines) => port.answer(thread, lines),
  resume: (thread, options) => port.resume(thread, options),
  cancel: (thread, options) => port.cancel(thread, options),
});
