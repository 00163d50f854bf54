/** Remembers what this tab has requested until the conversation has carried it out or refused it. */
import { useMemo } from "react";
import type { ConversationRecord } from "../../state/record.js";
import type { Wish } from "../stage/seat-marks.js";
import { useDraft } from "../use-draft.js";

interface Asked {
  readonly id: string;
  readonly name: string;
  readonly wish: Wish;
}

/** Marks the participant's seat once the server has accepted the request. Rejects if the request fails. */
export type Ask = (name: string, wish: Wish, request: Promise<{ readonly id: string }>) => Promise<void>;

export function useAsked(thread: string, { items }: ConversationRecord): readonly [readonly Asked[], Ask] {
  const [all, setAll] = useDraft<readonly Asked[]>(`asked.${thread}`);
  const open = useMemo(() => {
    const done = new Set(
      items.map((item) =>
        item.kind === "control" ? item.control.id : item.kind === "interjection" ? item.interjection.id : "",
      ),
    );
    return (all ?? []).filter(({ id }) => !done.has(id));
  }, [all, items]);
  const ask: Ask = async (name, wish, request) => {
    const { id } = await request;
    setAll((before) => [...(before ?? []), { id, name, wish }]);
  };
  return [open, ask];
}
