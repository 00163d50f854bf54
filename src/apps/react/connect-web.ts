import type { ConversationSource } from "./source.js";
import { pathOf, type WebRequestOptions, webRequests } from "./web-requests.js";

/**
 * Connects to an app created by `createApp`, optionally with custom headers in each request.
 *
 * @example
 * ```ts
 * const source = connectWeb("https://talks.example.com", {
 *   headers: () => ({ authorization: `Bearer ${session.token}` }),
 * });
 * ```
 *
 * @param url - The address at which the app is mounted, such as `/rostrum` or `https://talks.example.com`.
 */
export function connectWeb(url: string, { headers }: Pick<WebRequestOptions, "headers"> = {}): ConversationSource {
  const { call, follow } = webRequests(`${url.replace(/\/$/, "")}/api/`, { headers });
  const post = <Answer>(thread: string, operation: string, body: object) =>
    call<Answer>(pathOf(thread, operation), "POST", body);
  return {
    follow,
    start: (mode, request) => call("conversations", "POST", { mode, ...request }),
    interject: (thread, text, options) => post(thread, "interject", { text, ...options }),
    control: (thread, control, options) => post(thread, "control", { control, ...options }),
    answer: (thread, lines) => post(thread, "answer", { lines }),
    resume: (thread, options = {}) => post(thread, "resume", options),
    cancel: (thread, options = {}) => post(thread, "cancel", options),
  };
}
