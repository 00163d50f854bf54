import { useState } from "react";
import { api } from "../../net/api.js";
import { useWords } from "../../words/words.js";
import { Button } from "../parts.js";
import { useDraft } from "../use-draft.js";
import type { Run } from "./use-request.js";

const emptyFields = { name: "", role: "", description: "" };

export function AddParticipant({ thread, run }: { readonly thread: string; readonly run: Run }) {
  const { takePart, shell } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useDraft<typeof emptyFields>(`add.${thread}`);
  const person = draft ?? emptyFields;
  const [isSent, setSent] = useState(false);
  if (!isOpen) return <Button icon="add" label={takePart.add} onClick={() => setOpen(true)} />;
  const field = (key: keyof typeof person, label: string) => (
    <label>
      <span>{label}</span>
      <input
        value={person[key]}
        onChange={({ target }) => setDraft((now) => ({ ...(now ?? emptyFields), [key]: target.value }))}
      />
    </label>
  );
  return (
    <form
      className="add"
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        void run(api.control(thread, { add: person }), takePart.asked).then((isDone) => {
          setSent(false);
          if (!isDone) return;
          setOpen(false);
          setDraft(null);
        });
      }}
    >
      <strong>{takePart.add}</strong>
      {field("name", takePart.addName)}
      {field("role", takePart.addRole)}
      {field("description", takePart.addDescription)}
      <div className="answer-acts">
        <Button onClick={() => setOpen(false)}>{shell.close}</Button>
        <Button type="submit" className="main-act" disabled={isSent || person.name.trim() === ""}>
          {takePart.add}
        </Button>
      </div>
    </form>
  );
}
