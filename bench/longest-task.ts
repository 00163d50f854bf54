import type { Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The CPU time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Returns the CPU time of the longest task on the page's main thread during `act`, in milliseconds. Elapsed time would
 * include the time in which other work on the machine keeps the thread from running.
 */
export async function longestTask(tab: Page, act: () => Promise<unknown>): Promise<number> {
  const devTools = await tab.context().newCDPSession(tab);
  const events: TraceEvent[] = [];
  devTools.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await devTools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "__metadata"] },
  });
  await act();
  const isComplete = new Promise<void>((resolve) => devTools.once("Tracing.tracingComplete", () => resolve()));
  await devTools.send("Tracing.end");
  await isComplete;
  await devTools.detach();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
  const main = new Set(events.filter(isMain).map(threadOf));
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && main.has(threadOf(event)));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
