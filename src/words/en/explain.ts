import type { Address, AssignedTask, Exclusion } from "../../records/decision.js";
import type { ChoiceFacts } from "../rule-words.js";
import { list } from "./common.js";

/** `names`: the formatted list of names. `isOne`: whether the list has one name. */
type About = (names: string, isOne: boolean) => string;

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"];

export const explain = {
  /** `place`: the stage and round of a meeting; empty in other modes. */
  turn: (turn: number, speaker: string, place: string) => `Turn ${turn}${place && ` (${place})`}: ${speaker} spoke.`,
  candidates: (names: string, isOne: boolean) =>
    isOne ? `Only ${names} could get the floor.` : `${names} could get the floor.`,
  excluded: {
    "spoke-last": (names) => `${names} had just spoken, and nobody may speak twice in a row here.`,
    abstained: (names) => `${names} passed.`,
    "hand-down": (names) => `${names} had not raised a hand.`,
    failed: (names) => `No bid came from ${names}, because the call failed.`,
    late: (names) => `The deadline passed without a bid from ${names}.`,
    "speech-failed": (names) => `${names} had the floor first, but the call for the speech failed.`,
    resting: (names) => `${names} sat out this turn after repeated failures.`,
    "not-in-stage": (names, isOne) => `${names} ${isOne ? "has" : "have"} no part in this stage.`,
    "spoke-this-round": (names) => `${names} had already spoken in this round.`,
    "other-task": (names) => `The task was not for ${names}.`,
    transition: (names) => `The transitions do not let ${names} follow the last speaker.`,
    "only-when-mentioned": (names, isOne) =>
      `${names} ${isOne ? "speaks" : "speak"} only when mentioned, and had not been mentioned.`,
    muted: (names, isOne) => `${names} ${isOne ? "was" : "were"} muted.`,
    removed: (names) => `${names} had left the conversation.`,
  } satisfies Record<Exclusion["reason"], About>,
  /** `reasons`: the restriction, as one or more sentences. */
  waived: (reasons: string) => `Nobody else was left, so this restriction was lifted: ${reasons}`,
  bids: (bids: readonly string[]) => `The bids: ${bids.join("; ")}.`,
  /** `attempt`: the number of the answer, counted from 0. */
  unreadBid: (name: string, attempt: number, answer: string) =>
    `${name}'s ${ordinals[attempt]} answer, “${answer}”, contained no readable bid.`,
  /** `answer`: null if the call failed. */
  unreadChoice: (answer: string | null) =>
    answer === null
      ? "The call that asked for a choice failed."
      : `The answer to the question of who should speak next was “${answer}”, which is not a readable choice.`,
  reason: (reason: string) => `The reason given: “${reason}”`,
  refused: ({ by, participant }: Address) =>
    `${by} had asked ${participant} a direct question, but the two had just answered each other twice in a row, so the rule decided.`,
  /** `isByModel`: whether a model broke the tie. */
  tie(names: string, drawn: string | null, speaker: string, isByModel: boolean) {
    if (drawn === null && isByModel) return `${names} were tied, and a model chose ${speaker}.`;
    return drawn === null
      ? `${names} were tied. The latest message asked, called on or named ${speaker}, so ${speaker} got the floor.`
      : `${names} were tied, and the draw of ${drawn} selected ${speaker}.`;
  },
  chances: (chances: readonly string[]) => `The chances, by talkativeness: ${chances.join("; ")}.`,
  task({ number, task, after }: AssignedTask, speaker: string) {
    const basis = after.length === 1 ? `task ${after} was` : `tasks ${list(after.map(String))} were`;
    const start = after.length === 0 ? "It does not depend on other tasks." : `It could start once ${basis} done.`;
    return `The plan gives task ${number} to ${speaker}: “${task}” ${start}`;
  },
  attempt: (attempt: number) => `This was attempt ${attempt} at the task.`,
  /** `remark`: what the supervisor wanted to be different. */
  remark: (remark: string) => `The supervisor's remark about the task: “${remark}”`,
  /** `names`: the candidates with the highest scores, from among whom a model chose. */
  shortlisted: (speaker: string, names: string) =>
    `${names} had the highest scores, and a model chose ${speaker} from among them.`,
  /** The sentence for a rule that does not define its own sentence. */
  anyRule: ({ rule, speaker, drawn }: ChoiceFacts) =>
    `The “${rule}” rule chose ${speaker}${drawn === null ? "" : `, with a draw of ${drawn}`}.`,
};
