import { useMemo, useState } from "react";
import type { Numbered } from "../port.js";
import { type ConversationRecord, createRecorder } from "../state/record.js";

/** Reads each event only once as long as events are only added. */
export function useRecord(events: readonly Numbered[]): ConversationRecord {
  const [read] = useState(createRecorder);
  return useMemo(() => read(events), [read, events]);
}
