/** A conversation that a server runs, followed and taken part in here as if it ran here. */

import { setTimeout as sleep } from "node:timers/promises";
import type { RunRef } from "../../client/connection.js";
import type { WaitingPerson } from "../../client/conversation.js";
import { stateIn } from "../../client/conversation.js";
import type { RostrumClient } from "../../client/rostrum-client.js";
import { RostrumError } from "../../errors.js";
import type { CliTexts } from "../../locales/command-line.js";
import { locales } from "../../locales/registry.js";
import type { ExportableState } from "../../transcript/json.js";
import { type RunEnd, sceneOf, show } from "../conversation-run.js";
import type { RemoteRunner } from "../converse.js";
import type { Io } from "../io.js";
import { sayBeside } from "../say-beside.js";
import { unlessAborted } from "../unless-aborted.js";

/** What there is to follow, or whom to ask first. */
export interface Begun {
  readonly threadId: string;
  readonly run: RunRef | undefined;
  readonly waiting: readonly WaitingPerson[];
  /** Whether the run was begun by somebody else, who may be following it as well. */
  readonly isOthers?: boolean;
  /** What the conversation has come to, where it goes on. */
  readonly state?: ExportableState | undefined;
}

export interface RemoteOptions {
  readonly client: RostrumClient;
  readonly texts: CliTexts;
  begin(): Promise<Begun>;
  /** The command that does something with the thread. */
  command(name: string, threadId: string): string;
  readonly io: Io;
  /** Whether nothing is said beside the conversation. */
  readonly isQuiet: boolean;
}

type Following = Parameters<RemoteRunner["run"]>[0];

/** How long another run is waited for where somebody else broke one off to be heard: so many times, so many milliseconds. */
const looks = 10;
const betweenLooksMs = 300;

export class RemoteConversation implements RemoteRunner {
  private threadId: string | undefined;
  private isOthers = false;
  private readonly leaving = new AbortController();
  /** Whether the thread has anything that can be shown or gone on with. */
  private isSpeculating = false;

  constructor(private readonly options: RemoteOptions) {}

  async run(following: Following): Promise<RunEnd> {
    const { observers, audience, stopping } = following;
    const { client, texts, begin } = this.options;
    let isWaiting = false;
    try {
      const { threadId, state, isOthers = false, ...begun } = await begin();
      this.isOthers = isOthers;
      this.isSpeculating = state !== undefined;
      let { run, waiting } = begun;
      this.threadId = threadId;
      this.note(texts.remote.thread(threadId), following);
      if (state) show(sceneOf(state), observers);
      audience?.connect((text, details) => client.interject(threadId, text, details));
      for (;;) {
        if (run) waiting = await this.follow(run, following);
        isWaiting = waiting.length > 0;
        if (!isWaiting) return { state: await this.state(), isWaiting };
        for (const observer of observers) observer.makeWay?.();
        const answers = await unlessAborted(audience?.answer(waiting), stopping.ending);
        const lines = Object.entries(answers ?? {}).map(([id, { text }]) => [id, text]);
        run = await client.answer(threadId, Object.fromEntries(lines));
        this.isOthers = false;
      }
    } catch (error) {
      return { state: await this.state().catch(() => undefined), error, isWaiting };
    } finally {
      for (const observer of observers) observer.close();
    }
  }

  describe(hasEnded: boolean): string | undefined {
    const { texts, command } = this.options;
    if (this.threadId === undefined || !this.isSpeculating) return undefined;
    return hasEnded
      ? texts.threads.kept(this.threadId, command("show", this.threadId))
      : texts.threads.keptUnfinished(this.threadId, command("resume", this.threadId));
  }

  /** Follows a run and those that others put in its place. Returns who is waited for at its end. */
  private async follow(first: RunRef, following: Following): Promise<WaitingPerson[]> {
    const { client, texts } = this.options;
    const { observers, stopping } = following;
    const { signal } = stopping;
    const waiting: WaitingPerson[] = [];
    let run: RunRef | undefined = first;
    // What cannot be told to the server ends here at the second Ctrl-C.
    const cancel = () => void this.stop(first.threadId, stopping).catch(() => {});
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
    try {
      while (run) {
        let isBrokenOff = false;
        for await (const event of client.follow(run, { signal: this.leaving.signal })) {
          if (event.type === "your-turn") waiting.push(event);
          else if (event.type === "cancelled") {
            isBrokenOff = true;
            for (const observer of observers) observer.breakOff?.();
          } else if (event.type === "gap") this.note(texts.remote.gap, following);
          else {
            this.isSpeculating = true;
            show(event, observers);
          }
        }
        run = isBrokenOff && !signal.aborted ? await this.runAfter(run) : undefined;
      }
      if (signal.aborted) await this.stop(first.threadId, stopping);
      return waiting;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  private note(text: string, { audience, observers }: Following): void {
    const { io, isQuiet } = this.options;
    if (!isQuiet) sayBeside(text, { io, audience, observers });
  }

  /** Who only stops reading what others have begun leaves it to them. */
  private async stop(threadId: string, stopping: Following["stopping"]): Promise<void> {
    if (this.isOthers && stopping.by() === "reader") this.leaving.abort();
    else await this.cancelAll(threadId);
  }

  /** Cancels what is under way, also a run that somebody else is just putting in the place of this one. */
  private async cancelAll(threadId: string): Promise<void> {
    const { client } = this.options;
    for (let quiet = 0; quiet < 2; ) {
      const run = await client.activeRun(threadId);
      if (run) await client.cancel(run);
      quiet = run ? 0 : quiet + 1;
      if (quiet === 1) await sleep(betweenLooksMs);
    }
  }

  /** The run that goes on after somebody else has broken one off. It may be over by now. */
  private async runAfter(run: RunRef): Promise<RunRef> {
    const { client, texts } = this.options;
    for (let look = 0; look < looks; look += 1) {
      const found = await client.nextRun(run);
      if (found) return found;
      await sleep(betweenLooksMs);
    }
    throw new RostrumError(
      "run-failed",
      { fault: "stopped-elsewhere", thread: run.threadId },
      locales[texts.language].errors,
    );
  }

  private async state(): Promise<ExportableState | undefined> {
    const state = this.threadId === undefined ? undefined : stateIn(await this.options.client.read(this.threadId));
    this.isSpeculating ||= state !== undefined;
    return state;
  }
}
