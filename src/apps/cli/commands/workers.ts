import { quote } from "../../../base/quote.js";
import type { ListedWorker } from "../../../talk/conversations/queue/job-queue.js";
import { withoutPassword } from "../../../talk/storage/address.js";
import type { CliTexts } from "../../../words/command-line.js";
import { exitStatus } from "../io.js";
import { type Action, programName } from "../options.js";
import { sharedAddress } from "../preparing/setup.js";
import { alignTable, coloursFor, safeLine, terminalWidth, widest } from "../terminal/text.js";

const unknown = "–";

const secondsBetween = (now: Date, time: string) => Math.max(0, Math.round((now.getTime() - Date.parse(time)) / 1000));

/** Omits columns that do not fit into `width`, starting with the least informative. */
function tableOf(workers: readonly ListedWorker[], now: Date, { workers: texts }: CliTexts, width: number): string[] {
  const { columns, memory, ago } = texts;
  const cells = {
    host: [columns.host, ...workers.map(({ host }) => host)],
    process: [columns.process, ...workers.map(({ pid }) => String(pid))],
    since: [columns.since, ...workers.map(({ startedAt }) => startedAt.slice(0, 16).replace("T", " "))],
    busy: [columns.busy, ...workers.map(({ busy, places }) => (places === null ? unknown : `${busy}/${places}`))],
    memory: [
      columns.memory,
      ...workers.map(({ memoryBytes }) => (memoryBytes === null ? unknown : memory(memoryBytes))),
    ],
    seen: [columns.seen, ...workers.map(({ seenAt }) => ago(secondsBetween(now, seenAt)))],
  };
  const lineUp = (...names: (keyof typeof cells)[]) =>
    alignTable(cells.host.map((_host, row) => names.map((name) => safeLine(cells[name][row] ?? ""))));
  return (
    [
      lineUp("host", "process", "since", "busy", "memory", "seen"),
      lineUp("host", "process", "busy", "memory", "seen"),
      lineUp("host", "process", "busy", "seen"),
    ].find((each) => widest(each) <= width) ?? lineUp("host", "process", "busy")
  );
}

export const workers: Action = async (_words, { options, io, texts }) => {
  const address = sharedAddress(options, texts);
  const { listWorkers } = await import("../../../talk/conversations/open.js");
  const { now, ...listed } = await listWorkers(address);
  if (options.json) {
    io.stdout.write(`${JSON.stringify(listed)}\n`);
    return exitStatus.done;
  }
  if (listed.workers.length === 0) {
    const command = `${programName(io.env)} worker --db ${quote(withoutPassword(address))}`;
    io.stdout.write(`${texts.workers.none(command)}\n`);
  } else {
    const [heading = "", ...lines] = tableOf(listed.workers, now, texts, terminalWidth(io.stdout));
    io.stdout.write(`${[coloursFor(io.stdout, io.env).dim(heading), ...lines].join("\n")}\n`);
  }
  const { stopped, died } = listed;
  if (stopped + died > 0) io.stderr.write(`${texts.workers.over(stopped, died)}\n`);
  return exitStatus.done;
};
