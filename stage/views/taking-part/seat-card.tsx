/** Shows the participant in the selected seat, and the controls for this participant. */
import { api } from "../../net/api.js";
import type { Control, Participant } from "../../port.js";
import { useWords } from "../../words/words.js";
import { Button, Face } from "../parts.js";
import type { Run } from "./use-request.js";

interface SeatCardProps {
  readonly thread: string;
  readonly person: Participant;
  readonly people: readonly Participant[];
  /** Whether the conversation has ended, so that nobody can be given the floor, muted or removed. */
  readonly isOver: boolean;
  readonly run: Run;
  readonly onClose: () => void;
}

export function SeatCard({ thread, person, people, isOver, run, onClose }: SeatCardProps) {
  const { takePart, shell } = useWords();
  const { name, role, location, description, presence = "present" } = person;
  const ask = (control: Control) => {
    void run(api.control(thread, control), takePart.asked);
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
      {!isOver && presence !== "removed" && (
        <div className="seat-card-acts">
          {presence === "muted" ? (
            <Button onClick={() => ask({ unmute: name })}>{takePart.unmute}</Button>
          ) : (
            <>
              <Button icon="next" onClick={() => ask({ next: name })}>
                {takePart.giveFloor}
              </Button>
              <Button icon="mute" onClick={() => ask({ mute: name })}>
                {takePart.mute}
              </Button>
            </>
          )}
          <Button onClick={() => ask({ remove: name })}>{takePart.remove}</Button>
        </div>
      )}
      <Button icon="close" label={shell.close} onClick={onClose} />
    </div>
  );
}
