/** Changes a speech, or takes its turn again, in a copy of the conversation. */
import { useState } from "react";
import { type ConversationRecord, linesOf, turnOf } from "../state/record.js";
import { useWords } from "../words/words.js";
import { Button } from "./parts.js";
import { Problem } from "./shell.js";
import { useDraft } from "./use-draft.js";
import { useFork } from "./use-fork.js";

interface RetakeProps {
  readonly thread: string;
  readonly turn: number;
  readonly record: ConversationRecord;
  readonly canEdit: boolean;
}

export function Retake({ thread, turn, record, canEdit }: RetakeProps) {
  const { time, shell } = useWords();
  const [line, setLine] = useDraft<string>(`edit.${thread}.${turn}`);
  const { fork, isSent, problem } = useFork(thread);
  // With the same seed, the turn would be the same again if the models answered as before.
  const [seed] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0]);
  const speaker = turnOf(record, turn)?.decision?.speaker ?? "";
  const text = linesOf(record, turn).findLast((each) => each.speaker === speaker)?.text;
  if (text === undefined) return null;
  const again = () => void fork({ turn: turn - 1, changes: { seed } });
  if (line === null)
    return (
      <div className="branch-begin">
        <Problem of={problem} />
        {canEdit && (
          <Button icon="pen" onClick={() => setLine(text)}>
            {time.edit}
          </Button>
        )}
        <Button icon="again" disabled={isSent} title={time.retakeHelp} onClick={again}>
          {time.retake}
        </Button>
      </div>
    );
  return (
    <form
      className="branch"
      onSubmit={(event) => {
        event.preventDefault();
        void fork({ turn, speech: line }, () => setLine(null));
      }}
    >
      <h3>{time.editOf(speaker)}</h3>
      <p className="soft">{time.editHelp}</p>
      <Problem of={problem} />
      <textarea
        rows={6}
        maxLength={20_000}
        aria-label={time.editOf(speaker)}
        value={line}
        onChange={(event) => setLine(event.target.value)}
      />
      <div className="answer-acts">
        <Button onClick={() => setLine(null)}>{shell.close}</Button>
        <Button type="submit" className="main-act" disabled={isSent || line.trim() === "" || line === text}>
          {time.editStart}
        </Button>
      </div>
    </form>
  );
}
