import { z } from "zod/v4";
import type { Part } from "../../records/meeting.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import type { FieldIssue } from "../field-issue.js";
import { forbiddenInName, looksOf, maxNameLength, nameKey, tidyName } from "../text/name.js";
import { isModeratorName, isReservedName } from "../text/reserved-names.js";

const shortText = (limit: number) => z.string().trim().max(limit).default("");

const notInPhrase = /[\p{Cc}\p{Z}\u202A-\u202E\u2066-\u2069]+/gu;

/** Puts the text on one line, so that it can be used within a sentence of a prompt. */
export const phrase = (limit: number) => shortText(limit).transform((text) => text.replace(notInPhrase, " ").trim());

/** `mayBeEmpty`: whether an empty name is valid, because a default replaces it. */
function nameOf({ mayBeEmpty }: { mayBeEmpty: boolean }) {
  return z
    .string()
    .transform(tidyName)
    .pipe(
      z.string().superRefine((value, context) => {
        const refuse = (params: FieldIssue["params"]) => context.addIssue({ code: "custom", params });
        const character = forbiddenInName(value);
        if (mayBeEmpty && value === "") return;
        if (character !== undefined) refuse({ rule: "forbidden-character", character, limit: maxNameLength });
        else if (nameKey(value) === "") refuse({ rule: "empty" });
        else if ([...value].length > maxNameLength)
          refuse({ rule: "out-of-range", highest: maxNameLength, unit: "characters" });
      }),
    );
}

const name = nameOf({ mayBeEmpty: false }).meta({
  title: "Name",
  maxLength: maxNameLength,
  description: `A name of at most ${maxNameLength} characters, without line breaks, control characters, colons or angle brackets. It must not resemble another participant's name; names such as “Moderator” and “User” are reserved.`,
});

const personFieldsOf = (who: "participant" | "leader") => ({
  role: phrase(200).meta({
    title: "Role",
    description: `The ${who}'s profession or function, such as “bridge engineer”.`,
  }),
  location: phrase(200).meta({ title: "Location", description: `Where the ${who} comes from or is located.` }),
  description: shortText(4000).meta({
    title: "Description",
    description: `Who the ${who} is and what it wants.${who === "participant" ? " If this text and “instructions” are empty and “prepare” is set, a model writes it, except for people." : ""}`,
  }),
  instructions: shortText(8000).meta({
    title: "Instructions",
    description:
      "A system prompt that replaces the one that Rostrum builds from the name, role, location, description and other settings.",
  }),
  model: shortText(200).meta({
    title: "Model",
    description: `The model that answers for this ${who}, as provider:name. A model or an agent that code assigns to the ${who} takes precedence${who === "participant" ? ", and so does a model for bids" : ""}. Empty: usually the run's model.`,
  }),
});

export const participantField = z
  .strictObject({
    name,
    ...personFieldsOf("participant"),
    human: z.boolean().default(false).meta({
      title: "Human",
      description:
        "Whether a person speaks for this participant. If so, the run waits for a line at each of the participant's turns.",
    }),
    approve: z.boolean().default(false).meta({
      title: "Approve",
      description: "Whether a person must approve everything that the participant's model says.",
    }),
    tools: z
      .array(z.string().trim().min(1).max(200))
      .max(100)
      .default(() => [])
      .meta({
        title: "Tools",
        description:
          "The names of the tools that the participant may call before it speaks. The tools themselves are passed in code.",
      }),
    presence: z.enum(["present", "muted", "removed"]).optional().meta({
      title: "Presence",
      description:
        "“muted”: the participant listens, but cannot speak until somebody unmutes it. “removed”: the participant has left. Default: “present”.",
    }),
    talkativeness: z.number().min(0).max(1).default(1).meta({
      title: "Talkativeness",
      description:
        "A factor from 0 to 1 for the participant's bids in auctions, and for its chance under the rule “lottery” and the fallback “random”. At 0, the participant usually wins only if nobody else wants the floor.",
    }),
    onlyWhenMentioned: z.boolean().default(false).meta({
      title: "Only when mentioned",
      description:
        "Whether the participant normally speaks only when mentioned: somebody must have named the participant in the last N messages, where N is the size of the cast, and the participant must not have spoken since.",
    }),
    bidder: z.enum(["model", "random"]).default("model").meta({
      title: "Bidder",
      description: "“model”: a model makes the bids. “random”: a number from 0 to 5 is drawn for each bid.",
    }),
  })
  .meta({ title: "Participant" });

type ParticipantFields = z.output<typeof participantField>;
type Person = Omit<
  ParticipantFields,
  "human" | "approve" | "tools" | "presence" | "talkativeness" | "onlyWhenMentioned" | "bidder"
>;

