import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { LiveSpeech } from "../../src/apps/react/talk.js";
import { recall, remember } from "../state/browser-storage.js";
import { blockSize, blocksOf, type Entry, entriesOf, isSameBlock } from "../state/entries.js";
import { type ConversationRecord, type Item, isPartOfTurn } from "../state/record.js";
import { useWords } from "../words/words.js";
import { CopyLink } from "./copy.js";
import { Markdown } from "./markdown.js";
import { Button, Face, Icon } from "./parts.js";
import { Bids } from "./transcript/bids.js";
import { Tools } from "./transcript/tools.js";
import { useMounted } from "./transcript/use-mounted.js";
import { rowsIn, useSearch } from "./transcript/use-search.js";

interface TranscriptProps {
  readonly record: ConversationRecord;
  readonly live: readonly LiveSpeech[];
  /** The turn to scroll to; null for the beginning. */
  readonly first: number | null;
  readonly seatOf: (name: string) => number | null;
  readonly roleOf: (name: string) => string;
  readonly onWhy: (turn: number) => void;
  readonly onTurn: (turn: number) => void;
}

export function Transcript({ record, live, first, seatOf, roleOf, onWhy, onTurn }: TranscriptProps) {
  const { strip } = useWords();
  const entries = useMemo(() => entriesOf(record, seatOf, roleOf), [record, seatOf, roleOf]);
  const blocks = useMemo(() => blocksOf(entries), [entries]);
  const [showsBids, setShowsBids] = useState(() => recall("bids") !== "folded");
  const box = useRef<HTMLElement>(null);
  const indexOf = (turn: number) => entries.findIndex(({ item, isFirst }) => isFirst && item.turn >= turn);
  const firstIndex = first === null || first === 0 ? -1 : indexOf(first);
  const { mounted, bringIn, watch } = useMounted(box);
  const [target, setTarget] = useState<{ readonly key: number; readonly hasFocus: boolean } | null>(null);
  const show = (index: number, hasFocus = false) => {
    bringIn(Math.floor(index / blockSize));
    setTarget({ key: entries[index]?.item.key ?? 0, hasFocus });
  };
  useLayoutEffect(() => {
    if (target) bringToTop(box.current, target.key, target.hasFocus);
  }, [target]);
  const isKnown = firstIndex >= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later turn does not scroll a transcript that is open
  useLayoutEffect(() => {
    if (isKnown) show(firstIndex);
  }, [first, isKnown]);
  const { search, hit } = useSearch(box, record.items, show);
  const end = useRef<HTMLDivElement>(null);
  const hasLive = live.length > 0;
  // Keeps the end of the transcript in view during a speech, but only if the reader is already near the end.
  useEffect(() => {
    if (!hasLive) return;
    const mark = end.current;
    const isNear = mark && mark.getBoundingClientRect().top < innerHeight + 240;
    if (isNear) mark.scrollIntoView({ block: "end" });
  });
  return (
    <article className="transcript" ref={box}>
      <Tools
        search={search}
        last={record.turns.at(-1)?.turn ?? 0}
        onTurn={(turn) => {
          onTurn(turn);
          show(Math.max(0, indexOf(turn)), true);
        }}
        showsBids={showsBids}
        onBids={(shows) => {
          setShowsBids(shows);
          remember("bids", shows ? "shown" : "folded");
        }}
      />
      <h1>
        <bdi>{record.scene?.topic ?? ""}</bdi>
      </h1>
      {blocks.map((block, index) => (
        <div className="rows" key={index} data-block={index} data-away={!mounted.has(index) || undefined} ref={watch}>
          {mounted.has(index) && <Block entries={block} showsBids={showsBids} hit={hitIn(block, hit)} onWhy={onWhy} />}
        </div>
      ))}
      {live.map(({ speaker, text }) => (
        <section className="row row-live" key={speaker} aria-hidden="true">
          <Face name={speaker} seat={seatOf(speaker)} size="small" />
          <header>
            <bdi className="row-name">{speaker}</bdi>
            <span className="row-turn">{strip.live}</span>
          </header>
          <Markdown className="row-text" isComplete={false}>
            {text}
          </Markdown>
        </section>
      ))}
      <div ref={end} />
    </article>
  );
}

