/**
 * Announces the conversation to screen readers: whose turn it is, each sentence as soon as it is complete, for whom the
 * conversation waits, and why it halted or ended.
 */
import { useCallback, useContext, useEffect, useRef, useState } from "react";
import type { Status, WaitingPerson } from "../../port.js";
import type { Frame } from "../../state/frame.js";
import { withoutMarks } from "../../state/markdown.js";
import { useWords, type Words } from "../../words/words.js";
import { questionOf } from "../taking-part/answer.js";
import { SeatMarksContext } from "./seat-marks.js";
import { haltIn } from "./voice.js";

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

/** Says for whom the conversation waits, or when it halted. Returns an empty string if it runs. */
function standstill(frame: Frame, status: Status, yours: readonly string[], { stage, takePart }: Words): string {
  const waiting: readonly WaitingPerson[] = status.waiting ?? [];
  const own = waiting.find(({ value }) => yours.includes(value.participant));
  if (own) return questionOf(own, takePart);
  if (waiting.length > 0) return stage.waitsFor(waiting.map(({ value }) => value.participant));
  return haltIn(frame, status, stage) ?? "";
}

interface AnnouncerProps {
  readonly frame: Frame;
  /** Null while the table shows the past. */
  readonly status: Status | null;
  /** Whether to announce nothing. True while a person views past turns. */
  readonly isQuiet: boolean;
}

export function Announcer({ frame, status, isQuiet }: AnnouncerProps) {
  const words = useWords();
  const { stage } = words;
  const { yours } = useContext(SeatMarksContext);
  const [said, setSaid] = useState<readonly Announcement[]>([]);
  /** The current turn, the id of the next announcement, and the number of announced characters of each speech. */
  const announced = useRef({ turn: -1, next: 0, lengths: new Map<string, number>() });
  const say = useCallback((texts: readonly string[]) => {
    if (texts.length === 0) return;
    const first = announced.current.next;
    announced.current.next += texts.length;
    setSaid((earlier) => [...earlier, ...texts.map((text, index) => ({ id: first + index, text }))].slice(-kept));
  }, []);
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
    say(texts);
  }, [frame, isQuiet, stage, say]);
  const halted = status && !isQuiet ? standstill(frame, status, yours, words) : "";
  useEffect(() => say(halted ? [halted] : []), [halted, say]);
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
