import { useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { api } from "../net/api.js";
import type { TurnPrompt } from "../port.js";
import { useWords } from "../words/words.js";
import { CopyLink } from "./copy.js";
import { Problem } from "./shell.js";

interface PromptsProps {
  readonly thread: string;
  readonly turn: number;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

export function Prompts({ thread, turn, isOpen, onToggle }: PromptsProps) {
  const { why, shell, account } = useWords();
  const [prompts, setPrompts] = useState<readonly TurnPrompt[] | null>(null);
  const [problem, setProblem] = useState<RequestError | null>(null);
  return (
    <details
      className="prompts"
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        // Fetches the prompts each time the list opens, because a turn in progress sends further prompts.
        if (target !== currentTarget) return;
        if (currentTarget.open !== isOpen) onToggle(currentTarget.open);
        if (!currentTarget.open) return;
        setProblem(null);
        api.prompts(thread, turn).then(setPrompts, setProblem);
      }}
    >
      <summary>{why.prompts}</summary>
      <Problem of={problem} />
      {prompts === null ? (
        !problem && <p className="soft">{shell.loading}</p>
      ) : (
        <p className="soft">
          {prompts.length > 0 ? why.promptsHelp : why.promptsNone}
          <CopyLink place={{ view: "stage", turn, opened: { turn, part: "prompts" } }} />
        </p>
      )}
      {prompts?.map(({ purpose, participant, messages }, index) => (
        <details key={index}>
          <summary>
            {account.purposes[purpose] ?? purpose} {participant && <bdi>· {participant}</bdi>}
          </summary>
          {messages.map(({ text }, place) => (
            <pre key={place} dir="auto">
              {text}
            </pre>
          ))}
        </details>
      ))}
    </details>
  );
}
