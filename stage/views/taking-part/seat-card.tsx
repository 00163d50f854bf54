import { api } from "../../net/api.js";
import type { Control, Participant } from "../../port.js";
import { useWords } from "../../words/words.js";
import { Button, Face } from "../parts.js";
import type { Wish } from "../stage/seat-marks.js";
import { Invite } from "./invite.js";
import type { Ask } from "./use-asked.js";
import type { Run } from "./use-request.js";
import type { Seats } from "./use-seats.js";

interface SeatCardProps {
  readonly thread: string;
  readonly person: Participant;
  readonly people: readonly Participant[];
  /** Whether the conversation has ended. If it has, nobody can be given the floor, muted, unmuted or removed. */
  readonly isOver: boolean;
  readonly seats: Seats;
  readonly ask: Ask;
  readonly run: Run;
  readonly onClose: () => void;
}

export function SeatCard({ thread, person, people, isOver, seats, ask, run, onClose }: SeatCardProps) {
  const { takePart, shell } = useWords();
  const { name, role, location, description, presence = "present" } = person;
  const steer = (wish: Wish, control: Control) => {
    void run(ask(name, wish, api.control(thread, control)), takePart.asked);
    onClose();
  };
  return (
    <div className="seat-card">
      <Face name={name} seat={people.indexOf(person)} size="small" />
      <div className="seat-card-who">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <bdi className="soft">{[role, location].filter(Boolean).join(" · ")}</bdi>
        <bdi className="seat-card-about">{description}</bdi>
      </div>
      <div className="seat-card-acts">
        <Sitting thread={thread} name={name} seats={seats} run={run} />
        {!isOver && !seats.isGuest && presence !== "removed" && (
          <>
            {presence === "muted" ? (
              <Button onClick={() => steer("unmute", { unmute: name })}>{takePart.unmute}</Button>
            ) : (
              <>
                <Button icon="next" onClick={() => steer("next", { next: name })}>
                  {takePart.giveFloor}
                </Button>
                <Button icon="mute" onClick={() => steer("mute", { mute: name })}>
                  {takePart.mute}
                </Button>
              </>
            )}
            <Button onClick={() => steer("remove", { remove: name })}>{takePart.remove}</Button>
          </>
        )}
      </div>
      <Button icon="close" label={shell.close} onClick={onClose} />
    </div>
  );
}

function Sitting({ thread, name, seats, run }: Pick<SeatCardProps, "thread" | "seats" | "run"> & { name: string }) {
  const { takePart } = useWords();
  const isHeld = seats.held.includes(name);
  if (!isHeld && !seats.canTake(name)) return null;
  return (
    <>
      {isHeld ? (
        <Button onClick={() => seats.leave(name)}>{takePart.giveUp}</Button>
      ) : (
        <Button icon="person" onClick={() => seats.take(name)}>
          {takePart.sitHere(name)}
        </Button>
      )}
      {!seats.isGuest && <Invite thread={thread} name={name} run={run} />}
    </>
  );
}
