/** A form in which a person interjects or raises a hand. */
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { api } from "../../net/api.js";
import type { Participant } from "../../port.js";
import { useWords } from "../../words/words.js";
import { Button, Choice } from "../parts.js";
import { isTyping } from "../use-shortcuts.js";
import type { Run } from "./use-request.js";

interface SayProps {
  readonly thread: string;
  readonly people: readonly Participant[];
  /** The name of the addressee; null addresses everybody. */
  readonly seat: string | null;
  readonly onSeat: (name: string | null) => void;
  readonly run: Run;
}

export function Say({ thread, people, seat, onSeat, run }: SayProps) {
  const { takePart } = useWords();
  const [text, setText] = useState("");
  const [from, setFrom] = useState("");
  const [when, setWhen] = useState<"next" | "now">("next");
  const field = useRef<HTMLTextAreaElement>(null);
  const persons = people.filter(({ human }) => human);
  const names = people.map(({ name }) => name);
  // The leader has a seat, but is not in the cast.
  const addressees = seat === null || names.includes(seat) ? names : [...names, seat];
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "") return;
    const request = { text, ...(from ? { from } : {}), ...(seat ? { to: seat } : {}), now: when === "now" };
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
          {addressees.map((name) => (
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
