/** Says to screen readers who has the floor, and each sentence as it is complete. */
import { useEffect, useRef, useState } from "react";
import type { Frame } from "../../state/frame.js";
import { useWords } from "../../words/words.js";

/** So many sentences stay, for readers that come late. */
const kept = 6;

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** The end of the last sentence that is complete. */
function lastSentence(text: string, isComplete: boolean): number {
  if (isComplete) return text.length;
  return Math.max(
    ...[...text.matchAll(/[.!?…]["”’)]*\s|[。！？]["”’）]*|\n/gu)].map((end) => end.index + end[0].length),
    0,
  );
}

/** `isQuiet`: while somebody only looks through the turns, nothing is said by itself. */
export function Announcer({ frame, isQuiet }: { readonly frame: Frame; readonly isQuiet: boolean }) {
  const { stage } = useWords();
  const [said, setSaid] = useState<readonly Announcement[]>([]);
  const told = useRef({ turn: -1, next: 0, of: new Map<string, number>() });
  useEffect(() => {
    const { turn, speeches, isEarlier, end } = frame;
    const memory = told.current;
    if (isQuiet || isEarlier) return;
    const texts: string[] = [];
    if (memory.turn !== turn) told.current = { turn, next: memory.next, of: new Map() };
    for (const { speaker, text, isComplete } of speeches) {
      const before = told.current.of.get(speaker);
      const until = lastSentence(text, isComplete);
      if (before === undefined) texts.push(stage.announceFloor(speaker));
      if (until > (before ?? 0)) texts.push(text.slice(before ?? 0, until).trim());
      told.current.of.set(speaker, Math.max(before ?? 0, until));
    }
    if (end && !told.current.of.has("")) {
      told.current.of.set("", 1);
      texts.push(stage.end(end));
    }
    if (texts.length === 0) return;
    const first = told.current.next;
    told.current.next += texts.length;
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
