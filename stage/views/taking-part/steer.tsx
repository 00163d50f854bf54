import { api } from "../../net/api.js";
import { meaningOf } from "../../state/statuses.js";
import { useWords } from "../../words/words.js";
import { Button } from "../parts.js";
import { AddParticipant } from "./add-participant.js";
import type { Run } from "./use-request.js";

interface SteerProps {
  readonly thread: string;
  readonly status: string | undefined;
  readonly run: Run;
}

export function Steer({ thread, status, run }: SteerProps) {
  const { takePart } = useWords();
  const isRunning = status === "running";
  return (
    <div className="steer">
      {isRunning && (
        <Button
          icon="pause"
          label={takePart.pause}
          onClick={() => void run(api.control(thread, { pause: true }), takePart.pausing)}
        />
      )}
      {(isRunning || status === "queued") && (
        <Button icon="stop" label={takePart.stop} onClick={() => void run(api.cancel(thread))} />
      )}
      {/* If the conversation has failed, the button is beside the error instead. */}
      {meaningOf(status).canResume && status !== "failed" && (
        <Button icon="play" className="main-act" onClick={() => void run(api.resume(thread))}>
          {takePart.resume}
        </Button>
      )}
      {status === "paused" && (
        <Button icon="step" label={takePart.step} onClick={() => void run(api.control(thread, { step: true }))} />
      )}
      <AddParticipant thread={thread} run={run} />
    </div>
  );
}
