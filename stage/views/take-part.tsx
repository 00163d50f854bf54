/** How a person takes part: says something, answers, raises a hand, steers. */
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { ApiError, api } from "../net/api.js";
import type { Control, Participant, Status, WaitingPerson } from "../port.js";
import { useWords } from "../words/words.js";
import { Button, Choice, Face } from "./parts.js";
import { Problem } from "./shell.js";

interface TakePartProps {
  readonly thread: string;
  readonly status: Status | null;
  readonly people: readonly Participant[];
  /** The seat that somebody pressed. */
  readonly seat: string | null;
  readonly onSeat: (name: string | null) => void;
  readonly isRunning: boolean;
}

/** Does something on the server; says what came of it. */
function useDoing() {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [notice, setNotice] = useState("");
  const run = useCallback(async (doing: Promise<unknown>, said = "") => {
    try {
      await doing;
      setProblem(null);
      setNotice(said);
      return true;
    } catch (error) {
      setProblem(error instanceof ApiError ? error : new ApiError(String(error), 0));
      setNotice("");
      return false;
    }
  }, []);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(""), 6000);
    return () => clearTimeout(timer);
  }, [notice]);
  return { run, problem, notice };
}

export function TakePart(props: TakePartProps) {
  const { thread, status, people, seat, onSeat } = props;
  const { takePart } = useWords();
  const { run, problem, notice } = useDoing();
  const waiting: readonly WaitingPerson[] = status?.waiting ?? [];
  const isOver = status?.status === "ended";
  const isStill = ["paused", "stopped", "failed"].includes(status?.status ?? "");
  const pressed = people.find(({ name }) => name === seat);
  return (
    <section className="part" aria-label={takePart.label}>
      <div className="part-cards">
        <Problem of={problem} />
        {status?.error && <p className="problem">{status.error.message}</p>}
        <p className="notice" role="status">
          {notice}
        </p>
        {pressed && <SeatCard {...props} person={pressed} run={run} onClose={() => onSeat(null)} />}
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
          {isStill && (
            <Button icon="play" className="main-act" onClick={() => void run(api.resume(thread))}>
              {takePart.resume}
            </Button>
          )}
          {status?.status === "paused" && (
            <Button icon="step" label={takePart.step} onClick={() => void run(api.control(thread, { step: true }))} />
          )}
          {!isOver && <Add thread={thread} run={run} />}
        </div>
      </div>
    </section>
  );
}

/** Which draft is answered: another one may have come since it was shown. */
const seenIn = ({ value: { work } }: WaitingPerson) => (work ? { answered: work.answered } : {});

type Run = ReturnType<typeof useDoing>["run"];

function Say({ thread, people, seat, onSeat, run }: TakePartProps & { readonly run: Run }) {
  const { takePart } = useWords();
  const [text, setText] = useState("");
  const [from, setFrom] = useState("");
  const [when, setWhen] = useState<"next" | "now">("next");
  const field = useRef<HTMLTextAreaElement>(null);
  const persons = people.filter(({ human }) => human);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || (event.target as HTMLElement).closest("input, textarea, select")) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const who = from === "" ? {} : { from };
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "") return;
    const request = { text, ...who, ...(seat ? { to: seat } : {}), now: when === "now" };
    if (await run(api.interject(thread, request), takePart.sent[when])) setText("");
  };
  return (
    <form className="say" onSubmit={(event) => void send(event)}>
      {persons.length > 0 && (
        <label className="pick">
          <span>{takePart.as}</span>
          <select value={from} onChange={(event) => setFrom(event.target.value)}>
            <option value="">{takePart.guest}</option>
            {persons.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label className="pick">
        <span>{takePart.to}</span>
        <select value={seat ?? ""} onChange={(event) => onSeat(event.target.value || null)}>
          <option value="">{takePart.room}</option>
          {people.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <textarea
        ref={field}
        rows={1}
        maxLength={4000}
        value={text}
        placeholder={seat ? takePart.placeholderTo(seat) : takePart.placeholder}
        aria-label={seat ? takePart.placeholderTo(seat) : takePart.placeholder}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) void send(event);
        }}
      />
      <Choice
        label={takePart.when}
        value={when}
        options={[
          ["next", takePart.next],
          ["now", takePart.now],
        ]}
        onChange={setWhen}
      />
      <Button type="submit" className="main-act" disabled={text.trim() === ""}>
        {takePart.send}
      </Button>
      {from !== "" && (
        <Button
          icon="hand"
          label={takePart.hand}
          onClick={() => void run(api.interject(thread, { text: "", from, raisesHand: true }), takePart.handSent)}
        />
      )}
    </form>
  );
}

