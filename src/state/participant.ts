/** One member of the cast. */
import type { Part } from "./stage.js";

export interface Participant {
  /** Unique in the cast, 1 to 64 characters. The label of everything it says. */
  readonly name: string;
  /** Profession or function, such as "bridge engineer". May be empty. */
  readonly role: string;
  /** Where the participant is from or where it stands. May be empty. */
  readonly location: string;
  /** Who the participant is. With `prepare`, written by the model when empty. */
  readonly description: string;
  /** The whole system prompt, where the built one will not do. Built from the fields above when empty. */
  readonly instructions: string;
  /** The model that answers for this participant, as `provider:name`. The run's model when empty. */
  readonly model: string;
  /** `model` asks a model for each bid; `random` draws 0 to 5 instead. Left out in modes without bids. */
  readonly bidder?: "model" | "random";
  /** The part in a staged meeting. Left out in other modes. */
  readonly part?: Part;
  /** Whether a person speaks for this participant: the run is interrupted when it has the floor. Default: no. */
  readonly human?: boolean;
  /** The names of the tools that it may call before it speaks. Default: none. */
  readonly tools?: string[];
}
