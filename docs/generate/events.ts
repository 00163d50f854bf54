/** The reference of events, from their types and comments. */
import ts from "typescript";
import { code, generatedBy, table } from "./markdown.js";
import { resolve, type Types } from "./types.js";

interface EventType {
  readonly name: string;
  readonly when: string;
  readonly fields: readonly string[];
}

/** The comment in a text, on one line. */
function commentIn(text: string): string {
  const [, comment = ""] = /\/\*\*([\s\S]*?)\*\//.exec(text) ?? [];
  return comment
    .replace(/\n\s*\*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function readEvents(types: Types): EventType[] {
  const { checker } = types;
  const union = types.exportsOf("src/index.ts").find(({ name }) => name === "RostrumEvent");
  const declaration = union && resolve(types, union).declarations?.find(ts.isTypeAliasDeclaration);
  if (!declaration || !ts.isUnionTypeNode(declaration.type)) throw new Error("RostrumEvent is not a union of types");
  const source = declaration.getSourceFile().text;
  const members = declaration.type.types;
  return members.map((member, index) => {
    const properties = checker.getPropertiesOfType(checker.getTypeFromTypeNode(member));
    const typeOf = (property: ts.Symbol) => checker.getTypeOfSymbol(property);
    const tag = properties.find(({ name }) => name === "type");
    const name = tag && typeOf(tag).isStringLiteral() ? (typeOf(tag) as ts.StringLiteralType).value : "";
    // The comment stands before the bar, which belongs to no member.
    const when = commentIn(source.slice(members[index - 1]?.end ?? declaration.name.end, member.getStart()));
    const fields = properties.filter((property) => property !== tag).map((property) => property.name);
    return { name, when, fields };
  });
}

export const eventsPage = (types: Types): string => `${generatedBy}
# Events

What a running conversation reports: on LangGraph's stream mode \`custom\`, from \`follow\` of
[\`Conversations\`](../guides/conversations.md#follow), and to [a user interface](../guides/follow.md).
Every event has a \`type\`. \`turn\` counts from 1 and is 0 before the first turn. The type \`RostrumEvent\` gives the types of the fields.

${table(
  ["Event", "When", "Fields"],
  readEvents(types).map(({ name, when, fields }) => [code(name), when, fields.map(code).join(", ")]),
)}

\`follow\` of \`Conversations\` adds \`status\`: whether the conversation is running, waiting for people, paused, stopped, failed or ended.

## Next

[Follow a conversation](../guides/follow.md) shows a program. [Settings](settings.md) lists what shapes a run.
`;
