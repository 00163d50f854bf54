import { quote } from "../../../base/quote.js";
import type { RunSettings } from "../../../core/state/run-settings.js";
import { isActive } from "../../../talk/conversations/port/status-meanings.js";
import type { Scenario } from "../../../talk/scenario/scenario.js";
import { isInUse } from "../../../talk/storage/thread-lock.js";
import { UsageError } from "../io.js";
import type { Action } from "../options.js";
import { withPlace } from "../preparing/place.js";
import { prepareRun } from "../preparing/prepare.js";
import { converse } from "../running/converse.js";

export const resume: Action = ([name = ""], { options, io, texts }) =>
  withPlace({ options, io, texts }, async (place) => {
    const { thread, mode, title, state, context, status } = await place.read(name);
    const { turn = 0 } = state;
    if (status === "ended")
      throw new UsageError(
        texts.threads.hasEnded(
          name,
          turn,
          place.command(`show ${quote(name)}`),
          place.command(`continue ${quote(name)}`),
        ),
      );
    const scenario: Scenario = { mode, title: title ?? undefined, input: state, context: context as RunSettings };
    const prepared = await prepareRun(scenario, { options, io, place });
    const begin = () => place.conversations.resume(thread);
    let isShared = isActive(status);
    if (!isShared && status !== "waiting") await begin();
    // In PostgreSQL, a conversation counts as running even if its process has just died. Only `resume` can find out
    // whether the process is alive.
    if (isShared && options.url === undefined)
      isShared = await begin().then(
        () => false,
        (error: unknown) => isInUse(error) || Promise.reject(error),
      );
    const { threads, remote } = prepared.texts;
    if (!options.quiet) io.stderr.write(`${isShared ? remote.isUnderWay : threads.continues(name, turn)}\n`);
    return converse(prepared, async () => (isShared ? { thread, isShared } : { thread, from: state }));
  });