/** An empty text passes. */
type Line = { readonly text: string } | { readonly rewrite: string };

function Answer({
  person,
  seat,
  send,
}: {
  person: WaitingPerson;
  seat: number;
  send: (line: Line) => Promise<boolean>;
}) {
  const { takePart } = useWords();
  const { participant, purpose, task, deadline, draft = "" } = person.value;
  const [text, setText] = useState(draft);
  const [change, setChange] = useState("");
  const [isSent, setSent] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const question =
    draft !== ""
      ? takePart.approve(participant)
      : purpose === "decide"
        ? takePart.yourDecision(participant)
        : purpose === "execute"
          ? takePart.yourTask(participant, task ?? "")
          : takePart.yourTurn(participant);
  const isEdited = text !== draft;
  const speak = async (line: Line) => {
    setSent(true);
    if (!(await send(line))) setSent(false);
  };
  return (
    <form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") void speak({ text });
      }}
    >
      <p className="answer-question">
        <Face name={participant} seat={seat} size="tiny" /> <bdi>{question}</bdi>
        {deadline && <span className="soft">{takePart.answerBy(new Date(deadline))}</span>}
      </p>
      <textarea
        ref={field}
        rows={3}
        maxLength={20_000}
        value={text}
        aria-label={takePart.line(participant)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && text.trim() !== "") void speak({ text });
        }}
      />
      {draft !== "" && (
        <div className="answer-acts">
          <input
            value={change}
            maxLength={4000}
            aria-label={takePart.approveChange}
            placeholder={takePart.approveChange}
            onChange={(event) => setChange(event.target.value)}
          />
          <Button disabled={isSent} onClick={() => void speak({ rewrite: change })}>
            {takePart.approveRewrite}
          </Button>
        </div>
      )}
      <div className="answer-acts">
        {purpose !== "decide" && draft === "" && (
          <Button disabled={isSent} onClick={() => void speak({ text: "" })}>
            {takePart.pass}
          </Button>
        )}
        <Button type="submit" className="main-act" disabled={isSent || text.trim() === ""}>
          {draft === "" ? takePart.answer : isEdited ? takePart.approveEdit : takePart.approveYes}
        </Button>
      </div>
    </form>
  );
}

interface SeatCardProps {
  readonly thread: string;
  readonly person: Participant;
  readonly people: readonly Participant[];
  readonly run: Run;
  readonly onClose: () => void;
}

/** Who sits there, and what can be asked for. */
function SeatCard({ thread, person, people, run, onClose }: SeatCardProps) {
  const { takePart, shell } = useWords();
  const { name, role, location, description, presence } = person;
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
      <div className="seat-card-acts">
        <Button icon="next" onClick={() => ask({ next: name })}>
          {takePart.giveFloor}
        </Button>
        {presence === "muted" ? (
          <Button onClick={() => ask({ unmute: name })}>{takePart.unmute}</Button>
        ) : (
          <Button icon="mute" onClick={() => ask({ mute: name })}>
            {takePart.mute}
          </Button>
        )}
        <Button onClick={() => ask({ remove: name })}>{takePart.remove}</Button>
      </div>
      <Button icon="close" label={shell.close} onClick={onClose} />
    </div>
  );
}

const nobody = { name: "", role: "", description: "" };

function Add({ thread, run }: { readonly thread: string; readonly run: Run }) {
  const { takePart, shell } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [person, setPerson] = useState(nobody);
  if (!isOpen) return <Button icon="add" label={takePart.add} onClick={() => setOpen(true)} />;
  const field = (key: keyof typeof person, label: string) => (
    <label>
      <span>{label}</span>
      <input value={person[key]} onChange={(event) => setPerson({ ...person, [key]: event.target.value })} />
    </label>
  );
  return (
    <form
      className="add"
      onSubmit={(event) => {
        event.preventDefault();
        void run(api.control(thread, { add: person }), takePart.asked).then((isDone) => {
          if (!isDone) return;
          setOpen(false);
          setPerson(nobody);
        });
      }}
    >
      <strong>{takePart.add}</strong>
      {field("name", takePart.addName)}
      {field("role", takePart.addRole)}
      {field("description", takePart.addDescription)}
      <div className="answer-acts">
        <Button onClick={() => setOpen(false)}>{shell.close}</Button>
        <Button type="submit" className="main-act" disabled={person.name.trim() === ""}>
          {takePart.add}
        </Button>
      </div>
    </form>
  );
}
