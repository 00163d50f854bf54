import { type FormEvent, useState } from "react";
import { api } from "../../net/api.js";
import type { Participant } from "../../port.js";
import { useWords } from "../../words/words.js";
import { Button, Choice } from "../parts.js";
import { useDraft, withoutSent } from "../use-draft.js";
import type { Ask } from "./use-asked.js";
import type { Run } from "./use-request.js";
import type { Seats } from "./use-seats.js";

interface SayProps {
  readonly thread: string;
  readonly people: readonly Participant[];
  /** The name of the addressee; null addresses everybody. */
  readonly seat: string | null;
  readonly onSeat: (name: string | null) => void;
  /** If the conversation has ended, the form disappears once it is empty and out of focus. */
  readonly isOver: boolean;
  readonly seats: Seats;
  readonly ask: Ask;
  readonly run: Run;
}

export function Say({ thread, people, seat, onSeat, isOver, seats, ask, run }: SayProps) {
  const { takePart } = useWords();
  const [draft, setDraft] = useDraft<string>(`say.${thread}`);
  const text = draft ?? "";
  const [isBusy, setBusy] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [sender, setSender] = useState<string | null>(null);
  // A person who only approves a model's drafts has no voice of their own in the cast.
  const voices = people.filter(({ name, human }) => human && seats.held.includes(name)).map(({ name }) => name);
  const from = sender !== null && (sender === "" || voices.includes(sender)) ? sender : (voices[0] ?? "");
  const [when, setWhen] = useState<"next" | "now">("next");
  const names = people.flatMap(({ name, presence }) => (presence === "removed" ? [] : name));
  const isGone = seat !== null && !names.includes(seat) && people.some(({ name }) => name === seat);
  const to = isGone ? null : seat;
  // The leader has a seat, but is not in the cast.
  const addressees = to === null || names.includes(to) ? names : [...names, to];
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "" || isBusy) return;
    setBusy(true);
    const request = { text, ...(from ? { from } : {}), ...(to ? { to } : {}), now: when === "now" };
    // The person may have typed more while the message was being sent.
    if (await run(api.interject(thread, request), takePart.sent[when])) setDraft((now) => withoutSent(now, text));
    setBusy(false);
  };
  if (isOver && draft === null && !hasFocus) return null;
  return (
    <form
      className="say"
      onSubmit={(event) => void send(event)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {voices.length > 0 && (
        <label className="pick">
          <span>{takePart.as}</span>
          <select value={from} onChange={(event) => setSender(event.target.value)}>
            {!seats.isGuest && <option value="">{takePart.guest}</option>}
            {voices.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label className="pick">
        <span>{takePart.to}</span>
        <select value={to ?? ""} onChange={(event) => onSeat(event.target.value || null)}>
          <option value="">{takePart.room}</option>
          {addressees.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <textarea
        rows={1}
        maxLength={20_000}
        value={text}
        placeholder={to ? takePart.placeholderTo(to) : takePart.placeholder}
        aria-label={to ? takePart.placeholderTo(to) : takePart.placeholder}
        onChange={(event) => setDraft(event.target.value || null)}
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
      {voices.includes(from) && (
        <Button
          icon="hand"
          label={takePart.hand}
          onClick={() => {
            const request = api.interject(thread, { text: "", from, raisesHand: true });
            void run(ask(from, "hand", request), takePart.handSent);
          }}
        />
      )}
    </form>
  );
}
