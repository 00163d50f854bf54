import { z } from "zod/v4";
import { type AnchorSet, anchorSets, isMeant, isMissing, type Scale } from "../../records/bid.js";
import type { Decision, Exclusion } from "../../records/decision.js";
import type { Candidate, SelectionContext, SettingProblem } from "./rule.js";

/**
 * Returns the size of a point: a ninth of the scale, which is 1 on the default scale from 1 to 10. Rules count in
 * points, so that their settings have the same meaning on every scale.
 */
export const unitOf = ({ min, max }: Scale): number => (max - min) / 9;

/**
 * Returns a participant's latest bids, newest first, including drawn bids. Skips bids right after the participant's own
 * speech, because these are usually low.
 *
 * @param turns - One decision per turn, oldest first.
 */
export function usualBids(name: string, turns: readonly Decision[], count: number): number[] {
  const own: number[] = [];
  for (let index = turns.length - 1; index >= 0 && own.length < count; index -= 1) {
    const bid = turns[index]?.bids.find(({ participant }) => participant === name);
    const spokeBefore = turns[index - 1]?.speaker === name;
    if (bid && isMeant(bid) && !spokeBefore) own.push(bid.value);
  }
  return own;
}

const passes = ["abstained", "hand-down", "failed", "late"] as const;

/**
 * Finds the candidates who can win, usually those who bid. If nobody bids, the candidates who passed can win, because
 * somebody has to speak. If all bids failed or were late, every candidate can win.
 */
export function findStanding({ candidates, bids }: Pick<SelectionContext, "candidates" | "bids">) {
  const bidOf = ({ seat }: Candidate) => bids.find((bid) => bid.seat === seat);
  const passOf = (candidate: Candidate) => passes.find((pass) => pass === bidOf(candidate)?.outcome);
  const answered = candidates.filter((candidate) => !isMissing({ outcome: "bid", ...bidOf(candidate) }));
  const bidding = answered.filter((candidate) => !passOf(candidate));
  const standing = [bidding, answered, candidates].find((group) => group.length > 0) ?? [];
  const excluded = candidates.flatMap((candidate): Exclusion[] => {
    const reason = standing.includes(candidate) ? undefined : passOf(candidate);
    return reason ? [{ participant: candidate.participant.name, reason }] : [];
  });
  return { standing, excluded };
}

const scale = z
  .strictObject({
    min: z
      .int()
      .min(0)
      .max(1000)
      .default(1)
      .meta({ title: "Lowest bid", description: "The lowest bid that a model can make." }),
    max: z
      .int()
      .min(1)
      .max(1000)
      .default(10)
      .meta({ title: "Highest bid", description: "The highest bid that a model can make." }),
  })
  .refine(({ min, max }) => min < max, { path: ["max"], params: { rule: "scale-order" } })
  .prefault({});

/**
 * The `five-levels` set follows the bids in Werewolf Arena: Bailis, Friedhoff and Chen, “Werewolf Arena: A Case Study
 * in LLM Evaluation via Social Deduction” (2024), arXiv:2407.13943.
 */
const anchors = z
  .union([z.enum(anchorSets), z.array(z.string().trim().min(1).max(300)).max(101)])
  .default(() => [])
  .meta({
    title: "Anchors",
    description:
      "One sentence for each level of the scale, from the lowest level to the highest. The sentences replace the built-in criteria. “five-levels” is a ready-made set for scales with five levels, such as 0 to 4. Default: none.",
  });

export const auctionFields = {
  criterion: z.string().trim().min(1).max(1000).default("contradiction").meta({
    title: "Criterion",
    description:
      "What a bid measures. “contradiction”: how far the latest message contradicts the bidder's ideas. “urge”: how much the bidder needs to speak now. Any other text becomes part of the prompt.",
  }),
  scale: scale.meta({ title: "Scale", description: "The lowest and the highest bid." }),
  anchors,
  by: z.enum(["participants", "panel"]).default("participants").meta({
    title: "Bids by",
    description:
      "“participants”: a separate call for each bidder. “panel”: one call for all bids, in character for each participant. With a panel, a turn usually takes two calls, whatever the size of the cast, but one model knows what all participants think. Rostrum asks separately for bids that are missing or unreadable in the panel's answer.",
  }),
  answer: z.enum(["tag", "structured"]).default("tag").meta({
    title: "Answer format",
    description:
      "“tag”: a bid is a tag in text, such as <7>. “structured”: a bid is structured output. Bids from a panel and bids with a reason are always structured.",
  }),
  reason: z.boolean().default(false).meta({
    title: "Reason",
    description:
      "Whether bidders give a reason in one sentence. The reason is recorded and shown beside the bid, and the winner's prompt contains it.",
  }),
  deadlineMs: z.int().min(10).max(3_600_000).optional().meta({
    title: "Deadline",
    description:
      "The time limit for bids, in milliseconds; bids that arrive later do not count. If no bid has arrived by then, Rostrum waits for the first one. Default: no deadline.",
  }),
  attempts: z.int().min(1).max(5).default(2).meta({
    title: "Attempts",
    description:
      "The maximum number of times that a participant is asked for a readable bid. After that many unreadable answers, the bid counts as 0.",
  }),
};

const auction = z.strictObject(auctionFields);
/** An auction's settings: what bids measure, and how they are collected. */
export interface AuctionSettings extends z.output<typeof auction> {}

const levelsOfSet = { "five-levels": 5 } satisfies Record<AnchorSet, number>;

export function checkAuction({ anchors, scale }: AuctionSettings): SettingProblem[] {
  const sentences = typeof anchors === "string" ? levelsOfSet[anchors] : anchors.length;
  const levels = scale.max - scale.min + 1;
  if (sentences === 0 || sentences === levels) return [];
  return [{ setting: "anchors", params: { rule: "anchors-off-scale", sentences, levels } }];
}
