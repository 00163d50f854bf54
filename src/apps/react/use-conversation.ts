import { useMemo, useState } from "react";
import type { Control } from "../../core/state/control-record.js";
import type { NumberedEvent } from "../../core/state/events.js";
import type { Lines, WaitingPerson } from "../../core/state/people.js";
import type { InterjectOptions } from "../../records/interjection.js";
import type { ControlOptions } from "../../talk/conversations/delivery/control.js";
import type {
  CancelOptions,
  ConversationStatus,
  ResumeOptions,
  RunFailure,
} from "../../talk/conversations/port/port.js";
import { connectWeb } from "./connect-web.js";
import { createDigester, type Digest } from "./digest.js";
import type { Trouble } from "./follow-thread.js";
import { portSource, toRequestError } from "./port-source.js";
import type { RequestError } from "./request-error.js";
import type { ConversationSource, StartRequest } from "./source.js";
import { useTalk } from "./use-talk.js";

/**
 * What a conversation has shown so far, and functions to take part in it. The functions that send requests never
 * reject: if a request fails, they resolve to false, or to null in the case of `start`, and `error` says why. Without a
 * conversation, all of them except `start` send nothing.
 */
export interface FollowedConversation extends Digest {
  /** The thread's name; null if the hook was called without a thread, until `start` resolves. */
  readonly thread: string | null;
  /** The conversation's status; null until the first status arrives. */
  readonly status: ConversationStatus | null;
  /** The people for whom the conversation is waiting. */
  readonly waiting: readonly WaitingPerson[];
  /** All saved events, in order, for information that the other fields lack. */
  readonly events: readonly NumberedEvent[];
  /**
   * Why the latest request or the latest run failed; otherwise null. If the error's `status` is 404, the conversation
   * does not exist.
   */
  readonly error: RequestError | RunFailure | null;
  /**
   * What is wrong with the connection; null while it works, even if there are no events. The hook reconnects by itself.
   */
  readonly trouble: Trouble | null;
  /** If the connection is lost, reconnects without waiting. */
  readonly reconnect: () => void;
  /**
   * Starts a conversation. If the hook was called without a thread, it follows the new conversation. Resolves to the
   * thread's name, or to null if the request failed.
   */
  readonly start: (mode: string, request?: StartRequest) => Promise<string | null>;
  /** Sends a listener's message. */
  readonly say: (text: string, options?: InterjectOptions) => Promise<boolean>;
  /**
   * Chooses the next speaker, mutes, unmutes, adds or removes a participant, pauses the conversation, or lets it take
   * one more turn.
   */
  readonly steer: (control: Control, options?: ControlOptions) => Promise<boolean>;
  /** Delivers the answers of people for whom the conversation is waiting. */
  readonly answer: (lines: Lines) => Promise<boolean>;
  /**
   * Continues a conversation that is paused, stopped, failed or forked, or that is waiting for a person whose deadline
   * has passed.
   */
  readonly resume: (options?: ResumeOptions) => Promise<boolean>;
  /** Stops the run. */
  readonly cancel: (options?: CancelOptions) => Promise<boolean>;
}

/** A value that is dropped when the hook gets another source. */
interface Belonging<Value> {
  readonly place: unknown;
  readonly value: Value;
}

const valueIn = <Value>(place: unknown, belonging: Belonging<Value> | null): Value | null =>
  belonging && belonging.place === place ? belonging.value : null;

/**
 * Follows a conversation, and takes part in it. Reconnects by itself, and renders new events at most once per repaint.
 * If a server renders the component, returns an empty conversation.
 *
 * @example
 * ```tsx
 * function Talk({ thread }: { thread: string }) {
 *   const { messages, status, error, say } = useConversation("/rostrum", thread);
 *   return <>
 *     {messages.map(({ id, speaker, text }) => <p key={id}><b>{speaker}:</b> {text}</p>)}
 *     {status !== "ended" && <button onClick={() => say("Please give an example.")}>Ask for an example</button>}
 *     {error && <p role="alert">{error.message}</p>}
 *   </>;
 * }
 * ```
 *
 * @param source - The address of an app created by `createApp` of `rostrum/web`, or a port. A port must be the same
 * object in every render.
 * @param thread - The thread to follow. Default: none until `start`.
 */
export function useConversation(source: ConversationSource | string, thread?: string | null): FollowedConversation {
  const port = useMemo(() => (typeof source === "string" ? connectWeb(source) : portSource(source)), [source]);
  const [started, setStarted] = useState<Belonging<string> | null>(null);
  const [failed, setFailed] = useState<(Belonging<RequestError> & { readonly thread: string | null }) | null>(null);
  const followed = thread ?? valueIn(port, started);
  const { talk, refusal, trouble, reconnect } = useTalk(port, followed);
  const [digest] = useState(createDigester);
  const commands = useMemo(() => {
    const attempt = async <Result>(request: () => Promise<Result>, otherwise: Result): Promise<Result> => {
      try {
        const result = await request();
        setFailed(null);
        return result;
      } catch (error) {
        setFailed({ place: port, thread: followed, value: toRequestError(error) });
        return otherwise;
      }
    };
    const send = (request: (thread: string) => Promise<unknown>) =>
      attempt(async () => {
        if (followed !== null) await request(followed);
        return followed !== null;
      }, false);
    return {
      start: (mode: string, request?: StartRequest) =>
        attempt<string | null>(async () => {
          const { thread: created } = await port.start(mode, request);
          setStarted({ place: port, value: created });
          if (created === followed) reconnect();
          return created;
        }, null),
      say: (text: string, options?: InterjectOptions) => send((known) => port.interject(known, text, options)),
      steer: (control: Control, options?: ControlOptions) => send((known) => port.control(known, control, options)),
      answer: (lines: Lines) => send((known) => port.answer(known, lines)),
      resume: (options?: ResumeOptions) => send((known) => port.resume(known, options)),
      cancel: (options?: CancelOptions) => send((known) => port.cancel(known, options)),
    };
  }, [port, followed, reconnect]);
  const failure = failed?.thread === followed ? valueIn(port, failed) : null;
  const { status, events } = talk;
  return {
    ...useMemo(() => digest(talk), [digest, talk]),
    ...commands,
    thread: followed,
    status: status?.status ?? null,
    waiting: status?.waiting ?? [],
    events,
    error: failure ?? refusal ?? status?.error ?? null,
    trouble,
    reconnect,
  };
}
