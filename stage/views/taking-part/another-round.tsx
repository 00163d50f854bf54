import { useState } from "react";
import { api } from "../../net/api.js";
import { useWords } from "../../words/words.js";
import { Button } from "../parts.js";
import type { Run } from "./use-request.js";

interface AnotherRoundProps {
  readonly thread: string;
  readonly mode: string;
  /** The maximum number of turns of the latest round. */
  readonly maxTurns: number;
  readonly run: Run;
}

export function AnotherRound({ thread, mode, maxTurns, run }: AnotherRoundProps) {
  const { takePart } = useWords();
  const [turns, setTurns] = useState(String(maxTurns));
  /** Stays true after a successful request, because the form disappears when the round begins. */
  const [isSent, setSent] = useState(false);
  return (
    <form
      className="steer"
      onSubmit={async (event) => {
        event.preventDefault();
        setSent(true);
        setSent(await run(api.start({ mode, thread, input: { maxTurns: Number(turns) } })));
      }}
    >
      <label className="small-field">
        <span>{takePart.roundTurns}</span>
        <input type="number" min={1} required value={turns} onChange={(event) => setTurns(event.target.value)} />
      </label>
      <Button type="submit" icon="play" className="main-act" disabled={isSent}>
        {takePart.anotherRound}
      </Button>
    </form>
  );
}
