import { useLayoutEffect, useRef, useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { api } from "../net/api.js";
import type { Family } from "../state/families.js";
import { useWords } from "../words/words.js";
import { Button } from "./parts.js";
import { useDraft } from "./use-draft.js";
import { addressOf } from "./use-route.js";

/** The thread's id if somebody chose it; empty if it was generated. */
const nameOf = (thread: string) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(thread) ? "" : thread);

interface EntryProps {
  readonly family: Family;
  /** Called when the server has deleted or renamed the conversation. */
  readonly onChanged: () => void;
  readonly onRefused: (why: RequestError) => void;
}

export function Entry({ family, ...events }: EntryProps) {
  const { home, modes, states, ago } = useWords();
  const { conversation, forks } = family;
  const { thread, title, topic, origin, mode, status, turn, updatedAt } = conversation;
  // A draft, which survives if the entry moves to another group of the list and is mounted again.
  const [typed, setTyped] = useDraft<string>(`title.${thread}`);
  const shown = title ?? topic;
  return (
    <li>
      <div className="entry" data-status={status}>
        {typed !== null ? (
          <Rename {...events} thread={thread} title={title} topic={topic} typed={typed} onTyped={setTyped} />
        ) : (
          <>
            <a href={addressOf("talk", thread)}>
              <bdi className="entry-title">{shown}</bdi>
              {title !== null && title !== topic && <bdi className="entry-topic">{topic}</bdi>}
              <span className="entry-facts">
                <span className="entry-status">{states[status] ?? status}</span>
                {origin && <span>{home.forkedAfter(origin.turn)}</span>}
                <span>{modes[mode]?.name ?? mode}</span>
                {nameOf(thread) && <bdi>{thread}</bdi>}
                <span>{home.turns(turn)}</span>
                <span>{ago(Date.now() - Date.parse(updatedAt))}</span>
              </span>
            </a>
            <Button icon="pen" label={home.rename(shown)} onClick={() => setTyped(title ?? "")} />
            <Remove {...events} thread={thread} shown={shown} />
          </>
        )}
      </div>
      {forks.length > 0 && (
        <ul className="forks">
          {forks.map((fork) => (
            <Entry key={fork.conversation.thread} family={fork} {...events} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface RemoveProps extends Omit<EntryProps, "family"> {
  readonly thread: string;
  readonly shown: string;
}

function Remove({ thread, shown, onChanged, onRefused }: RemoveProps) {
  const { home } = useWords();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return <Button icon="trash" label={home.removeSure(shown)} onClick={() => setAsked(true)} />;
  return (
    <Button
      className="alarming"
      onBlur={() => setAsked(false)}
      onClick={() => void api.remove(thread).then(onChanged, onRefused)}
    >
      {home.remove}
    </Button>
  );
}

interface RenameProps extends Omit<EntryProps, "family"> {
  readonly thread: string;
  readonly title: string | null;
  readonly topic: string;
  readonly typed: string;
  /** Null closes the form. */
  readonly onTyped: (text: string | null) => void;
}

function Rename({ thread, title, topic, typed, onTyped, onChanged, onRefused }: RenameProps) {
  const { home, shell } = useWords();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new field takes the focus.
  useLayoutEffect(() => {
    // Somebody may be typing elsewhere while the entry moves.
    if (document.activeElement !== document.body) return;
    field.current?.focus();
    if (typed === (title ?? "")) field.current?.select();
  }, []);
  const save = async () => {
    try {
      await api.rename(thread, typed.trim() || null);
      onChanged();
      onTyped(null);
    } catch (error) {
      onRefused(error as RequestError);
    }
  };
  return (
    <form
      className="rename"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") onTyped(null);
      }}
    >
      <input
        ref={field}
        dir="auto"
        aria-label={home.newTitle}
        placeholder={topic}
        maxLength={200}
        value={typed}
        onChange={({ target }) => onTyped(target.value)}
      />
      <Button type="submit" icon="check" label={home.saveTitle} />
      <Button icon="close" label={shell.close} onClick={() => onTyped(null)} />
    </form>
  );
}
