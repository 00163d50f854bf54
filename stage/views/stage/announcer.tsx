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

/** Returns the index at which the last complete sentence ends. */
function lastSentence(text: string, isComplete: boolean): number {
  if (isComplete) return text.length;
  return Math.max(
    ...[...text.matchAll(/[.!?…]["”’)]*\s|[。！？]["”’）]*|\n/gu)].map((end) => end.index + end[0].length),
    0,
  );
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
      const until = lastSentence(text, isComplete);
      if (before === undefined) texts.push(stage.announceFloor(speaker));
      if (until > (before ?? 0)) texts.push(withoutMarks(text.slice(before ?? 0, until)));
      announced.current.lengths.set(speaker, Math.max(before ?? 0, until));
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
