import { setTimeout as wait } from "node:timers/promises";
import type { Measured, Measures } from "../../talk/conversations/measures/measures.js";

/**
 * How long to wait for the response of the database or the server, in milliseconds. Probes usually time out after a few
 * seconds.
 */
const answerMs = 3000;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "gauge" | "counter";
  /** The values by label; a single value has an empty label. */
  readonly values: Readonly<Record<string, number>>;
  readonly label?: string;
}

const single = (value: number) => ({ "": value });

function metricsOf({ running, places, counts, queue }: Measures): Metric[] {
  const { turns, calls, inputTokens, outputTokens, money, ends } = counts;
  const gauge = (name: string, help: string, value: number): Metric => ({
    ...{ name: `rostrum_${name}`, help, type: "gauge", values: single(value) },
  });
  const counter = (name: string, help: string, values: Metric["values"], label?: string): Metric => ({
    ...{ name: `rostrum_${name}_total`, help, type: "counter", values, ...(label && { label }) },
  });
  return [
    gauge("conversations_running", "Conversations that this process is running.", running),
    ...(places === null
      ? []
      : [
          gauge("worker_places", "The maximum number of conversations that this worker runs at once.", places),
          gauge("worker_busy_ratio", "The share of the worker's maximum that is in use, 0 to 1.", running / places),
        ]),
    counter("turns", "Turns that this process has run.", single(turns)),
    counter("model_calls", "Model calls, including retries.", single(calls)),
    counter("tokens", "Tokens that providers reported.", { input: inputTokens, output: outputTokens }, "direction"),
    counter("cost", "What the calls cost, in the currency of the prices.", single(money)),
    counter("runs", "Finished runs, by the conversation's status afterwards.", ends, "status"),
    ...(queue === null
      ? []
      : [
          gauge("queue_ready", "Jobs that are ready for a worker.", queue.ready),
          gauge("queue_oldest_ready_seconds", "How long the oldest ready job has waited.", queue.oldestReadySeconds),
          gauge("queue_deferred", "Jobs that are scheduled for a person's deadline.", queue.deferred),
          gauge("queue_active", "Jobs that workers are performing.", queue.active),
          gauge("queue_failed", "Jobs that failed permanently and are kept.", queue.failed),
        ]),
  ];
}

function linesOf({ name, help, type, values, label }: Metric): string[] {
  const samples = Object.entries(values).map(([value, number]) =>
    label === undefined ? `${name} ${number}` : `${name}{${label}="${value}"} ${number}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples];
}

const prometheusText = (measures: Measures): string => `${metricsOf(measures).flatMap(linesOf).join("\n")}\n`;

interface Measuring<Result> extends Pick<Measured, "isStopping"> {
  measure(): Promise<Result>;
}

async function measuresOf<Result>(measured: Measuring<Result>): Promise<Result | undefined> {
  if (measured.isStopping) return undefined;
  const cancelled = new AbortController();
  const late = wait(answerMs, undefined, { signal: cancelled.signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([measured.measure(), late]);
  } catch {
    return undefined;
  } finally {
    cancelled.abort();
  }
}

export async function answerHealth(measured: Measuring<unknown>): Promise<Response> {
  const isHealthy = (await measuresOf(measured)) !== undefined;
  const status = isHealthy ? "ok" : measured.isStopping ? "stopping" : "unreachable";
  return Response.json({ status }, { status: isHealthy ? 200 : 503, headers: { "cache-control": "no-store" } });
}

export async function answerMetrics(measured: Measured): Promise<Response> {
  const measures = await measuresOf(measured);
  if (!measures) return new Response("# unavailable\n", { status: 503 });
  return new Response(prometheusText(measures), {
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
  });
}

export const measuresHandler =
  (measured: Measured) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname === "/health") return answerHealth(measured);
    if (request.method === "GET" && pathname === "/metrics") return answerMetrics(measured);
    return new Response(null, { status: 404 });
  };
