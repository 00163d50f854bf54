/** Registers OpenTelemetry in this process, and appends each ended span to a file, as a line of JSON. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { type ReadableSpan, SimpleSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";

export interface WrittenSpan {
  readonly process: number;
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
}

const written = (span: ReadableSpan): WrittenSpan => ({
  process: process.pid,
  trace: span.spanContext().traceId,
  id: span.spanContext().spanId,
  parent: span.parentSpanContext?.spanId,
  name: span.name,
  attributes: span.attributes,
  links: span.links.map((link) => link.context.traceId),
});

export function writeSpansTo(file: string): TracerProvider {
  const exporter: SpanExporter = {
    export(spans, done) {
      for (const span of spans) appendFileSync(file, `${JSON.stringify(written(span))}\n`);
      done({ code: 0 });
    },
    shutdown: async () => {},
    forceFlush: async () => {},
  };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  return provider;
}

export const readSpans = (file: string): WrittenSpan[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];
