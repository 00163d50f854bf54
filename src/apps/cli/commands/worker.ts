import { rehearsalName } from "../../../core/usage/usage.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { defaultModelName } from "../../../graph/models/model-source.js";
import { rehearsalNotice } from "../../../offline/rehearsal/rehearsal-model.js";
import { isMeasured } from "../../../talk/conversations/measures/measures.js";
import type { Worker } from "../../../talk/conversations/queue/worker.js";
import { withoutPassword } from "../../../talk/storage/address.js";
import type { CliTexts } from "../../../words/command-line.js";
import { measuresHandler } from "../../web/measures.js";
import { exitStatus, type Io, UsageError } from "../io.js";
import { type Action, namingOptions, numberGiven, type Options } from "../options.js";
import { listen, portOf } from "../preparing/listen.js";
import { checkDefaultModel } from "../preparing/prepare.js";
import { runOptions, sharedAddress } from "../preparing/setup.js";
import { reportFailure } from "../report-error.js";

const longestGrace = 3600;

/** The grace period, in seconds. */
function graceOf(options: Options): number {
  const seconds = numberGiven(options, "grace") ?? 30;
  if (seconds >= 0 && seconds <= longestGrace) return seconds;
  throw invalidField("--grace", "out-of-range", { lowest: 0, highest: longestGrace });
}

/**
 * The first interrupt stops the worker after its current steps or the grace period; the second stops it immediately. A
 * third interrupt, or one before the worker is ready, ends this process.
 */
function listenForInterrupts(io: Io, isReady: () => boolean) {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const expected = [first, second];
  io.onInterrupt(() => {
    const next = isReady() ? expected.shift() : undefined;
    if (next) next.resolve();
    else io.quit(exitStatus.interrupted);
  });
  return { first: first.promise, second: second.promise };
}

function monitoringOf({ host, port }: Options, texts: CliTexts) {
  if (port !== undefined) return { host: host ?? "127.0.0.1", port: portOf(port, texts) };
  if (host !== undefined) throw new UsageError(`--host: ${texts.worker.needsPort}`);
  return undefined;
}

export const worker: Action = async (_words, { options, io, texts }) => {
  const address = sharedAddress(options, texts);
  const grace = graceOf(options);
  const concurrency = numberGiven(options, "concurrency");
  const monitoring = monitoringOf(options, texts);
  await checkDefaultModel(texts.language);
  const { startWorker } = await import("../../../talk/conversations/open.js");
  let started: Worker | undefined;
  const interrupts = listenForInterrupts(io, () => started !== undefined);
  const fetch = (request: Request) =>
    started && isMeasured(started) ? measuresHandler(started)(request) : new Response(null, { status: 503 });
  // Starts listening before the worker takes any conversations, so that an unavailable port does not interrupt them.
  const server = monitoring && (await listen({ ...monitoring, fetch, texts, label: "rostrum worker --port" }));
  try {
    started = await startWorker(address, {
      ...(await runOptions({ options, io, texts })),
      ...(concurrency !== undefined && { concurrency }),
      onFailure: (error, thread) => reportFailure(error, thread, io, texts, options.verbose),
    });
    if (defaultModelName() === rehearsalName) io.stderr.write(`${rehearsalNotice(texts.language)}\n`);
    io.stdout.write(`${texts.worker.ready(withoutPassword(address), started.concurrency, server?.address)}\n`);
    await interrupts.first;
    io.stderr.write(`${texts.worker.stopping(grace)}\n`);
    void interrupts.second.then(() => started?.stop({ graceMs: 0 }));
    await started.stop({ graceMs: grace * 1000 });
    io.stderr.write(`${texts.worker.stopped}\n`);
    return exitStatus.done;
  } catch (error) {
    throw namingOptions(error, ["concurrency"]);
  } finally {
    // Closes last, so that `/health` reports that the worker is stopping until it has stopped.
    server?.close();
  }
};
