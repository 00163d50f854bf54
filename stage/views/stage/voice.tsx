import { memo, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isDraft, type Status, type WaitingPerson } from "../../port.js";
import type { Frame, ShownSpeech } from "../../state/frame.js";
import { excerpt } from "../../state/markdown.js";
import { useWords, type Words } from "../../words/words.js";
import { Markdown } from "../markdown.js";
import { Button } from "../parts.js";
import { SeatMarksContext } from "./seat-marks.js";

interface VoiceProps {
  readonly frame: Frame;
  readonly topic: string;
  readonly lastTurn: number;
  /** Null if the frame shows the past. */
  readonly status: Status | null;
  /** Whether the conversation is running, and the server answers. */
  readonly isLive: boolean;
  readonly roleOf: (name: string) => string;
  readonly onWhy: (turn: number) => void;
}

export function Voice({ frame, topic, lastTurn, status, isLive, roleOf, onWhy }: VoiceProps) {
  const { stage } = useWords();
  const { turn, phase, speeches, isEarlier, end } = frame;
  if (phase === "empty") return <p className="voice-topic">{topic || stage.setting}</p>;
  return (
    <>
      <Place frame={frame} lastTurn={lastTurn} />
      {frame.heard.slice(-2).map(({ id, from, to, text }) => (
        <p key={id} className="voice-lead voice-heard">
          <bdi className="voice-leader">{to === null ? from : `${from} ${stage.to(to)}`}</bdi>{" "}
          <bdi>{excerpt(text)}</bdi>
        </p>
      ))}
      {frame.lead && !isEarlier && (
        <p className="voice-lead">
          <bdi className="voice-leader">{frame.lead.speaker}</bdi> <bdi>{excerpt(frame.lead.text)}</bdi>
        </p>
      )}
      <div
        className="voice-speeches"
        data-many={speeches.length > 1 || undefined}
        data-earlier={isEarlier || undefined}
      >
        {speeches.map((speech) => (
          <Speech key={speech.speaker} {...speech} role={roleOf(speech.speaker)} isOnly={speeches.length === 1} />
        ))}
      </div>
      <div className="voice-floor">
        <Floor frame={frame} status={status} isLive={isLive} />
        {frame.decision && turn > 0 && (
          <Button className="quiet" onClick={() => onWhy(turn)}>
            {stage.why}
          </Button>
        )}
      </div>
      {end && <p className="voice-end">{stage.end(end)}</p>}
    </>
  );
}

function Place({ frame: { turn, until, stage: name, round, task }, lastTurn }: Pick<VoiceProps, "frame" | "lastTurn">) {
  const { stage } = useWords();
  return (
    <p className="voice-place">
      <span>{turn === 0 ? stage.opening : until > turn ? stage.turns(turn, until) : stage.turn(turn, lastTurn)}</span>
      {name !== null && <span className="voice-stage">{stage.round(name, round ?? 1)}</span>}
      {task !== null && <bdi className="voice-task">{task}</bdi>}
    </p>
  );
}

/** The content of the table's middle on narrow screens, where the speech is below the table. */
export const Note = ({ frame, lastTurn, ...now }: Pick<VoiceProps, "frame" | "lastTurn" | "status" | "isLive">) => (
  <>
    <Place frame={frame} lastTurn={lastTurn} />
    <Floor frame={frame} {...now} />
  </>
);

const sizes = ["xl", "l", "m", "s"] as const;

/** The maximum length of a text for which sizes are tried, in characters. Each try lays out the whole text. */
const longestFitting = 6000;

/**
 * Chooses the largest font size at which the whole speech fits. Uses the smallest if the speech fits at no size, is
 * very long, or is one of several.
 */
function fitText(box: HTMLElement, text: string, isOnly: boolean): void {
  const speech = box.parentElement as HTMLElement;
  for (const size of isOnly && text.length <= longestFitting ? sizes : sizes.slice(-1)) {
    speech.dataset["size"] = size;
    if (size === "s" || box.scrollHeight <= box.clientHeight + 2) break;
  }
  markCuts(box);
}

interface SpeechProps extends ShownSpeech {
  readonly role: string;
  readonly isOnly: boolean;
}

/** Marks where the text is cut off, so that the style sheet fades these ends. */
function markCuts(box: HTMLElement): void {
  box.toggleAttribute("data-more-above", box.scrollTop > 4);
  box.toggleAttribute("data-more-below", box.scrollTop + box.clientHeight < box.scrollHeight - 4);
}

/** Reserves space for `length` characters. */
const Filler = ({ length }: { readonly length: number }) => (
  <span className="speech-rest" aria-hidden="true">
    {"nnnnn ".repeat(Math.ceil(length / 6))}
  </span>
);

