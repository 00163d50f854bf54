import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Moment, wholeTurn } from "../../state/frame.js";
import { type ConversationRecord, linesOf, turnOf } from "../../state/record.js";
import { scriptOf } from "../../state/script.js";
import { useWords } from "../../words/words.js";
import { CopyLink } from "../copy.js";
import { Button } from "../parts.js";
import type { ShowPlace } from "../use-place.js";

export interface Playback {
  /** The past turn that the table shows. Null if the table shows the current state of the conversation. */
  readonly turn: number | null;
  readonly moment: Moment;
  readonly isPlaying: boolean;
  readonly speed: number;
  go(turn: number | null): void;
  setPlaying(isPlaying: boolean): void;
  setSpeed(speed: number): void;
}

const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param asked - The turn to show. Null, or a turn that has not arrived yet, shows the current state of the
 * conversation.
 */
export function usePlayback(
  record: ConversationRecord,
  asked: number | null,
  show: ShowPlace,
  startsPlaying = false,
): Playback {
  const [isPlaying, setPlaying] = useState(startsPlaying);
  const [speed, setSpeed] = useState(1);
  const [elapsed, setElapsed] = useState<number | null>(startsPlaying ? 0 : null);
  const last = record.turns.at(-1)?.turn ?? 0;
  const turn = asked === null || asked > last ? null : asked;
  const setTurn = useCallback((next: number | null) => show({ turn: next }), [show]);
  const script = useMemo(() => {
    const decision = turn === null || turn === 0 ? null : (turnOf(record, turn)?.decision ?? null);
    const opening = record.items.find(({ kind }) => kind === "opening");
    const lines = turn === 0 ? (opening?.kind === "opening" ? [opening] : []) : linesOf(record, turn ?? 0);
    return scriptOf({
      bids: decision?.bids.length ?? 0,
      isTie: (decision?.tied.length ?? 0) > 1,
      hasDecision: decision !== null,
      text: lines.map(({ text }) => text).join(""),
    });
  }, [record, turn]);
  const clock = useRef(0);
  const timed = useRef(turn);
  // If a link or another panel changed the turn, the table shows the whole turn.
  useLayoutEffect(() => {
    if (timed.current === turn) return;
    timed.current = turn;
    clock.current = 0;
    setElapsed(null);
  }, [turn]);

  // With a layout effect, a pending animation frame for the old turn is cancelled before the new turn appears.
  useLayoutEffect(() => {
    if (!isPlaying || turn === null) return undefined;
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      clock.current += (now - before) * speed;
      before = now;
      if (clock.current < script.length) {
        setElapsed(clock.current);
        frame = requestAnimationFrame(tick);
      } else if (turn < last) {
        clock.current = 0;
        setElapsed(0);
        timed.current = turn + 1;
        setTurn(turn + 1);
      } else {
        setElapsed(null);
        setPlaying(false);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, turn, speed, script, last, setTurn]);

  const restart = (next: number | null) => {
    clock.current = 0;
    setElapsed(null);
    timed.current = next === null ? null : Math.max(0, Math.min(next, last));
    setTurn(timed.current);
  };
  return {
    turn,
    moment:
      elapsed === null
        ? wholeTurn
        : isMotionReduced()
          ? { ...script.momentAt(elapsed), characters: wholeTurn.characters }
          : script.momentAt(elapsed),
    isPlaying,
    speed,
    go(next) {
      restart(next);
      if (next === null) setPlaying(false);
    },
    setPlaying(next) {
      if (next && (turn === null || (turn >= last && elapsed === null))) restart(0);
      if (next) setElapsed(clock.current);
      setPlaying(next);
    },
    setSpeed,
  };
}

interface TransportProps {
  readonly playback: Playback;
  readonly last: number;
  /** The turn in progress, or the last turn if none is in progress. */
  readonly now: number;
  /** Whether the conversation has a live view to return to. False in a replay of an exported conversation. */
  readonly hasLive: boolean;
  readonly isOver: boolean;
  readonly speakerIn: (turn: number) => string;
}

const speeds = [1, 2, 4] as const;

export function Transport({ playback, last, now, hasLive, isOver, speakerIn }: TransportProps) {
  const { strip, stage } = useWords();
  const { turn, isPlaying, speed } = playback;
  const shown = turn ?? last;
  const current = turn ?? now;
  const nextSpeed = speeds[(speeds.indexOf(speed as 1) + 1) % speeds.length] ?? 1;
  return (
    <div className="transport">
      <Button icon="back" label={strip.previous} disabled={current <= 0} onClick={() => playback.go(current - 1)} />
      <Button
        icon={isPlaying ? "pause" : "play"}
        label={isPlaying ? strip.pause : strip.play}
        className="transport-play"
        disabled={last === 0}
        onClick={() => playback.setPlaying(!isPlaying)}
      />
      <Button icon="next" label={strip.next} disabled={shown >= last} onClick={() => playback.go(shown + 1)} />
      <input
        type="range"
        min={0}
        max={last}
        value={shown}
        aria-label={strip.label}
        aria-valuetext={`${shown === 0 ? stage.opening : stage.turn(shown, last)} ${speakerIn(shown)}`}
        style={{ "--share": shown / Math.max(1, last) } as React.CSSProperties}
        onChange={(event) => playback.go(Number(event.target.value))}
      />
      <span className="transport-place">{strip.position(current, now)}</span>
      <Button className="quiet transport-speed" label={strip.speed(speed)} onClick={() => playback.setSpeed(nextSpeed)}>
        {speed}×
      </Button>
      <CopyLink place={{ view: "stage", turn, opened: null }} />
      {hasLive && (turn !== null || !isOver) && (
        <Button
          className={turn === null ? "quiet live-on" : "quiet live-off"}
          aria-pressed={turn === null}
          onClick={() => playback.go(null)}
        >
          {turn === null ? strip.live : isOver ? strip.toEnd : strip.backToLive}
        </Button>
      )}
    </div>
  );
}
