/** The descriptions are only in English, like the OpenAPI document that contains them. */
import { z } from "zod/v4";
import { isId } from "../../base/is-id.js";
import { problemsOf } from "../../core/state/problems.js";
import { invalidInput, RostrumError } from "../../errors/rostrum-error.js";
import { longestLine } from "../../records/person-question.js";
import { conversationStatuses } from "../../talk/conversations/port/status-meanings.js";

const fields = z.record(z.string(), z.unknown());
const name = z.string().min(1).max(200);
const id = z
  .string()
  .refine(isId, { params: { rule: "expected", expected: "id" } })
  .meta({ maxLength: 200 });
const line = z.string().max(longestLine);
const review = {
  from: name.optional(),
  answered: z.int().min(0).optional().meta({
    description: "The `work.answered` of the draft that the person saw. An answer to an earlier draft is rejected.",
  }),
};
const answer = z.union([line, z.strictObject({ text: line, ...review }), z.strictObject({ rewrite: line, ...review })]);

export const bodies = {
  start: z.strictObject({
    mode: name,
    input: fields.optional().meta({ description: "The mode's input fields." }),
    context: fields.optional().meta({ description: "The mode's context fields, such as `model`." }),
    thread: id.optional(),
    title: z.string().max(200).optional(),
    idempotencyKey: id.optional().meta({ description: "Requests with the same key start only one conversation." }),
  }),
  estimate: z.strictObject({
    mode: name,
    input: fields.optional().meta({ description: "The mode's input fields." }),
    context: fields.optional().meta({ description: "The mode's context fields, such as `model`." }),
  }),
  interject: z.strictObject({
    text: line,
    from: name.optional(),
    to: name.optional(),
    raisesHand: z.boolean().optional(),
    now: z.boolean().optional().meta({ description: "Interrupts the current turn." }),
    id: id.optional().meta({ description: "The conversation receives only one message per id." }),
  }),
  control: z.strictObject({
    control: fields.meta({
      description: "An object with one of the fields `next`, `mute`, `unmute`, `add`, `remove`, `pause` and `step`.",
    }),
    from: name.optional(),
    now: z.boolean().optional(),
  }),
  answer: z.strictObject({
    lines: z.union([answer, z.record(z.string(), answer)]).meta({
      description:
        "One answer if the conversation is waiting for one person, or an object with an answer for each person, keyed by the id of the interrupt. If a speech is waiting for approval, an empty text approves it, any other text replaces it, and `rewrite` asks the model for another draft.",
    }),
  }),
  invite: z.strictObject({ participant: name }),
  typing: z.strictObject({ participant: name }),
  rename: z.strictObject({
    title: z.string().max(200).nullable().meta({ description: "The new title, or null to remove the title." }),
  }),
  cancel: z.strictObject({ afterTurn: z.boolean().optional() }),
  resume: z.strictObject({ context: fields.optional() }),
  fork: z.strictObject({
    turn: z.int().min(0),
    changes: fields.optional(),
    speech: line.optional().meta({ description: "The text that replaces the turn's speech in the copy." }),
    as: id.optional(),
    mode: name.optional(),
    context: fields.optional(),
  }),
  /** An AG-UI `RunAgentInput`. Unknown fields, which newer clients may send, are dropped, except in messages. */
  agUi: z.object({
    threadId: id,
    runId: id,
    messages: z.array(z.looseObject({ id, role: z.string(), name: z.string().optional() })),
    resume: z
      .array(
        z.object({
          interruptId: z.string(),
          status: z.enum(["resolved", "cancelled"]),
          payload: z.unknown().optional().meta({ description: "A person's line, as `{ text }`." }),
        }),
      )
      .optional(),
    state: z.unknown().optional(),
    forwardedProps: z
      .object({
        mode: name.optional().meta({ description: "The mode of a new conversation. Default: bidding." }),
        input: fields.optional().meta({ description: "The mode's input fields." }),
        context: fields.optional().meta({ description: "The mode's context fields, such as `model`." }),
        labels: z.boolean().optional().meta({
          description:
            "Whether each message begins with its speaker's name, for chats that do not show names. Default: false.",
        }),
      })
      .optional(),
  }),
};

export const queries = {
  list: z.object({
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    after: z.string().max(4000).optional().meta({ description: "The `next` of the previous page." }),
    search: z.string().max(200).optional().meta({
      description:
        "Lists only conversations whose title, topic and thread name together contain all of these words, regardless of case.",
    }),
    status: z.enum(conversationStatuses).optional(),
  }),
  events: z.object({
    after: z.coerce.number().int().min(0).optional().meta({ description: "The `id` of the last event received." }),
  }),
  export: z.object({
    format: z.enum(["markdown", "json", "html"]).default("json"),
    contents: z.enum(["all", "public"]).default("all").meta({
      description:
        "`public` omits what only the owner should see, such as descriptions, instructions, exact answers, tool calls and usage.",
    }),
  }),
};

const digits = z.string().refine((text) => /^\d+$/.test(text), { params: { rule: "expected", expected: "int" } });

export const paths = { turn: z.object({ turn: digits.transform(Number).pipe(z.int().min(1)) }) };

/** Returns the value as the schema reads it. Throws `invalid-input` with every problem if the value is invalid. */
export function check<Schema extends z.ZodType>(schema: Schema, given: unknown): Defined<z.output<Schema>> {
  const read = schema.safeParse(given, { reportInput: true });
  if (!read.success) throw invalidInput(problemsOf(read.error, schema));
  return read.data as Defined<z.output<Schema>>;
}

/**
 * Removes `undefined` from the types of optional fields. Zod's types include it, although Zod omits missing fields from
 * its output.
 */
type Defined<Value> = { [Field in keyof Value]: Exclude<Value[Field], undefined> };

export async function readBody<Schema extends z.ZodType>(
  { req }: { readonly req: Pick<Request, "json"> },
  schema: Schema,
) {
  const given = await req.json().catch(() => {
    throw new RostrumError("request-refused", { fault: "not-json" });
  });
  return check(schema, given);
}