/** A member of the cast, or a conversation's leader. All texts except the name can be empty. */
export interface Participant extends Readonly<Person> {
  /**
   * `model`: a model is asked for each bid. `random`: a number from 0 to 5 is drawn instead. Absent in modes without
   * bids.
   */
  readonly bidder?: ParticipantFields["bidder"];
  /** A factor for the participant's scores and chances, from 0 to 1. Default: 1. */
  readonly talkativeness?: number;
  /** Whether the participant normally waits until it has been mentioned. Default: false. */
  readonly onlyWhenMentioned?: boolean;
  /** The participant's part in a staged meeting. Absent in other modes. */
  readonly part?: Part;
  /**
   * Whether a person speaks for this participant. If so, the run is interrupted whenever the participant has the floor.
   * Default: false.
   */
  readonly human?: boolean;
  /**
   * Whether a person must approve the participant's speeches. If so, the run is interrupted for each draft. Default:
   * false.
   */
  readonly approve?: boolean;
  /** The names of the tools that the participant can call before it speaks. Default: none. */
  readonly tools?: string[];
  /**
   * Whether the participant takes part. People can change this with `control`. A removed participant stays in the
   * state. Default: `present`.
   */
  readonly presence?: ParticipantFields["presence"];
}

export const waitsForPerson = ({ human = false, approve = false }: Pick<Participant, "human" | "approve">): boolean =>
  human || approve;

export const maySpeak = ({ presence = "present" }: Pick<Participant, "presence">): boolean => presence === "present";

export const presentIn = <Member extends Pick<Participant, "presence">>(cast: readonly Member[]): Member[] =>
  cast.filter(({ presence }) => presence !== "removed");

/** The minimum number of participants who may speak: a single one would have nobody to talk to. */
export const fewestSpeakers = 2;

/** Creates the field for a cast. Names that look alike count as equal, because readers could not tell them apart. */
export function castOf<Member extends z.ZodType<Pick<Participant, "name" | "presence">>>(
  member: Member,
  example: readonly object[] = locales[defaultLanguage].example.participants,
) {
  return z
    .array(member)
    .min(2)
    .max(200)
    .superRefine((cast, context) => {
      const firstWith = new Map<string, number>();
      for (const [index, { name }] of cast.entries()) {
        const looks = looksOf(name);
        const first = looks.map((look) => firstWith.get(look)).find((seat) => seat !== undefined);
        const refuse = (params: FieldIssue["params"]) =>
          context.addIssue({ code: "custom", path: [index, "name"], params });
        if (isReservedName(name)) refuse({ rule: "reserved-name", name });
        if (first === undefined) for (const look of looks) firstWith.set(look, index);
        else refuse({ rule: "name-taken", name, of: `participants[${first}]` });
      }
      if (cast.length >= fewestSpeakers && cast.filter(maySpeak).length < fewestSpeakers)
        context.addIssue({ code: "custom", path: [], params: { rule: "too-few-speakers" } });
    })
    .prefault(() => [...example] as z.input<Member>[])
    .meta({
      title: "Participants",
      description: "The cast: at least two participants. Only their names are required.",
    });
}

const unselected = { bidder: true, talkativeness: true, onlyWhenMentioned: true } as const;
const worker = participantField.omit(unselected);
export const participantKeys = Object.keys(worker.shape);

/** The cast of a mode that does not select speakers. */
export const workers = castOf(worker.meta({ title: "Participant" }));

/** The cast of a mode without bids. */
export const participants = castOf(participantField.omit({ bidder: true }).meta({ title: "Participant" }));

export const bidders = castOf(participantField);

export const leaderFields = {
  name: nameOf({ mayBeEmpty: true }).default("").meta({
    title: "Name",
    maxLength: maxNameLength,
    description: "The leader's name. Empty: “Moderator”, in the conversation's language.",
  }),
  ...personFieldsOf("leader"),
};

type LedCast<Field extends string> = Readonly<Record<Field, { readonly name: string }>> & {
  readonly participants: readonly Participant[];
};

/** Returns a check of the leader's name. Unlike a participant, a leader may have the moderator's name. */
export function checkLeader<Field extends string>(field: Field) {
  return ({ participants: cast, [field]: leader }: LedCast<Field>): FieldIssue[] => {
    const { name } = leader;
    if (name === "") return [];
    const path = [field, "name"];
    if (isReservedName(name) && !isModeratorName(name)) return [{ path, params: { rule: "reserved-name", name } }];
    const looks = looksOf(name);
    const first = cast.findIndex((participant) => looksOf(participant.name).some((look) => looks.includes(look)));
    return first < 0 ? [] : [{ path, params: { rule: "name-taken", name, of: `participants[${first}]` } }];
  };
}
