/** Runs a conversation to its end, shows it, and has people take part in it, wherever it is. */
import type { CliTexts } from "../../locales/en/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import type { WaitingPerson } from "../../state/people.js";
import type { Paused } from "../../state/records.js";
import type { ExportableState } from "../../transcript/json.js";
import type { Audience } from "../audience/audience.js";
import type { Answers } from "../audience/person-turns.js";
import type { Display } from "../terminal/display.js";
import type { LocalRunner } from "./local-runner.js";
import type { ServerRunner } from "./server-runner.js";
import type { Stopping } from "./stopping.js";

export interface Session {
  readonly display: Display;
  readonly audience: Audience | undefined;
  readonly stopping: Stopping;
  readonly texts: CliTexts;
  /** Shows a sentence beside the conversation, never in the middle of a line. */
  note(text: string): void;
}

export interface RunEnd {
  /** The state that the conversation ended in, or had when it stopped. */
  readonly state: ExportableState | undefined;
  readonly hasEnded: boolean;
  /** Why it stopped; undefined where it ended. */
  readonly error?: unknown;
}

export type Runner = LocalRunner | ServerRunner;

/** The first event of a conversation, for observers that join a resumed one. */
function sceneOf({ topic, participants, director, supervisor, seed = 0, maxTurns }: ExportableState): RostrumEvent {
  return { type: "scene-set", topic, participants, leader: director ?? supervisor ?? null, seed, maxTurns };
}

/** Never rejects because of the conversation: see {@link RunEnd.error}. */
export async function runConversation(runner: Runner, session: Session): Promise<RunEnd> {
  const { display, audience, stopping, texts, note } = session;
  let waiting: WaitingPerson[] = [];
  let answers: Answers | null | undefined;
  let error: unknown;
  try {
    const begun = await runner.begin(session);
    if (begun) display.see(sceneOf(begun));
    do {
      waiting = [];
      let pause: Paused | undefined;
      for await (const event of runner.events(answers, stopping)) {
        if (event.type === "your-turn" || event.type === "approval") waiting.push(event);
        else if (event.type === "gap") note(texts.remote.gap);
        else if (event.type === "paused") pause = event;
        else if (event.type === "cancelled") display.breakOff();
        else display.see(event);
      }
      if (waiting.length === 0 && !pause) break;
      display.makeWay();
      if (pause)
        answers = (await unlessAborted(audience?.turns.endPause(pause), stopping.afterTurn)) ? null : undefined;
      else answers = await unlessAborted(audience?.turns.answer(waiting), stopping.afterTurn);
    } while (answers !== undefined);
  } catch (thrown) {
    error = thrown;
  }
  display.breakOff();
  try {
    return { ...(await runner.end(waiting.length > 0)), error };
  } catch (thrown) {
    return { state: undefined, hasEnded: false, error: error ?? thrown };
  }
}

/** Waits for something that cannot be cancelled, until the signal aborts. Rejects with the signal's reason. */
function unlessAborted<Value>(value: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  return Promise.race([value, aborted]).finally(() => signal.removeEventListener("abort", stop));
}
