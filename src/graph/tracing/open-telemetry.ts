import type { Attributes, Span } from "@opentelemetry/api";
import { loadOpenTelemetry } from "#platform.js";
import { lazy } from "../../base/lazy.js";

export type OpenTelemetry = typeof import("@opentelemetry/api");

/** The symbol under which all copies of OpenTelemetry's API, version 1, store what the program has registered. */
const registry = Symbol.for("opentelemetry.js.api.1");

const load = lazy(loadOpenTelemetry);

/** Loads the package only if the program has registered a tracer provider, because loading it takes time. */
export async function findOpenTelemetry(): Promise<OpenTelemetry | undefined> {
  const registered: unknown = Reflect.get(globalThis, registry);
  if (typeof registered !== "object" || registered === null || !("trace" in registered)) return undefined;
  return load();
}

/** An unsaved conversation has no id. */
export const conversationAttributes = (thread: string | undefined): Attributes =>
  thread === undefined ? {} : { "gen_ai.conversation.id": thread };

/** Omits the error's message, because providers' errors can quote the prompt. */
export function noteFailure({ SpanStatusCode }: OpenTelemetry, span: Span, errorType: string): void {
  span.setAttribute("error.type", errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
