/** One conversation, live or recorded: the table, what was said, the account, and any turn opened. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { Retry, StopDraw, ToolCall } from "../port.js";
import { frameAt, liveFrame } from "../state/frame.js";
import { linesOf, peopleOf, recordOf, seatsIn } from "../state/record.js";
import type { Talk } from "../state/talk.js";
import { useWords } from "../words/words.js";
import { Account, type Costs } from "./account.js";
import { Announcer } from "./announcer.js";
import { Transport, usePlayback } from "./playback.js";
import { Strip } from "./strip.js";
import { Table } from "./table.js";
import { Transcript } from "./transcript.js";
import { Note, Voice } from "./voice.js";
import { Why } from "./why.js";

export type View = "stage" | "text" | "account";

export interface ConversationProps {
  readonly talk: Talk;
  readonly topic: string;
  /** The highest bid that there can be; null where nobody knows. */
  readonly highestBid: number | null;
  readonly costs: Costs | null;
  readonly toolCalls: readonly ToolCall[];
  readonly stopDraws: readonly StopDraw[];
  readonly retries: readonly ({ readonly turn: number } & Retry)[];
  readonly isReplay: boolean;
  /** What stands on the left and on the right of the head. */
  readonly heading: ReactNode;
  readonly actions: ReactNode;
  /** Below the turns: how to take part. */
  readonly foot?: ReactNode;
  /** What can be done with the turn that is opened. */
  readonly turnActions?: (turn: number) => ReactNode;
  readonly onSeat?: (name: string) => void;
  readonly onView?: (view: View) => void;
  readonly onOpened?: (isOpened: boolean) => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest("input:not([type=range]), textarea, select, [contenteditable]") !== null;

export function Conversation(props: ConversationProps) {
  const { talk, isReplay } = props;
  const { stage } = useWords();
  const record = useMemo(() => recordOf(talk.events), [talk.events]);
  const [view, setView] = useState<View>("stage");
  const [opened, setOpened] = useState<number | null>(null);
  const { onView, onOpened } = props;
  useEffect(() => onView?.(view), [onView, view]);
  useEffect(() => onOpened?.(opened !== null), [onOpened, opened]);
  const playback = usePlayback(record, isReplay ? 0 : null);
  const { live, status } = talk;
  const now = useMemo(() => liveFrame(record, { live, status }), [record, live, status]);
  const frame = playback.turn === null ? now : frameAt(record, playback.turn, playback.moment);
  const people = useMemo(() => peopleOf(record), [record]);
  const seatOf = useMemo(() => seatsIn(record), [record]);
  const roleOf = useCallback((name: string) => people.find((each) => each.name === name)?.role ?? "", [people]);
  const highest = props.highestBid ?? highestIn(record.turns.map(({ decision }) => decision?.bids ?? []));
  const last = record.turns.at(-1)?.turn ?? 0;
  const hasBids = frame.bids.length > 0 || record.turns.some(({ decision }) => (decision?.bids.length ?? 0) > 0);
  const showWhy = useCallback((turn: number) => setOpened(turn), []);
  const { go, setPlaying, isPlaying } = playback;
  const shown = playback.turn ?? frame.turn;

  const showTurn = (turn: number) => {
    go(turn);
    if (opened !== null) setOpened(Math.max(1, turn));
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      const isOnControl =
        event.target instanceof HTMLElement && event.target.closest("button, a, summary, input") !== null;
      const at = playback.turn ?? last;
      if (event.key === "w") setOpened((each) => (each === null ? Math.max(1, shown) : null));
      else if (event.key === "Escape") setOpened(null);
      // Elsewhere these keys scroll.
      else if (view !== "stage") return;
      else if (event.key === "ArrowLeft" && event.target instanceof HTMLInputElement === false) go(at - 1);
      else if (event.key === "ArrowRight" && event.target instanceof HTMLInputElement === false)
        go(at + 1 > last && !isReplay ? null : at + 1);
      else if (event.key === "Home") go(0);
      else if (event.key === "End") go(isReplay ? last : null);
      else if (event.key === " " && !isOnControl) setPlaying(!isPlaying);
      else return;
      if (event.key === " ") event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const waiting = playback.turn === null ? (status?.waiting ?? []) : [];
  const tabs = (["stage", "text", "account"] as const).map((each) => (
    <button key={each} type="button" className="tab" aria-pressed={view === each} onClick={() => setView(each)}>
      {stage.views[each]}
    </button>
  ));
  const speakerIn = (turn: number) => linesOf(record, turn).at(-1)?.speaker ?? "";
  return (
    <div className="conversation" data-view={view} data-why={opened !== null || undefined}>
      <header className="top">
        {props.heading}
        <nav className="tabs" aria-label={stage.viewsLabel}>
          {tabs}
        </nav>
        <div className="actions">{props.actions}</div>
      </header>
      <main className="main" id="main" tabIndex={view === "stage" ? -1 : 0} aria-label={stage.views[view]}>
        {view === "stage" && (
          <Table
            frame={frame}
            highest={highest}
            hasBids={hasBids}
            onSeat={props.onSeat}
            note={<Note frame={frame} maxTurns={record.scene?.maxTurns ?? 0} waiting={waiting} />}
          >
            <Voice
              frame={frame}
              topic={record.scene?.topic ?? props.topic}
              maxTurns={record.scene?.maxTurns ?? 0}
              waiting={waiting}
              roleOf={roleOf}
              onWhy={showWhy}
            />
          </Table>
        )}
        {view === "text" && (
          <Transcript
            record={record}
            live={live.flatMap(({ speeches }) => speeches)}
            seatOf={seatOf}
            roleOf={roleOf}
            onWhy={showWhy}
          />
        )}
        {view === "account" && <Account record={record} seatOf={seatOf} costs={props.costs} retries={props.retries} />}
      </main>
      {opened !== null && (
        <Why
          record={record}
          turn={opened}
          decision={live.find(({ turn }) => turn === opened)?.decision ?? null}
          seatOf={seatOf}
          toolCalls={props.toolCalls}
          stopDraws={props.stopDraws}
          onTurn={(turn) => {
            setOpened(turn);
            go(turn);
          }}
          onClose={() => setOpened(null)}
        >
          {props.turnActions?.(opened)}
        </Why>
      )}
      {view === "stage" && (
        <footer className="below">
          <Transport
            playback={playback}
            last={last}
            now={now.turn}
            hasLive={!isReplay}
            isOver={status?.status === "ended"}
            speakerIn={speakerIn}
          />
          <Strip record={record} seatOf={seatOf} turn={shown} isLive={playback.turn === null} onTurn={showTurn} />
        </footer>
      )}
      {props.foot}
      <Announcer frame={frame} isQuiet={playback.turn !== null && !isPlaying} />
    </div>
  );
}

const highestIn = (auctions: readonly (readonly { readonly value: number }[])[]) =>
  Math.max(10, ...auctions.flatMap((bids) => bids.map(({ value }) => value)));
