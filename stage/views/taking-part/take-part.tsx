/** The controls for taking part: answers, interjections, and steering. */
import { type ApiError, api } from "../../net/api.js";
import type { Trouble } from "../../net/follow.js";
import type { Participant, Status, WaitingPerson } from "../../port.js";
import { useWords } from "../../words/words.js";
import { Connection } from "../connection.js";
import { Problem } from "../shell.js";
import { AnotherRound } from "./another-round.js";
import { Answer } from "./answer.js";
import { Failure } from "./failure.js";
import { Say } from "./say.js";
import { SeatCard } from "./seat-card.js";
import { Steer } from "./steer.js";
import { useRequest } from "./use-request.js";

interface TakePartProps {
  readonly thread: string;
  readonly status: Status | null;
  /** The error while the server refuses to send the conversation's events, otherwise null. */
  readonly refusal: ApiError | null;
  readonly trouble: Trouble | null;
  readonly onReconnect: () => void;
  readonly mode: string;
  /** The context of the latest run. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The maximum number of turns of the latest round. */
  readonly maxTurns: number;
  readonly people: readonly Participant[];
  /** The name of the participant in the selected seat. Null if no seat is selected. */
  readonly seat: string | null;
  readonly onSeat: (name: string | null) => void;
}

export function TakePart(props: TakePartProps) {
  const { thread, status, people, seat, onSeat } = props;
  const { takePart } = useWords();
  const { run, problem, notice } = useRequest();
  const waiting: readonly WaitingPerson[] = status?.waiting ?? [];
  const isOver = status?.status === "ended";
  const selected = people.find(({ name }) => name === seat);
  return (
    <section className="part" aria-label={takePart.label}>
      <div className="part-cards">
        <Connection trouble={props.trouble} onReconnect={props.onReconnect} />
        <Problem of={problem ?? props.refusal} />
        {status?.error && <Failure {...props} message={status.error.message} run={run} />}
        <p className="notice" role="status">
          {notice}
        </p>
        {selected && <SeatCard {...props} person={selected} isOver={isOver} run={run} onClose={() => onSeat(null)} />}
        {waiting.map((person) => (
          <Answer
            key={`${person.id} ${person.value.work?.answered ?? ""}`}
            person={person}
            seat={people.findIndex(({ name }) => name === person.value.participant)}
            send={(line) => run(api.answer(thread, { [person.id]: { ...line, ...seenIn(person) } }))}
          />
        ))}
      </div>
      <div className="part-row">
        {isOver ? (
          <AnotherRound key={props.maxTurns} {...props} run={run} />
        ) : (
          <>
            <Say {...props} run={run} />
            <Steer thread={thread} status={status?.status} run={run} />
          </>
        )}
      </div>
    </section>
  );
}

/** Identifies the draft that the person saw, because a newer one may have replaced it. */
const seenIn = ({ value: { work } }: WaitingPerson) => (work ? { answered: work.answered } : {});
