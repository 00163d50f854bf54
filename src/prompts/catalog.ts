/** The type that each language's prompts satisfy: typed functions, so that nothing anybody says can fill a placeholder. */
import type { BidProblem } from "../domain/bid.js";
import type { BidBrief, DescribeBrief, Remembered, SharpenBrief, SpeechBrief } from "../domain/brief.js";

/** What a participant's instructions are made of: what stays the same in all its calls. */
type Part = Pick<SpeechBrief, "language" | "topic" | "cast" | "wordLimit" | "self">;

/** A prompt of its own: the system message, and the request. */
interface Request {
  readonly system: string;
  readonly request: string;
}

export interface PromptCatalog {
  /** What the one who opens the conversation is called. */
  readonly moderator: string;
  /** The system message of a participant that has no `instructions` of its own. The same for bids and speeches. */
  instructions(part: Part): string;
  /** The conversation so far. It comes before what is asked, so that a prompt begins as the one before it did. */
  conversation(remembered: Remembered): string;
  /** Asks for a bid. */
  bid(brief: BidBrief): string;
  /** Asks once more, after an answer that could not be read. */
  bidAgain(brief: BidBrief, problem: BidProblem): string;
  /** Asks for a speech. */
  speech(brief: SpeechBrief): string;
  /** Asks for a participant's description. */
  describe(brief: DescribeBrief): Request;
  /** Asks for the question that opens the conversation. */
  sharpen(brief: SharpenBrief): Request;
}
