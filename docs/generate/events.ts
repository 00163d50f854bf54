import ts from "typescript";
import { type EventType, eventKinds } from "../../src/core/state/events.js";
import { documentFields } from "../../src/talk/transcript/json.js";
import { code, generatedBy, table } from "./markdown.js";
import { commentOf, type Types } from "./types.js";

/** Reads the kinds of events from the code. The comment of each kind says when its events are emitted. */
function readEvents(types: Types) {
  const { checker, sourceOf } = types;
  const declared = sourceOf("src/core/state/events.ts").statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === "EventFields",
  );
  if (!declared) throw new Error("EventFields is not declared");
  return checker.getPropertiesOfType(checker.getTypeAtLocation(declared)).map((kind) => ({
    name: kind.name as EventType,
    when: commentOf(types, kind),
    fields: checker.getPropertiesOfType(checker.getTypeOfSymbol(kind)).map(({ name }) => name),
  }));
}

export const eventsPage = (types: Types): string => `${generatedBy}
# Events

A running conversation reports these events in LangGraph's \`custom\` stream mode, and \`follow\` of
[\`Conversations\`](../guides/conversations.md#follow) yields them. If another process runs the conversation, \`follow\` may yield only what is saved.
Every event has a \`type\`. \`turn\` counts from 1 and is 0 before the first turn. The type \`RostrumEvent\` contains the types of all fields.
Saved events are part of the history, so \`follow\` can yield them again, for example after a restart. The column “In exports” gives the field of an
exported conversation that contains most of the event's data.

${table(
  ["Event", "When", "Fields", "Saved", "In exports"],
  readEvents(types).map(({ name, when, fields }) => [
    code(name),
    when,
    fields.map(code).join(", "),
    eventKinds[name] === "unsaved" ? "no" : "yes",
    documentFields[name] === null ? "–" : code(documentFields[name]),
  ]),
)}

\`follow\` of \`Conversations\` adds \`status\`: whether the conversation is queued, running, waiting for people, paused, stopped, failed or ended.

## Next

[Follow a conversation](../guides/follow.md) shows how a program uses events. [Settings](settings.md) lists the settings of conversations and runs.
`;
