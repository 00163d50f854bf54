/** A form in which a person gives the line, decision or approval that the conversation is waiting for. */
import { useLayoutEffect, useRef, useState } from "react";
import type { WaitingPerson } from "../../port.js";
import { useWords } from "../../words/words.js";
import { Button, Face } from "../parts.js";

/** An empty text means that the person passes. */
type Line = { readonly text: string } | { readonly rewrite: string };

export function Answer({
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
  useLayoutEffect(() => field.current?.focus(), []);
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