/** Scrolls twice, because the rows near an item get their height only when they are in view. */
function bringToTop(box: HTMLElement | null, key: number, hasFocus: boolean): void {
  const row = rowsIn(box).find(({ dataset }) => dataset["key"] === `${key}`);
  if (hasFocus) row?.focus({ preventScroll: true });
  row?.scrollIntoView();
  requestAnimationFrame(() => row?.scrollIntoView());
}

const hitIn = (entries: readonly Entry[], hit: number | null) =>
  entries.some(({ item }) => item.key === hit) ? hit : null;

interface BlockProps {
  readonly entries: readonly Entry[];
  readonly showsBids: boolean;
  /** The key of the item that the search shows; null if it is not in this block. */
  readonly hit: number | null;
  readonly onWhy: (turn: number) => void;
}

const Block = memo(
  function Block({ entries, showsBids, hit, onWhy }: BlockProps) {
    return (
      <>
        {entries.map((entry) => (
          <Row key={entry.item.key} {...entry} showsBids={showsBids} isHit={entry.item.key === hit} onWhy={onWhy} />
        ))}
      </>
    );
  },
  ({ entries, ...one }, { entries: others, ...other }) =>
    one.showsBids === other.showsBids &&
    one.hit === other.hit &&
    one.onWhy === other.onWhy &&
    isSameBlock(entries, others),
);

interface RowProps extends Entry {
  readonly showsBids: boolean;
  readonly isHit: boolean;
  readonly onWhy: (turn: number) => void;
}

const findable = ({ item, isHit }: RowProps) => ({
  "data-key": item.key,
  "data-hit": isHit || undefined,
  tabIndex: -1,
});

type SpeechRow = RowProps & { readonly item: Extract<Item, { readonly kind: "opening" | "line" }> };

function Speech(row: SpeechRow) {
  const { item, seat, role, decision, isFirst, isChosen, showsBids, onWhy } = row;
  const { stage } = useWords();
  return (
    <section className="row" id={isFirst ? `turn-${item.turn}` : undefined} {...findable(row)}>
      <Face name={item.speaker} seat={seat} size="small" />
      <header>
        <h2 className="row-name">
          <bdi>{item.speaker}</bdi>
        </h2>
        {role && <bdi className="row-role">{role}</bdi>}
        {decision !== null && item.turn > 0 ? (
          <Button className="quiet row-turn" onClick={() => onWhy(item.turn)} aria-label={stage.whyTurn(item.turn)}>
            {item.turn}
          </Button>
        ) : (
          <span className="row-turn">{item.kind === "line" && item.turn > 0 ? item.turn : stage.opening}</span>
        )}
        {isPartOfTurn(item) && <CopyLink place={{ view: "text", turn: item.turn, opened: null }} />}
      </header>
      <Markdown className="row-text">{item.text}</Markdown>
      {item.cut && <p className="row-aside">{stage.cut}</p>}
      {showsBids && item.kind === "line" && (
        <Bids decision={isChosen ? decision : null} time={item.time} usage={item.usage} />
      )}
    </section>
  );
}

function Row(row: RowProps) {
  const { item, seat } = row;
  const { stage } = useWords();
  switch (item.kind) {
    case "opening":
    case "line":
      return <Speech {...row} item={item} />;
    case "round":
      return (
        <h2 className="row-round">
          <bdi>{stage.round(item.stage, item.round)}</bdi>
        </h2>
      );
    case "interjection": {
      const { from, text, to, problem } = item.interjection;
      return (
        <section className="row row-note" {...findable(row)}>
          {text === "" && problem === null ? <Icon name="hand" /> : <Face name={from} seat={seat} size="small" />}
          <header>
            <bdi className="row-name">{from}</bdi>
            <bdi className="row-role">
              {problem !== null
                ? stage.leftOut
                : text === ""
                  ? stage.handUp
                  : to === null
                    ? stage.toRoom
                    : stage.to(to)}
            </bdi>
          </header>
          {text !== "" && <Markdown className="row-text">{text}</Markdown>}
        </section>
      );
    }
    case "judgement":
      return <p className="row-aside">{stage.judgement(item.judgement)}</p>;
    case "task":
      return item.result.outcome === "done" ? null : <p className="row-aside">{stage.task(item.result)}</p>;
    case "plan":
      return <p className="row-aside">{stage.plan(item.plan)}</p>;
    case "control":
      return (
        <p className="row-aside">
          <bdi>{stage.control(item.control)}</bdi>
        </p>
      );
    case "end":
      return <p className="row-aside row-end">{stage.end(item.reason)}</p>;
  }
}
