import { type ReactNode, useCallback, useEffect, useMemo } from "react";
import type { Talk } from "../../src/apps/react/talk.js";
import type { Retry, Status, StopDraw, ToolCall } from "../port.js";
import { type Frame, frameAt, liveFrame } from "../state/frame.js";
import { type Place, type View, views } from "../state/place.js";
import { type ConversationRecord, linesOf, peopleOf, seatsIn } from "../state/record.js";
import { useWords } from "../words/words.js";
import { Account, type Costs } from "./account.js";
import { CastInitials } from "./parts.js";
import { Announcer } from "./stage/announcer.js";
import { FirstLegend, useFirstLegend } from "./stage/legend.js";
import { Transport, usePlayback } from "./stage/playback.js";
import { Strip } from "./stage/strip.js";
import { Table } from "./stage/table.js";
import { Note, Voice } from "./stage/voice.js";
import { Transcript } from "./transcript.js";
import { type ShowPlace, usePlace } from "./use-place.js";
import { useShortcuts } from "./use-shortcuts.js";
import { Why } from "./why.js";

const now: Place = { view: "stage", turn: null, opened: null };
/** A replay begins with the opening. */
const beginning: Place = { ...now, turn: 0 };

interface ConversationProps {
  readonly talk: Talk;
  readonly record: ConversationRecord;
  readonly topic: string;
  /** The highest possible bid; null if it is unknown. */
  readonly highestBid: number | null;
  readonly costs: Costs | null;
  readonly toolCalls: readonly ToolCall[];
  readonly stopDraws: readonly StopDraw[];
  readonly retries: readonly ({ readonly turn: number } & Retry)[];
  readonly isReplay: boolean;
  /** Whether to play the conversation from its beginning as soon as the page opens. Default: false. */
  readonly startsPlaying?: boolean;
  /** Whether the server responds. Default: false, as in a replay. */
  readonly isLive?: boolean;
  /** Shown on the left side of the header. */
  readonly heading: ReactNode;
  /** Shown on the right side of the header. */
  readonly actions: ReactNode;
  readonly foot?: ReactNode;
  readonly turnActions?: (turn: number, place: Place, show: ShowPlace) => ReactNode;
  readonly onSeat?: (name: string) => void;
  readonly onView?: (view: View) => void;
  readonly onOpened?: (isOpened: boolean) => void;
}

export function Conversation(props: ConversationProps) {
  return (
    <CastInitials names={peopleOf(props.record).map(({ name }) => name)}>
      <Views {...props} />
    </CastInitials>
  );
}

function Views(props: ConversationProps) {
  const { talk, record, isReplay, onView, onOpened } = props;
  const { live, status } = talk;
  const { stage } = useWords();
  const [place, show] = usePlace(isReplay ? beginning : now);
  const { view } = place;
  const opened = place.opened?.turn ?? null;
  const open = useCallback(
    (turn: number | null) => show({ opened: turn === null ? null : { turn, part: "why" } }),
    [show],
  );
  useEffect(() => onView?.(view), [onView, view]);
  useEffect(() => onOpened?.(opened !== null), [onOpened, opened]);

  const playback = usePlayback(record, place.turn, show, props.startsPlaying);
  const { go, isPlaying } = playback;
  const isNow = playback.turn === null;
  const latest = useMemo(() => liveFrame(record, { live, status }), [record, live, status]);
  const frame = playback.turn === null ? latest : frameAt(record, playback.turn, playback.moment);
  const shown = playback.turn ?? frame.turn;
  const last = record.turns.at(-1)?.turn ?? 0;
  const people = useMemo(() => peopleOf(record), [record]);
  const seatOf = useMemo(() => seatsIn(record), [record]);
  const roleOf = useCallback((name: string) => people.find((each) => each.name === name)?.role ?? "", [people]);
  const common = { record, seatOf, roleOf, onWhy: open };
  const [isNew, endLegend] = useFirstLegend();

  useShortcuts({
    isStage: view === "stage",
    playback,
    last,
    now: Math.max(last, latest.turn),
    isReplay,
    toggleWhy: () => open(opened === null ? Math.max(1, shown) : null),
    closeWhy: () => open(null),
  });
  return (
    <div className="conversation" data-view={view} data-why={opened !== null || undefined}>
      <Head heading={props.heading} actions={props.actions} view={view} onView={(next) => show({ view: next })} />
      <main className="main" id="main" tabIndex={view === "stage" ? -1 : 0} aria-label={stage.views[view]}>
        {view === "stage" && <Scene {...props} {...common} frame={frame} status={isNow ? status : null} />}
        {view === "text" && (
          <Transcript
            {...common}
            first={place.turn}
            live={live.flatMap(({ speeches }) => speeches)}
            onTurn={(turn) => show({ turn })}
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
          onTurn={(turn) => show({ turn, opened: { turn, part: "why" } })}
          onClose={() => open(null)}
        >
          {props.turnActions?.(opened, place, show)}
        </Why>
      )}
      {view === "stage" && (
        <footer className="below">
          <Transport
            playback={playback}
            last={last}
            now={Math.max(last, latest.turn)}
            hasLive={!isReplay}
            isOver={status?.status === "ended"}
            speakerIn={(turn) => linesOf(record, turn).at(-1)?.speaker ?? ""}
          />
          {isNew ? (
            <FirstLegend onEnd={endLegend} />
          ) : (
            <Strip
              record={record}
              seatOf={seatOf}
              turn={shown}
              isLive={isNow}
              onTurn={(turn) => {
                go(turn);
                if (opened !== null) show({ opened: { turn: Math.max(1, turn), part: "why" } });
              }}
            />
          )}
        </footer>
      )}
      {props.foot}
      <Announcer frame={frame} record={record} status={isNow ? status : null} isQuiet={!isNow && !isPlaying} />
    </div>
  );
}

interface HeadProps extends Pick<ConversationProps, "heading" | "actions"> {
  readonly view: View;
  readonly onView: (view: View) => void;
}

function Head({ heading, actions, view, onView }: HeadProps) {
  const { stage } = useWords();
  return (
    <header className="top">
      {heading}
      <nav className="tabs" aria-label={stage.viewsLabel}>
        {views.map((each) => (
          <button key={each} type="button" className="tab" aria-pressed={view === each} onClick={() => onView(each)}>
            {stage.views[each]}
          </button>
        ))}
      </nav>
      <div className="actions">{actions}</div>
    </header>
  );
}

interface SceneProps extends Pick<ConversationProps, "record" | "topic" | "highestBid" | "onSeat" | "isLive"> {
  readonly frame: Frame;
  /** Null if the frame shows the past. */
  readonly status: Status | null;
  readonly roleOf: (name: string) => string;
  readonly onWhy: (turn: number) => void;
}

function Scene({ record, frame, status, isLive, topic, highestBid, roleOf, onSeat, onWhy }: SceneProps) {
  const bids = record.turns.flatMap(({ decision }) => decision?.bids ?? []);
  const now = { lastTurn: record.lastTurn, status, isLive: isLive === true && status?.status === "running" };
  return (
    <Table
      frame={frame}
      highest={highestBid ?? Math.max(10, ...bids.map(({ value }) => value))}
      hasBids={frame.bids.length > 0 || bids.length > 0}
      onSeat={onSeat}
      note={<Note frame={frame} {...now} />}
    >
      <Voice frame={frame} topic={record.scene?.topic ?? topic} {...now} roleOf={roleOf} onWhy={onWhy} />
    </Table>
  );
}
