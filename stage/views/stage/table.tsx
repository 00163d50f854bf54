import {
  type CSSProperties,
  memo,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { isCounted } from "../../state/bids.js";
import type { Frame } from "../../state/frame.js";
import { edgePolygon, placesOf } from "../../state/seats.js";
import type { Seat } from "../../state/standing.js";
import { useWords, type Words } from "../../words/words.js";
import { hueOf, Icon, type IconName, Initials } from "../parts.js";
import { SeatMarksContext, type Wish } from "./seat-marks.js";

/** The icons for requests that have not taken effect yet. */
const wishIcons: Readonly<Record<Wish, IconName>> = {
  hand: "hand",
  next: "next",
  mute: "mute",
  unmute: "mute",
  remove: "close",
};

/** Width divided by height. */
const aspects = { wide: 3, narrow: 1.5 };

const crowdOf = (seats: number) => (seats > 16 ? "crowd" : seats > 8 ? "many" : "few");

interface TableProps {
  readonly frame: Frame;
  readonly highest: number;
  /** Without bids, the seats need no room to rise. */
  readonly hasBids: boolean;
  readonly onSeat?: ((name: string) => void) | undefined;
  /** The content of the table's middle on a narrow screen. */
  readonly note: ReactNode;
  readonly children: ReactNode;
}

export function Table({ frame, highest, hasBids, onSeat, note, children }: TableProps) {
  const { seats } = frame;
  const words = useWords();
  const { yours, asked } = useContext(SeatMarksContext);
  const hasHead = seats[0]?.isLeader ?? false;
  const places = useMemo(
    () => ({
      wide: placesOf(seats.length, aspects.wide, hasHead),
      narrow: placesOf(seats.length, aspects.narrow, hasHead),
    }),
    [seats.length, hasHead],
  );
  const lit = seats.flatMap(({ hasFloor }, index) => (hasFloor ? [index] : []));
  const light = lit.length === 1 ? lit[0] : undefined;
  const lamp = (side: keyof typeof places) => {
    const place = light === undefined ? { x: 0, y: -0.2 } : places[side][light];
    return [`${50 + 50 * (place?.x ?? 0)}%`, `${50 + 50 * (place?.y ?? 0)}%`] as const;
  };
  const [[x, y], [narrowX, narrowY]] = [lamp("wide"), lamp("narrow")];
  const top = (side: keyof typeof places) => Math.max(0, ...places[side].map(({ y }) => -y));
  const style = {
    "--lamp-wx": x,
    "--lamp-wy": y,
    "--lamp-nx": narrowX,
    "--lamp-ny": narrowY,
    "--top-w": top("wide"),
    "--top-n": top("narrow"),
  } as CSSProperties;
  const row = useRef<HTMLOListElement>(null);
  const speaker = seats.findIndex(({ hasFloor, isAwaited }) => hasFloor || isAwaited);
  // In a short window, the seats form a scrolling row, in which the speaker has to stay in view.
  useLayoutEffect(() => {
    const box = row.current;
    const seat = box?.children[speaker] as HTMLElement | undefined;
    if (!box || !seat) return undefined;
    const observer = new ResizeObserver(() => {
      box.scrollLeft = seat.offsetLeft - (box.clientWidth - seat.offsetWidth) / 2;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [speaker]);
  const [pointed, setPointed] = useState<PointedSeat | null>(null);
  const shortNames = shortNamesOf(seats.map(({ participant }) => participant.name));
  return (
    <div
      className="scene"
      data-crowd={crowdOf(seats.length)}
      data-phase={frame.phase}
      data-bids={hasBids || undefined}
      style={style}
    >
      <div className="table">
        <div className="rim" style={{ clipPath: edgePolygon }}>
          <div className="felt" data-lit={lit.length > 0 || undefined} style={{ clipPath: edgePolygon }} />
        </div>
        <div className="table-note" aria-hidden="true">
          {note}
        </div>
        <ol className="seats" ref={row} aria-label={words.stage.seats}>
          {seats.map((seat, index) => (
            <SeatView
              key={seat.participant.name}
              {...seatProps(seat, highest)}
              isYours={yours.includes(seat.participant.name)}
              wish={asked.findLast(({ name }) => name === seat.participant.name)?.wish}
              shortName={shortNames[index] ?? ""}
              wide={places.wide[index] ?? middle}
              narrow={places.narrow[index] ?? middle}
              canSteer={onSeat !== undefined}
              onSeat={onSeat}
              onPoint={setPointed}
            />
          ))}
        </ol>
      </div>
      <div className="voice">{children}</div>
      {pointed && <FullName key={pointed.name} {...pointed} />}
    </div>
  );
}

interface PointedSeat {
  readonly name: string;
  readonly role: string;
  readonly body: HTMLElement;
}

/** Shows the full name and role of a seat on top of its labels, which may be cut off. */
function FullName({ name, role, body }: PointedSeat) {
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const shown = box.current;
    const scene = shown?.parentElement?.getBoundingClientRect();
    if (!shown || !scene) return;
    const plate = (body.querySelector(".plate") ?? body).getBoundingClientRect();
    const { width, height } = shown.getBoundingClientRect();
    const inside = (start: number, size: number, whole: number) =>
      `${(Math.max(0, Math.min(start, whole - size)) / whole) * 100}%`;
    shown.style.left = inside(plate.left + plate.width / 2 - width / 2 - scene.left, width, scene.width);
    shown.style.top = inside(plate.top - scene.top, height, scene.height);
  }, [body]);
  return (
    <p className="full-name" ref={box} aria-hidden="true">
      <bdi className="full-name-name">{name}</bdi>
      {role && <bdi>{role}</bdi>}
    </p>
  );
}

/** Each participant's first name, or the last name if the first is not unique, or the whole name if neither is. */
function shortNamesOf(names: readonly string[]): string[] {
  const parts = [0, -1].map((at) => names.map((name) => name.split(" ").at(at) ?? name));
  const isUnique = (part: string, all: readonly string[]) => all.indexOf(part) === all.lastIndexOf(part);
  return names.map((name, index) => {
    const found = parts.find((all) => isUnique(all[index] ?? "", all));
    return found?.[index] ?? name;
  });
}

const middle = { x: 0, y: 0 };

/** The props are plain values, so that a seat renders again only if one of them changes. */
function seatProps({ participant, bid, excluded, ...seat }: Seat, highest: number) {
  const { name, role, human, presence } = participant;
  return {
    ...seat,
    name,
    role,
    isPerson: human === true,
    presence: presence ?? "present",
    excluded,
    outcome: bid?.outcome ?? null,
    value: bid?.value ?? 0,
    rise: bid && isCounted(bid) ? Math.min(1, Math.max(0, bid.value / Math.max(1, highest))) : null,
  };
}

interface SeatProps extends ReturnType<typeof seatProps> {
  readonly wide: { readonly x: number; readonly y: number };
  readonly narrow: { readonly x: number; readonly y: number };
  readonly shortName: string;
  readonly isYours: boolean;
  readonly wish: Wish | undefined;
  readonly canSteer: boolean;
  readonly onSeat: ((name: string) => void) | undefined;
  readonly onPoint: (seat: PointedSeat | null) => void;
}

const SeatView = memo(function SeatView(props: SeatProps) {
  const words = useWords();
  const { name, role, seat, isLeader, hasFloor, isTied, excluded, rise, outcome, value, waited, wide, narrow } = props;
  const note = noteOf(props, words);
  const said = outcome === null ? "" : rise === null ? words.stage.outcomes[outcome] : String(value);
  const style = {
    "--hue": hueOf(isLeader ? -1 : seat),
    "--rise": rise ?? 0,
    "--wx": wide.x,
    "--wy": wide.y,
    "--nx": narrow.x,
    "--ny": narrow.y,
  } as CSSProperties;
  const flags = {
    "data-leader": isLeader || undefined,
    "data-floor": hasFloor || undefined,
    "data-tied": isTied || undefined,
    "data-out": (excluded !== null && !hasFloor) || undefined,
    "data-bid": rise !== null || undefined,
    "data-passed": (outcome !== null && rise === null) || undefined,
    "data-awaited": props.isAwaited || undefined,
    "data-presence": props.presence,
    "data-yours": props.isYours || undefined,
  };
  const Tag = props.canSteer ? "button" : "span";
  const point = ({ currentTarget }: { readonly currentTarget: HTMLElement }) =>
    props.onPoint({ name, role, body: currentTarget });
  const leave = () => props.onPoint(null);
  return (
    <li className="seat" style={style} {...flags}>
      <Tag
        className="seat-body"
        onPointerEnter={point}
        onPointerLeave={leave}
        onFocus={point}
        onBlur={leave}
        {...(props.canSteer ? { type: "button" as const, onClick: () => props.onSeat?.(name) } : {})}
      >
        <span className="pillar" aria-hidden="true">
          <span className="disc">
            <Initials of={name} />
            {props.isPerson && <Icon name="person" />}
            {props.raisesHand && <Icon name="hand" />}
            {props.presence === "muted" && <Icon name="mute" />}
            {props.wish && (
              <span className="wish">
                <Icon name={wishIcons[props.wish]} />
              </span>
            )}
          </span>
          <span className="bid">{said}</span>
        </span>
        <span className="plate" aria-hidden="true">
          <span className="seat-name">
            <bdi className="whole">{name}</bdi>
            <bdi className="short">{props.shortName}</bdi>
          </span>
          <span className="seat-note">
            <bdi>{note || role}</bdi>
          </span>
          <span className="waits">
            {Array.from({ length: isLeader ? 0 : Math.min(waited, 8) }, (_, index) => (
              <i key={index} />
            ))}
          </span>
        </span>
        <span className="unseen">{describeSeat(props, words)}</span>
      </Tag>
    </li>
  );
});

function noteOf(props: SeatProps, { stage }: Pick<Words, "stage">): string {
  const { excluded, hasFloor, isAwaited, isYours, wish, presence } = props;
  if (wish) return stage.asked[wish];
  if (presence === "muted") return stage.muted;
  if (isAwaited) return isYours ? stage.awaited : stage.toSpeak;
  if (excluded !== null && !hasFloor) return stage.exclusions[excluded] ?? excluded;
  return isYours ? stage.yours : "";
}

function describeSeat(props: SeatProps, { stage }: Words): string {
  const { name, role, isLeader, isPerson, hasFloor, rise, outcome, value, waited, raisesHand } = props;
  const bid = outcome === null ? "" : rise === null ? stage.outcomes[outcome] : stage.bid(value);
  const facts = [
    name,
    role,
    isLeader ? stage.lead : "",
    isPerson ? stage.person : "",
    hasFloor ? stage.hasFloor : "",
    bid,
    raisesHand ? stage.handUp : "",
    noteOf(props, { stage }),
    waited > 0 && !hasFloor && !isLeader ? stage.waited(waited) : "",
  ];
  return facts.filter(Boolean).join(", ");
}
