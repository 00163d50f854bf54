/** What runs a conversation, here or on a server, and what it has to do with while it runs. */
import type { CliTexts } from "../../locales/en/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import type { ExportableState } from "../../transcript/json.js";
import type { Audience } from "../audience/audience.js";
import { quote } from "../options.js";
import type { Observer } from "../terminal/text.js";
import type { Stopping } from "./stopping.js";

export interface Session {
  readonly observers: readonly Observer[];
  /** Whoever takes part from outside; undefined where nobody can. */
  readonly audience: Audience | undefined;
  readonly stopping: Stopping;
  /** Shows a sentence beside the conversation, never in the middle of a line. */
  note(text: string): void;
}

export interface RunEnd {
  /** The state that the conversation ended in, or had when it stopped. */
  readonly state: ExportableState | undefined;
  /** Why it stopped; undefined where it ended. */
  readonly error?: unknown;
  readonly isWaiting: boolean;
}

export interface Runner {
  readonly isRemote: boolean;
  /** Whether the first Ctrl-C lets the current turn end, because the conversation can be resumed from there. */
  readonly canStopAfterTurn: boolean;
  /** Never rejects because of the conversation: see {@link RunEnd.error}. */
  run(session: Session): Promise<RunEnd>;
  /** Where the conversation is saved and the command that shows or resumes it; undefined where nothing is saved. */
  describe(hasEnded: boolean): string | undefined;
}

export function describeSaved(
  name: string,
  hasEnded: boolean,
  command: (words: string) => string,
  { threads }: CliTexts,
): string {
  return hasEnded
    ? threads.saved(name, command(`show ${quote(name)}`))
    : threads.savedUnfinished(name, command(`resume ${quote(name)}`));
}

export function announce(event: RostrumEvent, observers: readonly Observer[]): void {
  for (const observer of observers) observer.makeWay?.();
  for (const observer of observers) observer.see(event);
}

/** The first event of a conversation, for observers that join a resumed one. */
export function sceneOf(state: ExportableState): RostrumEvent {
  const { topic, participants, director, supervisor, seed = 0, maxTurns } = state;
  return { type: "scene-set", topic, participants, leader: director ?? supervisor ?? null, seed, maxTurns };
}

/** Waits for something that cannot be cancelled, until the signal aborts. Rejects with the signal's reason. */
export function unlessAborted<Value>(value: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const removeListener = () => signal.removeEventListener("abort", stop);
    Promise.resolve(value).then(resolve, reject).finally(removeListener);
  });
}
