import { useRef } from "react";
import type { Trouble } from "../../src/apps/react/follow-thread.js";
import { useWords } from "../words/words.js";
import { Button } from "./parts.js";

/** Shows trouble with the connection in place of the status, which may have changed in the meantime. */
export function State({ trouble, status }: { readonly trouble: Trouble | null; readonly status: string }) {
  const { connection, states } = useWords();
  const text = trouble?.kind === "quiet" ? connection.quiet(trouble.seconds) : connection.lost;
  return (
    <span className="state" data-status={trouble?.kind ?? status}>
      {trouble ? text : states[status]}
    </span>
  );
}

/**
 * Screen readers announce only that the connection was lost and that it is back, but not the explanation, because it
 * changes every second.
 */
export function Connection({ trouble, onReconnect }: { trouble: Trouble | null; onReconnect: () => void }) {
  const { connection } = useWords();
  const isLost = trouble?.kind === "lost";
  const wasLost = useRef(false);
  wasLost.current ||= isLost;
  return (
    <>
      <p className="unseen" role="status">
        {isLost ? connection.lost : wasLost.current && trouble === null ? connection.back : ""}
      </p>
      {trouble && <Explanation trouble={trouble} onReconnect={onReconnect} />}
    </>
  );
}

function Explanation({ trouble, onReconnect }: { readonly trouble: Trouble; readonly onReconnect: () => void }) {
  const { connection } = useWords();
  const { kind, left } = trouble;
  return (
    <div className="problem problem-acts">
      <p>
        {kind === "quiet" ? connection.quietHelp(trouble.seconds, left) : connection.lostHelp(trouble.attempt, left)}
      </p>
      {kind === "lost" && left > 0 && <Button onClick={onReconnect}>{connection.now}</Button>}
    </div>
  );
}
