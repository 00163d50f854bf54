/** The row of cards below the table. Renders only cards in or near the view. */
import { type CSSProperties, memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Decision } from "../../port.js";
import { excerpt } from "../../state/markdown.js";
import { type ConversationRecord, type Item, isPartOfTurn, turnOf } from "../../state/record.js";
import { useWords } from "../../words/words.js";
import { Face, hueOf, Icon } from "../parts.js";

/** With its gap, in pixels. */
const cardWidth = 188;

/** With gaps, in pixels. A kind of item that is not listed has no card. */
const widths: Partial<Record<Item["kind"], number>> = {
  opening: cardWidth,
  line: cardWidth,
  interjection: cardWidth,
  round: 44,
  judgement: 168,
  plan: 168,
  control: 168,
  end: 168,
};
const widthOf = ({ kind }: Item) => widths[kind] ?? 0;

/** The distance from the view within which cards are rendered, in pixels. */
const margin = 600;

interface StripProps {
  readonly record: ConversationRecord;
  readonly seatOf: (name: string) => number | null;
  readonly turn: number;
  /** Whether the table shows the current state of the conversation. If so, the strip scrolls to its end. */
  readonly isLive: boolean;
  readonly onTurn: (turn: number) => void;
}

export function Strip({ record, seatOf, turn, isLive, onTurn }: StripProps) {
  const { strip } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, width: 1600 });
  const { items } = record;
  const { starts, totalWidth } = useMemo(() => {
    let at = 0;
    const starts = items.map((item) => {
      const start = at;
      at += widthOf(item);
      return start;
    });
    return { starts, totalWidth: at };
  }, [items]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const measure = () => setView({ left: box.scrollLeft, width: box.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", measure);
    };
  }, []);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const index = items.findIndex((item) => item.turn === turn && isPartOfTurn(item));
    const start = starts[index] ?? 0;
    const left = isLive ? totalWidth : start - view.width / 2 + cardWidth / 2;
    const isNear = Math.abs(left - box.scrollLeft) < 4 * cardWidth;
    const isMotionReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    box.scrollTo({ left, behavior: isNear && !isMotionReduced ? "smooth" : "instant" });
  }, [turn, isLive, items, starts, totalWidth, view.width]);

  const shown = items.flatMap((item, index) => {
    const start = starts[index] ?? 0;
    const isVisible = start + widthOf(item) > view.left - margin && start < view.left + view.width + margin;
    return isVisible && widthOf(item) > 0 ? [{ item, start }] : [];
  });
  return (
    <section className="strip" aria-label={strip.label} ref={scroller}>
      <ol style={{ width: totalWidth }}>
        {shown.map(({ item, start }) => (
          <li key={item.key} style={{ left: start, width: widthOf(item) - 10 }}>
            <Card
              item={item}
              decision={item.kind === "line" ? (turnOf(record, item.turn)?.decision ?? null) : null}
              seat={"speaker" in item ? seatOf(item.speaker) : null}
              isShown={item.turn === turn && isPartOfTurn(item)}
              onTurn={onTurn}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface CardProps {
  readonly item: Item;
  readonly decision: Decision | null;
  readonly seat: number | null;
  readonly isShown: boolean;
  readonly onTurn: (turn: number) => void;
}

const Card = memo(function Card({ item, decision, seat, isShown, onTurn }: CardProps) {
  const { stage } = useWords();
  switch (item.kind) {
    case "opening":
    case "line":
      return (
        <Said item={item} seat={seat} isShown={isShown} onTurn={onTurn}>
          <span className="card-head">
            <Face name={item.speaker} seat={seat} size="tiny" />
            <bdi className="card-name">{item.speaker}</bdi>
            {item.kind === "line" && item.turn > 0 && <span className="card-turn">{item.turn}</span>}
          </span>
          <bdi className="card-text">{excerpt(item.text)}</bdi>
          {decision && decision.bids.length > 0 && <Bars decision={decision} />}
        </Said>
      );
    case "round":
      return (
        <p className="card-round">
          <span>{stage.round(item.stage, item.round)}</span>
        </p>
      );
    case "interjection": {
      const { from, text, to, problem } = item.interjection;
      const isHand = text === "" && problem === null;
      return (
        <p className="card card-note">
          <span className="card-head">
            {isHand && <Icon name="hand" />}
            <bdi className="card-name">{from}</bdi>
            <span className="card-turn">
              <bdi>{to === null ? "" : stage.to(to)}</bdi>
            </span>
          </span>
          <bdi className="card-text">
            {isHand ? stage.raises(from) : problem === null ? excerpt(text) : stage.leftOut}
          </bdi>
        </p>
      );
    }
    case "judgement":
      return <Note>{stage.judgement(item.judgement)}</Note>;
    case "plan":
      return <Note>{stage.plan(item.plan)}</Note>;
    case "control":
      return <Note>{stage.control(item.control)}</Note>;
    case "end":
      return <Note>{stage.end(item.reason)}</Note>;
    default:
      return null;
  }
});

function Said({
  item,
  seat,
  isShown,
  onTurn,
  children,
}: Omit<CardProps, "decision"> & { readonly children: ReactNode }) {
  const style = { "--hue": hueOf(seat ?? 0) } as CSSProperties;
  if (!isPartOfTurn(item))
    return (
      <p className="card" style={style}>
        {children}
      </p>
    );
  return (
    <button
      type="button"
      className="card"
      aria-current={isShown || undefined}
      style={style}
      onClick={() => onTurn(item.turn)}
    >
      {children}
    </button>
  );
}

const Note = ({ children }: { readonly children: string }) => (
  <p className="card card-note">
    <span className="card-text">{children}</span>
  </p>
);

function Bars({ decision: { bids, speaker } }: { readonly decision: Decision }) {
  const highest = Math.max(1, ...bids.map(({ value }) => value));
  return (
    <span className="bars" aria-hidden="true">
      {[...bids]
        .sort((left, right) => left.seat - right.seat)
        .map(({ seat, participant, value }) => (
          <i
            key={seat}
            data-won={participant === speaker || undefined}
            style={{ height: `${Math.max(8, (value / highest) * 100)}%` }}
          />
        ))}
    </span>
  );
}
