/**
 * Runs a conversation with the rehearsal, and records the events of its `custom` stream and the states of its `values`
 * stream in the order in which they arrive.
 */

import type { RostrumEvent } from "../../src/core/state/events.js";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import type { HistoryState } from "../../src/talk/conversations/port/history.js";
import { type ConversationDocument, type ExportableState, exportConversation } from "../../src/talk/transcript/json.js";
import { compileMode, inputFor, type Mode } from "./any-mode.js";

export type Happening = { readonly emitted: RostrumEvent } | { readonly saved: HistoryState };

export interface Course {
  readonly happenings: readonly Happening[];
  readonly state: HistoryState;
  readonly document: ConversationDocument;
}

export async function courseOf(mode: Mode, more: object = {}): Promise<Course> {
  const graph = compileMode(mode, { model: new RehearsalModel({ notice: false }) });
  const stream = await graph.stream(inputFor(mode, more) as never, {
    streamMode: ["custom", "values"],
    recursionLimit: 10_000,
  });
  const happenings: Happening[] = [];
  let state: HistoryState = {};
  for await (const [kind, value] of stream as AsyncIterable<[string, unknown]>) {
    if (kind === "values") state = value as HistoryState;
    happenings.push(kind === "values" ? { saved: state } : { emitted: value as RostrumEvent });
  }
  return { happenings, state, document: exportConversation(mode, state as unknown as ExportableState) };
}
