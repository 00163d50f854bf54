/**
 * Announces the conversation to screen readers: whose turn it is, each sentence as soon as it is complete, and finally
 * why the conversation ended.
 */
import { useEffect, useRef, useState } from "react";
import type { Frame } from "../../state/frame.js";
import { withoutMarks } from "../../state/markdown.js";
import { useWords } from "../../words/words.js";

/** The number of announcements that stay on the page, so that a slow screen reader does not miss any. */
const kept = 6;

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** The maximum length of an announcement, in characters. The speech itself can be read to its end. */
const longest = 4000;

/** Returns the index at which the last complete sentence ends, if it ends after index `from`; otherwise `from`. */
function lastSentence(text: string, from: number, isComplete: boolean): number {
  if (isComplete) return text.length;
  const start = Math.max(from, text.length - longest);
  const end = [...text.slice(start).matchAll(/[.!?…]["”’)]*\s|[。！？]["”’）]*|\n/gu)].at(-1);
  return end ? start + end.index + end[0].length : from;
}

/** @param isQuiet - Whether to announce nothing. True while a person views past turns. */
export function Announcer({ frame, isQuiet }: { readonly frame: Frame; readonly isQuiet: boolean }) {
  const { stage } = useWords();
  const [said, setSaid] = useState<readonly Announcement[]>([]);
  /** The current turn, the id of the next announcement, and the number of announced characters of each speech. */
  const announced = useRef({ turn: -1, next: 0, lengths: new Map<string, number>() });
  useEffect(() => {
    const { turn, speeches, isEarlier, end } = frame;
    const memory = announced.current;
    if (isQuiet || isEarlier) return;
    const texts: string[] = [];
    if (memory.turn !== turn) announced.current = { turn, next: memory.next, lengths: new Map() };
    for (const { speaker, text, isComplete } of speeches) {
      const before = announced.current.lengths.get(speaker);
      const from = before ?? 0;
      const until = lastSentence(text, from, isComplete);
      if (before === undefined) texts.push(stage.announceFloor(speaker));
      if (until > from) texts.push(withoutMarks(text.slice(from, Math.min(until, from + longest))));
      announced.current.lengths.set(speaker, Math.max(from, until));
    }
    if (end && !announced.current.lengths.has("")) {
      announced.current.lengths.set("", 1);
      texts.push(stage.end(end));
    }
    if (texts.length === 0) return;
    const first = announced.current.next;
    announced.current.next += texts.length;
    setSaid((earlier) => [...earlier, ...texts.map((text, index) => ({ id: first + index, text }))].slice(-kept));
  }, [frame, isQuiet, stage]);
  return (
    <div className="unseen" role="log" aria-live="polite">
      {said.map(({ id, text }) => (
        <p key={id}>
          <bdi>{text}</bdi>
        </p>
      ))}
    </div>
  );
}
