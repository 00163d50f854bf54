/** The controls for taking part: answers, interjections, and steering. */
import { type ApiError, api } from "../../net/api.js";
import type { Participant, Status, WaitingPerson } from "../../port.js";
import { meaningOf } from "../../state/statuses.js";
import { useWords } from "../../words/words.js";
import { Button } from "../parts.js";
import { Problem } from "../shell.js";
import { AddParticipant } from "./add-participant.js";
import { Answer } from "./answer.js";
import { Say } from "./say.js";
import { SeatCard } from "./seat-card.js";
import { useRequest } from "./use-request.js";

interface TakePartProps {
  readonly thread: string;
  readonly status: Status | null;
  /** The error while the server refuses to send the conversation's events, otherwise null. */
  readonly refusal: ApiError | null;
  readonly people: readonly Participant[];
  /** The name of the participant in the selected seat. Null if no seat is selected. */
  readonly seat: string | null;
  readonly onSeat: (name: string | null) => void;
  readonly isRunning: boolean;
}

export function TakePart(props: TakePartProps) {
  const { thread, status, people, seat, onSeat } = props;
  const { takePart } = useWords();
  const { run, problem, notice } = useRequest();
  const waiting: readonly WaitingPerson[] = status?.waiting ?? [];
  const isOver = status?.status === "ended";
  const canResume = meaningOf(status?.status).canResume;
  const selected = people.find(({ name }) => name === seat);
  return (
    <section className="part" aria-label={takePart.label}>
      <div className="part-cards">
        <Problem of={problem ?? props.refusal} />
        {status?.error && <p className="problem">{status.error.message}</p>}
        <p className="notice" role="status">
          {notice}
        </p>
        {selected && <SeatCard {...props} person={selected} run={run} onClose={() => onSeat(null)} />}
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
        {!isOver && <Say {...props} run={run} />}
        <div className="steer">
          {props.isRunning && (
            <Button
              icon="pause"
              label={takePart.pause}
              onClick={() => void run(api.control(thread, { pause: true }), takePart.pausing)}
            />
          )}
          {canResume && (
            <Button icon="play" className="main-act" onClick={() => void run(api.resume(thread))}>
              {takePart.resume}
            </Button>
          )}
          {status?.status === "paused" && (
            <Button icon="step" label={takePart.step} onClick={() => void run(api.control(thread, { step: true }))} />
          )}
          {!isOver && <AddParticipant thread={thread} run={run} />}
        </div>
      </div>
    </section>
  );
}

/** Identifies the draft that the person saw, because a newer one may have replaced it. */
const seenIn = ({ value: { work } }: WaitingPerson) => (work ? { answered: work.answered } : {});
