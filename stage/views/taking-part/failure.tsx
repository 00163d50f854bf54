import { useState } from "react";
import { api } from "../../net/api.js";
import type { Participant } from "../../port.js";
import { useWords } from "../../words/words.js";
import { OtherModel } from "../form/models.js";
import { Button } from "../parts.js";
import type { Run } from "./use-request.js";

interface FailureProps {
  readonly thread: string;
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly people: readonly Participant[];
  readonly run: Run;
}

export function Failure({ thread, message, context, people, run }: FailureProps) {
  const { takePart, time } = useWords();
  const [model, setModel] = useState("");
  const name = model.trim();
  const others = people.filter((person) => person.model);
  // If `bidModel` were not replaced as well, it would take precedence over the new model for bids.
  const replaced = { model: name, ...(context["bidModel"] ? { bidModel: name } : {}) };
  return (
    <form
      className="problem problem-acts"
      onSubmit={(event) => {
        event.preventDefault();
        void run(api.resume(thread, name === "" ? undefined : replaced));
      }}
    >
      <p title={message}>{message}</p>
      {name !== "" && others.length > 0 && (
        <p className="soft">{takePart.ownModels(others.map((person) => `${person.name} (${person.model})`))}</p>
      )}
      <OtherModel
        className="small-field"
        value={model}
        placeholder={String(context["model"] ?? time.same)}
        onChange={(event) => setModel(event.target.value)}
      />
      <Button type="submit" icon="play" className="main-act">
        {takePart.tryAgain}
      </Button>
    </form>
  );
}
