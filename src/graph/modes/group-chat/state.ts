import { z } from "zod/v4";
import type { FieldCheck, FieldIssue } from "../../../core/field-issue.js";
import { auctionFields, checkAuction } from "../../../core/selection/bid.js";
import { checkTransitions, selectionWithoutRules } from "../../../core/selection/transitions.js";
import { meetingCast } from "../../../core/state/example.js";
import { talkFields } from "../../../core/state/fields.js";
import { castOf, participantField, phrase } from "../../../core/state/participant.js";
import { contexts } from "../../../core/state/run-settings.js";
import {
  type FinalDecision,
  type Judgement,
  parts,
  type Stage,
  speakingOrders,
  stageTasks,
} from "../../../records/meeting.js";
import type { StopReason } from "../../../records/stop-reason.js";
import { defaultLanguage } from "../../../words/registry.js";
import { append, collected, nullable, type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import { bidsChannel } from "../../steps/floor/collect-bids.js";
import type { ModeGraph } from "../../steps/run/conversation-graph.js";

const maxStages = 20;

const rounds = (title: string, description: string) => z.int().min(1).max(100).default(1).meta({ title, description });

const member = participantField
  .extend({
    part: z.enum(parts).default("auto").meta({
      title: "Part",
      description:
        "The participant's part in the meeting. “auto”: the first participant in the cast presents, the second-to-last sums up, the last decides, and the others discuss. In a cast of two or three, the last both sums up and decides; in a cast of two, both discuss.",
    }),
  })
  .meta({ title: "Participant" });

const stage = z
  .strictObject({
    name: phrase(60).meta({ title: "Name", description: "The stage's name. Empty: named after the task." }),
    task: z.enum(stageTasks).default("discuss").meta({
      title: "Task",
      description:
        "What happens in the stage. “present”: the speakers present the matter. “discuss”: they discuss it; if more than one round is allowed, a model judges after each round whether the discussion is sufficient. “summarize”: they sum up. “decide”: one participant makes the final decision.",
    }),
    speakers: z.array(z.string().trim().min(1).max(200)).max(200).default([]).meta({
      title: "Speakers",
      description:
        "The names of the speakers; with “in-turn”, they speak in this order. Empty: usually the participants whose part matches the task.",
    }),
    order: z.enum(speakingOrders).default("in-turn").meta({
      title: "Order",
      description:
        "The order of the speakers in a round. “in-turn”: one after another. “bidding”: by auction among those who have not yet spoken in the round. “together”: all at once, without hearing each other.",
    }),
    minRounds: rounds(
      "Minimum rounds",
      "The minimum number of rounds, whatever the judgement. “maxTurns”, a stop condition or the budget can cut a discussion short.",
    ),
    maxRounds: rounds(
      "Maximum rounds",
      "The maximum number of rounds of a discussion, whatever the judgement. Stages with other tasks have the minimum number of rounds. Without “stages”, the discussion has up to 3 rounds.",
    ),
  })
  .refine(({ minRounds, maxRounds }) => minRounds <= maxRounds, {
    path: ["minRounds"],
    params: { rule: "round-order" },
  })
  .meta({ title: "Stage" }) satisfies z.ZodType<Stage, unknown>;

const groupChatFields = {
  ...talkFields,
  participants: castOf(member, meetingCast(defaultLanguage)),
  maxTurns: talkFields.maxTurns.unwrap().default(60).meta({
    title: "Turns",
    description:
      "The number of turns after which any discussion ends. The meeting then continues with its other stages, such as summary and decision.",
  }),
  stages: z
    .array(stage)
    .min(1)
    .max(maxStages)
    .prefault([{ task: "present" }, { task: "discuss", maxRounds: 3 }, { task: "summarize" }, { task: "decide" }])
    .meta({ title: "Stages", description: "The phases of the meeting, in order." }),
  selection: selectionWithoutRules,
  bidding: z.strictObject(auctionFields).prefault({}).meta({
    title: "Bidding",
    description: "How Rostrum asks for bids in stages with the order “bidding”.",
  }),
};

type CheckedFields = "stages" | "participants" | "bidding" | "selection";

export const checkGroupChat: FieldCheck<Pick<GroupChatConversation, CheckedFields>> = (input) => {
  const { stages, participants, bidding, selection } = input;
  const names = participants.map(({ name }) => name);
  const ofBids = checkAuction(bidding).map(({ setting, params }) => ({ path: ["bidding", setting], params }));
  const ofStages = stages.flatMap(({ name, speakers, task }, index) => {
    const issues: FieldIssue[] = [];
    const report = (path: readonly (string | number)[], params: FieldIssue["params"]) =>
      issues.push({ path: ["stages", index, ...path], params });
    for (const [place, speaker] of speakers.entries())
      if (!names.includes(speaker)) report(["speakers", place], { rule: "not-in-cast", name: speaker, names });
    const twice = speakers.findIndex((speaker, place) => speakers.indexOf(speaker) < place);
    if (twice >= 0) report(["speakers", twice], { rule: "listed-twice", name: speakers[twice] });
    const first = stages.findIndex((other) => other.name === name);
    if (name !== "" && first < index) report(["name"], { rule: "name-taken", name, of: `stages[${first}]` });
    if (task === "decide" && speakers.length > 1) report(["speakers"], { rule: "one-decider" });
    return issues;
  });
  return [...ofBids, ...ofStages, ...checkTransitions(selection.transitions, "allow", names)];
};

export const groupChat = schemasOf(
  groupChatFields,
  {
    bids: bidsChannel,
    stage: z.string().default("").meta({ description: "The stage that the meeting is in." }),
    round: z.int().min(0).default(0).meta({ description: "The round of the stage, counted from 1." }),
    judgements: collected<Judgement>("The judgement after each round of discussion.", append),
    cutShort: nullable<StopReason>(
      "The stop reason that was found; it cuts any discussion short. Null if there is none.",
    ),
    summary: z.string().default("").meta({ description: "The summary of the discussion." }),
    finalDecision: nullable<FinalDecision>("The meeting's decision; null until it is made."),
  },
  contexts["group-chat"],
);
export interface GroupChatConversation extends StateOf<typeof groupChat> {}
export interface GroupChatUpdate extends UpdateOf<typeof groupChat> {}
export interface GroupChatBuilder extends ModeGraph<typeof groupChat, GroupChatConversation, GroupChatUpdate> {}
