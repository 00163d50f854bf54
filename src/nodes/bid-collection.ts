/** Asks one candidate for one bid. The graph runs it for all candidates at once. */
import type { Bid } from "../domain/bid.js";
import { draw } from "../domain/chance.js";
import { remember } from "../policies/memory/remember.js";
import type { BiddingUpdate } from "../state/conversation-state.js";
import { type Auctioning, createAskForBid, noBid, type Reading } from "./ask-for-bid.js";
import { createBeginSpeeches } from "./begin-speeches.js";
import { runTogether } from "./fan-out.js";
import { type NodeConfig, type NodeKit, runOf, seedOf, tell } from "./node-kit.js";
import { sceneOf } from "./scene.js";

/** What a task is sent with. Everything else it reads from the shared state. */
export interface BidTask {
  readonly seat: number;
}

/** A random bidder's highest bid; its lowest is 0. */
const highestRandomBid = 5;

/** A person who raised a hand has been given the floor without an auction. */
const handDown: Reading = { ...noBid, outcome: "hand-down" };

/** `readState` gives a task the state that all tasks share. */
export function createBidCollection(kit: NodeKit, readState: (config: NodeConfig) => Auctioning) {
  const bidFor = createAskForBid(kit);
  const beginSpeeches = createBeginSpeeches(kit);
  return async function bidCollection({ seat }: BidTask, config: NodeConfig): Promise<BiddingUpdate> {
    const state = readState(config);
    const self = state.participants[seat];
    if (!self) throw new Error(`there is no seat ${seat}`);
    const turn = state.turn + 1;
    const seed = seedOf(state);
    const { criterion, scale, answer } = state.bidding;
    const random = async (): Promise<Reading> => ({
      ...noBid,
      outcome: "random",
      value: Math.floor(draw({ seed, turn, purpose: "random-bid", seat }) * (highestRandomBid + 1)),
    });
    const ask = () => {
      const conversation = remember(state);
      const brief = { ...sceneOf(state), purpose: "bid", self, turn, conversation, criterion, scale, answer } as const;
      return bidFor(brief, state, runOf(config), beginSpeeches(brief, state, config));
    };
    // A random bid is one to go by where all others fail.
    const drawn = () => runTogether(runOf(config).signal, random);
    const reading = self.human ? handDown : await (self.bidder === "random" ? drawn() : ask());
    const bid: Bid = { turn, seat, participant: self.name, ...reading };
    tell(config, { type: "bid", turn, bid });
    return { bids: [bid] };
  };
}