const Speech = memo(function Speech({ speaker, text, isComplete, attempt, rest, role, isOnly }: SpeechProps) {
  const { stage } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(text);
  latest.current = text;
  // Fits the text into its box, and scrolls to the newest words of a long speech in progress.
  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown) return;
    fitText(shown, text, isOnly);
    if (text !== "" && !isComplete && rest === 0) shown.scrollTop = shown.scrollHeight;
  }, [text, isComplete, rest, isOnly]);
  useLayoutEffect(() => {
    const shown = box.current;
    const around = shown?.closest(".main");
    if (!shown || !around) return undefined;
    const observer = new ResizeObserver(() => fitText(shown, latest.current, isOnly));
    observer.observe(around);
    return () => observer.disconnect();
  }, [isOnly]);
  return (
    <figure className="speech">
      <figcaption>
        <strong>
          <bdi>{speaker}</bdi>
        </strong>
        {role && <bdi className="speech-role">{role}</bdi>}
        {attempt > 1 && <span className="speech-attempt">{stage.attempt(attempt)}</span>}
      </figcaption>
      <section
        className="speech-text"
        aria-label={speaker}
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        onScroll={({ currentTarget }) => markCuts(currentTarget)}
      >
        <Markdown isComplete={isComplete} end={rest > 0 && <Filler length={rest} />}>
          {text}
        </Markdown>
      </section>
    </figure>
  );
});

function Floor({ frame, status, isLive }: Pick<VoiceProps, "frame" | "status" | "isLive">) {
  const { stage, rules, bidReason } = useWords();
  const { phase, bids, decision, retry } = frame;
  const { typing } = useContext(SeatMarksContext);
  const waiting: readonly WaitingPerson[] = status?.waiting ?? [];
  const [drafts, lines] = [waiting.filter(isDraft), waiting.filter((each) => !isDraft(each))].map((some) =>
    some.map(({ value }) => value.participant),
  ) as [string[], string[]];
  if (waiting.length > 0)
    return (
      <p className="floor-line floor-awaits">
        {lines.length > 0 && (
          <span>{lines.every((name) => typing.includes(name)) ? stage.typing(lines) : stage.waitsFor(lines)}</span>
        )}
        {drafts.length > 0 && <span>{stage.waitsForApproval(drafts)}</span>}
      </p>
    );
  const halt = status && haltIn(frame, status, stage);
  if (halt) return <p className="floor-line">{halt}</p>;
  const quiet = isLive && <Quiet since={frame} />;
  if (retry) return <p className="floor-line">{stage.retry(retry)}</p>;
  if (phase === "bidding")
    return (
      <p className="floor-line">
        <span>
          {stage.bidsIn(bids.length, frame.bidders)}
          {quiet}
        </span>
      </p>
    );
  if (!decision) return quiet && <p className="floor-line">{quiet}</p>;
  const { tied, draw, speaker, rule, addressed } = decision;
  const isTie = tied.length > 1 && draw !== null;
  const how = addressed?.granted ? rules["spoken-to"] : (rules[rule] ?? rule);
  return (
    <p className="floor-line">
      <span>
        <bdi>{bidReason(decision) ?? (isTie ? stage.draw(draw, speaker) : how)}</bdi>
        {quiet}
      </span>
      {isTie && phase === "decided" && <Draw tied={tied} draw={draw} speaker={speaker} />}
    </p>
  );
}

export function haltIn(
  { turn, phase }: Frame,
  { isCutOff, status }: Status,
  stage: Words["stage"],
): string | undefined {
  const isUnderWay = ["bidding", "decided", "speaking"].includes(phase);
  return stage.halts[isCutOff ? "cut-off" : status]?.(stage.moment(turn, isUnderWay));
}

/** The length of a silence that needs no explanation, in seconds. */
const shortSilence = 3;

/** Shows the seconds since `since` changed. Without them, a slow model would look like a broken page. */
function Quiet({ since }: { readonly since: unknown }) {
  const { stage } = useWords();
  const [seconds, setSeconds] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `since` restarts the count
  useEffect(() => {
    setSeconds(0);
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return seconds < shortSilence ? null : <span className="quiet-time">{stage.nothingNew(seconds)}</span>;
}

/** Draws a line from 0 to 1 that is divided equally among the tied participants, and marks the number drawn. */
export function Draw({ tied, draw, speaker }: { tied: readonly string[]; draw: number; speaker: string }) {
  return (
    <span className="draw" aria-hidden="true">
      {tied.map((name) => (
        <span key={name} data-won={name === speaker || undefined}>
          <bdi>{name}</bdi>
        </span>
      ))}
      <i style={{ left: `${draw * 100}%` }} />
    </span>
  );
}
