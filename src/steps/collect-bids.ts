/** Asks candidates for their bids. The graph runs it for all candidates at once. */
import { Send } from "@langchain/langgraph";
import { draw } from "../chance.js";
import { remember } from "../memory/remember.js";
import { createBeginSpeeches } from "../modes/bidding/speculate.js";
import type { Bid } from "../selection/bid.js";
import type { Candidate } from "../selection/rule.js";
import type { BiddingUpdate } from "../state/conversation-state.js";
import type { Participant } from "../state/participant.js";
import { BudgetExceededError } from "../usage/budget-guard.js";
import { type Auctioning, createAskForBid, noBid, type Reading } from "./ask-for-bid.js";
import { settleTogether } from "./fan-out.js";
import { callContextOf, emit, type ModeServices, type StepConfig, seedOf } from "./run-context.js";
import { sceneOf } from "./scene.js";
import { stepNames } from "./step-names.js";

/** What a task is sent with. Everything else it reads from the shared state. */
export interface BidTask {
  readonly seats: readonly number[];
}

/**
 * The most tasks that an auction is held in: up to so many candidates have one each, more of them share. A task takes far more of
 * LangGraph's time than a bid takes of ours. A crash costs the bids of those tasks that were not done.
 */
const mostTasks = 10;

/** The tasks in which all candidates are asked, at the same time. Where LangGraph limits the tasks at once, it limits the calls by that. */
export function openBids(
  candidates: readonly Candidate[],
  { maxConcurrency }: Pick<StepConfig, "maxConcurrency">,
): Send<string, BidTask>[] {
  const seats = candidates.map(({ seat }) => seat);
  const tasks = maxConcurrency === undefined ? Math.min(mostTasks, seats.length) : seats.length;
  const startOf = (task: number) => Math.floor((task * seats.length) / tasks);
  return Array.from(
    { length: tasks },
    (_each, task) => new Send(stepNames.bidCollection, { seats: seats.slice(startOf(task), startOf(task + 1)) }),
  );
}

/** A random bidder's highest bid; its lowest is 0. */
const highestRandomBid = 5;

/** A person who raised a hand has been given the floor without an auction. */
const handDown: Reading = { ...noBid, outcome: "hand-down" };

/** `readState` gives a task the state that all tasks share. */
export function createBidCollection(services: ModeServices, readState: (config: StepConfig) => Auctioning) {
  const bidFor = createAskForBid(services);
  const beginSpeeches = createBeginSpeeches(services);
  return async function bidCollection({ seats }: BidTask, config: StepConfig): Promise<BiddingUpdate> {
    const state = readState(config);
    const run = callContextOf(config);
    const turn = state.turn + 1;
    const seed = seedOf(state);
    const { criterion, scale, answer } = state.bidding;
    const conversation = remember(state);
    const asked = { ...sceneOf(state), purpose: "bid", turn, conversation, criterion, scale, answer } as const;

    const readingOf = (self: Participant, seat: number): Reading | Promise<Reading> => {
      if (self.human) return handDown;
      if (self.bidder === "random") {
        const value = Math.floor(draw({ seed, turn, purpose: "random-bid", seat }) * (highestRandomBid + 1));
        // A random bid is one to go by where all others fail.
        return settleTogether(run.signal, async () => ({ ...noBid, outcome: "random", value }));
      }
      const request = { ...asked, self };
      return bidFor(request, state, run, beginSpeeches(request, state, config));
    };

    const bidOf = async (seat: number): Promise<Bid> => {
      const self = state.participants[seat];
      if (!self) throw new Error(`there is no seat ${seat}`);
      const bid = { turn, seat, participant: self.name, ...(await readingOf(self, seat)) };
      emit(config, { type: "bid", turn, bid });
      return bid;
    };

    // Whoever has nothing left to pay a call with leaves the others of the task to theirs.
    let spent: unknown;
    const orSpent = (error: unknown) => {
      if (!BudgetExceededError.isInstance(error)) throw error;
      spent = error;
      return [];
    };
    const bids = await Promise.all(seats.map((seat) => bidOf(seat).then((bid) => [bid], orSpent)));
    if (spent) throw spent;
    return { bids: bids.flat() };
  };
}
