/** Asks one candidate for one bid. The graph runs it for all candidates at once. */
import type { Bid, BidAttempt } from "../domain/bid.js";
import type { BidBrief } from "../domain/brief.js";
import { draw } from "../domain/chance.js";
import type { UsageRow } from "../domain/usage.js";
import type { Run } from "../models/ask.js";
import { type BidReading, parseBid, readStructuredBid } from "../parsing/bid.js";
import { remember } from "../policies/memory/remember.js";
import { composeBidAgain } from "../prompts/compose.js";
import type { BiddingConversation, BiddingUpdate, Conversation } from "../state/conversation-state.js";
import { answerForm } from "./answer-form.js";
import { runTogether } from "./fan-out.js";
import { type NodeConfig, type NodeKit, promptsFor, runOf, seedOf, tell } from "./node-kit.js";
import { sceneOf } from "./scene.js";

/** What a task is sent with. Everything else it reads from the shared state. */
export interface BidTask {
  readonly seat: number;
}

/** A random bidder's highest bid; its lowest is 0. */
const highestRandomBid = 5;

function structuredBid({ scale: { min, max } }: BidBrief) {
  const bid = { type: ["integer", "null"], description: `A whole number from ${min} to ${max}, or null to pass.` };
  return answerForm({ bid });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Reading {
  readonly outcome: Bid["outcome"];
  readonly value: number;
  readonly attempts: readonly BidAttempt[];
  readonly usage: readonly UsageRow[];
}

/** A person who raised a hand has been given the floor without an auction. */
const handDown: Reading = { outcome: "hand-down", value: 0, attempts: [], usage: [] };

/** The part of a state that bids are asked for by. */
export type Auctioning = Omit<Conversation, "participants"> & Pick<BiddingConversation, "bidding" | "participants">;

/** `readState` gives a task the state that all tasks share. */
export function createBidCollection(kit: NodeKit, readState: (config: NodeConfig) => Auctioning) {
  /** Asks once; structured or in text, as the brief says. */
  async function askOnce(brief: BidBrief, state: Auctioning, attempts: readonly BidAttempt[], run: Run) {
    const question = { brief, messages: composeBidAgain(promptsFor(kit, state, run.context), brief, attempts) };
    if (brief.answer === "tag") {
      const { text, usage } = await kit.asker.text(question, run);
      return { text, usage, reading: parseBid(text, brief.scale) };
    }
    const { text, usage } = await kit.asker.structured(question, structuredBid(brief), run);
    return { text, usage, reading: readStructuredBid(readJson(text), brief.scale) };
  }

  /** Asks until a bid can be read, at most as often as the settings allow. */
  async function askForBid(brief: BidBrief, state: Auctioning, run: Run): Promise<Reading> {
    const attempts: BidAttempt[] = [];
    const usage: UsageRow[] = [];
    while (attempts.length < state.bidding.attempts) {
      const answer = await askOnce(brief, state, attempts, run);
      usage.push(answer.usage);
      attempts.push({ answer: answer.text, problem: problemOf(answer.reading) });
      if (!answer.reading.ok) continue;
      const { value } = answer.reading;
      return { outcome: value === null ? "abstained" : "bid", value: value ?? 0, attempts, usage };
    }
    return { outcome: "unreadable", value: 0, attempts, usage };
  }

  return async function bidCollection({ seat }: BidTask, config: NodeConfig): Promise<BiddingUpdate> {
    const state = readState(config);
    const self = state.participants[seat];
    if (!self) throw new Error(`there is no seat ${seat}`);
    const turn = state.turn + 1;
    const seed = seedOf(state);
    const { criterion, scale, answer } = state.bidding;
    const random = (): Reading => ({
      outcome: "random",
      value: Math.floor(draw({ seed, turn, purpose: "random-bid", seat }) * (highestRandomBid + 1)),
      attempts: [],
      usage: [],
    });
    const ask = () => {
      const conversation = remember(state.messages, state.memory);
      const brief = { ...sceneOf(state), purpose: "bid", self, turn, conversation, criterion, scale, answer } as const;
      const run = runOf(config);
      return runTogether(run.signal, () => askForBid(brief, state, run));
    };
    const { usage, ...reading } = self.human ? handDown : self.bidder === "random" ? random() : await ask();
    const bid: Bid = { turn, seat, participant: self.name, ...reading };
    tell(config, { type: "bid", turn, bid });
    return { bids: [bid], usage: [...usage] };
  };
}

const problemOf = (reading: BidReading) => (reading.ok ? null : reading.problem);
