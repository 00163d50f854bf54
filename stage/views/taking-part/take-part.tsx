import { useLayoutEffect, useRef } from "react";
import type { Trouble } from "../../../src/apps/react/follow-thread.js";
import type { RequestError } from "../../../src/apps/react/request-error.js";
import { api } from "../../net/api.js";
import { isDraft, type Participant, type Status, type WaitingPerson } from "../../port.js";
import { type ConversationRecord, peopleOf } from "../../state/record.js";
import { useWords } from "../../words/words.js";
import { Connection } from "../connection.js";
import { Button, Face } from "../parts.js";
import { Problem } from "../shell.js";
import { isTyping } from "../use-shortcuts.js";
import { AnotherRound } from "./another-round.js";
import { Answer } from "./answer.js";
import { Failure } from "./failure.js";
import { Invite } from "./invite.js";
import { Say } from "./say.js";
import { SeatCard } from "./seat-card.js";
import { Steer } from "./steer.js";
import type { Ask } from "./use-asked.js";
import { type Run, useRequest } from "./use-request.js";
import type { Seats } from "./use-seats.js";

interface TakePartProps {
  readonly thread: string;
  readonly status: Status | null;
  /** The server's error if it refuses to send the conversation's events; otherwise null. */
  readonly refusal: RequestError | null;
  readonly trouble: Trouble | null;
  readonly onReconnect: () => void;
  readonly mode: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** The maximum number of turns of the latest round. */
  readonly maxTurns: number;
  readonly record: ConversationRecord;
  readonly people: readonly Participant[];
  readonly seats: Seats;
  readonly ask: Ask;
  /** The participant in the selected seat. Null if no seat is selected. */
  readonly seat: string | null;
  readonly onSeat: (name: string | null) => void;
}

export function TakePart(props: TakePartProps) {
  const { thread, status, record, people, seats, seat, onSeat } = props;
  const { takePart } = useWords();
  const { run, problem, notice } = useRequest();
  const waiting: readonly WaitingPerson[] = status?.waiting ?? [];
  const isOver = status?.status === "ended";
  const selected = people.find(({ name }) => name === seat);
  const seatOf = (name: string) => people.findIndex((each) => each.name === name);
  return (
    <section className="part" aria-label={takePart.label} ref={useSlashKey()}>
      <div className="part-cards">
        <Connection trouble={props.trouble} onReconnect={props.onReconnect} />
        <Problem of={problem ?? props.refusal} />
        {status?.error && <Failure {...props} people={peopleOf(record)} message={status.error.message} run={run} />}
        {seats.isGuest && status?.status === "failed" && <p className="problem">{takePart.failedForGuests}</p>}
        <p className="notice" role="status">
          {notice}
        </p>
        {selected && <SeatCard {...props} person={selected} isOver={isOver} run={run} onClose={() => onSeat(null)} />}
        {seats.held.length === 0 && <FreeSeats {...props} waiting={waiting} seatOf={seatOf} run={run} />}
        {seats.held.map((name) => (
          <Answer
            key={name}
            thread={thread}
            name={name}
            seat={seatOf(name)}
            record={record}
            question={waiting.find(({ value }) => value.participant === name)}
            answer={(question, line) => run(api.answer(thread, { [question.id]: { ...line, ...seenIn(question) } }))}
            remark={(text) => run(api.interject(thread, { text, from: name }), takePart.sent.next)}
            invite={!seats.isGuest && <Invite thread={thread} name={name} run={run} />}
          />
        ))}
      </div>
      <div className="part-row">
        <Say {...props} isOver={isOver} run={run} />
        {!seats.isGuest && isOver && <AnotherRound key={props.maxTurns} {...props} run={run} />}
        {!seats.isGuest && !isOver && <Steer thread={thread} status={status?.status} run={run} />}
      </div>
    </section>
  );
}

/** Identifies the draft that the person saw, because a newer one may have replaced it. */
const seenIn = ({ value: { work } }: WaitingPerson) => (work ? { answered: work.answered } : {});

interface FreeSeatsProps extends Pick<TakePartProps, "seats" | "thread"> {
  readonly waiting: readonly WaitingPerson[];
  readonly seatOf: (name: string) => number;
  readonly run: Run;
}

function FreeSeats({ thread, waiting, seats, seatOf, run }: FreeSeatsProps) {
  const { takePart, stage } = useWords();
  const free = waiting.filter(({ value }) => seats.canTake(value.participant));
  return free.map((question) => {
    const { participant: name } = question.value;
    return (
      <p key={question.id} className="free-seat">
        <Face name={name} seat={seatOf(name)} size="tiny" />
        <bdi>{isDraft(question) ? stage.waitsForApproval([name]) : stage.waitsFor([name])}</bdi>
        <Button onClick={() => seats.take(name)}>{takePart.sitHere(name)}</Button>
        {!seats.isGuest && <Invite thread={thread} name={name} run={run} />}
      </p>
    );
  });
}

/** The key `/` moves the focus to the first field for a line or a remark. */
function useSlashKey() {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTyping(event.target)) return;
      event.preventDefault();
      section.current?.querySelector("textarea")?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return section;
}
