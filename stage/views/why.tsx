import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from "react";
import type { Bid, Decision, StopDraw, ToolCall } from "../port.js";
import { highestIn, isCounted, ranked, scoreOf } from "../state/bids.js";
import { type ConversationRecord, linesOf, turnOf } from "../state/record.js";
import { useWords } from "../words/words.js";
import { CopyLink } from "./copy.js";
import { Markdown } from "./markdown.js";
import { Button, Face, hueOf, Said } from "./parts.js";
import { Draw } from "./stage/voice.js";
import { BidBar } from "./transcript/bids.js";

interface WhyProps {
  readonly record: ConversationRecord;
  readonly turn: number;
  /** The decision of a turn in progress, which the record does not contain yet. Otherwise null. */
  readonly decision: Decision | null;
  readonly seatOf: (name: string) => number | null;
  readonly toolCalls: readonly ToolCall[];
  readonly stopDraws: readonly StopDraw[];
  readonly onTurn: (turn: number) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function Why(props: WhyProps) {
  const { record, turn, seatOf, onTurn, onClose } = props;
  const { why, stage, strip, shell, colon, list } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the heading, so that keyboard users continue from there.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const kept = turnOf(record, turn);
  const decision = kept?.decision ?? props.decision;
  const last = record.turns.at(-1)?.turn ?? 0;
  const tools = props.toolCalls.filter((each) => each.turn === turn);
  const drawn = props.stopDraws.find((each) => each.turn === turn);
  return (
    <aside className="why" aria-labelledby="why-title">
      <header className="why-head">
        <h2 id="why-title" tabIndex={-1} ref={heading}>
          {why.title}
        </h2>
        <Button icon="back" label={strip.previous} disabled={turn <= 1} onClick={() => onTurn(turn - 1)} />
        <span className="why-turn">{stage.turn(turn, 0)}</span>
        <Button icon="next" label={strip.next} disabled={turn >= last} onClick={() => onTurn(turn + 1)} />
        <CopyLink place={{ view: "stage", turn, opened: { turn, part: "why" } }} />
        <Button icon="close" label={shell.close} onClick={onClose} />
      </header>
      {decision ? <Auction decision={decision} seatOf={seatOf} /> : <p>{why.none}</p>}
      {linesOf(record, turn).map((line) => (
        <section key={line.key} className="why-said">
          <h3>
            <Face name={line.speaker} seat={seatOf(line.speaker)} size="tiny" /> <bdi>{line.speaker}</bdi>
          </h3>
          <Markdown>{line.text}</Markdown>
        </section>
      ))}
      {tools.length > 0 && (
        <section>
          <h3>{why.tools}</h3>
          {tools.map((call, index) => (
            <details key={index}>
              <summary>
                <bdi>{stage.tool(call.participant, call.tool)}</bdi>
              </summary>
              <pre>{typeof call.input === "string" ? call.input : JSON.stringify(call.input, null, 2)}</pre>
              <pre>{call.result}</pre>
            </details>
          ))}
        </section>
      )}
      {kept && kept.corrections.length > 0 && (
        <section>
          <h3>{why.corrections}</h3>
          {kept.corrections.map((correction, index) => (
            <details key={index}>
              <summary>
                <bdi>{correction.participant}</bdi>
                {colon}
                {list(correction.faults.map((fault) => why.faults[fault] ?? fault))}
              </summary>
              <pre>{correction.answer}</pre>
            </details>
          ))}
        </section>
      )}
      {drawn && (
        <section>
          <h3>{why.stop}</h3>
          <Chance {...drawn} />
          <p>{why.stopDraw(drawn)}</p>
        </section>
      )}
      {props.children}
    </aside>
  );
}

/** Draws a line from 0 to 1 that is split at the probability of stopping, and marks the number drawn. */
const Chance = ({ draw, probability }: StopDraw) => (
  <span className="draw draw-chance" aria-hidden="true">
    <span style={{ flexGrow: probability, flexBasis: 0 }} data-won />
    <span style={{ flexGrow: 1 - probability, flexBasis: 0 }} />
    <i style={{ left: `${draw * 100}%` }} />
  </span>
);

function Auction({ decision, seatOf }: { readonly decision: Decision; readonly seatOf: WhyProps["seatOf"] }) {
  const { why, rules, stage, bidReason, among, named } = useWords();
  const { turn, rule, speaker, tied, draw, bids, candidates, excluded, choices, addressed } = decision;
  const isTie = tied.length > 1 && draw !== null;
  const outside = excluded.filter(({ participant }) => !bids.some((bid) => bid.participant === participant));
  const chosen = addressed?.granted ? (rules["spoken-to"] ?? rule) : (rules[rule] ?? rule);
  return (
    <>
      <p className="why-answer">
        <bdi>{bidReason(decision) ?? why.summary(chosen, speaker)}</bdi>{" "}
        {addressed && (
          <bdi>{(addressed.granted ? why.addressed : why.refused)(addressed.by, addressed.participant)}</bdi>
        )}
        {decision.among && <bdi>{among(decision.among)}</bdi>}
        {decision.named && <bdi>{named(decision.named, turn)}</bdi>}
      </p>
      {isTie && (
        <section>
          <h3>{why.tie(tied)}</h3>
          <Draw tied={tied} draw={draw} speaker={speaker} />
          <p>{stage.draw(draw, speaker)}</p>
          <p className="soft">{why.drawHelp}</p>
        </section>
      )}
      {!isTie && draw !== null && <p>{why.byLot(draw)}</p>}
      {bids.length > 0 ? (
        <section>
          <h3>{why.bids}</h3>
          <ol className="ladder">
            {ranked(decision).map((bid) => (
              <Rung key={bid.participant} bid={bid} decision={decision} />
            ))}
          </ol>
        </section>
      ) : (
        <section>
          <h3>{why.candidates}</h3>
          <ul className="names">
            {candidates.map((name) => (
              <li key={name} data-won={name === speaker || undefined}>
                <Face name={name} seat={seatOf(name)} size="tiny" />
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {outside.length > 0 && (
        <section>
          <h3>{why.excluded}</h3>
          <ul className="names">
            {outside.map(({ participant, reason }) => (
              <li key={participant}>
                <Face name={participant} seat={seatOf(participant)} size="tiny" />
                <bdi>{participant}</bdi>
                <span className="soft">{stage.exclusions[reason] ?? reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {choices.length > 0 && (
        <section>
          <h3>{why.choice}</h3>
          {choices.map(({ answer, problem }, index) => (
            <blockquote key={index} data-problem={problem ?? undefined}>
              <Said>{answer || why.noAnswer}</Said>
              {problem && <span className="flag">{why.unreadable}</span>}
            </blockquote>
          ))}
        </section>
      )}
    </>
  );
}

function Rung({ bid, decision }: { readonly bid: Bid; readonly decision: Decision }) {
  const { why, stage, amount } = useWords();
  const { participant, seat, outcome, value, attempts, failure, reason } = bid;
  const score = decision.scores.find((each) => each.participant === participant);
  const counts = isCounted(bid);
  const terms = score && counts ? why.terms(score) : "";
  const answers = attempts.filter(({ answer }) => answer.trim() !== "");
  return (
    <li data-won={participant === decision.speaker || undefined} style={{ "--hue": hueOf(seat) } as CSSProperties}>
      <Face name={participant} seat={seat} size="tiny" />
      <bdi className="rung-name">{participant}</bdi>
      <span className="rung-value">{counts ? amount(value) : stage.outcomes[outcome]}</span>
      {counts && <BidBar score={scoreOf(decision, bid)} bid={value} highest={highestIn(decision)} />}
      {terms && <span className="rung-terms">{terms}</span>}
      {reason && <Said className="rung-reason">{reason}</Said>}
      {failure && <span className="rung-terms flag">{failure}</span>}
      {answers.length > 0 && (
        <details className="rung-raw">
          <summary>{why.rawAnswers(answers.length)}</summary>
          {answers.map(({ answer, problem }, index) => (
            <pre key={index} data-problem={problem ?? undefined}>
              {answer}
            </pre>
          ))}
        </details>
      )}
    </li>
  );
}
