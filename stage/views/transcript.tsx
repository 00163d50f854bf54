/** Shows the conversation as a text. */
import { memo, useEffect, useLayoutEffect, useRef } from "react";
import type { ConversationRecord, Item } from "../state/record.js";
import { turnOf } from "../state/record.js";
import type { LiveSpeech } from "../state/talk.js";
import { useWords } from "../words/words.js";
import { CopyLink } from "./copy.js";
import { Markdown } from "./markdown.js";
import { Button, Face, Icon } from "./parts.js";

interface TranscriptProps {
  readonly record: ConversationRecord;
  readonly live: readonly LiveSpeech[];
  /** The turn to scroll to when the transcript opens; null for its beginning. */
  readonly first: number | null;
  readonly seatOf: (name: string) => number | null;
  readonly roleOf: (name: string) => string;
  readonly onWhy: (turn: number) => void;
}

export function Transcript({ record, live, first, seatOf, roleOf, onWhy }: TranscriptProps) {
  const { strip } = useWords();
  const end = useRef<HTMLDivElement>(null);
  const hasLive = live.length > 0;
  const hasFirst = first !== null && first > 0 && record.turns.some(({ turn }) => turn === first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later turn does not scroll a transcript that is open
  useLayoutEffect(() => {
    if (hasFirst) document.getElementById(`turn-${first}`)?.scrollIntoView();
  }, [hasFirst]);
  // Keeps the end of the transcript in view during a speech, but only if the reader is already near the end.
  useEffect(() => {
    if (!hasLive) return;
    const box = end.current;
    const isNear = box && box.getBoundingClientRect().top < innerHeight + 240;
    if (isNear) box.scrollIntoView({ block: "end" });
  });
  return (
    <article className="transcript">
      <h1>
        <bdi>{record.scene?.topic ?? ""}</bdi>
      </h1>
      {record.items.map((item) => (
        <Row
          key={item.key}
          item={item}
          seat={"speaker" in item ? seatOf(item.speaker) : null}
          role={"speaker" in item ? roleOf(item.speaker) : ""}
          rule={item.kind === "line" ? (turnOf(record, item.turn)?.decision?.rule ?? null) : null}
          onWhy={onWhy}
        />
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

interface RowProps {
  readonly item: Item;
  readonly seat: number | null;
  readonly role: string;
  /** The rule that chose the speaker; null if there was no decision. */
  readonly rule: string | null;
  readonly onWhy: (turn: number) => void;
}

const Row = memo(function Row({ item, seat, role, rule, onWhy }: RowProps) {
  const { stage } = useWords();
  switch (item.kind) {
    case "opening":
    case "line":
      return (
        <section className="row" id={`turn-${item.turn}`}>
          <Face name={item.speaker} seat={seat} size="small" />
          <header>
            <bdi className="row-name">{item.speaker}</bdi>
            {role && <bdi className="row-role">{role}</bdi>}
            {rule !== null && item.turn > 0 ? (
              <Button className="quiet row-turn" onClick={() => onWhy(item.turn)} aria-label={stage.whyTurn(item.turn)}>
                {item.turn}
              </Button>
            ) : (
              <span className="row-turn">{item.turn > 0 ? item.turn : stage.opening}</span>
            )}
            <CopyLink place={{ view: "text", turn: item.turn, opened: null }} />
          </header>
          <Markdown className="row-text">{item.text}</Markdown>
          {item.cut && <p className="row-aside">{stage.cut}</p>}
        </section>
      );
    case "round":
      return (
        <h2 className="row-round">
          <bdi>{stage.round(item.stage, item.round)}</bdi>
        </h2>
      );
    case "interjection": {
      const { from, text, to, problem } = item.interjection;
      return (
        <section className="row row-note">
          {text === "" ? <Icon name="hand" /> : <Face name={from} seat={seat} size="small" />}
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
    case "control":
      return (
        <p className="row-aside">
          <bdi>{stage.control(item.control)}</bdi>
        </p>
      );
    case "end":
      return <p className="row-aside row-end">{stage.end(item.reason)}</p>;
  }
});
