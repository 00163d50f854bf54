/** Shows a conversation that a server runs, and takes part in it, as if it ran here. */
import { setTimeout as sleep } from "node:timers/promises";
import type { RunRef } from "../../client/connection.js";
import { stateIn, type WaitingPerson } from "../../client/conversation.js";
import type { RostrumClient } from "../../client/rostrum-client.js";
import { RostrumError } from "../../errors.js";
import { locales } from "../../locales/registry.js";
import type { ExportableState } from "../../transcript/json.js";
import type { PreparedRun } from "./prepare.js";
import { announce, describeSaved, type RunEnd, type Runner, type Session, sceneOf, unlessAborted } from "./runner.js";

export interface StartedRun {
  readonly threadId: string;
  readonly run?: RunRef | undefined;
  readonly waiting?: readonly WaitingPerson[];
  /** Whether another client started the run and may be following it as well. Default: false. */
  readonly isShared?: boolean;
  readonly state?: ExportableState | undefined;
}

/** How often and at which interval the runner looks for the run that replaces a cancelled one. */
const maxLooks = 10;
const lookIntervalMs = 300;

export class ServerRunner implements Runner {
  readonly isRemote = true;
  readonly canStopAfterTurn = false;
  private threadId: string | undefined;
  private isShared = false;
  private hasContent = false;
  private readonly leaving = new AbortController();

  constructor(
    private readonly client: RostrumClient,
    private readonly prepared: Pick<PreparedRun, "options" | "texts">,
    private readonly command: (words: string) => string,
    private readonly start: () => Promise<StartedRun>,
  ) {}

  describe(hasEnded: boolean): string | undefined {
    if (this.threadId === undefined || !this.hasContent) return undefined;
    return describeSaved(this.threadId, hasEnded, this.command, this.prepared.texts);
  }

  async run(session: Session): Promise<RunEnd> {
    const { observers, audience, stopping } = session;
    const { client } = this;
    const { texts } = this.prepared;
    let isWaiting = false;
    try {
      const { threadId, state, isShared = false, ...started } = await this.start();
      let { run, waiting = [] } = started;
      this.threadId = threadId;
      this.isShared = isShared;
      this.hasContent = state !== undefined;
      this.note(texts.remote.thread(threadId), session);
      if (state) announce(sceneOf(state), observers);
      audience?.connect((text, details) => client.interject(threadId, text, details));
      for (;;) {
        if (run) waiting = await this.follow(run, session);
        isWaiting = waiting.length > 0;
        if (!isWaiting) return { state: await this.readState(), isWaiting };
        for (const observer of observers) observer.makeWay?.();
        const answers = await unlessAborted(audience?.turns.answer(waiting), stopping.afterTurn);
        const lines = Object.entries(answers ?? {}).map(([id, { text }]) => [id, text]);
        run = await client.answer(threadId, Object.fromEntries(lines));
        this.isShared = false;
      }
    } catch (error) {
      return { state: await this.readState().catch(() => undefined), error, isWaiting };
    } finally {
      for (const observer of observers) observer.close();
    }
  }

  /** Follows a run, and the runs that others put in its place. Returns the people that it waits for at its end. */
  private async follow(first: RunRef, session: Session): Promise<WaitingPerson[]> {
    const { observers, stopping } = session;
    const { signal } = stopping;
    const waiting: WaitingPerson[] = [];
    // If the server does not hear of it, the second Ctrl-C ends the process.
    const cancel = () => void this.stop(first.threadId, session).catch(() => {});
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
    try {
      let run: RunRef | undefined = first;
      while (run) {
        let isCancelled = false;
        for await (const event of this.client.follow(run, { signal: this.leaving.signal })) {
          if (event.type === "your-turn") waiting.push(event);
          else if (event.type === "gap") this.note(this.prepared.texts.remote.gap, session);
          else if (event.type === "cancelled") {
            isCancelled = true;
            for (const observer of observers) observer.breakOff?.();
          } else {
            this.hasContent = true;
            announce(event, observers);
          }
        }
        run = isCancelled && !signal.aborted ? await this.runAfter(run) : undefined;
      }
      if (signal.aborted) await this.stop(first.threadId, session);
      return waiting;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  private note(text: string, session: Session): void {
    if (!this.prepared.options.quiet) session.note(text);
  }

  /** Leaves a shared run alone where only the reader of stdout has gone. */
  private async stop(threadId: string, { stopping }: Session): Promise<void> {
    if (this.isShared && stopping.by() === "reader") return this.leaving.abort();
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
    const { errors } = locales[this.prepared.texts.language];
    throw new RostrumError("run-failed", { fault: "stopped-elsewhere", thread: run.threadId }, errors);
  }

  private async readState(): Promise<ExportableState | undefined> {
    const state = this.threadId === undefined ? undefined : stateIn(await this.client.read(this.threadId));
    this.hasContent ||= state !== undefined;
    return state;
  }
}
