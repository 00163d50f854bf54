/** Announces the conversation to screen readers, each sentence as soon as it is complete. */
import { useCallback, useContext, useEffect, useRef, useState } from "react";
import type { Status, WaitingPerson } from "../../port.js";
import type { Frame } from "../../state/frame.js";
import { withoutMarks } from "../../state/markdown.js";
import { type ConversationRecord, linesOf } from "../../state/record.js";
import { useWords, type Words } from "../../words/words.js";
import { questionOf } from "../taking-part/answer.js";
import { SeatMarksContext } from "./seat-marks.js";
import { haltIn } from "./voice.js";

/** The number of announcements that stay on the page, so that a slow screen reader can still read them. */
const kept = 6;

type Said = Pick<Frame["speeches"][number], "speaker" | "text" | "isComplete">;

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** The maximum length of an announcement, in characters. The whole text is in the speech itself. */
const longest = 4000;

function lastSentence(text: string, from: number, isComplete: boolean): number {
  if (isComplete) return text.length;
  const start = Math.max(from, text.length - longest);
  const end = [...text.slice(start).matchAll(/[.!?…]["”’)]*\s|[。！？]["”’）]*|\n/gu)].at(-1);
  return end ? start + end.index + end[0].length : from;
}

/**
 * Returns a text that says what the conversation is waiting for, or why it has halted; an empty text if neither is the
 * case. A question to this browser's participant takes precedence.
 */
function standstill(frame: Frame, status: Status, yours: readonly string[], { stage, takePart }: Words): string {
  const waiting: readonly WaitingPerson[] = status.waiting ?? [];
  const own = waiting.find(({ value }) => yours.includes(value.participant));
  if (own) return questionOf(own, takePart);
  if (waiting.length > 0) return stage.waitsFor(waiting.map(({ value }) => value.participant));
  return haltIn(frame, status, stage) ?? "";
}

/**
 * Returns the sentences of a speech that are complete and new, preceded by an announcement of the speaker if the speech
 * is new.
 * @param lengths - The number of announced characters of each speaker, which this function updates.
 */
function newIn({ speaker, text, isComplete }: Said, lengths: Map<string, number>, stage: Words["stage"]): string[] {
  const from = lengths.get(speaker) ?? 0;
  const until = lastSentence(text, from, isComplete);
  const start = lengths.has(speaker) ? [] : [stage.announceFloor(speaker)];
  lengths.set(speaker, Math.max(from, until));
  return until > from ? [...start, withoutMarks(text.slice(from, Math.min(until, from + longest)))] : start;
}

interface Announced {
  readonly turn: number;
  /** The last of the simultaneous turns if more than one of them has a speech; otherwise equals `turn`. */
  readonly until: number;
  readonly lengths: Map<string, number>;
}

interface AnnouncerProps {
  readonly frame: Frame;
  readonly record: ConversationRecord;
  /** Null while the table shows the past. */
  readonly status: Status | null;
  /** True while a person views a past turn without playing it. */
  readonly isQuiet: boolean;
}

export function Announcer({ frame, record, status, isQuiet }: AnnouncerProps) {
  const words = useWords();
  const { stage } = words;
  const { yours } = useContext(SeatMarksContext);
  const [said, setSaid] = useState<readonly Announcement[]>([]);
  const announced = useRef<Announced>({ turn: -1, until: -1, lengths: new Map() });
  const nextId = useRef(0);
  const say = useCallback((texts: readonly string[]) => {
    if (texts.length === 0) return;
    const first = nextId.current;
    nextId.current += texts.length;
    setSaid((earlier) => [...earlier, ...texts.map((text, index) => ({ id: first + index, text }))].slice(-kept));
  }, []);
  const isLive = status !== null;
  useEffect(() => {
    const { turn, until, speeches, isEarlier, end } = frame;
    if (isQuiet) return;
    const texts: string[] = [];
    const announce = (first: number, last: number, speech: Said) => {
      const { current } = announced;
      if (first > current.until || first < current.turn)
        announced.current = { turn: first, until: last, lengths: new Map() };
      texts.push(...newIn(speech, announced.current.lengths, stage));
    };
    // If the page was opened before anything was said in this turn, announces everything that is said from here on.
    if (announced.current.turn < 0 && isEarlier) announced.current = { turn, until: turn, lengths: new Map() };
    const last = announced.current.turn;
    // Several turns may arrive at once, so the table may not have shown the end of each. If many arrive, the page is
    // catching up and does not announce them.
    if (isLive && last >= 0 && turn - last < kept)
      for (let each = last; each < turn; each += 1)
        for (const line of linesOf(record, each)) announce(each, each, { ...line, isComplete: true });
    if (!isEarlier) for (const speech of speeches) announce(turn, until, speech);
    const { lengths } = announced.current;
    if (end && !lengths.has("")) {
      lengths.set("", 1);
      texts.push(stage.end(end));
    }
    say(texts);
  }, [frame, record, isLive, isQuiet, stage, say]);
  const halted = status && !isQuiet ? standstill(frame, status, yours, words) : "";
  // The ids distinguish questions, because the next one may have the same text, and may arrive before the page has
  // shown that the conversation continued.
  const questions = (status?.waiting ?? []).map(({ id }) => id).join();
  const lastHalt = useRef("");
  useEffect(() => {
    const halt = halted && `${questions} ${halted}`;
    if (halt !== lastHalt.current && halted) say([halted]);
    lastHalt.current = halt;
  }, [halted, questions, say]);
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
