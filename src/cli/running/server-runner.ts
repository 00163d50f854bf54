/** Shows a conversation that a server runs, and takes part in it, as if it ran here. */
import { setTimeout as sleep } from "node:timers/promises";
import type { RunRef } from "../../client/connection.js";
import { stateIn } from "../../client/conversation.js";
import { asEvent, type FollowedEvent } from "../../client/follow.js";
import type { RostrumClient } from "../../client/rostrum-client.js";
import { RostrumError } from "../../errors.js";
import type { Language } from "../../language.js";
import { locales } from "../../locales/registry.js";
import type { WaitingPerson } from "../../state/people.js";
import type { ExportableState } from "../../transcript/json.js";
import type { Answers } from "../audience/person-turns.js";
import type { RunEnd, Session } from "./runner.js";
import type { Stopping } from "./stopping.js";

export interface StartedRun {
  readonly threadId: string;
  readonly run?: RunRef;
  readonly waiting?: readonly WaitingPerson[];
  /** Whether another client started the run and may be following it as well. Default: false. */
  readonly isShared?: boolean;
  readonly state?: ExportableState | undefined;
}

/** How often and at which interval the runner looks for the run that replaces a cancelled one. */
const maxLooks = 10;
const lookIntervalMs = 300;

export class ServerRunner {
  /** The thread, once it holds something. */
  savedAs: string | undefined;
  private started: StartedRun | undefined;
  /** The run that a step has let go on. */
  private stepped: RunRef | undefined;
  private readonly leaving = new AbortController();

  constructor(
    private readonly client: RostrumClient,
    private readonly language: Language,
    private readonly start: () => Promise<StartedRun>,
  ) {}

  /** Resolves to the state of a conversation that continues. */
  async begin({ audience, texts, note }: Session): Promise<ExportableState | undefined> {
    this.started = await this.start();
    const { threadId, state } = this.started;
    note(texts.remote.thread(threadId));
    if (state) this.savedAs = threadId;
    audience?.connect?.({
      interject: (text, details) => this.client.interject(threadId, text, details),
      control: async (request, details) => {
        const result = await this.client.control(threadId, request, details);
        this.stepped = result.run;
        return result;
      },
    });
    return state;
  }

  /**
   * What happens in a run, and in the runs that others put in its place, until the end, a pause, or until people are waited for.
   * Then `answers` continues it; null ends a pause.
   */
  async *events(answers: Answers | null | undefined, stopping: Stopping): AsyncGenerator<FollowedEvent> {
    if (!this.started) return;
    const { threadId, waiting = [] } = this.started;
    let { run } = this.started;
    if (answers) {
      run = await this.client.answer(threadId, answers);
      this.started = { threadId, run };
    }
    if (answers === null) run = this.stepped ?? (await this.client.resume(threadId));
    this.stepped = undefined;
    if (!run) for (const person of waiting) yield asEvent(person.id, person.value);
    const { signal } = stopping;
    // If the server does not hear of it, the second Ctrl-C ends the process.
    const cancel = () => void this.stop(threadId, stopping).catch(() => {});
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
    try {
      while (run) {
        let isCancelled = false;
        for await (const event of this.client.follow(run, { signal: this.leaving.signal })) {
          isCancelled = event.type === "cancelled";
          this.savedAs = threadId;
          yield event;
        }
        run = isCancelled && !signal.aborted ? await this.runAfter(run) : undefined;
      }
      if (signal.aborted) await this.stop(threadId, stopping);
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  /** Resolves to the state that it has come to. */
  async end(): Promise<RunEnd> {
    if (!this.started) return { state: undefined, hasEnded: false };
    const { threadId } = this.started;
    const { values, next } = await this.client.read(threadId);
    const state = stateIn({ values });
    if (state) this.savedAs = threadId;
    return { state, hasEnded: next.length === 0 && Boolean(state?.stopReason) };
  }

  /** Leaves a shared run alone where only the reader of stdout has gone. */
  private async stop(threadId: string, stopping: Stopping): Promise<void> {
    if (this.started?.isShared && stopping.by() === "reader") return this.leaving.abort();
    const { client } = this;
    // Somebody else may be replacing the run right now: it has to stay quiet for two looks.
    for (let quietLooks = 0; quietLooks < 2; ) {
      const run = await client.activeRun(threadId);
      if (run) await client.cancel(run);
      quietLooks = run ? 0 : quietLooks + 1;
      if (quietLooks === 1) await sleep(lookIntervalMs);
    }
  }

  /** The run that replaces one that somebody else cancelled in order to interject. It may be over already. */
  private async runAfter(run: RunRef): Promise<RunRef> {
    for (let look = 0; look < maxLooks; look += 1) {
      const found = await this.client.nextRun(run);
      if (found) return found;
      await sleep(lookIntervalMs);
    }
    const { errors } = locales[this.language];
    throw new RostrumError("run-failed", { fault: "stopped-elsewhere", thread: run.threadId }, errors);
  }
}
