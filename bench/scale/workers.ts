import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { WorkerFigures } from "./worker-process.js";

export interface WorkersPlan {
  readonly count: number;
  readonly concurrency?: number;
  readonly callMs?: number;
  readonly isSilent?: boolean;
}

const file = fileURLToPath(new URL("./worker-process.ts", import.meta.url));

async function ask(child: ChildProcess, asked: "cpu" | "heap"): Promise<WorkerFigures> {
  child.send(asked);
  const [figures] = (await once(child, "message")) as [WorkerFigures];
  return figures;
}

export async function startWorkers(
  address: string,
  { count, concurrency = 20, callMs = 200, isSilent = false }: WorkersPlan,
) {
  const children = Array.from({ length: count }, () =>
    fork(file, [address, String(callMs), String(concurrency), ...(isSilent ? ["silent"] : [])]),
  );
  await Promise.all(children.map((child) => once(child, "message")));
  return {
    async cpuMs(): Promise<number> {
      const figures = await Promise.all(children.map((child) => ask(child, "cpu")));
      return figures.reduce((sum, { cpu }) => sum + cpu, 0);
    },
    /** The heap size of each worker in bytes, without garbage. */
    async heaps(): Promise<number[]> {
      return (await Promise.all(children.map((child) => ask(child, "heap")))).map(({ heap }) => heap);
    },
    async stop(): Promise<void> {
      const ended = children.map((child) => once(child, "exit"));
      for (const child of children) child.disconnect();
      await Promise.all(ended);
    },
  };
}

export type Workers = Awaited<ReturnType<typeof startWorkers>>;
